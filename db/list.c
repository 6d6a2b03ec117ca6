/* list.c - what there is: keys, values, tests, totals, one run's origin. */
#include <string.h>
#include <zstd.h>

#include "db_private.h"
#include "limits.h"

/* A statement of name and count; the rest is filled in afterwards. */
static int names(struct db *db, enum sql_id sql, struct arena *arena,
		 struct db_count **out, size_t *n, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, sql);
	int got;

	*out = NULL;
	*n = 0;
	while ((got = stmt_step(db, sql, err)) > 0) {
		*out = arena_grow(arena, *out, *n, sizeof(**out));
		(*out)[*n].name = stmt_text(s, 0, arena);
		(*out)[(*n)++].n_values = (size_t)sqlite3_column_int64(s, 1);
	}
	if (got < 0)
		return -1;
	stmt_done(db, sql);
	return 0;
}

/* One argument; adds live runs, and takes the time of the newest. */
static int count_runs(struct db *db, enum sql_id sql, const char *name,
		      int64_t id, struct db_count *c, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, sql);
	int64_t at_ns;

	if (name)
		bind_text(s, 1, name);
	else
		bind_int(s, 1, id);
	if (stmt_step(db, sql, err) < 0)
		return -1;
	c->n_runs += (size_t)sqlite3_column_int64(s, 0);
	at_ns = sqlite3_column_int64(s, 1);
	if (at_ns > c->last_at_ns)
		c->last_at_ns = at_ns;
	stmt_done(db, sql);
	return 0;
}

int db_tag_keys(struct db *db, struct arena *arena, struct db_count **out,
		size_t *n, struct err *err)
{
	return names(db, SQL_TAG_KEYS, arena, out, n, err);
}

/* Live runs that carry a tag, in whichever place it is recorded. */
static int count_tag(struct db *db, int64_t tag, struct db_count *c,
		     struct err *err)
{
	static const enum sql_id places[] = { SQL_RUNS_OF_TAG_IN_ENVIRONMENTS,
					      SQL_RUNS_OF_TAG_IN_OPTIONS,
					      SQL_RUNS_OF_TAG_IN_PARAMS };
	size_t i;

	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (count_runs(db, places[i], NULL, tag, c, err) < 0)
			return -1;
	return 0;
}

int db_tag_values(struct db *db, const char *key, struct arena *arena,
		  struct db_count **out, size_t *n, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_TAGS_OF_KEY);
	int got;

	*out = NULL;
	*n = 0;
	bind_text(s, 1, key);
	while ((got = stmt_step(db, SQL_TAGS_OF_KEY, err)) > 0) {
		struct db_count c = { 0 };

		c.name = stmt_text(s, 1, arena);
		if (count_tag(db, sqlite3_column_int64(s, 0), &c, err) < 0) {
			stmt_done(db, SQL_TAGS_OF_KEY);
			return -1;
		}
		c.n_values = 1;
		*out = arena_grow(arena, *out, *n, sizeof(**out));
		(*out)[(*n)++] = c;
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_TAGS_OF_KEY);
	return 0;
}

int db_tests(struct db *db, struct arena *arena, struct db_count **out,
	     size_t *n, struct err *err)
{
	size_t i;

	if (names(db, SQL_TESTS, arena, out, n, err) < 0)
		return -1;
	for (i = 0; i < *n; i++)
		if (count_runs(db, SQL_RUNS_OF_TEST, (*out)[i].name, 0,
			       &(*out)[i], err) < 0)
			return -1;
	return 0;
}

int db_totals(struct db *db, struct db_totals *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_TOTALS);
	int64_t trashed = 0;

	if (stmt_step(db, SQL_TOTALS, err) < 0)
		return -1;
	*out = (struct db_totals){
		.n_runs = (size_t)sqlite3_column_int64(s, 0),
		.n_results = (size_t)sqlite3_column_int64(s, 1),
		.newest_at_ns = sqlite3_column_int64(s, 2),
	};
	stmt_done(db, SQL_TOTALS);
	stmt_take(db, SQL_TOTAL_TRASHED);
	if (stmt_int(db, SQL_TOTAL_TRASHED, &trashed, err) < 0)
		return -1;
	out->n_trashed = (size_t)trashed;
	return 0;
}

