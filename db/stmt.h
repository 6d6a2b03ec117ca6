/*
 * stmt.h - the statements of sql.def, prepared once, used by name.
 * Private to db/.
 */
#ifndef STMT_H
#define STMT_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "err.h"
#include "mem.h"

enum sql_id {
#define SQL(id, text) SQL_##id,
#include "sql.def"
#undef SQL
	SQL_COUNT
};

struct db; /* db_private.h */

/* One statement, where no other is needed. */
int stmt_prepare(struct db *db, enum sql_id id, struct err *err);
/* A typo fails when the archive is opened. */
int stmt_prepare_all(struct db *db, struct err *err);
void stmt_finalize_all(struct db *db);

/* Reset and unbound; asserts that it is not in use. */
sqlite3_stmt *stmt_take(struct db *db, enum sql_id id);
/* 1: a row, 0: the end, -1: error (and it is done). */
int stmt_step(struct db *db, enum sql_id id, struct err *err);
/* Reset; call on every path. */
void stmt_done(struct db *db, enum sql_id id);
/* Steps a statement that gives no row, and is done with it. */
int stmt_run(struct db *db, enum sql_id id, struct err *err);
/* The same for one without parameters, taken here. */
int stmt_command(struct db *db, enum sql_id id, struct err *err);
/*
 * Steps once and is done. 1: *out is the first column (0 for NULL), 0: no row,
 * -1: error.
 */
int stmt_int(struct db *db, enum sql_id id, int64_t *out, struct err *err);

/*
 * The same for one without parameters, taken here: 0 where there is no row.
 * returns   -1: error
 */
int stmt_number(struct db *db, enum sql_id id, int64_t *out, struct err *err);

/* The text of a column in arena; NULL for NULL. */
const char *stmt_text(sqlite3_stmt *s, int column, struct arena *arena);

/* Binding by place, from 1. Text and blobs are borrowed until stmt_done(). */
void bind_int(sqlite3_stmt *s, int at, int64_t value);
void bind_double(sqlite3_stmt *s, int at, double value); /* NaN: NULL */
void bind_text(sqlite3_stmt *s, int at, const char *value); /* NULL: NULL */
void bind_blob(sqlite3_stmt *s, int at, const void *data, size_t len);

/* More was asked for than the reader's time allows. Returns -1. */
int db_late(const struct db *db, struct err *err);

/* The failure of the last call on this database, as an error. */
int db_error(struct db *db, int rc, const char *what, struct err *err);

#endif
