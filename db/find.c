/* find.c - the results of the runs that a selection means. */
#include <string.h>

#include "known.h"
#include "limits.h"
#include "plan.h"
#include "result_row.h"
#include "timestamp.h"

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

struct db_run *run_of_row(struct plan *plan, const struct run_row *row,
			  struct err *err)
{
	const struct db_env *env = plan_env(plan, row->environment, err);
	const struct series_list *list =
		env ? catalog_list(plan->db, row->series_list, err) : NULL;
	struct db_run *run;

	if (!list)
		return NULL;
	run = arena_alloc(plan->arena, sizeof(*run));
	run->id = row->id;
	run->upload_id = row->upload;
	run->env = env;
	run->series = list->series;
	run->n_series = list->n;
	run->series_list = list->id;
	run->at_ns = row->at_ns;
	run->at_assumed = row->at_assumed;
	run->trashed_ns = row->trashed_ns;
	return run;
}

/* For so many more results. They are the most of what a request takes. */
static void make_room(struct plan *p, struct db_found *out, size_t more)
{
	size_t cap = out->n_results + more;
	struct db_result *results;

	if (cap <= out->results_cap)
		return;
	/* What is kept is going to be added to, a few at a time. */
	cap += cap / 8;
	results = arena_room(p->arena, cap * sizeof(*results));
	if (out->n_results)
		memcpy(results, out->results,
		       out->n_results * sizeof(*results));
	out->results = results;
	out->results_cap = cap;
}

static int add_result(struct plan *p, bool with_samples, struct db_found *out,
		      const struct db_run *run, sqlite3_stmt *s,
		      struct err *err)
{
	size_t place = (size_t)sqlite3_column_int64(s, 0) &
		       ((1u << RESULT_SHIFT) - 1);
	struct db_result r = { .run = run };

	if (place >= run->n_series)
		return err_set(err, ERR_ARCHIVE,
			       "run %lld has more results than series",
			       (long long)run->id);
	r.series = run->series[place];
	if (!plan_series(p, r.series, run->env, err))
		return 0;
	if (result_read(p->db, s, with_samples, p->arena, &r, err) < 0)
		return -1;
	if (!plan_result(p, r.unit, r.better))
		return 0;
	out->n_samples += r.set.samples ? r.set.n : 0;
	if (out->n_samples > LIMIT_QUERY_SAMPLES)
		return err_set(err, ERR_TOO_BIG, "more than %u samples are "
			       "meant; narrow the terms", LIMIT_QUERY_SAMPLES);
	if (out->n_results == out->results_cap)
		make_room(p, out, out->n_results + 64);
	out->results[out->n_results++] = r;
	return 0;
}

/* The first and last place of a list that the plan means. */
static bool places(struct plan *p, const struct db_run *run, size_t *lo,
		   size_t *hi, struct err *err)
{
	bool any = false;
	size_t i;

	for (i = 0; i < run->n_series; i++)
		if (plan_series(p, run->series[i], run->env, err) > 0) {
			if (!any)
				*lo = i;
			*hi = i;
			any = true;
		}
	return any;
}

static int add_results(struct plan *p, bool with_samples,
		       struct db_found *out, const struct db_run *run,
		       struct err *err)
{
	sqlite3_stmt *s;
	size_t lo = 0, hi = 0;
	int got;

	if (!places(p, run, &lo, &hi, err))
		return 0;
	s = stmt_take(p->db, SQL_RESULTS_OF_RUN);
	bind_int(s, 1, (run->id << RESULT_SHIFT) + (int64_t)lo);
	bind_int(s, 2, (run->id << RESULT_SHIFT) + (int64_t)hi);
	bind_int(s, 3, with_samples ? ROW_SAMPLES : -1);
	while ((got = stmt_step(p->db, SQL_RESULTS_OF_RUN, err)) > 0)
		if (add_result(p, with_samples, out, run, s, err) < 0) {
			stmt_done(p->db, SQL_RESULTS_OF_RUN);
			return -1;
		}
	if (got < 0)
		return -1;
	stmt_done(p->db, SQL_RESULTS_OF_RUN);
	return 0;
}

