/* select.c - the runs that a plan means. */
#include <stdlib.h>
#include <string.h>

#include "limits.h"
#include "number.h"
#include "plan.h"

static char yes, no;

/* So many environments of a tag are counted; more is "many". */
#define COUNT_AT_MOST 4096

/* With at most so many tags an environment is asked for each of them. */
#define PROBES_MAX 4

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

static int has_tag(struct plan *p, int64_t env, int64_t tag, struct err *err)
{
	int64_t ignored;
	sqlite3_stmt *s = stmt_take(p->db, SQL_ENVIRONMENT_HAS_TAG);

	bind_int(s, 1, env);
	bind_int(s, 2, tag);
	return stmt_int(p->db, SQL_ENVIRONMENT_HAS_TAG, &ignored, err);
}

/* 1, 0, or -1: does one condition hold in an environment? */
static int env_holds(struct plan *p, const struct plan_condition *pc,
		     int64_t env, struct err *err)
{
	sqlite3_stmt *s;
	size_t i;
	int got;

	if (pc->c->kind == COND_EQUAL && pc->tags.n <= PROBES_MAX) {
		for (i = 0; i < pc->tags.n; i++) {
			got = has_tag(p, env, pc->tags.ids[i], err);
			if (got < 0)
				return -1;
			if (got)
				return !pc->c->negate;
		}
		return pc->c->negate;
	}
	s = stmt_take(p->db, SQL_ENVIRONMENT_VALUE);
	bind_int(s, 1, env);
	bind_text(s, 2, pc->c->key);
	got = stmt_step(p->db, SQL_ENVIRONMENT_VALUE, err);
	if (got < 0)
		return -1;
	got = condition_holds(pc->c, got ?
			      (const char *)sqlite3_column_text(s, 0) : NULL);
	stmt_done(p->db, SQL_ENVIRONMENT_VALUE);
	return got;
}

static int options_hold(struct plan *p, int64_t env, struct err *err)
{
	int64_t set;
	int got;

	bind_int(stmt_take(p->db, SQL_ENVIRONMENT), 1, env);
	got = stmt_int(p->db, SQL_ENVIRONMENT, &set, err);
	return got < 0 ? -1 : got && idset_has(&p->option_sets, set);
}

/* All conditions on environments; the answer is kept. */
static int env_ok(struct plan *p, int64_t env, struct err *err)
{
	char *said = idmap_get(&p->env_ok, env);
	int holds = 1;
	size_t i;

	if (said)
		return said == &yes;
	if (p->by_options)
		holds = options_hold(p, env, err);
	for (i = 0; holds > 0 && i < p->n; i++)
		if (p->conditions[i].level == LEVEL_ENV)
			holds = env_holds(p, &p->conditions[i], env, err);
	if (holds < 0)
		return -1;
	idmap_set(&p->env_ok, p->arena, env, holds ? &yes : &no);
	return holds;
}

/* Conditions on the run itself. */
static bool row_ok(const struct plan *p, const struct run_row *row)
{
	size_t i;

	if ((row->trashed_ns && !p->trash_too) || row->id < p->run_lo ||
	    row->id > p->run_hi)
		return false;
	for (i = 0; i < p->n; i++) {
		const struct condition *c = p->conditions[i].c;

		if (p->conditions[i].level != LEVEL_RUN)
			continue;
		if (!strcmp(c->key, "at") ?
			    !condition_holds_time(c, row->at_ns) :
			    !condition_holds_int(c, !strcmp(c->key, "run") ?
							    row->id :
							    row->upload))
			return false;
	}
	return true;
}

static int any_failure(struct plan *p, const struct run_row *row,
		       const struct db_env *env, struct err *err)
{
	sqlite3_stmt *s = stmt_take(p->db, SQL_FAILURES_OF_RUN);
	int got, holds = 0;

	bind_int(s, 1, row->id);
	while (!holds &&
	       (got = stmt_step(p->db, SQL_FAILURES_OF_RUN, err)) != 0) {
		struct db_failure f = { 0 };
		const struct tags *params;

		if (got < 0)
			return -1;
		params = catalog_params(p->db, sqlite3_column_int64(s, 1), err);
		if (!params) {
			stmt_done(p->db, SQL_FAILURES_OF_RUN);
			return -1;
		}
		f.test = (const char *)sqlite3_column_text(s, 0);
		f.params = *params;
		f.metric = (const char *)sqlite3_column_text(s, 2);
		holds = plan_failure(p, &f, env);
	}
	stmt_done(p->db, SQL_FAILURES_OF_RUN);
	return holds;
}

/* Of a list's results with their unit and direction: is one meant? */
static int any_result(struct plan *p, const struct run_row *row,
		      const struct series_list *list, const struct db_env *env,
		      struct err *err)
{
	sqlite3_stmt *s = stmt_take(p->db, SQL_RESULTS_OF_RUN);
	int got, holds = 0;

