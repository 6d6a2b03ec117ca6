/*
 * test_select_random.c - selections over random archives, against a plain
 * reading of the conditions; counts that are kept, against counting.
 */
#include "db.h"

#include "archive.h"
#include "db_private.h"
#include "list.h"
#include "order.h"
#include "random.h"
#include "unit.h"

#define N_RUNS 150

/* What was stored, kept here as well. */
struct model {
	struct report reports[N_RUNS];
	bool complete[N_RUNS], trashed[N_RUNS];
	int64_t at_ns[N_RUNS];
	size_t n;
};

static const char *const keys[] = { "k0", "k1", "k2", "option.A", "option.B",
				    "test", "metric", "role", "unit", "p",
				    "at" };
static const char *const values[] = { "1", "2", "10", "y", "n" };
static const char *const tests[] = { "udp", "tcp", "sys" };
static const char *const metrics[] = { "rate", "time" };
static const char *const units[] = { "pps", "kpps", "packets/s", "s" };

#define PICK(list) list[random_below(seed, N_OF(list))]

static void random_run(struct archive *a, struct report *r, uint64_t *seed)
{
	size_t i;

	report_init(r, &a->arena);
	report_run_new(r);
	for (i = 0; i < 5; i++)
		if (random_below(seed, 2))
			report_tag(r, 0, keys[i], PICK(values));
	for (i = random_below(seed, 4); i; i--) {
		struct tags params = { 0 };

		if (random_below(seed, 2))
			tags_set(&params, &a->arena, "k2", PICK(values));
		if (random_below(seed, 2))
			tags_set(&params, &a->arena, "p", PICK(values));
		if (!random_below(seed, 6))
			report_failure(r, 0, PICK(tests), &params, NULL, "no",
				       1);
		else
			report_sample(r, 0, PICK(tests), &params,
				      PICK(metrics), PICK(units),
				      BETTER_UNKNOWN,
				      random_below(seed, 5) ? ROLE_SAMPLE :
							      ROLE_INTERVAL,
				      1);
	}
}

/* The times of runs are a day apart; one that is corrected lies anywhere. */
static int64_t random_day(const struct archive *a, uint64_t *seed)
{
	return a->now_ns - (int64_t)random_below(seed, N_RUNS) * ARCHIVE_DAY_NS;
}

static void correct_time(struct archive *a, struct model *m, uint64_t *seed)
{
	size_t i = random_below(seed, m->n);
	struct db_editor by = { "x", 78 };
	struct db_correction c = { .run_id = (int64_t)i + 1, .has_at = true,
				   .at_ns = random_day(a, seed), .terms = "" };
	struct err err;
	int64_t edit;

	assert_done(db_write_begin(a->db, &err), &err);
	assert_done(db_correct(a->db, &c, &by, &edit, &err), &err);
	assert_done(db_write_commit(a->db, &err), &err);
	m->at_ns[i] = c.at_ns;
}

static void one_more_run(struct archive *a, struct model *m, uint64_t *seed)
{
	size_t i = m->n++;
	struct err err;

	random_run(a, &m->reports[i], seed);
	m->complete[i] = !random_below(seed, 4);
	archive_store_one(a, &m->reports[i], m->complete[i]);
	m->at_ns[i] = a->now_ns;
	m->trashed[i] = false;
	i = random_below(seed, m->n); /* also one that was found before */
	if (!random_below(seed, 8)) {
		assert_done(archive_trash(a->db, (int64_t)i + 1, "x", "", &err),
			    &err);
		m->trashed[i] = true;
	} else if (!random_below(seed, 8)) {
		correct_time(a, m, seed);
	}
}

static void random_archive(struct archive *a, struct model *m, size_t n,
			   uint64_t *seed)
{
	archive_make(a);
	for (m->n = 0; m->n < n;)
		one_more_run(a, m, seed);
}

static void random_times(struct archive *a, struct condition *c,
			 uint64_t *seed)
{
	int64_t *ns = arena_alloc(&a->arena, 4 * sizeof(*ns));
	size_t i;

	c->kind = COND_EQUAL;
	c->negate = !random_below(seed, 4);
	c->n_values = 1 + random_below(seed, 2);
	for (i = 0; i < c->n_values; i++) {
		ns[i] = random_day(a, seed);
		ns[i] -= ns[i] % ARCHIVE_DAY_NS;
		ns[2 + i] = ns[i] + (int64_t)random_below(seed, 40) *
			ARCHIVE_DAY_NS;
	}
	c->from_ns = ns;
	c->to_ns = ns + 2;
}

