/* before.c - the copy that is made before an archive is brought up. */
#include "before.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"

#define COPIES 99 /* older ones that are left as they are */

static int failed(const char *what, const char *path, struct err *err)
{
	enum err_code code = errno == ENOSPC ? ERR_FULL : ERR_ARCHIVE;

	return err_set(err, code, "cannot %s '%.300s': %s", what, path,
		       strerrordesc_np(errno));
}

static int vacuum_into(struct db *db, const char *to, struct err *err)
{
	sqlite3_stmt *s;
	int rc = sqlite3_prepare_v2(db->handle, "VACUUM INTO ?1", -1, &s,
				    NULL);

	if (rc == SQLITE_OK) {
		bind_text(s, 1, to);
		rc = sqlite3_step(s);
	}
	sqlite3_finalize(s);
	return rc == SQLITE_DONE ? 0 : db_error(db, rc, "copying it", err);
}

/* Whose archive it is may read the copy, and nobody more. */
static int write_copy(struct db *db, const char *to, struct err *err)
{
	struct stat st;
	int fd = open(to, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		      0600);
	int rc = 0;

	if (fd < 0)
		return failed("make", to, err);
	if (vacuum_into(db, to, err) < 0)
		rc = -1;
	else if (stat(db->path, &st) < 0 ||
		 (!geteuid() && fchown(fd, st.st_uid, st.st_gid) < 0) ||
		 fchmod(fd, st.st_mode & 0777) < 0 || fsync(fd) < 0)
		rc = failed("write", to, err);
	close(fd);
	return rc;
}

/* Do two files hold the same bytes? A file that cannot be read does not. */
static bool is_same(const char *a, const char *b)
{
	FILE *f = fopen(a, "rbe"), *g = fopen(b, "rbe");
	char x[8192], y[8192];
	bool same = f && g;
	size_t n;

	while (same) {
		n = fread(x, 1, sizeof(x), f);
		same = fread(y, 1, sizeof(y), g) == n && !memcmp(x, y, n) &&
		       !ferror(f) && !ferror(g);
		if (!n)
			break;
	}
	if (f)
		fclose(f);
	if (g)
		fclose(g);
	return same;
}

/*
 * The first name that is free, or that an attempt which was cut short has given
 * to the same copy; never that of another one.
 */
static const char *choose(const char *part, const char *name,
			  struct arena *arena)
{
	const char *to = name;
	int i;

	for (i = 2; access(to, F_OK) == 0 && !is_same(part, to); i++) {
		if (i > COPIES)
			return NULL;
		to = arena_printf(arena, "%s-%d", name, i);
	}
	return to;
}

int before_copy(struct db *db, int version, char **out, struct err *err)
{
	struct arena a = { 0 };
	const char *name = arena_printf(&a, "%s.before-v%d", db->path,
					version);
	const char *part = arena_printf(&a, "%s.part", name), *to;
	int rc;

	/* What an attempt that was cut short has left; the lock is ours. */
	unlink(part);
	rc = write_copy(db, part, err);
	if (!rc) {
		to = choose(part, name, &a);
		if (!to)
			rc = err_set(err, ERR_ARCHIVE, "there are %d copies "
				     "'%.200s'; remove some", COPIES, name);
		else if (rename(part, to) < 0)
			rc = failed("make", to, err);
		else if (!(rc = place_sync(to, err)))
			*out = x_strdup(to);
	}
	if (rc)
		unlink(part);
	arena_release(&a);
	return rc;
}
