/* lock.c - one writer an archive; the one file with open-file locks (Linux). */
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem.h"

/* Why there is no lock: another has it, or the file system knows none. */
static int refuse(int fd, const char *path, int why, struct err *err)
{
	char text[32] = "";
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);
	long pid = n > 0 ? strtol(text, NULL, 10) : 0;

	close(fd);
	if (why != EAGAIN && why != EACCES)
		return err_set(err, ERR_OS, "cannot lock '%s-lock': %s", path,
			       strerrordesc_np(why));
	err_set(err, ERR_IN_USE, "the archive '%s' is in use by process %ld",
		path, pid);
	err_hint(err, "to add to a served archive: maxistat push URL FILE...");
	return -1;
}

int lock_take(const char *path, struct err *err)
{
	struct arena a = { 0 };
	const char *name = arena_printf(&a, "%s-lock", path);
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	char text[32];
	int n;

	if (fd < 0) {
		err_set(err, ERR_ARCHIVE, "cannot make '%s': %s", name,
			strerrordesc_np(errno));
		err_hint(err, "reading works: serve --read-only, get, check, "
			 "backup");
		arena_release(&a);
		return -1;
	}
	arena_release(&a);
	if (fcntl(fd, F_OFD_SETLK, &lock) < 0)
		return refuse(fd, path, errno, err);
	n = snprintf(text, sizeof(text), "%ld\n", (long)getpid());
	if (ftruncate(fd, 0) < 0 || pwrite(fd, text, (size_t)n, 0) < 0) {
		close(fd);
		return err_set(err, ERR_ARCHIVE, "cannot write '%s-lock'",
			       path);
	}
	return fd;
}

void lock_release(int fd)
{
	if (fd >= 0)
		close(fd);
}
