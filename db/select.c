/* select.c - finds the runs that a plan means. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "known.h"
#include "limits.h"
#include "number.h"

/* A driver gives rows; this keeps those that are meant. */
struct keeper {
	struct plan *plan;
	struct run_row *rows;
	size_t n;
	size_t newest;   /* so many of the newest are still needed; 0: all */
	size_t seen;     /* rows that were looked at */
	int64_t last_id; /* of the last of them */
	const struct condition *times; /* spans are kept for it, or NULL */
};

/* 1: kept, 0: not meant, -1: error */
static int keep_row(struct keeper *k, const struct run_row *row,
		    struct err *err)
{
	int holds = plan_holds_run(k->plan, row, err);

	k->seen++;
	k->last_id = row->id;
	if (holds <= 0)
		return holds;
	if (k->n == LIMIT_QUERY_RUNS)
		return err_set(err, ERR_TOO_BIG, "more than %u runs are meant; "
			       "narrow the terms", LIMIT_QUERY_RUNS);
	k->rows = arena_grow(k->plan->arena, k->rows, k->n, sizeof(*k->rows));
	k->rows[k->n++] = *row;
	return 1;
}

/*
 * The rows of a statement, until so many are kept or looked at (0: all).
 * returns   1: there may be more rows, 0: there are none, -1: error
 */
static int keep_some(struct keeper *k, enum sql_id sql, size_t enough,
		     size_t look_at, struct err *err)
{
	struct db *db = k->plan->db;
	size_t found = 0, until = k->seen + look_at;
	int got;

	while ((got = stmt_step(db, sql, err)) > 0) {
		struct run_row row;
		int kept;

		run_row_read(db->stmts[sql], &row);
		kept = keep_row(k, &row, err);
		if (kept < 0) {
			stmt_done(db, sql);
			return -1;
		}
		found += (size_t)kept;
		if ((kept && found == enough) || k->seen == until)
			break;
	}
	if (got < 0)
		return -1;
	stmt_done(db, sql);
	return got;
}

/* One key value, and the bounds on the run's id; the newest rows come first. */
static int keep_of(struct keeper *k, enum sql_id sql, int64_t id,
		   struct err *err)
{
	sqlite3_stmt *s = stmt_take(k->plan->db, sql);

	bind_int(s, 1, id);
	if (sql != SQL_RUN_BY_ID) {
		bind_int(s, 2, k->plan->run_lo);
		bind_int(s, 3, k->plan->run_hi);
	}
	return keep_some(k, sql, k->newest, 0, err) < 0 ? -1 : 0;
}

/* By their ids, until enough of the newest are kept. */
static int keep_ids(struct keeper *k, struct heap *ids, struct err *err)
{
	size_t enough = k->newest ? k->n + k->newest : SIZE_MAX;
	struct heap_item next;
	int64_t before = 0;

	heap_make(ids);
	while (k->n < enough && heap_take(ids, &next)) {
		if (next.id != before &&
		    keep_of(k, SQL_RUN_BY_ID, next.id, err) < 0)
			return -1;
		before = next.id;
	}
	return 0;
}

bool plan_names_runs(const struct plan *plan)
{
	return selection_equal(plan->selection, "run") != NULL;
}

/* The numbers of a condition. */
static struct heap numbers(struct keeper *k, const struct condition *c)
{
	struct heap ids = { 0 };
	size_t i;

	for (i = 0; i < c->n_values; i++) {
		uint64_t id;

		if (number_parse_u64(c->values[i], strlen(c->values[i]),
				     INT64_MAX, &id))
			heap_add(&ids, k->plan->arena, (int64_t)id,
				 (int64_t)id);
	}
	return ids;
}

/* One that is named twice gives the same rows twice. */
static int by_uploads(struct keeper *k, const struct condition *c,
		      struct err *err)
{
	struct heap ids = numbers(k, c);
	size_t i;

