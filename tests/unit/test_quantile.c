/*
 * test_quantile.c - quantiles and their intervals; test_oracle.c has R's.
 * Coverage is measured by tests/long/calibration.t.
 */
#include <string.h>

#include "describe.h"
#include "near.h"
#include "quantile.h"
#include "random.h"

#define MANY 3000

static double scratch[2 * QUANTILE_DRAWS];

/* 1..n, times a factor. */
static void count_up(double *x, size_t n, double factor)
{
	size_t i;

	for (i = 0; i < n; i++)
		x[i] = factor * (double)(i + 1);
}

static void test_type6(void **state)
{
	static const double x[] = { 10, 20, 30, 40, 50 };

	(void)state; /* R: quantile(x, c(...), type = 6) */
	assert_near(stats_quantile6(x, 5, 0), 10, 0);
	assert_near(stats_quantile6(x, 5, .1), 10, 0);
	assert_near(stats_quantile6(x, 5, .25), 15, 1e-15);
	assert_near(stats_quantile6(x, 5, .4), 24, 1e-15);
	assert_near(stats_quantile6(x, 5, .5), 30, 0);
	assert_near(stats_quantile6(x, 5, .9), 50, 0);
	assert_near(stats_quantile6(x, 1, .3), 10, 0);
}

static void test_median_interval(void **state)
{
	struct rank_interval r;
	double x[100];

	(void)state;
	count_up(x, 100, 1);
	r = stats_median_interval(x, 5, .95);
	assert_nan(r.level);
	assert_nan(r.interval.lo);
	assert_int_equal(r.lo_rank, 0);
	r = stats_median_interval(x, 6, .95);
	assert_int_equal(r.lo_rank, 1);
	assert_int_equal(r.hi_rank, 6);
	assert_near(r.level, 1 - 2. / 64, 1e-15);
	r = stats_median_interval(x, 5, .9);
	assert_near(r.level, 1 - 2. / 32, 1e-15);
	r = stats_median_interval(x, 100, .95);
	assert_near(r.interval.lo, 40, 0);
	assert_near(r.interval.hi, 61, 0);
	r = stats_median_interval(x, 0, .95);
	assert_nan(r.interval.hi);
}

static void test_needs(void **state)
{
	(void)state;
	assert_int_equal(stats_quantile_needs(.99), 1000);
	assert_int_equal(stats_quantile_needs(.95), 200);
	assert_int_equal(stats_quantile_needs(.9), 100);
	assert_int_equal(stats_quantile_needs(.5), 6);
	assert_int_equal(stats_quantile_needs(.01), 1000);
	assert_true(stats_quantile_needs(0) == SIZE_MAX);
	assert_true(stats_quantile_needs(1) == SIZE_MAX);
}

/* The r-th smallest of n draws from 1..n, by drawing. */
static void test_interval_by_force(void **state)
{
	static double x[MANY], draw[31], medians[20000];
	struct rank_interval r;
	uint64_t seed = 1;
	size_t i, k;

	(void)state;
	count_up(x, MANY, 1);
	for (i = 0; i < 20000; i++) {
		for (k = 0; k < 31; k++)
			draw[k] = x[random_below(&seed, 31)];
		stats_sort(draw, 31);
		medians[i] = draw[15];
	}
	stats_sort(medians, 20000);
	r = stats_quantile_interval(x, 31, .5, .95);
	assert_near(r.interval.lo, medians[500], 0);
	assert_near(r.interval.hi, medians[19500], 0);
	assert_int_equal(r.lo_rank, (size_t)r.interval.lo);
	/* R: qbeta(c(.025, .975), 15.5, 15.5) * 30 is 9.84, 20.16 */
	r = stats_quantile_interval(x, 30, .5, .95);
	assert_int_equal(r.lo_rank, 10);
	assert_int_equal(r.hi_rank, 21);
	r = stats_quantile_interval(x, 999, .99, .95);
	assert_nan(r.interval.lo);
	r = stats_quantile_interval(x, 1000, .99, .95);
	assert_true(r.lo_rank < 990 && r.hi_rank > 991 && r.hi_rank <= 1000);
}

static void test_pair(void **state)
{
	static double a[MANY], b[MANY];
	struct quantile_pair q, again;

	(void)state;
	count_up(a, MANY, 1);
	count_up(b, 2000, 3);
	assert_true(stats_quantile_pair(a, MANY, b, 2000, .9, .95, scratch,
					&q));
	assert_near(q.a, stats_quantile(a, MANY, .9), 0);
	assert_near(q.diff, q.b - q.a, 0);
	assert_near(q.change_ratio, q.b / q.a - 1, 1e-12);
	/* By the normal approximation of the ranks. */
	assert_near(q.diff_interval.hi - q.diff_interval.lo, 2 * 1.96 *
		    sqrt(MANY * .09 + 9 * 2000 * .09), .03);
	assert_true(q.diff_interval.lo < q.diff && q.diff < q.diff_interval.hi);
	assert_true(q.change_interval.lo < q.change_ratio &&
		    q.change_ratio < q.change_interval.hi);
	memset(scratch, 1, sizeof(scratch));
	memset(&again, 1, sizeof(again));
	stats_quantile_pair(a, MANY, b, 2000, .9, .95, scratch, &again);
	assert_near(again.diff_interval.lo, q.diff_interval.lo, 0);
	assert_near(again.change_interval.hi, q.change_interval.hi, 0);
	b[1999] += 1; /* other data, another seed */
	stats_quantile_pair(a, MANY, b, 2000, .9, .95, scratch, &again);
	assert_true(again.change_interval.hi != q.change_interval.hi);
}

static void test_pair_not_defined(void **state)
{
	static double a[MANY], b[MANY];
	struct quantile_pair q;

	(void)state;
	count_up(a, MANY, 1);
	count_up(b, MANY, 1);
	assert_true(stats_quantile_pair(a, 50, b, MANY, .9, .95, scratch, &q));
	assert_near(q.a, 45.1, 1e-12);
	assert_nan(q.a_interval.lo);
	assert_true(q.b_interval.lo > 0);
	assert_nan(q.diff_interval.lo);
	assert_nan(q.change_interval.lo);
	assert_true(q.diff > 0);
	assert_false(stats_quantile_pair(a, 0, b, MANY, .9, .95, scratch, &q));
	assert_nan(q.a);
	assert_nan(q.diff);
	assert_true(q.b > 0);
	a[0] = -1; /* of mixed sign: no ratio */
	assert_true(stats_quantile_pair(a, 200, b, 200, .5, .95, scratch, &q));
	assert_nan(q.change_ratio);
	assert_nan(q.change_interval.lo);
	assert_true(q.diff_interval.lo <= 0 && q.diff_interval.hi >= 0);
	memset(a, 0, sizeof(a));
	stats_quantile_pair(a, 200, b, 200, .5, .95, scratch, &q);
	assert_nan(q.change_ratio);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_type6),
		cmocka_unit_test(test_median_interval),
		cmocka_unit_test(test_needs),
		cmocka_unit_test(test_interval_by_force),
		cmocka_unit_test(test_pair),
		cmocka_unit_test(test_pair_not_defined),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("quantile", tests, NULL, NULL);
}