static int add_failures(struct plan *p, struct db_found *out,
			const struct db_run *run, struct err *err)
{
	sqlite3_stmt *s = stmt_take(p->db, SQL_FAILURES_OF_RUN);
	int got;

	bind_int(s, 1, run->id);
	while ((got = stmt_step(p->db, SQL_FAILURES_OF_RUN, err)) > 0) {
		const struct tags *params = catalog_params(
			p->db, sqlite3_column_int64(s, 1), err);
		const char *metric = (const char *)sqlite3_column_text(s, 2);
		struct db_failure f = { .run = run };

		if (!params) {
			stmt_done(p->db, SQL_FAILURES_OF_RUN);
			return -1;
		}
		f.test = (const char *)sqlite3_column_text(s, 0);
		f.metric = metric;
		f.params = *params;
		if (!plan_failure(p, &f, run->env))
			continue;
		f.test = arena_strdup(p->arena, f.test);
		f.metric = metric ? arena_strdup(p->arena, metric) : NULL;
		f.reason = stmt_text(s, 3, p->arena);
		out->failures = arena_grow(p->arena, out->failures,
					   out->n_failures,
					   sizeof(*out->failures));
		out->failures[out->n_failures++] = f;
	}
	if (got < 0)
		return -1;
	stmt_done(p->db, SQL_FAILURES_OF_RUN);
	return 0;
}

/* One run with what of it is meant; dropped again if that is nothing. */
static int add_run(struct plan *p, bool with_samples, struct db_found *out,
		   struct db_run *run, struct err *err)
{
	size_t before = out->n_results + out->n_failures;

	if (add_results(p, with_samples, out, run, err) < 0 ||
	    add_failures(p, out, run, err) < 0)
		return -1;
	if (out->n_results + out->n_failures == before)
		return 0;
	out->runs = arena_grow(p->arena, out->runs, out->n_runs,
			       sizeof(*out->runs));
	out->runs[out->n_runs++] = run;
	return 0;
}

/* How many results of a list are meant, environments aside. */
static int count_of_list(struct plan *p, int64_t id, struct idmap *known,
			 size_t *n, struct err *err)
{
	const struct series_list *list;
	size_t *count = idmap_get(known, id), i;

	if (!count) {
		list = catalog_list(p->db, id, err);
		if (!list)
			return -1;
		count = arena_alloc(p->arena, sizeof(*count));
		for (i = 0; i < list->n; i++)
			*count += plan_series(p, list->series[i], NULL, err) >
				  0;
		idmap_set(known, p->arena, id, count);
	}
	*n += *count;
	return 0;
}

/* Room for as many results as there may be, so that they do not move. */
static int make_all_room(struct plan *p, const struct run_row *rows, size_t n,
			 struct db_found *out, struct err *err)
{
	struct idmap known = { 0 };
	size_t count = 0, i;

	for (i = 0; !p->mixed && i < n; i++)
		if (count_of_list(p, rows[i].series_list, &known, &count,
				  err) < 0)
			return -1;
	make_room(p, out, count);
	return 0;
}

/* Adds what of these runs is meant. */
static int add_runs(struct plan *p, const struct run_row *rows, size_t n,
		    bool with_samples, struct db_found *out, struct err *err)
{
	size_t i;

	if (make_all_room(p, rows, n, out, err) < 0)
		return -1;
	for (i = 0; i < n; i++) {
		struct db_run *run = run_of_row(p, &rows[i], err);

		if (!run || add_run(p, with_samples, out, run, err) < 0)
			return -1;
	}
	return 0;
}

static bool is_midnight(int64_t ns)
{
	return ns % NS_PER_DAY == 0 || ns == INT64_MIN || ns == INT64_MAX;
}

/* Times that are whole days, or open: not "the last week", which moves on. */
static bool are_days(const struct condition *c)
{
	size_t i;

	for (i = 0; i < c->n_values; i++)
		if (!is_midnight(c->from_ns[i]) || !is_midnight(c->to_ns[i]))
			return false;
	return true;
}

/* Is it the same runs tomorrow, but for new ones? */
static bool is_lasting(const struct selection *selection)
{
	size_t i;

	for (i = 0; i < selection->n; i++) {
		const struct condition *c = &selection->conditions[i];

		if (!strcmp(c->key, "run") || !strcmp(c->key, "upload") ||
		    (c->from_ns && !are_days(c)))
			return false;
	}
	return true;
}

/* Adds the runs stored since, in the arena of what is kept. */
static int bring_up_to_date(struct plan *p, struct kept_found *kept,
			    struct err *err)
{
	struct run_row *rows;
	int64_t last;
	size_t n;

	if (stmt_number(p->db, SQL_LAST_RUN, &last, err) < 0)
		return -1;
	if (last == kept->last_run)
		return 0;
	p->run_lo = kept->last_run + 1;
	p->run_hi = last;
	if (plan_runs(p, 0, 0, &rows, &n, err) < 0)
		return -1;
	kept->last_run = last;
	p->arena = &kept->arena;
	p->envs = (struct idmap){ 0 }; /* those are of the request */
	return add_runs(p, rows, n, false, &kept->found, err);
}