	bind_int(s, 1, row->id << RESULT_SHIFT);
	bind_int(s, 2, ((row->id + 1) << RESULT_SHIFT) - 1);
	bind_int(s, 3, 0);
	while (!holds &&
	       (got = stmt_step(p->db, SQL_RESULTS_OF_RUN, err)) != 0) {
		size_t place;
		const char *unit = NULL;

		if (got < 0)
			return -1;
		place = (size_t)sqlite3_column_int64(s, 0) &
			((1u << RESULT_SHIFT) - 1);
		if (sqlite3_column_type(s, 1) != SQLITE_NULL)
			unit = catalog_unit(p->db, sqlite3_column_int64(s, 1),
					    err);
		holds = place < list->n &&
			plan_series(p, list->series[place], env, err) > 0 &&
			plan_result(p, unit,
				    (enum better)sqlite3_column_int(s, 2));
	}
	stmt_done(p->db, SQL_RESULTS_OF_RUN);
	return holds;
}

/* Does the run hold a result or failure that is meant? */
static int contents_ok(struct plan *p, const struct run_row *row,
		       struct err *err)
{
	const struct series_list *list;
	const struct db_env *env = NULL;
	int holds = 0;
	size_t i;

	if (!p->by_series)
		return 1;
	list = catalog_list(p->db, row->series_list, err);
	if (list && p->mixed)
		env = plan_env(p, row->environment, err);
	if (!list || (p->mixed && !env))
		return -1;
	if (p->by_result)
		holds = any_result(p, row, list, env, err);
	else
		for (i = 0; !holds && i < list->n; i++)
			holds = plan_series(p, list->series[i], env, err);
	return holds ? holds : any_failure(p, row, env, err);
}

/* The statement of a driver gives rows; keeps those that are meant. */
struct keeper {
	struct plan *plan;
	struct run_row *rows;
	size_t n, newest;
};

static int keep(struct keeper *k, enum sql_id sql, struct err *err)
{
	struct plan *p = k->plan;
	sqlite3_stmt *s = p->db->stmts[sql];
	int got;

	while ((got = stmt_step(p->db, sql, err)) > 0) {
		struct run_row row;
		int ok;

		run_row_read(s, &row);
		if (!row_ok(p, &row))
			continue;
		ok = env_ok(p, row.environment, err);
		if (ok > 0)
			ok = contents_ok(p, &row, err);
		if (ok < 0) {
			stmt_done(p->db, sql);
			return -1;
		}
		if (!ok)
			continue;
		if (k->n == LIMIT_QUERY_RUNS) {
			stmt_done(p->db, sql);
			return err_set(err, ERR_TOO_BIG, "more than %u runs "
				       "are meant; narrow the terms",
				       LIMIT_QUERY_RUNS);
		}
		k->rows = arena_grow(p->arena, k->rows, k->n,
				     sizeof(*k->rows));
		k->rows[k->n++] = row;
		if (sql == SQL_RUNS_DESCENDING && k->newest &&
		    k->n == k->newest)
			break;
	}
	if (got < 0)
		return -1;
	stmt_done(p->db, sql);
	return 0;
}

/* One key value, and the bounds on the run's id. */
static int keep_of(struct keeper *k, enum sql_id sql, int64_t id,
		   struct err *err)
{
	sqlite3_stmt *s = stmt_take(k->plan->db, sql);

	bind_int(s, 1, id);
	if (sql == SQL_RUNS_OF_ENVIRONMENT || sql == SQL_RUNS_OF_SERIES_LIST) {
		bind_int(s, 2, k->plan->run_lo);
		bind_int(s, 3, k->plan->run_hi);
	}
	return keep(k, sql, err);
}

static const struct condition *positive(const struct plan *p, const char *key)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		if (!strcmp(p->conditions[i].c->key, key) &&
		    !p->conditions[i].c->negate &&
		    p->conditions[i].c->kind == COND_EQUAL)
			return p->conditions[i].c;
	return NULL;
}

bool plan_names_runs(const struct plan *plan)
{
	return positive(plan, "run") != NULL;
}

static int by_ids(struct keeper *k, enum sql_id sql, const struct condition *c,
		  struct err *err)
{
	struct idset ids = { 0 };
	size_t i;

	for (i = 0; i < c->n_values; i++) {
		uint64_t id;

		if (number_parse_u64(c->values[i], strlen(c->values[i]),
				     INT64_MAX, &id))
			idset_add(&ids, k->plan->arena, (int64_t)id);
	}
	idset_sort(&ids);
	for (i = 0; i < ids.n; i++)
		if (keep_of(k, sql, ids.ids[i], err) < 0)
			return -1;
	return 0;
}

