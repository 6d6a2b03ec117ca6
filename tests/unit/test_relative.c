/*
 * test_relative.c - log ratios, pairs and equivalence; R 4.2.2 where it says
 * so. test_oracle.c has the 38 pairs of sets.
 */
#include <float.h>

#include "near.h"
#include "relative.h"

static double scratch[20];

static struct summary side(size_t n, double mean, double stddev)
{
	return (struct summary){ n, NAN, NAN, mean, stddev, NAN };
}

static void test_log_delta(void **state)
{
	struct summary a = side(5, 100, 2), b = side(5, 110, 2);
	struct log_delta l, back;
	struct interval i;

	(void)state;
	assert_true(stats_log_delta(&a, &b, &l));
	assert_near(l.log_ratio, log(1.1), 1e-14);
	assert_near(l.se, sqrt(.0004 / 5 + 4 / 12100. / 5), 1e-14);
	i = stats_log_delta_interval(&l, .95);
	assert_near((1 + i.lo) * (1 + i.hi), 1.21, 1e-12);
	/* Swapped sides: the reciprocal, which Fieller's is not. */
	assert_true(stats_log_delta(&b, &a, &back));
	assert_near(1 + stats_log_delta_interval(&back, .95).hi,
		    1 / (1 + i.lo), 1e-12);
}

static void test_log_delta_not_defined(void **state)
{
	struct summary a = side(5, 100, 2), zero = side(5, 0, 2);
	struct summary one = side(1, 110, NAN), wild = side(5, 1e300, 1e-300);
	struct summary mixed = side(5, 100, 2);
	struct log_delta l;

	(void)state;
	mixed.min = -1;
	assert_false(stats_log_delta(&a, &zero, &l));
	assert_nan(l.log_ratio);
	assert_false(stats_log_delta(&mixed, &a, &l));
	assert_true(stats_log_delta(&a, &one, &l));
	assert_near(l.log_ratio, log(1.1), 1e-14);
	assert_nan(l.se);
	assert_nan(stats_log_delta_interval(&l, .95).lo);
	zero = side(5, 1e-300, 0);
	assert_true(stats_log_delta(&zero, &wild, &l));
	assert_near(l.log_ratio, 600 * log(10), 1e-12);
	assert_nan(stats_log_delta_interval(&l, .95).hi);
}

static void test_pooled(void **state)
{
	struct summary a = side(5, 100, 2), b = side(40, 110, 2);
	struct relative welch, pooled;

	(void)state; /* the same where the spreads are */
	assert_true(stats_relative(&a, &b, &welch));
	assert_true(stats_relative_pooled(&a, &b, &pooled));
	assert_near(pooled.se_a_ratio, welch.se_a_ratio, 1e-14);
	assert_near(pooled.se_b_ratio, welch.se_b_ratio, 1e-14);
	assert_near(pooled.df, 43, 0);
	a.mean = 0;
	assert_false(stats_relative_pooled(&a, &b, &pooled));
}

static void test_tost(void **state)
{
	struct ttest t = { .diff = 0, .se = 1, .df = 10, .t = 0 };

	(void)state; /* R: pt(-2, 10) */
	assert_near(stats_tost(&t, 2), 0.036694017385370182, 1e-12);
	t.diff = 2;
	t.t = 2;
	assert_near(stats_tost(&t, 2), .5, 1e-15);
	assert_nan(stats_tost(&t, 0));
	assert_nan(stats_tost(&t, INFINITY));
	t.t = NAN;
	assert_nan(stats_tost(&t, 2));
}

static const double before[] = { 125, 115, 130, 140, 140, 115, 140, 125, 140,
				 135 };
static const double after[] = { 110, 122, 125, 120, 140, 124, 123, 137, 135,
				145 };

/* R: t.test(after, before, paired = TRUE) */
static void test_paired(void **state)
{
	struct interval i;
	struct ttest t;

	(void)state;
	assert_true(stats_paired(before, after, 10, scratch, &t));
	assert_near(t.diff, -2.4, 1e-14);
	assert_near(t.se, 3.7718253759508364, 1e-12);
	assert_near(t.t, -0.63629668947624218, 1e-12);
	assert_near(t.df, 9, 0);
	assert_near(t.p, 0.54042557932654367, 1e-10);
	i = stats_difference_interval(&t, .95);
	assert_near(i.lo, -10.9324617910312156, 1e-12);
	assert_near(i.hi, 6.1324617910312176, 1e-12);
}

static void test_paired_not_defined(void **state)
{
	static const double up[] = { 1, 2, 3 }, up2[] = { 3, 4, 5 };
	static const double far[] = { -DBL_MAX, 0, 1 };
	static const double high[] = { DBL_MAX, 0, 1 };
	struct ttest t;

	(void)state;
	assert_false(stats_paired(up, up2, 3, scratch, &t));
	assert_near(t.diff, 2, 0);
	assert_near(t.se, 0, 0);
	assert_nan(t.t);
	assert_nan(t.df);
	assert_false(stats_paired(up, up2, 1, scratch, &t));
	assert_near(t.diff, 2, 0);
	assert_nan(t.se);
	assert_false(stats_paired(far, high, 3, scratch, &t));
	assert_nan(t.diff);
	assert_false(stats_paired(up, up2, 0, scratch, &t));
}

/* R: t.test(log(y / x)) */
static void test_paired_change(void **state)
{
	static const double x[] = { 1.83, .50, 1.62, 2.48, 1.68, 1.88, 1.55,
				    3.06, 1.30 };
	static const double y[] = { .878, .647, .598, 2.05, 1.06, 1.29, 1.06,
				    3.14, 1.29 };
	static const double zero[] = { 0, 1 };
	struct log_delta l;
	struct interval i;

	(void)state;
	assert_true(stats_paired_change(x, y, 9, scratch, &l));
	assert_near(l.log_ratio, -0.31808339179207767, 1e-12);
	assert_near(l.se, 0.13036889315860592, 1e-12);
	i = stats_log_delta_interval(&l, .95);
	assert_near(i.lo, expm1(-0.618714598517813075), 1e-12);
	assert_near(i.hi, expm1(-0.017452185066342326), 1e-10);
	assert_false(stats_paired_change(zero, x, 2, scratch, &l));
	assert_nan(l.log_ratio);
	assert_true(stats_paired_change(x, y, 1, scratch, &l));
	assert_nan(l.df);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_log_delta),
		cmocka_unit_test(test_log_delta_not_defined),
		cmocka_unit_test(test_pooled),
		cmocka_unit_test(test_tost),
		cmocka_unit_test(test_paired),
		cmocka_unit_test(test_paired_not_defined),
		cmocka_unit_test(test_paired_change),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("relative", tests, NULL, NULL);
}
