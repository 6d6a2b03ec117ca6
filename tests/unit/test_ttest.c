/*
 * test_ttest.c - t tests and intervals from summaries. Values marked R are of
 * R 4.2.2: t.test(), and Fieller's equation solved with its qt().
 */
#include <float.h>

#include "describe.h"
#include "near.h"
#include "ttest.h"

static struct summary side(size_t n, double mean, double stddev)
{
	return (struct summary){ n, NAN, NAN, mean, stddev, NAN };
}

/* Packets per second without and with an option; R's mean and sd. */
static void two_fives(struct summary *a, struct summary *b)
{
	*a = side(5, 476874.2, 2162.0746286842182);
	*b = side(5, 483809.6, 1505.1072387042725);
}

static void assert_interval(struct interval i, double lo, double hi)
{
	assert_false(i.unbounded);
	assert_near(i.lo, lo, 1e-10);
	assert_near(i.hi, hi, 1e-10);
}

static void assert_no_interval(struct interval i, bool unbounded)
{
	assert_nan(i.lo);
	assert_nan(i.hi);
	assert_int_equal(i.unbounded, unbounded);
}

static void test_welch(void **state)
{
	struct summary a, b;
	struct ttest t;

	(void)state; /* R */
	two_fives(&a, &b);
	assert_true(stats_welch(&a, &b, &t));
	assert_near(t.diff, 6935.4, 1e-12);
	assert_near(t.se, 1178.126860741236, 1e-12);
	assert_near(t.t, 5.8868023734188144, 1e-12);
	assert_near(t.df, 7.139568594615902, 1e-12);
	assert_near(t.p, 0.00056446116087134277, 1e-9);
	assert_nan(t.s);
	assert_interval(stats_difference_interval(&t, .95), 4160.5745553093257,
			9710.2254446906045);
	assert_interval(stats_difference_interval(&t, .80), 5271.810471934682,
			8598.989528065249);
	assert_interval(stats_difference_interval(&t, .995), 2225.7940302687284,
			11645.005969731201);
}

static void test_student(void **state)
{
	struct summary a, b;
	struct ttest t;

	(void)state; /* R; s as published for this machine */
	two_fives(&a, &b);
	assert_true(stats_student(&a, &b, &t));
	assert_near(t.t, 5.8868023734188135, 1e-12);
	assert_near(t.df, 8, 0);
	assert_near(t.p, 0.00036717061341650129, 1e-9);
	assert_near(t.s, 1862.78, 1e-5);
	assert_interval(stats_difference_interval(&t, .95), 4218.6345873355722,
			9652.1654126643589);
}

static void test_published(void **state)
{
	struct summary a = side(6, 33556.268, 137.33838);
	struct summary b = side(5, 44331.738, 606.53307);
	struct interval i;
	struct ttest t;

	(void)state; /* STATISTICS 3: where the pooled block says 571.32 */
	assert_true(stats_welch(&a, &b, &t));
	assert_near(t.t, 38.902867107470932, 1e-12);
	assert_near(t.df, 4.3427689251169888, 1e-12);
	assert_near(t.p, 1.0861809065660561e-06, 1e-9);
	i = stats_difference_interval(&t, .95);
	assert_near((i.hi - i.lo) / 2, 745.67386612523489, 1e-10);
}

static void test_fieller(void **state)
{
	struct summary a, b;
	struct relative r;

	(void)state; /* R */
	two_fives(&a, &b);
	assert_true(stats_relative(&a, &b, &r));
	assert_near(r.change_ratio, 6935.4 / 476874.2, 1e-12);
	assert_near(r.df, 7.0831080616047029, 1e-12);
	assert_interval(stats_relative_interval(&r, .95),
			0.0086813475959508501, 0.020451991956015991);
	assert_interval(stats_relative_interval(&r, .90),
			0.0098400967002809647, 0.019276657317932155);
	a = side(150, 10760.77, 200.92124);
	b = side(150, 10580.059, 172.29227);
	assert_true(stats_relative(&a, &b, &r));
	assert_interval(stats_relative_interval(&r, .95),
			-0.020699098031332963, -0.012870200562369094);
}

static void test_fieller_swapped(void **state)
{
	struct summary a, b;
	struct relative r, back;
	struct interval i, j;

	(void)state; /* ratios are reciprocals, their intervals too */
	two_fives(&a, &b);
	stats_relative(&a, &b, &r);
	stats_relative(&b, &a, &back);
	i = stats_relative_interval(&r, .95);
	j = stats_relative_interval(&back, .95);
	assert_near((1 + i.lo) * (1 + j.hi), 1, 1e-12);
	assert_near((1 + i.hi) * (1 + j.lo), 1, 1e-12);
}

