/* stmt.c - the statements of sql.def, prepared once, used by name. */
#include "stmt.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "db_private.h"

static const char *const texts[] = {
#define SQL(id, text) [SQL_##id] = text,
#include "sql.def"
#undef SQL
};

static const char *const names[] = {
#define SQL(id, text) [SQL_##id] = #id,
#include "sql.def"
#undef SQL
};

int db_late(const struct db *db, struct err *err)
{
	if (db->hurry && atomic_load(db->hurry))
		return err_set(err, ERR_BUSY, "the server is stopping");
	err_set(err, ERR_BUSY, "this takes longer than the %g s it may",
		(double)db->budget_ns * 1e-9);
	return err_hint(err, "narrow the terms, or ask again when the server "
			"is less busy");
}

/*
 * SQLite calls a page that the disk did not give "malformed", too. What the
 * system said last of the archive's two files tells them apart.
 */
static bool was_not_read(sqlite3 *handle)
{
	int of_file = 0, of_log = 0;
	sqlite3_file *log = NULL;

	if (!handle)
		return false;
	sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &of_file);
	sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER,
			     &log);
	if (log && log->pMethods)
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO,
					    &of_log);
	return of_file || of_log;
}

int db_error(struct db *db, int rc, const char *what, struct err *err)
{
	enum err_code code = ERR_DB;

	switch (rc & 0xff) {
	case SQLITE_FULL:
		return err_set(err, ERR_FULL, "the disk is full");
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return err_set(err, ERR_BUSY, "the archive is busy");
	case SQLITE_INTERRUPT:
		return db_late(db, err);
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		if (was_not_read(db->handle)) {
			db->suspect = true;
			return err_set(err, code, "%s: the disk failed", what);
		}
		atomic_store(&db->damaged, true);
		code = ERR_ARCHIVE;
		break;
	case SQLITE_IOERR:
		db->suspect = true;
		if (db->handle && sqlite3_system_errno(db->handle) == ENOSPC)
			return err_set(err, ERR_FULL, "the disk is full");
		break;
	default:
		break;
	}
	return err_set(err, code, "%s: %s", what,
		       db->handle ? sqlite3_errmsg(db->handle) :
				    sqlite3_errstr(rc));
}

int stmt_prepare(struct db *db, enum sql_id id, struct err *err)
{
	int rc = sqlite3_prepare_v3(db->handle, texts[id], -1,
				    SQLITE_PREPARE_PERSISTENT, &db->stmts[id],
				    NULL);

	return rc == SQLITE_OK ? 0 : db_error(db, rc, names[id], err);
}

int stmt_prepare_all(struct db *db, struct err *err)
{
	int i;

	for (i = 0; i < SQL_COUNT; i++)
		if (stmt_prepare(db, (enum sql_id)i, err) < 0)
			return -1;
	return 0;
}

void stmt_finalize_all(struct db *db)
{
	int i;

	for (i = 0; i < SQL_COUNT; i++) {
		sqlite3_finalize(db->stmts[i]);
		db->stmts[i] = NULL;
	}
}

sqlite3_stmt *stmt_take(struct db *db, enum sql_id id)
{
	assert(!db->used[id]);
	db->used[id] = true;
	return db->stmts[id];
}

int stmt_step(struct db *db, enum sql_id id, struct err *err)
{
	int rc = sqlite3_step(db->stmts[id]);

	if (rc == SQLITE_ROW)
		return 1;
	if (rc == SQLITE_DONE)
		return 0;
	db_error(db, rc, names[id], err);
	stmt_done(db, id);
	return -1;
}

void stmt_done(struct db *db, enum sql_id id)
{
	sqlite3_reset(db->stmts[id]);
	sqlite3_clear_bindings(db->stmts[id]);
	db->used[id] = false;
}

int stmt_run(struct db *db, enum sql_id id, struct err *err)
{
	int got = stmt_step(db, id, err);

	if (got < 0)
		return -1;
	assert(got == 0);
	stmt_done(db, id);
	return 0;
}

int stmt_command(struct db *db, enum sql_id id, struct err *err)
{
	stmt_take(db, id);
	return stmt_run(db, id, err);
}

int stmt_int(struct db *db, enum sql_id id, int64_t *out, struct err *err)
{
	int got = stmt_step(db, id, err);

	if (got < 0)
		return -1;
	if (got)
		*out = sqlite3_column_int64(db->stmts[id], 0);
	stmt_done(db, id);
	return got;
}

int stmt_number(struct db *db, enum sql_id id, int64_t *out, struct err *err)
{
	*out = 0;
	stmt_take(db, id);
	return stmt_int(db, id, out, err) < 0 ? -1 : 0;
}

const char *stmt_text(sqlite3_stmt *s, int column, struct arena *arena)
{
	const char *text = (const char *)sqlite3_column_text(s, column);

	return text ? arena_strdup(arena, text) : NULL;
}

void bind_int(sqlite3_stmt *s, int at, int64_t value)
{
	sqlite3_bind_int64(s, at, value);
}

void bind_double(sqlite3_stmt *s, int at, double value)
{
	if (isnan(value))
		sqlite3_bind_null(s, at);
	else
		sqlite3_bind_double(s, at, value);
}

void bind_text(sqlite3_stmt *s, int at, const char *value)
{
	if (value)
		sqlite3_bind_text(s, at, value, -1, SQLITE_STATIC);
	else
		sqlite3_bind_null(s, at);
}

void bind_blob(sqlite3_stmt *s, int at, const void *data, size_t len)
{
	sqlite3_bind_blob64(s, at, data, len, SQLITE_STATIC);
}
