/*
 * test_effect.c - effect sizes by their definitions; test_oracle.c has R's.
 */
#include "describe.h"
#include "effect.h"
#include "near.h"
#include "random.h"

static void test_hedges(void **state)
{
	struct ttest t = { .diff = 3, .s = 2 };
	struct effect e;

	(void)state;
	assert_true(stats_effect(&t, 10, 12, .95, &e));
	assert_near(e.d, 1.5, 1e-15);
	/* R: exp(lgamma(10) - log(sqrt(10)) - lgamma(9.5)) */
	assert_near(e.correction, 0.961944533740748, 1e-12);
	assert_near(e.g, e.d * e.correction, 1e-15);
	assert_near((e.interval.lo + e.interval.hi) / 2, e.g, 1e-12);
	assert_near(e.interval.hi - e.g, 1.959963984540054 *
		    sqrt(22. / 120 + e.g * e.g / 44), 1e-12);
}

static void test_not_defined(void **state)
{
	struct ttest t = { .diff = 3, .s = 0 };
	struct effect e;

	(void)state;
	assert_false(stats_effect(&t, 5, 5, .95, &e));
	assert_nan(e.d);
	assert_nan(e.g);
	assert_nan(e.interval.lo);
	assert_true(e.correction > .9 && e.correction < 1);
	t.s = NAN;
	assert_false(stats_effect(&t, 1, 1, .95, &e));
	t = (struct ttest){ .diff = 1e300, .s = 1e-300 };
	assert_false(stats_effect(&t, 5, 5, .95, &e));
	assert_nan(e.d);
	t = (struct ttest){ .diff = 1, .s = 1 };
	assert_true(stats_effect(&t, 1, 2, .95, &e));
	assert_near(e.g, 0, 0); /* one degree of freedom */
}

static void test_dominance(void **state)
{
	double a[30], b[40];
	struct dominance d;
	uint64_t seed = 2;
	int round;

	(void)state;
	for (round = 0; round < 50; round++) {
		double above = 0, below = 0, pairs = 30 * 40;
		size_t i, j;

		for (i = 0; i < 30; i++)
			a[i] = (double)random_below(&seed, 12);
		for (j = 0; j < 40; j++)
			b[j] = (double)random_below(&seed, 15);
		for (i = 0; i < 30; i++) {
			for (j = 0; j < 40; j++) {
				above += b[j] > a[i];
				below += b[j] < a[i];
			}
		}
		stats_sort(a, 30);
		stats_sort(b, 40);
		assert_true(stats_dominance(a, 30, b, 40, &d));
		assert_near(d.delta, (above - below) / pairs, 1e-15);
		assert_near(d.equal, 1 - (above + below) / pairs, 1e-12);
		assert_near(d.b_above_a, above / pairs + d.equal / 2, 1e-12);
	}
	assert_false(stats_dominance(a, 0, b, 40, &d));
	assert_nan(d.delta);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hedges),
		cmocka_unit_test(test_not_defined),
		cmocka_unit_test(test_dominance),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("effect", tests, NULL, NULL);
}