static void test_negative_baseline(void **state)
{
	struct summary a, b;
	struct relative r, negative;
	struct interval i, j;

	(void)state; /* the sign is the formula's: -5 against -10 is -50 % */
	two_fives(&a, &b);
	stats_relative(&a, &b, &r);
	a.mean = -a.mean;
	b.mean = -b.mean;
	assert_true(stats_relative(&a, &b, &negative));
	i = stats_relative_interval(&r, .95);
	j = stats_relative_interval(&negative, .95);
	assert_near(negative.change_ratio, r.change_ratio, 0);
	assert_near(j.lo, i.lo, 0);
	assert_near(j.hi, i.hi, 0);
}

static void test_unbounded(void **state)
{
	struct summary a = side(5, .1, 1), b = side(5, 100, 1);
	struct relative r;

	(void)state;
	assert_true(stats_relative(&a, &b, &r));
	assert_no_interval(stats_relative_interval(&r, .95), true);
}

static void test_no_ratio(void **state)
{
	struct summary a = side(5, 0, 1), b = side(5, 3, 1);
	struct relative r;

	(void)state;
	assert_false(stats_relative(&a, &b, &r)); /* baseline 0 */
	assert_nan(r.change_ratio);
	assert_no_interval(stats_relative_interval(&r, .95), false);
	a = (struct summary){ 5, -1, 4, 2, 1, 2 };
	assert_false(stats_relative(&a, &b, &r)); /* of mixed sign */
	assert_true(r.mixed_sign);
	a = side(5, 1e-308, 0);
	b = side(5, 1e308, 0);
	assert_false(stats_relative(&a, &b, &r)); /* overflows */
	assert_nan(r.change_ratio);
}

static void test_too_few_and_constant(void **state)
{
	struct summary one = side(1, 5, NAN), b = side(5, 7, 1);
	struct summary still = side(5, 5, 0), still_b = side(5, 7, 0);
	struct relative r;
	struct ttest t;

	(void)state;
	assert_false(stats_welch(&one, &b, &t));
	assert_nan(t.t);
	assert_true(stats_relative(&one, &b, &r));
	assert_near(r.change_ratio, .4, 1e-15);
	assert_no_interval(stats_relative_interval(&r, .95), false);
	assert_false(stats_welch(&still, &still_b, &t));
	assert_near(t.diff, 2, 0);
	assert_near(t.se, 0, 0);
	assert_nan(t.p);
	assert_no_interval(stats_difference_interval(&t, .95), false);
	assert_true(stats_welch(&still, &b, &t)); /* one side only */
	assert_near(t.df, 4, 1e-15);
	assert_true(stats_student(&still, &b, &t));
	assert_near(t.df, 8, 0);
}

static void test_scale_does_not_matter(void **state)
{
	static const double scales[] = { 1e-290, 1e-100, 1e100, 1e300 };
	struct summary a, b, c, d;
	struct ttest t, u;
	size_t i;

	(void)state; /* squares of these would vanish or overflow */
	two_fives(&a, &b);
	stats_welch(&a, &b, &t);
	for (i = 0; i < 4; i++) {
		c = side(5, a.mean * scales[i], a.stddev * scales[i]);
		d = side(5, b.mean * scales[i], b.stddev * scales[i]);
		assert_true(stats_welch(&c, &d, &u));
		assert_near(u.t, t.t, 1e-11);
		assert_near(u.df, t.df, 1e-13);
		assert_true(stats_student(&c, &d, &u));
		assert_near(u.df, 8, 0);
	}
	c = side(5, -DBL_MAX, 1);
	d = side(5, DBL_MAX, 1);
	assert_false(stats_welch(&c, &d, &u));
	assert_nan(u.diff);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_welch),
		cmocka_unit_test(test_student),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_fieller),
		cmocka_unit_test(test_fieller_swapped),
		cmocka_unit_test(test_negative_baseline),
		cmocka_unit_test(test_unbounded),
		cmocka_unit_test(test_no_ratio),
		cmocka_unit_test(test_too_few_and_constant),
		cmocka_unit_test(test_scale_does_not_matter),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("ttest", tests, NULL, NULL);
}
