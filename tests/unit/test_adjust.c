/*
 * test_adjust.c - families of p; R 4.2.2, p.adjust().
 */
#include <string.h>

#include "adjust.h"
#include "near.h"

static double scratch[20];

static void test_holm(void **state)
{
	static const double p[] = { .01, .04, NAN, .03, .005, .2, .04 };
	static const double want[] = { .05, .12, NAN, .12, .03, .2, .12 };
	double out[7];
	int i;

	(void)state;
	stats_holm(p, 7, scratch, out);
	for (i = 0; i < 7; i++) {
		if (i == 2)
			assert_nan(out[i]);
		else
			assert_near(out[i], want[i], 1e-14);
	}
}

static void test_benjamini_hochberg(void **state)
{
	static const double want[] = { .03, .048, .048, .03, .2, .048 };
	double p[] = { .01, .04, .03, .005, .2, .04 };
	int i;

	(void)state;
	stats_benjamini_hochberg(p, 6, scratch, p); /* in place */
	for (i = 0; i < 6; i++)
		assert_near(p[i], want[i], 1e-14);
}

static void test_ends(void **state)
{
	double p[] = { 1, .9, 0, NAN }, out[4];

	(void)state;
	stats_holm(p, 4, scratch, out);
	assert_near(out[0], 1, 0);
	assert_near(out[1], 1, 0);
	assert_near(out[2], 0, 0);
	assert_nan(out[3]);
	stats_holm(p + 3, 1, scratch, out);
	assert_nan(out[0]);
	stats_holm(p, 0, scratch, out);
	p[0] = .04;
	stats_holm(p, 1, scratch, out); /* a family of one is as it was */
	assert_near(out[0], .04, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_holm),
		cmocka_unit_test(test_benjamini_hochberg),
		cmocka_unit_test(test_ends),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("adjust", tests, NULL, NULL);
}