static int read_warnings(struct db *db, int64_t run, struct arena *arena,
			 struct db_origin *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_WARNINGS_OF_RUN);
	struct message *list = NULL;
	int got;

	bind_int(s, 1, run);
	while ((got = stmt_step(db, SQL_WARNINGS_OF_RUN, err)) > 0) {
		list = arena_grow(arena, list, out->n_warnings, sizeof(*list));
		list[out->n_warnings].line =
			(size_t)sqlite3_column_int64(s, 0);
		list[out->n_warnings++].text = stmt_text(s, 1, arena);
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_WARNINGS_OF_RUN);
	out->warnings = list;
	return 0;
}

int db_origin(struct db *db, const struct db_run *run, struct arena *arena,
	      struct db_origin *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_RUN_DETAIL);
	int got;

	memset(out, 0, sizeof(*out));
	bind_int(s, 1, run->id);
	got = stmt_step(db, SQL_RUN_DETAIL, err);
	if (got < 0)
		return -1;
	if (got) {
		out->received_ns = sqlite3_column_int64(s, 0);
		out->sender = stmt_text(s, 1, arena);
		out->format = stmt_text(s, 2, arena);
		out->file = stmt_text(s, 3, arena);
		out->terms = stmt_text(s, 4, arena);
		if (sqlite3_column_bytes(s, 5) == DB_IDENTITY_SIZE)
			memcpy(out->identity, sqlite3_column_blob(s, 5),
			       DB_IDENTITY_SIZE);
	}
	stmt_done(db, SQL_RUN_DETAIL);
	if (run->trashed_ns) {
		s = stmt_take(db, SQL_TRASH_REASON);
		bind_int(s, 1, run->id);
		got = stmt_step(db, SQL_TRASH_REASON, err);
		if (got < 0)
			return -1;
		out->trash_reason = got ? stmt_text(s, 0, arena) : "";
		stmt_done(db, SQL_TRASH_REASON);
	}
	return read_warnings(db, run->id, arena, out, err);
}

int db_upload_raw(struct db *db, int64_t upload_id, struct arena *arena,
		  const char **data, size_t *len, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_UPLOAD_BYTES);
	size_t size = 0, n = 0;
	char *bytes;
	int got;

	bind_int(s, 1, upload_id);
	got = stmt_step(db, SQL_UPLOAD_BYTES, err);
	if (got < 0)
		return -1;
	if (!got) {
		stmt_done(db, SQL_UPLOAD_BYTES);
		return err_set(err, ERR_NOT_FOUND, "there is no upload %lld",
			       (long long)upload_id);
	}
	size = (size_t)sqlite3_column_int64(s, 0);
	if (size > LIMIT_BODY) {
		stmt_done(db, SQL_UPLOAD_BYTES);
		return err_set(err, ERR_ARCHIVE, "upload %lld is %zu bytes",
			       (long long)upload_id, size);
	}
	bytes = arena_alloc(arena, size + 1);
	n = ZSTD_decompress(bytes, size, sqlite3_column_blob(s, 1),
			    (size_t)sqlite3_column_bytes(s, 1));
	stmt_done(db, SQL_UPLOAD_BYTES);
	if (ZSTD_isError(n) || n != size)
		return err_set(err, ERR_ARCHIVE, "upload %lld is damaged",
			       (long long)upload_id);
	*data = bytes;
	*len = size;
	return 0;
}

int db_run_raw(struct db *db, int64_t run_id, struct arena *arena,
	       const char **data, size_t *len, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_RUN_DOCUMENT);
	int64_t upload = 0, size = -1;
	size_t offset = 0;
	int got;

	bind_int(s, 1, run_id);
	got = stmt_step(db, SQL_RUN_DOCUMENT, err);
	if (got < 0)
		return -1;
	if (got) {
		upload = sqlite3_column_int64(s, 0);
		if (sqlite3_column_type(s, 1) != SQLITE_NULL) {
			offset = (size_t)sqlite3_column_int64(s, 1);
			size = sqlite3_column_int64(s, 2);
		}
	}
	stmt_done(db, SQL_RUN_DOCUMENT);
	if (!got)
		return err_set(err, ERR_NOT_FOUND, "there is no run %lld",
			       (long long)run_id);
	if (db_upload_raw(db, upload, arena, data, len, err) < 0)
		return -1;
	if (size < 0)
		return 0;
	if (offset > *len || (size_t)size > *len - offset)
		return err_set(err, ERR_ARCHIVE,
			       "run %lld lies outside its upload",
			       (long long)run_id);
	*data += offset;
	*len = (size_t)size;
	return 0;
}

int db_newest_run(struct db *db, int64_t *out, struct err *err)
{
	*out = 0;
	stmt_take(db, SQL_NEWEST_RUN);
	return stmt_int(db, SQL_NEWEST_RUN, out, err) < 0 ? -1 : 0;
}
