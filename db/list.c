/* list.c - what there is: keys, values, tests, totals, one run's origin. */
#include "list.h"

#include <string.h>
#include <zstd.h>

#include "db_private.h"
#include "limits.h"
#include "order.h"

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

/* One more value of a key. */
static void add_value(struct db_cache *c, const char *key)
{
	size_t i = 0;

	while (i < c->n_keys && strcmp(c->keys[i].name, key) < 0)
		i++;
	if (i == c->n_keys || strcmp(c->keys[i].name, key)) {
		c->keys = arena_grow(&c->arena, c->keys, c->n_keys,
				     sizeof(*c->keys));
		memmove(c->keys + i + 1, c->keys + i,
			(c->n_keys++ - i) * sizeof(*c->keys));
		c->keys[i] = (struct db_count){
			.name = arena_strdup(&c->arena, key)
		};
	}
	c->keys[i].n_values++;
}

/* Tags are never taken away, so that only new ones are to be counted. */
static int read_keys(struct db *db, struct err *err)
{
	struct db_cache *c = &db->cache;
	sqlite3_stmt *s;
	int got;

	if (!c->last_tag) {
		if (names(db, SQL_TAG_KEYS, &c->arena, &c->keys, &c->n_keys,
			  err) < 0)
			return -1;
		return stmt_number(db, SQL_LAST_TAG, &c->last_tag, err);
	}
	s = stmt_take(db, SQL_TAG_KEYS_SINCE);
	bind_int(s, 1, c->last_tag);
	while ((got = stmt_step(db, SQL_TAG_KEYS_SINCE, err)) > 0) {
		add_value(c, (const char *)sqlite3_column_text(s, 0));
		c->last_tag = sqlite3_column_int64(s, 1);
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_TAG_KEYS_SINCE);
	return 0;
}

int db_tag_keys(struct db *db, struct arena *arena, struct db_count **out,
		size_t *n, struct err *err)
{
	struct db_cache *c = &db->cache;

	if (read_keys(db, err) < 0)
		return -1;
	*n = c->n_keys;
	*out = arena_alloc(arena, *n * sizeof(**out));
	if (*n)
		memcpy(*out, c->keys, *n * sizeof(**out));
	return 0;
}

int db_key_values(struct db *db, const char *key, size_t *out, struct err *err)
{
	struct db_cache *c = &db->cache;
	size_t i;

	*out = 0;
	if (read_keys(db, err) < 0)
		return -1;
	for (i = 0; i < c->n_keys; i++)
		if (!strcmp(c->keys[i].name, key))
			*out = c->keys[i].n_values;
	return 0;
}

/*
 * The values that follow one in the order of order.h; several may have one
 * place there, and come by their bytes.
 */
static sqlite3_stmt *take_after(struct db *db, const char *key,
				const char *after, struct arena *arena)
{
	sqlite3_stmt *s = stmt_take(db, SQL_VALUES_AFTER);
	unsigned char *place = (unsigned char *)arena_bytes(arena,
							    ORDER_KEY_MAX);

	bind_text(s, 1, key);
	if (after)
		bind_blob(s, 2, place, order_key(key, after, place));
	else
		bind_blob(s, 2, "", 0);
	bind_text(s, 3, after ? after : "");
	return s;
}

static void add_count(struct db_count *c, const struct env_count *e)
{
	c->n_runs += e->live_runs;
	if (e->live_runs && e->newest_ns > c->last_at_ns)
		c->last_at_ns = e->newest_ns;
}

/* The environments or option sets of a tag. */
static int add_counts(struct db *db, enum sql_id sql, int64_t tag,
		      const struct env_count *(*of)(struct db *db, int64_t id),
		      struct db_count *c, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, sql);
	int got;

	bind_int(s, 1, tag);
	while ((got = stmt_step(db, sql, err)) > 0)
		add_count(c, of(db, sqlite3_column_int64(s, 0)));
	if (got < 0)
		return -1;
	stmt_done(db, sql);
	return 0;
}

/* Live runs that carry a tag, in whichever place it is recorded. */
static int count_tag(struct db *db, int64_t tag, struct db_count *c,
		     struct err *err)
{
	int64_t ignored;
	int got;

	if (add_counts(db, SQL_ENVIRONMENTS_OF_TAG, tag, census_of, c, err) <
		    0 ||
	    add_counts(db, SQL_OPTION_SETS_OF_TAG, tag, census_of_options, c,
		       err) < 0)
		return -1;
	bind_int(stmt_take(db, SQL_TAG_IN_PARAMS), 1, tag);
	got = stmt_int(db, SQL_TAG_IN_PARAMS, &ignored, err);
	return got <= 0 ? got : count_runs(db, SQL_RUNS_OF_TAG_IN_PARAMS, NULL,
					   tag, c, err);
}

int db_tag_values(struct db *db, const char *key, const char *after,
		  size_t limit, struct arena *arena, struct db_count **out,
		  size_t *n, struct err *err)
{
	sqlite3_stmt *s;
	int got = 1;

	*out = NULL;
	*n = 0;
	if (census_update(db, err) < 0)
		return -1;
	s = take_after(db, key, after, arena);
	while (*n < limit && (got = stmt_step(db, SQL_VALUES_AFTER, err)) > 0) {
		struct db_count c = { .n_values = 1 };

		c.name = stmt_text(s, 1, arena);
		if (count_tag(db, sqlite3_column_int64(s, 0), &c, err) < 0) {
			stmt_done(db, SQL_VALUES_AFTER);
			return -1;
		}
		*out = arena_grow(arena, *out, *n, sizeof(**out));
		(*out)[(*n)++] = c;
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_VALUES_AFTER);
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

int db_test(struct db *db, const char *test, struct db_count *out,
	    struct err *err)
{
	*out = (struct db_count){ .name = test };
	return count_runs(db, SQL_RUNS_OF_TEST, test, 0, out, err);
}

int db_totals(struct db *db, struct db_totals *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_TOTALS);
	int64_t trashed;

	if (stmt_step(db, SQL_TOTALS, err) < 0)
		return -1;
	*out = (struct db_totals){
		.n_runs = (size_t)sqlite3_column_int64(s, 0),
		.n_results = (size_t)sqlite3_column_int64(s, 1),
		.newest_at_ns = sqlite3_column_int64(s, 2),
	};
	stmt_done(db, SQL_TOTALS);
	if (stmt_number(db, SQL_TOTAL_TRASHED, &trashed, err) < 0)
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

int db_last_run(struct db *db, int64_t *out, struct err *err)
{
	return stmt_number(db, SQL_LAST_RUN, out, err);
}

int db_newest_run(struct db *db, int64_t *out, struct err *err)
{
	return stmt_number(db, SQL_NEWEST_RUN, out, err);
}