	for (i = 0; i < ids.n; i++)
		if (keep_of(k, SQL_RUNS_OF_UPLOAD, ids.items[i].id, err) < 0)
			return -1;
	return 0;
}

static int by_id(const void *x, const void *y)
{
	const struct run_row *a = x, *b = y;

	return a->id < b->id ? -1 : a->id > b->id;
}

/*
 * Where enough runs are kept, older ones need not be asked for: raises the
 * lower bound of the run's id.
 * from      the first row of those that count
 */
static void raise_bound(struct keeper *k, size_t from)
{
	if (k->n - from < k->newest)
		return;
	qsort(k->rows + from, k->n - from, sizeof(*k->rows), by_id);
	k->plan->run_lo = k->rows[k->n - k->newest].id;
}

/* The newest runs of environments, each with its last run as its key. */
static int newest_among(struct keeper *k, struct heap *envs, size_t from,
			struct err *err)
{
	struct plan *p = k->plan;
	struct heap_item next;

	heap_make(envs);
	while (heap_take(envs, &next) && next.key >= p->run_lo) {
		int holds = plan_holds_env(p, next.id, err);

		if (holds < 0 || (holds && keep_of(k, SQL_RUNS_OF_ENVIRONMENT,
						   next.id, err) < 0))
			return -1;
		if (holds)
			raise_bound(k, from);
	}
	return 0;
}

static int newest_of_few(struct keeper *k, const struct idset *envs,
			 struct err *err)
{
	static const enum sql_id sql = SQL_LAST_RUN_OF_ENVIRONMENT;
	struct heap heap = { 0 };
	size_t i;

	for (i = 0; i < envs->n; i++) {
		int64_t last = 0;

		bind_int(stmt_take(k->plan->db, sql), 1, envs->ids[i]);
		if (stmt_int(k->plan->db, sql, &last, err) < 0)
			return -1;
		heap_add(&heap, k->plan->arena, last, envs->ids[i]);
	}
	return newest_among(k, &heap, k->n, err);
}

/*
 * The census knows the last runs; a heap of 10^5 is more than the newest need.
 * So those of the last few thousand runs come first, then those of some more.
 */
static int newest_of_many(struct keeper *k, const struct idset *envs,
			  struct err *err)
{
	struct plan *p = k->plan;
	size_t before = k->n, window = p->db->few, i;
	int64_t lo, hi = INT64_MAX;

	if (census_update(p->db, err) < 0)
		return -1;
	for (lo = p->db->census.last_run; hi > p->run_lo; hi = lo) {
		struct heap heap = { 0 };

		lo = (int64_t)window < lo ? lo - (int64_t)window : 0;
		window *= 8;
		for (i = 0; i < envs->n; i++) {
			int64_t last = census_of(p->db, envs->ids[i])->last_run;

			if (last >= lo && last < hi && last >= p->run_lo)
				heap_add(&heap, p->arena, last, envs->ids[i]);
		}
		if (newest_among(k, &heap, before, err) < 0)
			return -1;
	}
	return 0;
}

/* The newest runs of many environments: begins with the newest environment. */
static int newest_of(struct keeper *k, const struct idset *envs,
		     struct err *err)
{
	struct db *db = k->plan->db;

	/*
	 * A census is not begun for a few thousand; one there is, is brought up
	 * to date in the time of so many look-ups.
	 */
	return envs->n <= db->few / (db->census.envs ? 64 : 1) ?
		newest_of_few(k, envs, err) : newest_of_many(k, envs, err);
}

static int by_environments(struct keeper *k, const struct idset *envs,
			   struct err *err)
{
	size_t i;

	if (k->newest)
		return newest_of(k, envs, err);
	for (i = 0; i < envs->n; i++) {
		int holds = plan_holds_env(k->plan, envs->ids[i], err);

		if (holds < 0 || (holds && keep_of(k, SQL_RUNS_OF_ENVIRONMENT,
						   envs->ids[i], err) < 0))
			return -1;
	}
	return 0;
}

