/*
 * test_combine.c - many rows in one figure; by the definitions.
 */
#include "combine.h"
#include "near.h"

static void test_geomean(void **state)
{
	static const double a[] = { 1, 2, NAN, 4, 0, 5, -1 };
	static const double b[] = { 2, 1, 3, 32, 1, NAN, 1 };
	struct geomean g;

	(void)state; /* ratios 2, 1/2, 8 */
	assert_true(stats_geomean(a, b, 7, &g));
	assert_int_equal(g.n, 3);
	assert_int_equal(g.n_left_out, 4);
	assert_near(g.ratio, 2, 1e-15);
	assert_false(stats_geomean(a + 4, b + 4, 3, &g));
	assert_int_equal(g.n, 0);
	assert_nan(g.ratio);
}

static void test_geomean_extremes(void **state)
{
	static const double a[] = { 1e-308, 1e308 };
	static const double b[] = { 1e308, 1e-308 };
	struct geomean g;

	(void)state; /* each ratio alone overflows or vanishes */
	assert_true(stats_geomean(a, b, 2, &g));
	assert_near(g.ratio, 1, 1e-12);
	assert_true(stats_geomean(a, b, 1, &g));
	assert_nan(g.ratio);
}

static void test_row_sums(void **state)
{
	static const double a[] = { 10, NAN, 30 };
	static const double b[] = { 12, 5, 36 };
	static const double zero[] = { 0, 0, 0 };
	struct row_sums s;

	(void)state;
	assert_true(stats_row_sums(a, b, 3, &s));
	assert_int_equal(s.n, 2);
	assert_int_equal(s.n_left_out, 1);
	assert_near(s.a, 40, 0);
	assert_near(s.b, 48, 0);
	assert_near(s.change_ratio, .2, 1e-15);
	assert_true(stats_row_sums(zero, b, 3, &s));
	assert_nan(s.change_ratio);
	assert_false(stats_row_sums(a, b, 0, &s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_geomean),
		cmocka_unit_test(test_geomean_extremes),
		cmocka_unit_test(test_row_sums),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("combine", tests, NULL, NULL);
}
