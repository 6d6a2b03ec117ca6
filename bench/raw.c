/* raw.c - the rows of an archive put into another one by libsqlite3 alone. */
#include "raw.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "mem.h"

#define COLUMNS_MAX 16
#define TABLES_MAX  64

struct table {
	char insert[256];
	int n_columns;
	sqlite3_value **values;
	size_t n_rows, cap;
};

struct raw {
	sqlite3 *from, *to;
	struct table tables[TABLES_MAX];
	size_t n, n_rows;
};

static int fail(sqlite3 *db, const char *what)
{
	return bench_fail("%s: %s", what, sqlite3_errmsg(db));
}

static int run(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s;
	int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);

	while (rc == SQLITE_OK && (rc = sqlite3_step(s)) == SQLITE_ROW)
		rc = SQLITE_OK;
	sqlite3_finalize(s);
	return rc == SQLITE_DONE || rc == SQLITE_OK ? 0 : fail(db, sql);
}

static int read_table(struct raw *raw, const char *name)
{
	struct table *t = &raw->tables[raw->n++];
	char sql[128];
	sqlite3_stmt *s;
	int rc, i;

	snprintf(sql, sizeof(sql), "SELECT * FROM %s", name);
	if (sqlite3_prepare_v2(raw->from, sql, -1, &s, NULL) != SQLITE_OK)
		return fail(raw->from, sql);
	t->n_columns = sqlite3_column_count(s);
	snprintf(t->insert, sizeof(t->insert), "INSERT INTO %s VALUES (?%.*s)",
		 name, 2 * (t->n_columns - 1),
		 ",?,?,?,?,?,?,?,?,?,?,?,?,?,?,?");
	while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
		size_t at = t->n_rows++ * (size_t)t->n_columns;

		if (t->n_rows > t->cap) {
			t->cap = t->cap ? 2 * t->cap : 1024;
			t->values = x_realloc(
				t->values, t->cap * (size_t)t->n_columns *
						   sizeof(sqlite3_value *));
		}
		for (i = 0; i < t->n_columns; i++)
			t->values[at + (size_t)i] =
				sqlite3_value_dup(sqlite3_column_value(s, i));
	}
	sqlite3_finalize(s);
	raw->n_rows += t->n_rows;
	return rc == SQLITE_DONE ? 0 : fail(raw->from, sql);
}

/* The schema of each thing, in the order in which it was made. */
static int copy_schema(struct raw *raw)
{
	sqlite3_stmt *s;
	int rc, failed = 0;

	if (sqlite3_prepare_v2(raw->from, "SELECT name, sql, type = 'table'"
			       " FROM sqlite_schema WHERE sql IS NOT NULL"
			       " AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
			       -1, &s, NULL) != SQLITE_OK)
		return fail(raw->from, "its schema");
	while (!failed && (rc = sqlite3_step(s)) == SQLITE_ROW) {
		failed = run(raw->to,
			     (const char *)sqlite3_column_text(s, 1));
		if (!failed && sqlite3_column_int(s, 2) && raw->n < TABLES_MAX)
			failed = read_table(raw, (const char *)
						 sqlite3_column_text(s, 0));
	}
	sqlite3_finalize(s);
	return failed;
}

static int insert_row(sqlite3_stmt *s, const struct table *t, size_t row)
{
	int i;

	for (i = 0; i < t->n_columns; i++)
		sqlite3_bind_value(s, i + 1,
				   t->values[row * (size_t)t->n_columns +
					     (size_t)i]);
	sqlite3_step(s);
	return sqlite3_reset(s) == SQLITE_OK ? 0 : -1;
}

/* Each transaction has its share of every table. */
static int insert_share(struct raw *raw, size_t share, size_t of)
{
	size_t i, row;
	int failed = run(raw->to, "BEGIN IMMEDIATE");

	for (i = 0; !failed && i < raw->n; i++) {
		const struct table *t = &raw->tables[i];
		sqlite3_stmt *s;

		if (sqlite3_prepare_v2(raw->to, t->insert, -1, &s, NULL))
			return fail(raw->to, t->insert);
		for (row = t->n_rows * share / of;
		     !failed && row < t->n_rows * (share + 1) / of; row++)
			if (insert_row(s, t, row) < 0)
				failed = fail(raw->to, t->insert);
		sqlite3_finalize(s);
	}
	return failed ? failed : run(raw->to, "COMMIT");
}

static void release(struct raw *raw)
{
	size_t i, k;

	for (i = 0; i < raw->n; i++) {
		struct table *t = &raw->tables[i];

		for (k = 0; k < t->n_rows * (size_t)t->n_columns; k++)
			sqlite3_value_free(t->values[k]);
		x_free(t->values);
	}
	sqlite3_close(raw->from);
	sqlite3_close(raw->to);
}

/* As db/open.c sets them, foreign keys aside: the rows are sound. */
static const char *const settings[] = {
	"PRAGMA page_size=2048",
	"PRAGMA auto_vacuum=INCREMENTAL",
	"PRAGMA journal_mode=WAL",
	"PRAGMA synchronous=FULL",
};

double raw_insert_ns(const char *from, const char *to, size_t commits)
{
	struct raw raw = { 0 };
	int64_t begin = 0, end = 0;
	int failed = 0;
	size_t i;

	if (sqlite3_open_v2(from, &raw.from, SQLITE_OPEN_READONLY, NULL) ||
	    sqlite3_open(to, &raw.to))
		failed = bench_fail("'%s' or '%s' does not open", from, to);
	for (i = 0; !failed && i < sizeof(settings) / sizeof(settings[0]); i++)
		failed = run(raw.to, settings[i]);
	if (!failed)
		failed = copy_schema(&raw);
	begin = bench_now_ns();
	for (i = 0; !failed && i < commits; i++)
		failed = insert_share(&raw, i, commits);
	end = bench_now_ns();
	release(&raw);
	return failed ? (double)NAN : (double)(end - begin);
}

double raw_disk_bytes(const char *archive)
{
	static const char sql[] =
		"SELECT page_count * page_size -"
		" (SELECT sum(length(bytes)) FROM upload)"
		" FROM pragma_page_count, pragma_page_size";
	double bytes = NAN;
	sqlite3_stmt *s = NULL;
	sqlite3 *db;

	if (!sqlite3_open_v2(archive, &db, SQLITE_OPEN_READONLY, NULL) &&
	    !sqlite3_prepare_v2(db, sql, -1, &s, NULL) &&
	    sqlite3_step(s) == SQLITE_ROW)
		bytes = sqlite3_column_double(s, 0);
	else
		fail(db, archive);
	sqlite3_finalize(s);
	sqlite3_close(db);
	return bytes;
}