/* By the tests that are named: their series, and the lists of those. */
static int by_tests(struct keeper *k, const struct condition *c,
		    struct err *err)
{
	struct plan *p = k->plan;
	struct idset series = { 0 }, lists = { 0 };
	size_t i;

	for (i = 0; i < c->n_values; i++) {
		bind_text(stmt_take(p->db, SQL_SERIES_OF_TEST), 1,
			  c->values[i]);
		if (plan_collect(p, SQL_SERIES_OF_TEST, &series, err) < 0)
			return -1;
	}
	if (plan_collect_all(p, SQL_SERIES_LISTS_OF_SERIES, &series, &lists,
			     err) < 0)
		return -1;
	for (i = 0; i < lists.n; i++)
		if (keep_of(k, SQL_RUNS_OF_SERIES_LIST, lists.ids[i], err) < 0)
			return -1;
	for (i = 0; i < c->n_values; i++) {
		bind_text(stmt_take(p->db, SQL_RUNS_OF_FAILED_TEST), 1,
			  c->values[i]);
		if (keep_some(k, SQL_RUNS_OF_FAILED_TEST, k->newest, 0, err) <
		    0)
			return -1;
	}
	return 0;
}

static sqlite3_stmt *take_times(struct keeper *k, enum sql_id sql,
				const struct condition *c, size_t i)
{
	sqlite3_stmt *s = stmt_take(k->plan->db, sql);

	bind_int(s, 1, c->from_ns[i]);
	bind_int(s, 2, c->to_ns[i]);
	return s;
}

/* Are the runs of these times few? */
static int few_times(struct keeper *k, const struct condition *c, bool *few,
		     struct err *err)
{
	static const enum sql_id sql = SQL_RUNS_BY_AT_AT_MOST;
	size_t most = 4 * k->plan->db->few, i;
	int64_t n = 0;

	*few = false;
	for (i = 0; i < c->n_values; i++) {
		int64_t count = 0;

		bind_int(take_times(k, sql, c, i), 3, (int64_t)most);
		if (stmt_int(k->plan->db, sql, &count, err) < 0)
			return -1;
		n += count;
		if ((size_t)n >= most)
			return 0;
	}
	*few = true;
	return 0;
}

/* Spans may overlap; plan_runs() keeps each run once. */
static int by_times(struct keeper *k, const struct condition *c,
		    struct err *err)
{
	struct db *db = k->plan->db;
	struct heap ids = { 0 };
	size_t i;

	for (i = 0; i < c->n_values; i++) {
		sqlite3_stmt *s;
		int got;

		if (!k->newest) {
			take_times(k, SQL_RUNS_BY_AT, c, i);
			if (keep_some(k, SQL_RUNS_BY_AT, 0, 0, err) < 0)
				return -1;
			continue;
		}
		s = take_times(k, SQL_RUN_IDS_BY_AT, c, i);
		bind_int(s, 3, k->plan->run_lo);
		bind_int(s, 4, k->plan->run_hi);
		while ((got = stmt_step(db, SQL_RUN_IDS_BY_AT, err)) > 0) {
			int64_t id = sqlite3_column_int64(s, 0);

			heap_add(&ids, k->plan->arena, id, id);
		}
		if (got < 0)
			return -1;
		stmt_done(db, SQL_RUN_IDS_BY_AT);
	}
	return keep_ids(k, &ids, err);
}

/* The newest ids within the plan's bounds that need be looked at. */
static bool next_ids(struct keeper *k, int64_t *from, int64_t *to)
{
	struct plan *p = k->plan;

	*from = p->run_lo;
	*to = p->run_hi;
	return *from <= *to &&
	       (!k->times || spans_newest(p->db, k->times, p->run_lo,
					  p->run_hi, from, to));
}

/*
 * From the newest on.
 * look_at   so many rows (0: all)
 * returns   1: there are older rows, of which some may be needed; plan->run_hi
 *           leads to them
 */
