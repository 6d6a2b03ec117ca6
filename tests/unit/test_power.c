/*
 * test_power.c - how many samples; R 4.2.2 (qt, qnorm) by the formulas.
 */
#include <float.h>

#include "near.h"
#include "power.h"

static struct summary set(size_t n, double mean, double stddev)
{
	return (struct summary){ n, NAN, NAN, mean, stddev, NAN };
}

static void test_power(void **state)
{
	struct summary a = set(10, 150, 3), b = set(12, 151, 3);
	struct ttest t;
	struct power p;

	(void)state;
	stats_welch(&a, &b, &t);
	assert_true(stats_power(&a, &b, &t, .95, .01, &p));
	assert_near(p.n_needed, 64, 0); /* sd/delta 2: 63.75 */
	assert_near(p.n_more, 54, 0);
	/* R: s <- 3*sqrt(1/10+1/12); v <- s^4/((9/10)^2/9+(9/12)^2/11);
	   qt(.975,v)*s; (qt(.975,v)+qt(.8,v))*s */
	assert_near(p.half, 2.68580638762865, 1e-12);
	assert_near(p.detectable, 3.79133644187764, 1e-12);
	assert_near(p.half_ratio, p.half / 150, 1e-15);
	assert_near(p.detectable_ratio, p.detectable / 150, 1e-15);
}

static void test_power_not_defined(void **state)
{
	struct summary a = set(3, 0, 1), b = set(3, 1, 1), c = set(3, 5, 0);
	struct ttest t;
	struct power p;

	(void)state;
	stats_welch(&a, &b, &t);
	assert_true(stats_power(&a, &b, &t, .95, .01, &p));
	assert_true(p.half > 0);
	assert_nan(p.half_ratio);
	assert_nan(p.n_needed);
	assert_nan(p.n_more);
	stats_welch(&c, &c, &t);
	assert_false(stats_power(&c, &c, &t, .95, .01, &p));
	assert_nan(p.half);
}

static void test_power_paired(void **state)
{
	struct ttest t = { .diff = 1, .se = 1, .df = 8, .t = 1, .p = .3,
			   .s = 3 };
	struct power p;

	(void)state; /* (1.95996 + .84162)^2 * 4 + 1.95996^2 / 2 = 33.3 */
	assert_true(stats_power_paired(&t, 9, -150, .95, .01, &p));
	assert_near(p.n_needed, 34, 0);
	assert_near(p.n_more, 25, 0);
}

static void test_mean_interval(void **state)
{
	struct summary s = set(40, 54915.582, 2554.0133);
	struct interval i = stats_mean_interval(&s, .95);

	(void)state; /* R: qt(.975, 39) * sd / sqrt(40) */
	assert_near(i.hi - s.mean, 816.81308011518092, 1e-10);
	assert_near(s.mean - i.lo, 816.81308011518092, 1e-10);
	s = set(1, 5, NAN);
	assert_nan(stats_mean_interval(&s, .95).lo);
	s = set(3, 5, 0);
	assert_near(stats_mean_interval(&s, .95).hi, 5, 0);
	s = set(3, DBL_MAX, DBL_MAX);
	assert_nan(stats_mean_interval(&s, .95).hi);
}

static void test_enough(void **state)
{
	struct summary s = set(40, 54915.582, 2554.0133);
	struct enough e;

	(void)state; /* R: n = 85 gives 1.00315 %, 86 .99713 % */
	assert_true(stats_enough(&s, .01, .95, &e));
	assert_near(e.half_ratio, .0148739, 1e-5);
	assert_near(e.n_needed, 86, 0);
	assert_near(e.n_more, 46, 0);
	assert_false(e.enough);
	assert_true(stats_enough(&s, .02, .95, &e));
	assert_true(e.enough);
	assert_near(e.n_more, 0, 0);
	assert_true(e.n_needed <= 40);
}

static void test_enough_ends(void **state)
{
	struct summary s = set(1, 100, NAN);
	struct enough e;

	(void)state;
	assert_false(stats_enough(&s, .01, .95, &e));
	assert_false(e.enough);
	assert_nan(e.n_more);
	s = set(5, 0, 1);
	assert_false(stats_enough(&s, .01, .95, &e));
	assert_true(e.half > 0);
	assert_nan(e.half_ratio);
	s = set(5, 100, 0);
	assert_true(stats_enough(&s, .01, .95, &e));
	assert_true(e.enough);
	assert_near(e.n_needed, 2, 0);
	s = set(5, -1e-300, 1e300);
	stats_enough(&s, .01, .95, &e);
	assert_false(e.enough);
	assert_nan(e.n_needed);
	assert_false(isinf(e.half_ratio));
}

/* One sample fewer would not do, wherever the search begins. */
static void test_enough_is_smallest(void **state)
{
	static const double levels[] = { .5, .9, .95, .999 };
	double stddev;
	size_t i;

	(void)state;
	for (i = 0; i < 4; i++) {
		for (stddev = .01; stddev < 1000; stddev *= 1.07) {
			struct summary s = set(5, 100, stddev);
			struct enough e;

			assert_true(stats_enough(&s, .01, levels[i], &e));
			s.n = (size_t)e.n_needed;
			assert_true(stats_enough(&s, .01, levels[i], &e));
			assert_true(e.enough);
			s.n--;
			assert_true(s.n < 2 ||
				    stats_enough(&s, .01, levels[i], &e));
			assert_true(s.n < 2 || !e.enough);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_power),
		cmocka_unit_test(test_power_not_defined),
		cmocka_unit_test(test_power_paired),
		cmocka_unit_test(test_mean_interval),
		cmocka_unit_test(test_enough),
		cmocka_unit_test(test_enough_ends),
		cmocka_unit_test(test_enough_is_smallest),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("power", tests, NULL, NULL);
}
