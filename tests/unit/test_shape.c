/*
 * test_shape.c - what a set looks like; test_oracle.c has R's for 74 sets.
 */
#include <string.h>

#include "describe.h"
#include "near.h"
#include "random.h"
#include "shape.h"

#define MANY 300000

static double x[MANY], sorted[MANY], scratch[5 * SHAPE_BLOCKS_FROM];

static double uniform(uint64_t *seed)
{
	return (double)(splitmix_next(seed) >> 11) * 0x1p-53;
}

/* Roughly normal: mean 0, variance 1. */
static double normal(uint64_t *seed)
{
	double sum = -6;
	int i;

	for (i = 0; i < 12; i++)
		sum += uniform(seed);
	return sum;
}

static struct shape measure(size_t n)
{
	struct shape s;

	assert_true(stats_shape_scratch(n) <= sizeof(scratch) / 8);
	memcpy(sorted, x, n * sizeof(*x));
	stats_sort(sorted, n);
	memset(&s, 1, sizeof(s));
	assert_true(stats_shape(x, sorted, n, scratch, &s));
	return s;
}

static void set(const double *from, size_t n)
{
	memcpy(x, from, n * sizeof(*x));
}

static void test_outliers(void **state)
{
	static const double v[] = { 10, 11, 12, 13, 14, 15, 16, 17, 18, 30,
				    60 };
	struct shape s;

	(void)state; /* quartiles 12.5 and 17.5 */
	set(v, 11);
	s = measure(11);
	assert_near(s.mild.lo, 5, 0);
	assert_near(s.mild.hi, 25, 0);
	assert_near(s.far.hi, 32.5, 0);
	assert_int_equal(s.mild.n_above, 2);
	assert_int_equal(s.far.n_above, 1);
	assert_int_equal(s.mild.n_below + s.far.n_below, 0);
	assert_near(s.mild.mean_without, 14, 1e-15);
	assert_near(s.far.mean_without, 15.6, 1e-15);
}

static void test_drift(void **state)
{
	static const double v[] = { 1, 3, 2, 4, 6, 5, 7, 8 };
	uint64_t seed = 1;
	struct shape s;
	size_t i;

	(void)state;
	set(v, 8);
	s = measure(8);
	assert_near(s.drift_tau, 24. / 28, 1e-12);
	assert_int_equal(s.drift_block, 1);
	/* R: 2 * pnorm(-23 / sqrt(8 * 7 * 21 / 18)) */
	assert_near(s.drift_p, 0.00443400830310065, 1e-12);
	for (i = 0; i < MANY; i++)
		x[i] = normal(&seed);
	s = measure(MANY);
	assert_int_equal(s.drift_block, 30);
	assert_true(s.drift_p > .001);
	for (i = 0; i < MANY; i++)
		x[i] += 1e-7 * (double)i; /* 3 % of the spread in all */
	s = measure(MANY);
	assert_true(s.drift_p < .01);
	assert_true(s.drift_tau > 0);
}

static void test_memory(void **state)
{
	uint64_t seed = 4;
	struct shape s;
	size_t i;

	(void)state;
	x[0] = 0;
	for (i = 1; i < 2000; i++)
		x[i] = .5 * x[i - 1] + normal(&seed);
	s = measure(2000);
	assert_near(s.r1, .5, .1);
	assert_true(s.ljung_box_p < 1e-20);
	assert_near(s.n_effective, 2000. / 3, .15);
	for (i = 0; i < 20; i++)
		x[i] = i % 2 ? 1 : -1;
	s = measure(20);
	assert_near(s.r1, -.95, 1e-12);
	assert_near(s.n_effective, 20, 0); /* never more than there are */
}

static void test_first(void **state)
{
	static const double v[] = { 90, 100, 101, 99, 100, 102, 98, 100 };
	static const double w[] = { 90, 100, 100, 100, 100 };
	struct shape s;

	(void)state;
	set(v, 8);
	s = measure(8);
	assert_near(s.first_change_ratio, -.1, 1e-12);
	/* R: 2 * pt(-10 / (sd(v[-1]) * sqrt(1 + 1/7)), 6) */
	assert_near(s.first_p, 0.000350987404797066, 1e-10);
	set(w, 5);
	s = measure(5);
	assert_nan(s.first_p);
	assert_near(s.first_change_ratio, -.1, 1e-12);
}