static void random_condition(struct archive *a, struct condition *c,
			     uint64_t *seed)
{
	static const char *const lists[4][5] = {
		{ "udp", "tcp", "sys", "x", "udp" },
		{ "rate", "time", "rate", "time", "x" },
		{ "sample", "interval", "sample", "stream", "interval" },
		{ "pps", "kpps", "packets/s", "s", "bit/s" },
	};
	size_t k = random_below(seed, N_OF(keys)), i;
	const char *const *list = k >= 5 && k < 9 ? lists[k - 5] : values;

	memset(c, 0, sizeof(*c));
	c->key = keys[k];
	c->values = arena_alloc(&a->arena, 5 * sizeof(*c->values));
	if (!strcmp(c->key, "at")) {
		random_times(a, c, seed);
		return;
	}
	c->kind = (enum condition_kind)random_below(seed, 6);
	if (k >= 5 && k < 9)
		c->kind = COND_EQUAL;
	else if (!strncmp(c->key, "option.", 7) && random_below(seed, 2))
		c->kind = random_below(seed, 2) ? COND_OPTION_ON :
						  COND_OPTION_OFF;
	c->negate = c->kind <= COND_CONTAINS && random_below(seed, 3) == 0;
	c->n_values = c->kind == COND_EQUAL ? 1 + random_below(seed, 5) : 1;
	for (i = 0; i < c->n_values; i++)
		c->values[i] = list[random_below(seed, 5)];
	if (random_below(seed, 3))
		c->lo = values[random_below(seed, 5)];
	if (!c->lo || random_below(seed, 2))
		c->hi = values[random_below(seed, 5)];
}

/* The grammar's table, sec. 3 of the design, read literally. */
static bool plainly_holds(const struct condition *c, const char *v)
{
	bool holds = false;
	size_t i;

	switch (c->kind) {
	case COND_EQUAL:
		for (i = 0; v && i < c->n_values; i++)
			holds |= !strcmp(c->key, "unit") ?
				unit_same(v, c->values[i]) :
				!strcmp(v, c->values[i]);
		break;
	case COND_RANGE:
		holds = v && (!c->lo || order_compare(c->key, v, c->lo) >= 0) &&
			(!c->hi || order_compare(c->key, v, c->hi) <= 0);
		break;
	case COND_PREFIX:
		holds = v && strstr(v, c->values[0]) == v;
		break;
	case COND_CONTAINS:
		holds = v && strstr(v, c->values[0]);
		break;
	case COND_MISSING:
		holds = !v;
		break;
	case COND_RECORDED:
		holds = v;
		break;
	case COND_OPTION_ON:
		holds = v && !strcmp(v, "y");
		break;
	case COND_OPTION_OFF:
		holds = v && !strcmp(v, "n");
		break;
	}
	return c->negate ? !holds : holds;
}

/* The value of a key in a result; m is NULL for a failure. */
static const char *value_of(const struct run *run, bool complete,
			    const char *test, const struct tags *params,
			    const struct metric *m, const char *key)
{
	const char *v;

	if (!strcmp(key, "test"))
		return test;
	if (!strcmp(key, "metric"))
		return m->name;
	if (!strcmp(key, "role"))
		return role_name(m->role);
	if (!strcmp(key, "unit"))
		return m->unit;
	v = tags_get(params, key);
	if (!v)
		v = tags_get(&run->tags, key);
	return v || !complete || strncmp(key, "option.", 7) ? v : "n";
}

static bool plainly_of_times(const struct condition *c, int64_t at_ns)
{
	bool holds = false;
	size_t i;

	for (i = 0; i < c->n_values; i++)
		holds |= at_ns >= c->from_ns[i] && at_ns < c->to_ns[i];
	return holds != c->negate;
}

