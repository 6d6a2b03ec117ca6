/* check.c - is the archive sound? And a copy of it while it is in use. */
#include "upkeep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "db_private.h"
#include "ends.h"
#include "limits.h"

/* A count that must be 0, and what it means where it is not. */
static const struct {
	enum sql_id sql;
	const char *message;
} checks[] = {
	{ SQL_CHECK_FOREIGN_KEYS, "rows that point at nothing" },
	{ SQL_CHECK_ENVIRONMENT_COUNTS,
	  "environments with a wrong count, or newest time, of live runs" },
	{ SQL_CHECK_SERIES_LIST_COUNTS,
	  "series lists with a wrong count, or newest time, of live runs" },
	{ SQL_CHECK_RUN_RESULTS,
	  "runs that hold another number of results than series" },
	{ SQL_CHECK_ORPHANS, "results of no run" },
	{ SQL_CHECK_SAMPLES, "results with another number of samples than n" },
	{ SQL_CHECK_DOCUMENTS, "runs whose document lies outside its upload" },
};

static void complain(struct db_check *out, struct arena *arena,
		     const char *message)
{
	out->complaints = arena_grow(arena, (void *)(uintptr_t)out->complaints,
				     out->n_complaints,
				     sizeof(*out->complaints));
	out->complaints[out->n_complaints++] = message;
}

/* What SQLite itself finds; "ok" is nothing. */
static int check_pages(struct db *db, struct arena *arena,
		       struct db_check *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_CHECK_PAGES);
	int got;

	while ((got = stmt_step(db, SQL_CHECK_PAGES, err)) > 0) {
		const char *text = (const char *)sqlite3_column_text(s, 0);

		if (text && strcmp(text, "ok"))
			complain(out, arena, arena_strdup(arena, text));
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_CHECK_PAGES);
	return 0;
}

/* Of a row of CHECK_FIGURES. */
static bool figures_hold(sqlite3_stmt *s)
{
	size_t bytes = (size_t)sqlite3_column_bytes(s, 0);
	double min, max, median = sqlite3_column_double(s, 3);
	bool left = sqlite3_column_type(s, 1) == SQLITE_NULL;

	ends_find(sqlite3_column_blob(s, 0), bytes / sizeof(double), &min,
		  &max);
	if (left != (sqlite3_column_type(s, 2) == SQLITE_NULL) ||
	    sqlite3_column_type(s, 3) == SQLITE_NULL)
		return false;
	return median >= min && median <= max &&
	       (left || (sqlite3_column_double(s, 1) == min &&
			 sqlite3_column_double(s, 2) == max));
}

/*
 * Are the least and the largest those of the samples, where a row has them, and
 * is the median between them?
 */
static int check_figures(struct db *db, struct arena *arena,
			 struct db_check *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_CHECK_FIGURES);
	size_t n = 0;
	int got;

	while ((got = stmt_step(db, SQL_CHECK_FIGURES, err)) > 0)
		n += !figures_hold(s);
	if (got < 0)
		return -1;
	stmt_done(db, SQL_CHECK_FIGURES);
	if (n)
		complain(out, arena, arena_printf(arena, "%zu results whose "
			 "figures are not those of their samples", n));
	return 0;
}

/* Does every upload unpack to the size it says? */
static int check_uploads(struct db *db, struct arena *arena,
			 struct db_check *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_CHECK_UPLOADS);
	int got;

	while ((got = stmt_step(db, SQL_CHECK_UPLOADS, err)) > 0) {
		int64_t id = sqlite3_column_int64(s, 0);
		struct arena bytes = { 0 };
		struct err why;
		const char *data;
		size_t len;

		if (db_upload_raw(db, id, &bytes, &data, &len, &why) < 0)
			complain(out, arena, arena_strdup(arena, why.msg));
		arena_release(&bytes);
		out->n_uploads++;
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_CHECK_UPLOADS);
	return 0;
}

int db_check(struct db *db, struct arena *arena, struct db_check *out,
	     struct err *err)
{
	size_t i;