static int by_everything(struct keeper *k, size_t look_at, struct err *err)
{
	static const enum sql_id sql = SQL_RUNS_DESCENDING;
	struct plan *p = k->plan;
	size_t enough = k->n + k->newest, until = k->seen + look_at;
	int64_t from, to;

	while (next_ids(k, &from, &to)) {
		sqlite3_stmt *s = stmt_take(p->db, sql);
		int got;

		bind_int(s, 1, from);
		bind_int(s, 2, to);
		got = keep_some(k, sql, k->newest,
				look_at ? until - k->seen : 0, err);
		if (got < 0)
			return -1;
		if (k->newest) {
			k->newest = enough - k->n;
			if (!k->newest)
				return 0;
		}
		p->run_hi = got ? k->last_id - 1 : from - 1;
		if (look_at && k->seen >= until)
			return 1;
	}
	return 0;
}

/* No condition leaves few: by what leaves the fewest. */
static int drive_many(struct keeper *k, const struct condition *times,
		      struct err *err)
{
	struct idset envs = { 0 };
	int got = plan_many_envs(k->plan, &envs, err);

	if (got < 0)
		return -1;
	/* The environments of other times may be most of them. */
	if (got && (!k->times || envs.n <= k->plan->db->few))
		return by_environments(k, &envs, err);
	return times && !k->times ? by_times(k, times, err) :
				    by_everything(k, 0, err);
}

/* Some of the newest runs: those that are stored last first. */
static int drive_newest(struct keeper *k, const struct condition *times,
			struct err *err)
{
	/* Where the environments are known, more rows cost more than those. */
	size_t look_at = k->plan->db->few / (plan_all_known(k->plan) ? 16 : 2);
	int got;

	if (times) {
		if (spans_update(k->plan->db, err) < 0)
			return -1;
		k->times = times;
	}
	got = by_everything(k, look_at ? look_at : 1, err);
	return got <= 0 ? got : drive_many(k, times, err);
}

/* Chooses where to begin: by ids, by the rarest tags, by tests, ... */
static int drive(struct keeper *k, struct err *err)
{
	struct plan *p = k->plan;
	const struct condition *runs = selection_equal(p->selection, "run");
	const struct condition *uploads =
		selection_equal(p->selection, "upload");
	const struct condition *tests = selection_equal(p->selection, "test");
	const struct condition *times = selection_equal(p->selection, "at");
	struct idset envs = { 0 };
	bool few = false;
	int got;

	if (runs) {
		struct heap ids = numbers(k, runs);

		return keep_ids(k, &ids, err);
	}
	if (uploads)
		return by_uploads(k, uploads, err);
	if (p->run_hi - p->run_lo < (int64_t)p->db->few / 8)
		return by_everything(k, 0, err);
	got = plan_few_envs(p, &envs, err);
	if (got < 0)
		return -1;
	if (got)
		return by_environments(k, &envs, err);
	if (tests)
		return by_tests(k, tests, err);
	if (times && few_times(k, times, &few, err) < 0)
		return -1;
	if (few)
		return by_times(k, times, err);
	return k->newest ? drive_newest(k, times, err) :
			   drive_many(k, times, err);
}

/* In storing order; a run that failed in one of two tests came twice. */
static void sort_rows(struct keeper *k)
{
	size_t i, n = 0;

	if (!k->n)
		return;
	qsort(k->rows, k->n, sizeof(*k->rows), by_id);
	for (i = 0; i < k->n; i++)
		if (!n || k->rows[n - 1].id != k->rows[i].id)
			k->rows[n++] = k->rows[i];
	k->n = n;
}

int plan_runs(struct plan *plan, int64_t before, size_t newest,
	      struct run_row **rows, size_t *n, struct err *err)
{
	struct keeper k = { .plan = plan, .newest = newest };

	if (before && before - 1 < plan->run_hi)
		plan->run_hi = before - 1;
	if (drive(&k, err) < 0)
		return -1;
	sort_rows(&k);
	*rows = k.rows;
	*n = k.n;
	return 0;
}