/* m is NULL for a failure. */
static bool all_hold(const struct condition *c, size_t n,
		     const struct model *model, size_t k, const char *test,
		     const struct tags *params, const struct metric *m)
{
	const struct run *run = &model->reports[k].runs[0];
	bool by_role = false;
	size_t i;

	for (i = 0; i < n; i++) {
		bool about_metric = !strcmp(c[i].key, "metric") ||
			!strcmp(c[i].key, "role") || !strcmp(c[i].key, "unit");

		by_role |= !strcmp(c[i].key, "role");
		if (!m && about_metric)
			continue; /* a test that failed failed in all of them */
		if (!strcmp(c[i].key, "at") ?
			    !plainly_of_times(&c[i], model->at_ns[k]) :
			    !plainly_holds(&c[i], value_of(run,
					model->complete[k], test, params, m,
					c[i].key)))
			return false;
	}
	return !m || by_role || m->role == ROLE_SAMPLE;
}

/* As archive_find(), from the model; counts results and failures too. */
static const char *plainly_find(struct archive *a, const struct model *m,
				const struct condition *c, size_t n,
				size_t *n_results, size_t *n_failures)
{
	const char *ids = "";
	size_t i, j, k;

	*n_results = *n_failures = 0;
	for (i = 0; i < m->n; i++) {
		const struct run *run = &m->reports[i].runs[0];
		size_t before = *n_results + *n_failures;

		if (m->trashed[i])
			continue;
		for (j = 0; j < run->n_results; j++)
			for (k = 0; k < run->results[j].n_metrics; k++)
				*n_results += all_hold(
					c, n, m, i, run->results[j].test,
					&run->results[j].params,
					&run->results[j].metrics[k]);
		for (j = 0; j < run->n_failures; j++)
			*n_failures += all_hold(c, n, m, i,
						run->failures[j].test,
						&run->failures[j].params,
						NULL);
		if (*n_results + *n_failures > before)
			ids = arena_printf(&a->arena, "%s%s%zu", ids,
					   *ids ? " " : "", i + 1);
	}
	return ids;
}

static void describe(const struct condition *c, size_t n)
{
	size_t i, j;

	for (i = 0; i < n; i++) {
		print_message("# %s%s kind %d lo %s hi %s:",
			      c[i].negate ? "-" : "", c[i].key,
			      (int)c[i].kind, c[i].lo ? c[i].lo : "",
			      c[i].hi ? c[i].hi : "");
		for (j = 0; j < c[i].n_values; j++)
			print_message(" %s", c[i].values[j]);
		print_message("\n");
	}
}

/* Those of a list "12 5 1" that are below `before`, at most limit of them. */
static const char *page_of(struct archive *a, const char *ids, int64_t before,
			   size_t limit)
{
	const char *out = "";
	char *end;

	for (; *ids && limit; ids = *end ? end + 1 : end) {
		long long id = strtoll(ids, &end, 10);

		if (before && id >= before)
			continue;
		out = arena_printf(&a->arena, "%s%s%lld", out, *out ? " " : "",
				   id);
		limit--;
	}
	return out;
}

static const char *find_runs(struct archive *a, const struct selection *sel,
			     int64_t before, size_t limit)
{
	struct db_run **runs;
	const char *ids = "";
	struct err err;
	size_t n, i;

	assert_done(db_find_runs(a->db, sel, before, limit, &a->arena, &runs,
				 &n, &err), &err);
	for (i = 0; i < n; i++)
		ids = arena_printf(&a->arena, "%s%s%lld", ids, *ids ? " " : "",
				   (long long)runs[i]->id);
	return ids;
}

/*
 * Pages of runs, of some lengths and from some place on: all of them are found
 * another way than a few of the newest.
 */
static void check_pages(struct archive *a, const struct condition *c, size_t n,
			uint64_t *seed)
{
	struct selection sel = { .conditions = (struct condition *)(uintptr_t)c,
				 .n = n };
	size_t limit = 1 + random_below(seed, 12);
	int64_t before = random_below(seed, 2) ?
				 1 + (int64_t)random_below(seed, N_RUNS) : 0;
	const char *all = find_runs(a, &sel, 0, LIMIT_QUERY_RUNS);
	const char *want = page_of(a, all, before, limit);
	const char *got = find_runs(a, &sel, before, limit);

	if (strcmp(got, want)) {
		describe(c, n);
		fail_msg("%zu before %lld: found '%s', want '%s'", limit,
			 (long long)before, got, want);
	}
}