static void test_two_humps(void **state)
{
	uint64_t seed = 9;
	struct shape s;
	size_t i;

	(void)state;
	for (i = 0; i < 100; i++)
		x[i] = normal(&seed) + (i % 2 ? 8 : 0);
	s = measure(100);
	assert_true(s.dip_p < 1e-4);
	for (i = 0; i < 100; i++) /* a long tail is not two humps */
		x[i] = exp(normal(&seed));
	s = measure(100);
	assert_true(s.dip_p > .05);
	for (i = 0; i < 100; i++) /* nor is rounding to seven values */
		x[i] = floor(2 * normal(&seed) + .5);
	s = measure(100);
	assert_true(stats_dip_p(stats_dip(sorted, 100, scratch), 100) < .01);
	assert_true(s.dip_p > .05);
	assert_true(s.tie_share > .9);
	assert_near(s.step, 1, 0);
}

/* The p of a dip is itself uniform, as a p should be. */
static void test_dip_p(void **state)
{
	uint64_t seed = 11;
	size_t i, round, below_5 = 0, below_1 = 0;

	(void)state;
	for (round = 0; round < 4000; round++) {
		size_t n = 8 + round % 60;
		double p;

		for (i = 0; i < n; i++)
			sorted[i] = uniform(&seed);
		stats_sort(sorted, n);
		p = stats_dip_p(stats_dip(sorted, n, scratch), n);
		assert_true(p > 0 && p <= 1);
		below_5 += p < .05;
		below_1 += p < .01;
	}
	assert_true(below_5 > 160 && below_5 < 240);
	assert_true(below_1 > 20 && below_1 < 60);
	assert_nan(stats_dip_p(.1, 3));
	assert_near(stats_dip_p(.05, 10), 1, 0);
	assert_true(stats_dip_p(.25, 1000) < 1e-9);
}

static void test_ends(void **state)
{
	static const double same[] = { 7, 7, 7, 7, 7, 7, 7, 7, 7 };
	struct shape s;

	(void)state;
	set(same, 9);
	s = measure(9);
	assert_true(s.constant);
	assert_int_equal(s.n_distinct, 1);
	assert_nan(s.step);
	assert_nan(s.r1);
	assert_nan(s.drift_p);
	assert_nan(s.first_p);
	assert_nan(s.dip_p);
	assert_int_equal(s.mild.n_above + s.mild.n_below, 0);
	assert_near(s.tie_share, 1, 0);
	s = measure(1);
	assert_false(s.constant);
	assert_nan(s.drift_p);
	assert_false(stats_shape(NULL, NULL, 0, NULL, &s));
	assert_int_equal(s.n, 0);
	assert_nan(s.dip_p);
	assert_nan(s.mild.hi);
}

static void test_spread(void **state)
{
	static const double a[] = { 1, 2, 3, 4, 5 };
	static const double b[] = { 0, 30, 60, 90, 120 };
	static const double c[] = { 5, 5, 5 };
	struct spread s;

	(void)state;
	assert_true(stats_spread(a, 5, b, 5, scratch, &s));
	/* R: by aov() of the distances from the medians */
	assert_near(s.f, 3027.6 / 315.35, 1e-12);
	assert_near(s.p, 0.014699, 1e-4);
	assert_near(s.stddev_ratio, 30, 1e-12);
	assert_false(stats_spread(c, 3, c, 3, scratch, &s));
	assert_nan(s.p);
	assert_nan(s.stddev_ratio);
	assert_true(stats_spread(a, 5, c, 3, scratch, &s));
	assert_near(s.stddev_ratio, 0, 0);
	assert_false(stats_spread(a, 1, c, 1, scratch, &s));
}

static void test_notices(void **state)
{
	static const double p[] = { .004, .0004, NAN, .00001, .5 };
	static const size_t n[] = { 30, 8, 30, 7, 30 };
	bool raised[5];

	(void)state; /* of three in the family .0004 holds, .004 does too */
	assert_int_equal(stats_notices(p, n, 5, 8, scratch, raised), 2);
	assert_true(raised[0] && raised[1]);
	assert_false(raised[2] || raised[3] || raised[4]);
	assert_int_equal(stats_notices(p, n, 5, 7, scratch, raised), 3);
	assert_true(raised[0] && raised[1] && raised[3]);
	assert_int_equal(stats_notices(p, n, 0, 8, scratch, raised), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_outliers),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_first),
		cmocka_unit_test(test_two_humps),
		cmocka_unit_test(test_dip_p),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_spread),
		cmocka_unit_test(test_notices),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("shape", tests, NULL, NULL);
}