/* How many environments hold one of the tags; COUNT_AT_MOST is "many". */
static int count_envs(struct plan *p, const struct idset *tags, size_t *n,
		      struct err *err)
{
	size_t i;

	*n = 0;
	for (i = 0; i < tags->n && *n < COUNT_AT_MOST; i++) {
		sqlite3_stmt *s =
			stmt_take(p->db, SQL_ENVIRONMENTS_OF_TAG_AT_MOST);
		int64_t got = 0;

		bind_int(s, 1, tags->ids[i]);
		bind_int(s, 2, COUNT_AT_MOST);
		if (stmt_int(p->db, SQL_ENVIRONMENTS_OF_TAG_AT_MOST, &got,
			     err) < 0)
			return -1;
		*n += (size_t)got;
	}
	return 0;
}

/* The condition on environments that leaves the fewest; NULL: none does. */
static int rarest(struct plan *p, const struct plan_condition **out,
		  struct err *err)
{
	size_t best = SIZE_MAX, i;

	*out = NULL;
	for (i = 0; i < p->n; i++) {
		const struct plan_condition *pc = &p->conditions[i];
		size_t n;

		if (pc->level != LEVEL_ENV || pc->c->negate ||
		    pc->c->kind == COND_MISSING || pc->c->kind == COND_RECORDED)
			continue;
		if (count_envs(p, &pc->tags, &n, err) < 0)
			return -1;
		if (n < best) {
			best = n;
			*out = pc;
		}
	}
	return 0;
}

static int by_environments(struct keeper *k, enum sql_id sql,
			   const struct idset *of, struct err *err)
{
	struct idset envs = { 0 };
	size_t i;

	if (plan_collect_all(k->plan, sql, of, &envs, err) < 0)
		return -1;
	for (i = 0; i < envs.n; i++) {
		int ok = env_ok(k->plan, envs.ids[i], err);

		if (ok < 0 || (ok && keep_of(k, SQL_RUNS_OF_ENVIRONMENT,
					     envs.ids[i], err) < 0))
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
		sqlite3_stmt *s = stmt_take(p->db, SQL_SERIES_OF_TEST);
		int got;

		bind_text(s, 1, c->values[i]);
		while ((got = stmt_step(p->db, SQL_SERIES_OF_TEST, err)) > 0)
			idset_add(&series, p->arena,
				  sqlite3_column_int64(s, 0));
		if (got < 0)
			return -1;
		stmt_done(p->db, SQL_SERIES_OF_TEST);
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
		if (keep(k, SQL_RUNS_OF_FAILED_TEST, err) < 0)
			return -1;
	}
	return 0;
}

static int by_times(struct keeper *k, const struct condition *c,
		    struct err *err)
{
	size_t i;

	for (i = 0; i < c->n_values; i++) {
		sqlite3_stmt *s = stmt_take(k->plan->db, SQL_RUNS_BY_AT);

		bind_int(s, 1, c->from_ns[i]);
		bind_int(s, 2, c->to_ns[i]);
		if (keep(k, SQL_RUNS_BY_AT, err) < 0)
			return -1;
	}
	return 0;
}

static int by_everything(struct keeper *k, struct err *err)
{
	sqlite3_stmt *s = stmt_take(k->plan->db, SQL_RUNS_DESCENDING);

	bind_int(s, 1, k->plan->run_lo);
	bind_int(s, 2, k->plan->run_hi);
	return keep(k, SQL_RUNS_DESCENDING, err);
}

/* Chooses where to begin: by ids, by the rarest tag, by options, ... */
static int drive(struct keeper *k, struct err *err)
{
	struct plan *p = k->plan;
	const struct condition *runs = positive(p, "run");
	const struct condition *uploads = positive(p, "upload");
	const struct condition *tests = positive(p, "test");
	const struct condition *times = positive(p, "at");
	const struct plan_condition *tag;

	if (runs)
		return by_ids(k, SQL_RUN_BY_ID, runs, err);
	if (uploads)
		return by_ids(k, SQL_RUNS_OF_UPLOAD, uploads, err);
	if (rarest(p, &tag, err) < 0)
		return -1;
	if (tag)
		return by_environments(k, SQL_ENVIRONMENTS_OF_TAG, &tag->tags,
				       err);
	if (tests)
		return by_tests(k, tests, err);
	if (p->by_options)
		return by_environments(k, SQL_ENVIRONMENTS_OF_OPTION_SET,
				       &p->option_sets, err);
	if (times && times->n_values == 1)
		return by_times(k, times, err);
	return by_everything(k, err);
}

static int by_id(const void *x, const void *y)
{
	const struct run_row *a = x, *b = y;

	return a->id < b->id ? -1 : a->id > b->id;
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
