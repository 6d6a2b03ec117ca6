/* test_ends.c - the least and the largest sample, stored or left to samples. */
#include "ends.h"

#include <math.h>

#include "archive.h"
#include "random.h"

#define SETS 12

static const struct db_upload plain;

/* Of few values, so that there are ties; none is -0. */
static double value(uint64_t *state)
{
	static const double odd[] = { 0, 5e-324, -5e-324, 1e308, -1e308, 1 / 3.,
				      .1 + .2, -7.25 };

	return random_below(state, 3) ?
		(double)random_below(state, 20) / 10 - 1 :
		odd[random_below(state, N_OF(odd))];
}

/* One run with a series of each size from n on. */
static struct metric *store_sets(struct archive *a, size_t n, uint64_t *state)
{
	struct report *r = arena_alloc(&a->arena, sizeof(*r));
	struct db_stored stored;
	struct err err;
	size_t i, k;

	report_init(r, &a->arena);
	report_tag(r, report_run_new(r), "host", "apu2");
	for (i = 0; i < SETS; i++) {
		double *x = arena_alloc(&a->arena, (n + i) * sizeof(*x));

		for (k = 0; k < n + i; k++)
			x[k] = value(state);
		report_samples(r, 0, "t", NULL,
			       arena_printf(&a->arena, "m%zu", i), "s",
			       BETTER_LOWER, ROLE_SAMPLE, x, n + i);
	}
	assert_done(archive_store(a, r, (int)n, true, plain, &stored, &err),
		    &err);
	assert_int_equal(r->runs[0].results[0].n_metrics, SETS);
	return r->runs[0].results[0].metrics;
}

/* SQLite keeps no sign of a zero, and one NaN is as good as another. */
static void assert_equal(double x, double y)
{
	assert_true(x == y || (isnan(x) && isnan(y)));
}

static void assert_same_summary(const struct summary *x,
				const struct summary *y)
{
	assert_int_equal(x->n, y->n);
	assert_memory_equal(&x->min, &y->min, sizeof(x->min));
	assert_memory_equal(&x->max, &y->max, sizeof(x->max));
	assert_equal(x->mean, y->mean);
	assert_equal(x->stddev, y->stddev);
	assert_equal(x->median, y->median);
}

/* What is read is what stats_describe() said, asked for samples or not. */
static void test_as_described(void **state)
{
	uint64_t random = 20261201;
	struct archive a;
	size_t n, i;

	(void)state;
	archive_make(&a);
	for (n = 1; n < ENDS_FEW + 2 * SETS; n += SETS) {
		const struct metric *m = store_sets(&a, n, &random);
		struct condition newest = RECORDED("host");
		struct selection s = { .conditions = &newest, .n = 1 };
		struct db_found bare, whole;
		struct err err;

		assert_done(db_find(a.db, &s, false, &a.arena, &bare, &err),
			    &err);
		assert_done(db_find(a.db, &s, true, &a.arena, &whole, &err),
			    &err);
		assert_int_equal(bare.n_results, whole.n_results);
		assert_int_equal(bare.n_samples, 0);
		for (i = 0; i < SETS; i++) {
			size_t at = bare.n_results - SETS + i;

			assert_null(bare.results[at].set.samples);
			assert_false(bare.results[at].summary_only);
			assert_same_summary(&bare.results[at].set.summary,
					    &m[i].summary);
			assert_same_summary(&whole.results[at].set.summary,
					    &m[i].summary);
			assert_memory_equal(whole.results[at].set.samples,
					    m[i].samples,
					    m[i].n * sizeof(double));
		}
	}
	archive_remove(&a);
}

static bool told(double *x, size_t n)
{
	double scratch[ENDS_FEW + 1];
	struct metric m = { .samples = x, .n = n };

	stats_describe(x, n, scratch, &m.summary);
	return ends_told(&m);
}

static void test_told(void **state)
{
	struct metric m = { .n = 3, .summary = { 3, 1, 3, 2, 1, 2 } };
	double x[ENDS_FEW + 1];
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(x); i++)
		x[i] = (double)(i * 7 % 5) / 3;
	for (i = 1; i <= ENDS_FEW; i++)
		assert_true(told(x, i));
	assert_false(told(x, ENDS_FEW + 1));
	assert_false(ends_told(&m)); /* a summary alone */
	m.samples = x;
	assert_false(ends_told(&m)); /* one of something else */
	assert_true(told((double[]){ -0., 1 }, 2));
	assert_true(told((double[]){ 0, 0 }, 2));
}

/* Whichever zero a sort put at an end, what is read is equal to it. */
static void test_zeros(void **state)
{
	double x[][3] = { { -0., 0, 0 }, { 0, -0., 0 }, { 0, 0, -0. },
			  { -0., -0., 0 }, { -0., 1, 2 }, { -1, -2, -0. } };
	struct condition all = RECORDED("host");
	struct db_stored stored;
	struct db_found found;
	struct archive a;
	struct report r;
	struct err err;
	size_t i;

	(void)state;
	archive_make(&a);
	report_init(&r, &a.arena);
	report_tag(&r, report_run_new(&r), "host", "apu2");
	for (i = 0; i < N_OF(x); i++)
		report_samples(&r, 0, "t", NULL,
			       arena_printf(&a.arena, "m%zu", i), "s",
			       BETTER_LOWER, ROLE_SAMPLE, x[i], 3);
	assert_done(archive_store(&a, &r, 1, true, plain, &stored, &err),
		    &err);
	archive_find(&a, &all, 1, &found);
	assert_int_equal(found.n_results, N_OF(x));
	for (i = 0; i < N_OF(x); i++) {
		const struct summary *got = &found.results[i].set.summary;
		const struct summary *want =
			&r.runs[0].results[0].metrics[i].summary;

		assert_true(got->min == want->min && got->max == want->max);
	}
	archive_remove(&a);
}

/* A blob lies at any address. */
static void test_any_address(void **state)
{
	double x[] = { 3, -1e300, 2, 1e300, 0 }, min, max;
	char bytes[sizeof(x) + 1];

	(void)state;
	memcpy(bytes + 1, x, sizeof(x));
	ends_find(bytes + 1, N_OF(x), &min, &max);
	assert_true(min == -1e300 && max == 1e300);
	ends_find(bytes + 1, 1, &min, &max);
	assert_true(min == 3 && max == 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_described),
		cmocka_unit_test(test_told),
		cmocka_unit_test(test_zeros),
		cmocka_unit_test(test_any_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