	memset(out, 0, sizeof(*out));
	if (check_pages(db, arena, out, err) < 0)
		return -1;
	for (i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		int64_t n;

		if (stmt_number(db, checks[i].sql, &n, err) < 0)
			return -1;
		if (n)
			complain(out, arena,
				 arena_printf(arena, "%lld %s", (long long)n,
					      checks[i].message));
	}
	return check_figures(db, arena, out, err) < 0 ?
		-1 : check_uploads(db, arena, out, err);
}

/* A number, or a table's name: SQLite takes either. */
static int quick(struct db *db, const char *what, struct arena *arena,
		 const char **complaint, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_CHECK_QUICK);
	int got;

	bind_text(s, 1, what);
	got = stmt_step(db, SQL_CHECK_QUICK, err);
	if (got > 0) {
		const char *text = (const char *)sqlite3_column_text(s, 0);
		const char *head = text ? strstr(text, "***\n") : NULL;

		/* One line of it; "*** in database main ***" is none. */
		text = head ? head + 4 : text;
		if (text && strcmp(text, "ok"))
			*complaint = arena_strndup(arena, text,
						   strcspn(text, "\n"));
	}
	if (got >= 0)
		stmt_done(db, SQL_CHECK_QUICK);
	return got < 0 ? -1 : 0;
}

static int quick_tables(struct db *db, struct arena *arena,
			const char **complaint, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_TABLES);
	const char **names = NULL;
	size_t n = 0, i;
	int got;

	while ((got = stmt_step(db, SQL_TABLES, err)) > 0) {
		names = arena_grow(arena, names, n, sizeof(*names));
		names[n++] = stmt_text(s, 0, arena);
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_TABLES);
	for (i = 0; i < n && !*complaint; i++)
		if (quick(db, names[i], arena, complaint, err) < 0)
			return -1;
	return 0;
}

/* A page so bad that SQLite gave up is a complaint, too. */
static int verdict(struct db *db, int failed, struct arena *arena,
		   const char **complaint, const struct err *err)
{
	if (failed && db->damaged)
		*complaint = arena_strdup(arena, err->msg);
	if (*complaint)
		atomic_store(&db->damaged, true);
	return failed && !*complaint ? -1 : 0;
}

int db_check_quick(struct db *db, struct arena *arena, const char **complaint,
		   struct err *err)
{
	struct stat st;
	int failed;

	*complaint = NULL;
	if (stat(db->path, &st) < 0 || st.st_size > LIMIT_START_CHECK)
		return 0;
	failed = quick(db, "1", arena, complaint, err);
	return verdict(db, failed, arena, complaint, err) < 0 ? -1 : 1;
}

int db_check_pages(struct db *db, struct arena *arena, const char **complaint,
		   struct err *err)
{
	int failed;

	*complaint = NULL;
	failed = quick_tables(db, arena, complaint, err);
	return verdict(db, failed, arena, complaint, err);
}

void db_interrupt(struct db *db)
{
	sqlite3_interrupt(db->handle);
}

const char *db_brought_up(const struct db *db, struct arena *arena)
{
	if (!db->copy)
		return NULL;
	return arena_printf(arena, "'%s' was brought from version %d to %d; "
			    "'%s' is a copy of it as it was before", db->path,
			    db->old_version, SCHEMA_VERSION, db->copy);
}

int db_backup(struct db *db, const char *to, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_BACKUP);

	bind_text(s, 1, to);
	return stmt_run(db, SQL_BACKUP, err);
}

/* A copy needs a connection that is not in a snapshot, and may write it. */
static int copy_to(const struct db *db, const char *to, struct err *err)
{
	struct db *from;
	int failed;

	if (db_open(db->path, DB_COPY, &from, err) < 0)
		return -1;
	failed = db_backup(from, to, err);
	db_close(from);
	return failed;
}

int db_backup_open(const struct db *db, int *fd, struct err *err)
{
	struct arena arena = { 0 };
	char *name = arena_printf(&arena, "%s.backup-XXXXXX", db->path);
	int file = mkostemp(name, O_CLOEXEC), failed = -1;

	if (file < 0) {
		err_set(err, ERR_OS, "cannot make '%s': %s", name,
			strerrordesc_np(errno));
	} else {
		failed = copy_to(db, name, err);
		unlink(name);
	}
	if (!failed)
		*fd = file;
	else if (file >= 0)
		close(file);
	arena_release(&arena);
	return failed;
}
