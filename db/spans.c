/* spans.c - which runs may be of a time. */
#include "spans.h"

#include <string.h>

#include "db_private.h"

void spans_forget(struct db *db)
{
	x_free(db->spans.items);
	db->spans = (struct spans){ 0 };
}

static void widen(struct spans *spans, int64_t run, int64_t at_ns)
{
	static const struct span none = { INT64_MAX, INT64_MIN };
	size_t i = (size_t)(run / spans->size);
	struct span *s;

	if (i >= spans->n) {
		size_t n = i + 1 + i / 8;

		spans->items = x_realloc(spans->items,
					 n * sizeof(*spans->items));
		while (spans->n < n)
			spans->items[spans->n++] = none;
	}
	s = &spans->items[i];
	if (at_ns < s->first_ns)
		s->first_ns = at_ns;
	if (at_ns > s->last_ns)
		s->last_ns = at_ns;
}

/* A statement of run and time, whose parameters are bound. */
static int read_times(struct db *db, enum sql_id sql, struct err *err)
{
	sqlite3_stmt *s = db->stmts[sql];
	int got;

	while ((got = stmt_step(db, sql, err)) > 0) {
		int64_t run = sqlite3_column_int64(s, 0);

		widen(&db->spans, run, sqlite3_column_int64(s, 1));
		if (run > db->spans.last_run)
			db->spans.last_run = run;
	}
	if (got < 0)
		return -1;
	stmt_done(db, sql);
	return 0;
}

static int read_all(struct db *db, struct err *err)
{
	spans_forget(db);
	db->spans.size = db->few < 4 ? 1 : (int64_t)db->few / 4;
	stmt_take(db, SQL_RUN_TIMES);
	return read_times(db, SQL_RUN_TIMES, err) < 0 ?
		-1 : mark_set(db, &db->spans.mark, err);
}

static int follow(struct db *db, struct err *err)
{
	bind_int(stmt_take(db, SQL_RUN_TIMES_SINCE), 1, db->spans.last_run);
	if (read_times(db, SQL_RUN_TIMES_SINCE, err) < 0)
		return -1;
	bind_int(stmt_take(db, SQL_EDITED_RUN_TIMES_SINCE), 1,
		 db->spans.mark.id);
	return read_times(db, SQL_EDITED_RUN_TIMES_SINCE, err) < 0 ?
		-1 : mark_set(db, &db->spans.mark, err);
}

int spans_update(struct db *db, struct err *err)
{
	bool newer;
	int good = db->spans.items ?
		mark_holds(db, &db->spans.mark, &newer, err) : 0;

	if (good >= 0)
		good = good ? follow(db, err) : read_all(db, err);
	if (good < 0)
		spans_forget(db); /* half of it may be of another snapshot */
	return good;
}

static bool may_hold(const struct db *db, size_t i,
		     const struct condition *times)
{
	size_t j;

	for (j = 0; i < db->spans.n && j < times->n_values; j++)
		if (db->spans.items[i].last_ns >= times->from_ns[j] &&
		    db->spans.items[i].first_ns < times->to_ns[j])
			return true;
	return false;
}

bool spans_newest(const struct db *db, const struct condition *times,
		  int64_t lo, int64_t hi, int64_t *from, int64_t *to)
{
	int64_t size = db->spans.size, i, first;

	if (hi >= (int64_t)db->spans.n * size)
		hi = (int64_t)db->spans.n * size - 1;
	for (i = hi / size; hi >= lo; hi = i-- * size - 1)
		if (may_hold(db, (size_t)i, times))
			break;
	if (hi < lo)
		return false;
	for (first = i; first && may_hold(db, (size_t)first - 1, times);)
		first--;
	*to = hi;
	*from = first * size > lo ? first * size : lo;
	return true;
}
