/*
 * test_verdict.c - from samples to a word; expectations follow from
 * STATISTICS 2.7 and 2.12, intervals are those of test_ttest.c (R 4.2.2).
 */
#include <float.h>
#include <string.h>

#include "describe.h"
#include "near.h"
#include "verdict.h"

static double scratch[64];

static struct compare_options options(double margin, enum better better)
{
	return (struct compare_options){ .confidence = .95, .margin = margin,
					 .better = better,
					 .scratch = scratch };
}

static struct sample_set set(const double *x, size_t n)
{
	return (struct sample_set){ .samples = x, .n = n };
}

#define SET(...) \
	set((const double[]){ __VA_ARGS__ }, \
	    sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

static struct sample_set published(size_t n, double mean, double stddev)
{
	struct summary s = { n, NAN, NAN, mean, stddev, NAN };

	return (struct sample_set){ NULL, n, s };
}

static void assert_words(const struct comparison *c, const char *name,
			 const char *text)
{
	char got[VERDICT_TEXT_SIZE];

	assert_string_equal(verdict_name(c->verdict), name);
	assert_int_equal(verdict_text(c, got), strlen(text));
	assert_string_equal(got, text);
}

static void assert_reason(const struct comparison *c, const char *reason)
{
	char got[VERDICT_REASON_SIZE];

	assert_int_equal(verdict_reason(c, got), strlen(reason));
	assert_string_equal(got, reason);
}

#define PPS_OFF 473689, 475763, 479183, 477946, 477790
#define PPS_ON  481840, 484839, 482587, 484511, 485271

static void test_directions(void **state)
{
	struct compare_options o = options(.005, BETTER_HIGHER);
	struct comparison c;

	(void)state;
	stats_compare(SET(PPS_OFF), SET(PPS_ON), &o, &c);
	assert_words(&c, "better", "better");
	assert_int_equal(c.improvement, 1);
	assert_near(c.relative.change_ratio, 0.0145435, 1e-4);
	assert_near(c.change_interval.lo, 0.0086813475959508501, 1e-10);
	assert_near(c.margin_interval.lo, 0.0098400967002809647, 1e-10);
	assert_near(c.margin_level, .9, 1e-15);
	assert_near(c.p, 0.00056446116087134277, 1e-9);
	assert_int_equal(c.method, METHOD_WELCH);
	assert_near(c.a.median, 477790, 0);
	assert_near(c.b.max, 485271, 0);
	assert_reason(&c, "");
	o.better = BETTER_LOWER;
	stats_compare(SET(PPS_OFF), SET(PPS_ON), &o, &c);
	assert_words(&c, "worse", "worse");
	assert_int_equal(c.improvement, -1);
	o.better = BETTER_UNKNOWN;
	stats_compare(SET(PPS_OFF), SET(PPS_ON), &o, &c);
	assert_words(&c, "changed", "changed");
	o.better = BETTER_NONE;
	stats_compare(SET(PPS_OFF), SET(PPS_ON), &o, &c);
	assert_words(&c, "changed", "changed");
	assert_int_equal(c.improvement, 0);
}

static void test_swapped_sides(void **state)
{
	struct compare_options o = options(.005, BETTER_HIGHER);
	struct comparison c;

	(void)state;
	stats_compare(SET(PPS_ON), SET(PPS_OFF), &o, &c);
	assert_words(&c, "worse", "worse");
	assert_near(c.diff, -6935.4, 1e-12);
	assert_near(c.relative.change_ratio, -6935.4 / 483809.6, 1e-12);
}

static void test_negligible(void **state)
{
	struct compare_options o = options(.03, BETTER_HIGHER);
	struct comparison c;

	(void)state;
	stats_compare(SET(PPS_OFF), SET(PPS_ON), &o, &c);
	assert_words(&c, "negligible", "better <3 %");
	o.better = BETTER_LOWER;
	o.margin = .025;
	stats_compare(SET(PPS_OFF), SET(PPS_ON), &o, &c);
	assert_words(&c, "negligible", "worse <2.5 %");
	o.better = BETTER_UNKNOWN;
	stats_compare(SET(PPS_OFF), SET(PPS_ON), &o, &c);
	assert_words(&c, "negligible", "changed <2.5 %");
	assert_true(verdict_differs(c.verdict));
}

static void test_equivalent_and_inconclusive(void **state)
{
	struct compare_options o = options(.01, BETTER_LOWER);
	struct comparison c;

	(void)state;
	stats_compare(SET(100, 100.1, 99.9, 100.05),
		      SET(100.1, 100, 99.95, 100), &o, &c);
	assert_words(&c, "equivalent", "same +/-1 %");
	assert_false(verdict_differs(c.verdict));
	stats_compare(SET(100, 120, 80, 95), SET(103, 90, 118, 84), &o, &c);
	assert_words(&c, "inconclusive", "inconclusive");
}

static void test_too_few(void **state)
{
	struct compare_options o = options(.01, BETTER_HIGHER);
	struct comparison c;

	(void)state;
	stats_compare(SET(10), SET(12, 12.1, 11.9, 12, 12), &o, &c);
	assert_words(&c, "too_few", "too few");
	assert_reason(&c, "1 vs 5; need 2 a side, 4 a side for ranks");
	assert_near(c.diff, 2, 1e-12);
	assert_near(c.relative.change_ratio, .2, 1e-12);
	assert_nan(c.change_interval.lo);
	assert_nan(c.a.stddev);
	assert_nan(c.p);
	stats_compare(published(5, 10, NAN), published(5, 12, .1), &o, &c);
	assert_words(&c, "too_few", "too few");
	assert_reason(&c, "the published summary of A tells no spread");
}

static void test_constants(void **state)
{
	struct compare_options o = options(.01, BETTER_HIGHER);
	struct comparison c;

	(void)state;
	stats_compare(SET(42, 42, 42), SET(42, 42), &o, &c);
	assert_words(&c, "identical", "identical");
	assert_true(c.constant);
	stats_compare(SET(115, 115, 115, 115, 115),
		      SET(78.8, 78.8, 78.8, 78.8, 78.8), &o, &c);
	assert_words(&c, "worse", "worse");
	assert_nan(c.welch.t);
	assert_near(c.diff, -36.2, 1e-12);
	assert_int_equal(c.method, METHOD_CONSTANT);
	assert_near(c.p, 2. / 252, 1e-12); /* exact, by counting */
	assert_nan(c.change_interval.lo);
	stats_compare(SET(115, 115, 115), SET(78.8, 78.8, 78.8), &o, &c);
	assert_words(&c, "inconclusive", "inconclusive");
	assert_near(c.p, .1, 1e-12);
	stats_compare(SET(1000, 1000, 1000, 1000),
		      SET(1001, 1001, 1001, 1001), &o, &c);
	assert_words(&c, "negligible", "better <1 %");
	stats_compare(SET(10, 10, 10, 10), SET(12, 12.1, 11.9), &o, &c);
	assert_words(&c, "better", "better"); /* Welch, one spread known */
	assert_true(c.constant);
	assert_near(c.welch.df, 2, 1e-12);
}

static void test_no_ratio(void **state)
{
	struct compare_options o = options(.5, BETTER_HIGHER);
	struct comparison c;

	(void)state;
	stats_compare(SET(-2, -1, 0, 1, 2), SET(3, 4, 5, 6, 7), &o, &c);
	assert_words(&c, "better", "better"); /* by the difference */
	assert_nan(c.relative.change_ratio);
	assert_true(c.relative.mixed_sign);
	assert_true(c.diff_interval.lo > 0);
	stats_compare(SET(0, 0, 0, 0), SET(0, 0, 1, 0), &o, &c);
	assert_words(&c, "inconclusive", "inconclusive");
	assert_nan(c.relative.change_ratio);
	/* A baseline that may be 0: no bounded ratio, yet a sure difference. */
	stats_compare(SET(.1, 1.9, .1, .1), SET(100, 101, 99, 100), &o, &c);
	assert_true(c.change_interval.unbounded);
	assert_words(&c, "better", "better");
}

static void test_negative_baseline(void **state)
{
	struct compare_options o = options(.01, BETTER_HIGHER);
	struct comparison c;

	(void)state; /* -5 is more than -10, though the change is -50 % */
	stats_compare(SET(-10, -10.1, -9.9), SET(-5, -5.1, -4.9), &o, &c);
	assert_words(&c, "better", "better");
	assert_near(c.relative.change_ratio, -.5, 1e-12);
}

static void test_published(void **state)
{
	struct compare_options o = options(.01, BETTER_HIGHER);
	struct comparison c;

	(void)state; /* R, see test_ttest.c */
	o.scratch = NULL;
	stats_compare(published(150, 10760.77, 200.92124),
		      published(150, 10580.059, 172.29227), &o, &c);
	assert_words(&c, "worse", "worse");
	assert_true(c.a_summary_only && c.b_summary_only);
	assert_near(c.change_interval.lo, -0.020699098031332963, 1e-10);
	assert_near(c.p, 2.5784434004575176e-15, 1e-8);
	assert_near(c.student.s, 187.155, 1e-5);
}

static void test_one_sided_and_none(void **state)
{
	struct compare_options o = options(.01, BETTER_HIGHER);
	struct sample_set none = { 0 };
	struct comparison c;

	(void)state;
	stats_compare(SET(1, 2, 3), none, &o, &c);
	assert_words(&c, "only_a", "only in A");
	assert_int_equal(c.a.n, 3);
	stats_compare(none, SET(1, 2, 3), &o, &c);
	assert_words(&c, "only_b", "only in B");
	stats_compare(none, none, &o, &c);
	assert_words(&c, "not_comparable", "not comparable");
	assert_reason(&c, "");
	stats_compare(SET(-DBL_MAX, -DBL_MAX), SET(DBL_MAX, DBL_MAX), &o, &c);
	assert_words(&c, "not_comparable", "not comparable");
	assert_nan(c.diff);
	assert_reason(&c, "the difference is not a number that fits");
	stats_compare_nothing(VERDICT_FAILED, &o, &c);
	assert_words(&c, "failed", "failed");
	assert_nan(c.diff);
	assert_nan(c.p);
	assert_int_equal(c.method, METHOD_NONE);
}

static void test_names(void **state)
{
	enum verdict v;
	int i;

	(void)state;
	for (i = 0; i < VERDICT_COUNT; i++) {
		assert_true(verdict_parse(verdict_name((enum verdict)i), &v));
		assert_int_equal(v, i);
	}
	assert_false(verdict_parse("best", &v));
	assert_string_equal(method_name(METHOD_WELCH), "welch");
	assert_null(method_name(METHOD_NONE));
}

static void test_scratch_is_optional(void **state)
{
	struct compare_options o = options(.01, BETTER_HIGHER);
	struct sample_set a = SET(3, 1, 2), b = SET(6, 5, 4);
	struct comparison c, d;

	(void)state;
	a.summary.median = 2;
	b.summary.median = 5;
	stats_compare(a, b, &o, &c);
	o.scratch = NULL;
	stats_compare(a, b, &o, &d);
	assert_memory_equal(&c.a, &d.a, sizeof(c.a));
	assert_memory_equal(&c.b, &d.b, sizeof(c.b));
	assert_int_equal(c.verdict, d.verdict);
}

static double wild(uint32_t *seed)
{
	static const double values[] = { 0, 1, -1, 5e-324, 1e-308, 1e308,
					 -1e308, DBL_MAX, 1e154, 1e-170, 42 };
	*seed = *seed * 1664525u + 1013904223u;
	return values[(*seed >> 8) % 11];
}

static void assert_finite_or_nan(double x)
{
	assert_false(isinf(x));
}

/* No field is ever infinite, whatever the samples are. */
static void test_wild(void **state)
{
	struct compare_options o = options(.01, BETTER_HIGHER);
	double a[5], b[5];
	struct comparison c;
	uint32_t seed = 7, round;
	size_t i;

	(void)state;
	for (round = 0; round < 20000; round++) {
		for (i = 0; i < 5; i++) {
			a[i] = wild(&seed);
			b[i] = wild(&seed);
		}
		stats_compare(set(a, round % 6), set(b, round / 6 % 6), &o, &c);
		assert_finite_or_nan(c.diff);
		assert_finite_or_nan(c.p);
		assert_finite_or_nan(c.a.mean);
		assert_finite_or_nan(c.a.stddev);
		assert_finite_or_nan(c.welch.t);
		assert_finite_or_nan(c.welch.se);
		assert_finite_or_nan(c.student.s);
		assert_finite_or_nan(c.student.se);
		assert_finite_or_nan(c.relative.change_ratio);
		assert_finite_or_nan(c.relative.se_a_ratio);
		assert_finite_or_nan(c.relative.se_b_ratio);
		assert_finite_or_nan(c.diff_interval.lo);
		assert_finite_or_nan(c.change_interval.hi);
		assert_finite_or_nan(c.margin_interval.lo);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_directions),
		cmocka_unit_test(test_swapped_sides),
		cmocka_unit_test(test_negligible),
		cmocka_unit_test(test_equivalent_and_inconclusive),
		cmocka_unit_test(test_too_few),
		cmocka_unit_test(test_constants),
		cmocka_unit_test(test_no_ratio),
		cmocka_unit_test(test_negative_baseline),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_one_sided_and_none),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_scratch_is_optional),
		cmocka_unit_test(test_wild),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
