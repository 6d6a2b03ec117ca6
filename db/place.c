/* place.c - what an archive's name leads to. */
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "mem.h"

int place_check(const char *path, enum db_mode mode, struct err *err)
{
	bool writes = mode == DB_WRITE;
	struct stat st;

	if ((writes ? lstat(path, &st) : stat(path, &st)) < 0)
		return 0; /* whoever opens it says why */
	if (S_ISLNK(st.st_mode)) {
		err_set(err, ERR_ARCHIVE, "'%.300s' is a symbolic link", path);
		return err_hint(err, "name the file itself: its lock and log "
				"stand beside it");
	}
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_ARCHIVE, "'%.300s' is no plain file",
			       path);
	if (writes && st.st_nlink > 1) {
		err_set(err, ERR_ARCHIVE, "'%.300s' has another name (a hard "
			"link)", path);
		return err_hint(err, "by two names two processes could write; "
				"make a copy: maxistat backup");
	}
	return 0;
}

static bool exists(const char *path, const char *more)
{
	struct arena a = { 0 };
	bool there = !access(arena_printf(&a, "%s%s", path, more), F_OK);

	arena_release(&a);
	return there;
}

bool place_is_still(const char *path)
{
	struct arena a = { 0 };
	const char *folder = dirname(arena_strdup(&a, path));
	bool may_write = !faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS);

	arena_release(&a);
	return !may_write && !exists(path, "-wal") && !exists(path, "-shm");
}

const char *place_still_uri(const char *path, struct arena *arena)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789/._-";
	struct buf b;
	const char *uri;

	buf_init(&b, 64 + 3 * strlen(path));
	/* "file://x" would name a host. */
	buf_str(&b, strncmp(path, "//", 2) ? "file:" : "file:///");
	for (; *path; path++)
		if (strchr(plain, *path))
			buf_char(&b, *path);
		else
			buf_printf(&b, "%%%02X", (unsigned char)*path);
	buf_str(&b, "?immutable=1");
	uri = arena_strdup(arena, b.data);
	buf_release(&b);
	return uri;
}

int place_sync(const char *path, struct err *err)
{
	struct arena a = { 0 };
	const char *folder = dirname(arena_strdup(&a, path));
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc = 0;

	if (fd < 0 || fsync(fd) < 0)
		rc = err_set(err, ERR_OS, "cannot sync '%.300s': %s", folder,
			     strerrordesc_np(errno));
	if (fd >= 0)
		close(fd);
	arena_release(&a);
	return rc;
}
