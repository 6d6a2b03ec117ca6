/* purge.c - what was in the trash long enough, gone for good. */
#include <string.h>
#include <sys/stat.h>

#include "db_private.h"
#include "upkeep.h"

/* In the order in which nothing points at what is gone. */
static const enum sql_id of_a_run[] = {
	SQL_PURGE_EDIT_RESULTS, SQL_PURGE_EDIT_BEFORE, SQL_PURGE_EDITS,
	SQL_PURGE_WARNINGS,	SQL_PURGE_FAILURES,    SQL_PURGE_RESULTS,
	SQL_PURGE_ORIGIN,	SQL_PURGE_RUN,
};

static int purge_run(struct db *db, int64_t run, struct err *err)
{
	size_t i;

	for (i = 0; i < sizeof(of_a_run) / sizeof(of_a_run[0]); i++) {
		bind_int(stmt_take(db, of_a_run[i]), 1, run);
		if (stmt_run(db, of_a_run[i], err) < 0)
			return -1;
	}
	return 0;
}

static int purge_runs(struct db *db, int64_t before_ns, struct db_purged *out,
		      struct err *err)
{
	int64_t run;
	int got;

	for (;; out->n_runs++) {
		bind_int(stmt_take(db, SQL_PURGE_NEXT), 1, before_ns);
		got = stmt_int(db, SQL_PURGE_NEXT, &run, err);
		if (got <= 0)
			return got;
		if (purge_run(db, run, err) < 0)
			return -1;
	}
}

static int count(struct db *db, enum sql_id sql, int64_t before_ns,
		 size_t *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, sql);
	int64_t n = 0;

	if (sqlite3_bind_parameter_count(s))
		bind_int(s, 1, before_ns);
	if (stmt_int(db, sql, &n, err) < 0)
		return -1;
	*out = (size_t)n;
	return 0;
}

/* Free pages go back to the system only when the log is in the file. */
static int shrink(struct db *db, struct err *err)
{
	int got;

	stmt_take(db, SQL_SHRINK);
	while ((got = stmt_step(db, SQL_SHRINK, err)) > 0)
		;
	if (got < 0)
		return -1;
	stmt_done(db, SQL_SHRINK);
	got = sqlite3_wal_checkpoint_v2(db->handle, NULL,
					SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	return got == SQLITE_OK ? 0 : db_error(db, got, db->path, err);
}

static int64_t size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) < 0 ? 0 : st.st_size;
}

int db_purge(struct db *db, int64_t before_ns, struct db_purged *out,
	     struct err *err)
{
	memset(out, 0, sizeof(*out));
	if (shrink(db, err) < 0) /* what is in the log counts as before */
		return -1;
	out->bytes_before = size_of(db->path);
	if (db_write_begin(db, err) < 0)
		return -1;
	if (purge_runs(db, before_ns, out, err) < 0 ||
	    count(db, SQL_PURGE_KEPT, before_ns, &out->n_kept, err) < 0 ||
	    count(db, SQL_PURGE_UPLOADS_COUNT, 0, &out->n_uploads, err) < 0 ||
	    stmt_command(db, SQL_PURGE_UPLOADS, err) < 0 ||
	    db_write_commit(db, err) < 0) {
		db_write_rollback(db);
		return -1;
	}
	if (shrink(db, err) < 0)
		return -1;
	out->bytes_after = size_of(db->path);
	return 0;
}