/* Without samples, where what was found before may be kept. */
static void check_kept(struct archive *a, struct condition *c, size_t n,
		       const struct db_found *want)
{
	struct selection sel = { .conditions = c, .n = n };
	struct db_found got;
	struct err err;
	size_t i;

	assert_done(db_find(a->db, &sel, false, &a->arena, &got, &err), &err);
	if (got.n_results != want->n_results)
		describe(c, n);
	assert_int_equal(got.n_runs, want->n_runs);
	assert_int_equal(got.n_results, want->n_results);
	assert_int_equal(got.n_failures, want->n_failures);
	for (i = 0; i < got.n_results; i++) {
		const struct db_result *x = &got.results[i];
		const struct db_result *y = &want->results[i];

		assert_int_equal(x->run->id, y->run->id);
		assert_ptr_equal(x->series, y->series);
		assert_int_equal(x->run->env->tags.n, y->run->env->tags.n);
		assert_true(x->set.summary.median == y->set.summary.median);
	}
}

static void check_random(size_t few)
{
	static struct model m;
	uint64_t seed = 2026;
	struct archive a;
	size_t i, j;

	random_archive(&a, &m, N_RUNS / 3, &seed);
	a.db->few = few;
	for (i = 0; i < 3000; i++) {
		struct condition c[4];
		size_t n = random_below(&seed, 4), n_results, n_failures;
		struct db_found found;
		const char *want, *got;

		if (m.n < N_RUNS && i % 20 == 0)
			one_more_run(&a, &m, &seed);
		postings_trim(a.db); /* as between any two requests */
		founds_trim(a.db);
		for (j = 0; j < n; j++)
			random_condition(&a, &c[j], &seed);
		want = plainly_find(&a, &m, c, n, &n_results, &n_failures);
		got = archive_find(&a, c, n, &found);
		if (strcmp(got, want) || found.n_results != n_results ||
		    found.n_failures != n_failures) {
			describe(c, n);
			fail_msg("found '%s', want '%s'", got, want);
		}
		check_kept(&a, c, n, &found);
		check_pages(&a, c, n, &seed);
	}
	archive_remove(&a);
}

/* And as an archive is searched whose tags, environments and runs are many. */
static void test_random(void **state)
{
	(void)state;
	check_random(4096);
	check_random(2);
	check_random(6);
}

/* The live counts that are kept, counted again. */
static size_t recount(const struct model *m, const char *key, const char *value)
{
	size_t i, j, n = 0;

	for (i = 0; i < N_RUNS; i++) {
		const struct run *run = &m->reports[i].runs[0];
		const char *v = key ? tags_get(&run->tags, key) : NULL;
		bool has = v && !strcmp(v, value);

		for (j = 0; !key && j < run->n_results; j++)
			has |= !strcmp(run->results[j].test, value);
		n += has && !m->trashed[i];
	}
	return n;
}

static void test_counts(void **state)
{
	static const char *const tagged[] = { "k0", "k1", "option.A" };
	static struct model m;
	uint64_t seed = 7;
	struct archive a;
	struct db_count *c;
	struct db_totals t;
	struct err err;
	size_t i, j, n, live = 0, results = 0;

	(void)state;
	random_archive(&a, &m, N_RUNS, &seed);
	for (i = 0; i < N_OF(tagged); i++) {
		assert_done(db_tag_values(a.db, tagged[i], NULL, 9, &a.arena,
					  &c, &n, &err), &err);
		assert_int_equal(n, 5);
		for (j = 0; j < n; j++)
			assert_int_equal(c[j].n_runs,
					 recount(&m, tagged[i], c[j].name));
	}
	assert_done(db_tests(a.db, &a.arena, &c, &n, &err), &err);
	assert_int_equal(n, 3);
	for (j = 0; j < n; j++)
		assert_int_equal(c[j].n_runs, recount(&m, NULL, c[j].name));
	for (i = 0; i < N_RUNS; i++) {
		live += !m.trashed[i];
		results += m.trashed[i] ? 0 : m.reports[i].n_results -
			m.reports[i].runs[0].n_failures;
	}
	assert_done(db_totals(a.db, &t, &err), &err);
	assert_int_equal(t.n_runs, live);
	assert_int_equal(t.n_trashed, N_RUNS - live);
	assert_int_equal(t.n_results, results);
	archive_remove(&a);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_counts),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("select_random", all, NULL, NULL);
}
