/* select.c - finds the runs that a plan means. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "limits.h"
#include "number.h"
#include "plan.h"

/* So many look-ups take as long as bringing a census up to date. */
#define SEEKS 64

void run_row_read(sqlite3_stmt *s, struct run_row *row)
{
	row->id = sqlite3_column_int64(s, 0);
	row->upload = sqlite3_column_int64(s, 1);
	row->environment = sqlite3_column_int64(s, 2);
	row->series_list = sqlite3_column_int64(s, 3);
	row->at_ns = sqlite3_column_int64(s, 4);
	row->at_assumed = sqlite3_column_int(s, 5) != 0;
	row->trashed_ns = sqlite3_column_int64(s, 6);
}

/* A driver gives rows; this keeps those that are meant. */
struct keeper {
	struct plan *plan;
	struct run_row *rows;
	size_t n;
	size_t newest;   /* so many of the newest are still needed; 0: all */
	int64_t last_id; /* of the row that was looked at last */
};

/* 1: kept, 0: not meant, -1: error */
static int keep_row(struct keeper *k, const struct run_row *row,
		    struct err *err)
{
	int holds = plan_holds_run(k->plan, row, err);

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
	size_t found = 0, seen = 0;
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
		if ((kept && found == enough) || ++seen == look_at)
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

/* Each with its last run; of many that is known without asking for each. */
static int last_runs(struct keeper *k, const struct idset *envs,
		     struct heap *out, struct err *err)
{
	static const enum sql_id sql = SQL_LAST_RUN_OF_ENVIRONMENT;
	struct plan *p = k->plan;
	/* A census is not begun for a few thousand; one there is, is used. */
	bool few = envs->n <= (p->db->census.envs ? SEEKS : p->db->few);
	size_t i;

	if (!few && census_update(p->db, err) < 0)
		return -1;
	for (i = 0; i < envs->n; i++) {
		int64_t id = envs->ids[i], last = 0;

		if (few) {
			bind_int(stmt_take(p->db, sql), 1, id);
			if (stmt_int(p->db, sql, &last, err) < 0)
				return -1;
		} else {
			last = census_of(p->db, id)->last_run;
		}
		if (last >= p->run_lo)
			heap_add(out, p->arena, last, id);
	}
	heap_make(out);
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

/* The newest runs of many environments: begins with the newest environment. */
static int newest_of(struct keeper *k, const struct idset *envs,
		     struct err *err)
{
	struct plan *p = k->plan;
	struct heap heap = { 0 };
	struct heap_item next;
	size_t from = k->n;

	if (last_runs(k, envs, &heap, err) < 0)
		return -1;
	while (heap_take(&heap, &next) && next.key >= p->run_lo) {
		int holds = plan_holds_env(p, next.id, err);

		if (holds < 0 || (holds && keep_of(k, SQL_RUNS_OF_ENVIRONMENT,
						   next.id, err) < 0))
			return -1;
		if (holds)
			raise_bound(k, from);
	}
	return 0;
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

/*
 * From the newest on.
 * look_at   so many rows (0: all)
 * returns   1: there are older rows, of which some may be needed; plan->run_hi
 *           leads to them
 */
static int by_everything(struct keeper *k, size_t look_at, struct err *err)
{
	struct plan *p = k->plan;
	sqlite3_stmt *s = stmt_take(p->db, SQL_RUNS_DESCENDING);
	size_t n = k->n;
	int got;

	bind_int(s, 1, p->run_lo);
	bind_int(s, 2, p->run_hi);
	got = keep_some(k, SQL_RUNS_DESCENDING, k->newest, look_at, err);
	if (got <= 0 || k->n - n == k->newest)
		return got < 0 ? -1 : 0;
	k->newest -= k->n - n;
	p->run_hi = k->last_id - 1;
	return 1;
}

/* No condition leaves few: by what leaves the fewest. */
static int drive_many(struct keeper *k, const struct condition *times,
		      struct err *err)
{
	struct idset envs = { 0 };
	bool few = false;
	int got;

	if (times && few_times(k, times, &few, err) < 0)
		return -1;
	if (few)
		return by_times(k, times, err);
	got = plan_many_envs(k->plan, !k->newest, &envs, err);
	if (got < 0)
		return -1;
	if (got)
		return by_environments(k, &envs, err);
	return times ? by_times(k, times, err) : by_everything(k, 0, err);
}

/* Chooses where to begin: by ids, by the rarest tags, by tests, ... */
static int drive(struct keeper *k, struct err *err)
{
	struct plan *p = k->plan;
	const struct condition *runs = selection_equal(p->selection, "run");
	const struct condition *uploads =
		selection_equal(p->selection, "upload");
	const struct condition *tests = selection_equal(p->selection, "test");
	struct idset envs = { 0 };
	int got;

	if (runs) {
		struct heap ids = numbers(k, runs);

		return keep_ids(k, &ids, err);
	}
	if (uploads)
		return by_uploads(k, uploads, err);
	got = plan_few_envs(p, &envs, err);
	if (got < 0)
		return -1;
	if (got)
		return by_environments(k, &envs, err);
	if (tests)
		return by_tests(k, tests, err);
	if (k->newest) {
		got = by_everything(k, p->db->few / 2, err);
		if (got <= 0)
			return got;
	}
	return drive_many(k, selection_equal(p->selection, "at"), err);
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
