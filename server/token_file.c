/* token_file.c - reading and replacing the file of tokens. */
#include "token_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "limits.h"
#include "mem.h"
#include "token_file_private.h"

/* A line is at most so long; there may be as many comments. */
#define FILE_MAX ((size_t)LIMIT_TOKENS * 2 * 320)

static int failed(const char *what, const char *path, struct err *err)
{
	return err_set(err, ERR_ARCHIVE, "cannot %s '%.300s': %s", what, path,
		       strerrordesc_np(errno));
}

/* Is it a file that nobody else can change or read? */
static int check_stat(const char *archive, const char *path,
		      const struct stat *st, struct err *err)
{
	struct stat of;

	if (!S_ISREG(st->st_mode))
		return err_set(err, ERR_ARCHIVE, "'%.300s' is no plain file",
			       path);
	if (st->st_mode & 077) {
		err_set(err, ERR_ARCHIVE, "'%.300s' can be read or written by "
			"others (mode %04o)", path,
			(unsigned)(st->st_mode & 07777));
		return err_hint(err, "chmod 600 it; if others may have written "
				"to it, look at it first");
	}
	if (st->st_uid != geteuid() &&
	    (stat(archive, &of) < 0 || of.st_uid != st->st_uid))
		return err_set(err, ERR_ARCHIVE, "'%.300s' belongs to somebody "
			       "else", path);
	return 0;
}

static int read_all(int fd, const char *path, struct buf *out, struct err *err)
{
	char chunk[4096];
	ssize_t n;

	while ((n = read(fd, chunk, sizeof(chunk))) > 0 && !out->over)
		buf_add(out, chunk, (size_t)n);
	if (n < 0)
		return failed("read", path, err);
	if (out->over)
		return err_set(err, ERR_ARCHIVE, "'%.300s' is too big", path);
	return 0;
}

int token_file_open(const char *archive, const char *path, struct stat *st,
		    struct tokens *out, struct err *err)
{
	/* A pipe in its place must not hold us up. */
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct buf text;
	int rc;

	memset(out, 0, sizeof(*out));
	if (fd < 0 && errno == ELOOP)
		return err_set(err, ERR_ARCHIVE, "'%.300s' is a symbolic link",
			       path);
	if (fd < 0)
		return failed("read", path, err);
	buf_init(&text, FILE_MAX);
	rc = fstat(fd, st) < 0 ? failed("read", path, err) :
				 check_stat(archive, path, st, err);
	if (!rc)
		rc = read_all(fd, path, &text, err);
	if (!rc && tokens_parse(text.data ? text.data : "", text.len, out,
				err) < 0)
		rc = err_wrap(err, "'%.300s'", path);
	buf_release(&text);
	close(fd);
	return rc;
}

static int read_path(const char *archive, const char *path, bool *exists,
		     struct tokens *out, struct err *err)
{
	struct stat st;

	memset(out, 0, sizeof(*out));
	*exists = lstat(path, &st) == 0 || errno != ENOENT;
	return *exists ? token_file_open(archive, path, &st, out, err) : 0;
}

int token_file_read(const char *archive, bool *exists, struct tokens *out,
		    struct err *err)
{
	struct arena a = { 0 };
	int rc = read_path(archive, arena_printf(&a, "%s.tokens", archive),
			   exists, out, err);

	arena_release(&a);
	return rc;
}

static bool write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		data += n;
		len -= (size_t)n;
	}
	return true;
}

/* Puts the text in the file's place; the folder's lock is held. */
static int replace(const char *archive, const char *path, const struct buf *b,
		   int folder, struct err *err)
{
	struct arena a = { 0 };
	const char *new = arena_printf(&a, "%s-new", path);
	struct stat of;
	int fd, rc = 0;

	/* What a crash left. */
	unlink(new);
	fd = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		  0600);
	if (fd < 0) {
		rc = failed("make", new, err);
		goto out;
	}
	/* The administrator adds a token, another user serves. */
	if (!geteuid() && !stat(archive, &of) &&
	    fchown(fd, of.st_uid, of.st_gid) < 0)
		rc = failed("give away", new, err);
	else if (!write_all(fd, b->data, b->len) || fsync(fd) < 0)
		rc = failed("write", new, err);
	if (close(fd) < 0 && !rc)
		rc = failed("write", new, err);
	if (!rc && (rename(new, path) < 0 || fsync(folder) < 0))
		rc = failed("replace", path, err);
	if (rc)
		unlink(new);
out:
	arena_release(&a);
	return rc;
}

static int change_locked(const char *archive, const char *path, int folder,
			 int (*change)(struct tokens *tokens, void *arg,
				       struct err *err),
			 void *arg, struct err *err)
{
	struct tokens tokens;
	struct buf text;
	bool exists;
	int rc = read_path(archive, path, &exists, &tokens, err);

	buf_init(&text, FILE_MAX);
	if (!rc)
		rc = change(&tokens, arg, err);
	if (!rc) {
		tokens_print(&tokens, &text);
		rc = replace(archive, path, &text, folder, err);
	}
	buf_release(&text);
	tokens_release(&tokens);
	return rc;
}

int token_file_change(const char *archive,
		      int (*change)(struct tokens *tokens, void *arg,
				    struct err *err),
		      void *arg, struct err *err)
{
	struct arena a = { 0 };
	const char *path = arena_printf(&a, "%s.tokens", archive);
	const char *in = dirname(arena_strdup(&a, archive));
	int folder = open(in, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc;

	/* The folder is the lock: no file is left behind by it. */
	if (folder < 0 || flock(folder, LOCK_EX) < 0)
		rc = failed("lock", in, err);
	else
		rc = change_locked(archive, path, folder, change, arg, err);
	if (folder >= 0)
		close(folder);
	arena_release(&a);
	return rc;
}