/* Of what was found before, and what was stored since. */
static int find_lasting(struct plan *p, struct arena *arena,
			struct db_found *out, struct err *err)
{
	const char *name = plan_name(p);
	struct kept_found *kept;
	bool is_new;

	if (founds_find(p->db, name, &kept, err) < 0)
		return -1;
	is_new = !kept;
	if (is_new && founds_add(p->db, name, &kept, err) < 0)
		return -1;
	if (bring_up_to_date(p, kept, err) < 0) {
		founds_drop(p->db, kept);
		return -1;
	}
	*out = kept->found;
	if (is_new)
		kept->bytes = kept->arena.total;
	/* A few are read anew as fast. */
	if (is_new && (out->n_results < p->db->few / 8 ||
		       kept->bytes > FOUNDS_BYTES)) {
		arena_adopt(arena, &kept->arena);
		founds_drop(p->db, kept);
	}
	return 0;
}

int db_find(struct db *db, const struct selection *selection,
	    bool with_samples, struct arena *arena, struct db_found *out,
	    struct err *err)
{
	struct plan plan;
	struct run_row *rows;
	size_t n;

	memset(out, 0, sizeof(*out));
	if (plan_make(&plan, db, selection, arena, err) < 0)
		return -1;
	if (!with_samples && is_lasting(selection))
		return find_lasting(&plan, arena, out, err);
	return plan_runs(&plan, 0, 0, &rows, &n, err) < 0 ?
		-1 : add_runs(&plan, rows, n, with_samples, out, err);
}

int db_find_runs(struct db *db, const struct selection *selection,
		 int64_t before, size_t limit, struct arena *arena,
		 struct db_run ***runs, size_t *n, struct err *err)
{
	struct plan plan;
	struct run_row *rows;
	size_t n_rows, i;

	if (plan_make(&plan, db, selection, arena, err) < 0)
		return -1;
	plan.trash_too = selection->n == 1 && plan_names_runs(&plan);
	if (plan_runs(&plan, before, limit < LIMIT_QUERY_RUNS ? limit : 0,
		      &rows, &n_rows, err) < 0)
		return -1;
	*n = n_rows < limit ? n_rows : limit;
	*runs = arena_alloc(arena, *n * sizeof(**runs));
	for (i = 0; i < *n; i++) {
		(*runs)[i] = run_of_row(&plan, &rows[n_rows - 1 - i], err);
		if (!(*runs)[i])
			return -1;
	}
	return 0;
}

int db_find_run_ids(struct db *db, const struct selection *selection,
		    int64_t from, int64_t to, struct arena *arena,
		    int64_t **ids, size_t *n, struct err *err)
{
	struct arena work = { 0 };
	struct run_row *rows;
	struct plan plan;
	size_t i;
	int failed = plan_make(&plan, db, selection, &work, err);

	if (!failed) {
		plan.trash_too = selection->n == 1 && plan_names_runs(&plan);
		plan.run_lo = plan.run_lo > from ? plan.run_lo : from;
		plan.run_hi = plan.run_hi < to ? plan.run_hi : to;
		failed = plan_runs(&plan, 0, 0, &rows, n, err);
	}
	if (!failed)
		*ids = arena_alloc(arena, *n * sizeof(**ids));
	for (i = 0; !failed && i < *n; i++)
		(*ids)[i] = rows[i].id;
	arena_release(&work);
	return failed;
}

int db_run_by_id(struct db *db, int64_t run_id, struct arena *arena,
		 struct db_run **out, struct err *err)
{
	struct selection everything = { 0 };
	struct run_row row;
	struct plan plan;
	sqlite3_stmt *s;
	int got;

	if (plan_make(&plan, db, &everything, arena, err) < 0)
		return -1;
	s = stmt_take(db, SQL_RUN_BY_ID);
	bind_int(s, 1, run_id);
	got = stmt_step(db, SQL_RUN_BY_ID, err);
	if (got < 0)
		return -1;
	if (got)
		run_row_read(s, &row);
	stmt_done(db, SQL_RUN_BY_ID);
	if (!got)
		return err_set(err, ERR_NOT_FOUND, "there is no run %lld",
			       (long long)run_id);
	*out = run_of_row(&plan, &row, err);
	return *out ? 0 : -1;
}

int db_run_results(struct db *db, struct db_run *run, struct arena *arena,
		   struct db_found *out, struct err *err)
{
	struct selection everything = { 0 };
	struct plan plan;

	memset(out, 0, sizeof(*out));
	if (plan_make(&plan, db, &everything, arena, err) < 0)
		return -1;
	plan.by_role = true; /* all roles are wanted */
	return add_run(&plan, true, out, run, err);
}
