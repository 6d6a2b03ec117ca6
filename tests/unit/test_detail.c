/*
 * test_detail.c - stats_compare()'s further figures, stats_compare_detail()
 * and stats_compare_paired(): that all is there, from the right side, and
 * nothing where there are no samples. The formulas have tests of their own.
 */
#include <stdlib.h>

#include "near.h"
#include "verdict.h"

static const double off[] = { 473689, 475763, 479183, 477946, 477790 };
static const double on[] = { 481840, 484839, 482587, 484511, 485271, 481000 };

static const struct compare_options options = {
	.confidence = .95, .margin = .01, .better = BETTER_HIGHER
};

static struct sample_set set(const double *x, size_t n)
{
	return (struct sample_set){ .samples = x, .n = n };
}

static void detail(struct sample_set a, struct sample_set b,
		   struct quantile_pair *quantiles, struct comparison *out)
{
	struct detail_options d = { .exact = { RANK_EXACT_PAIRS, NULL },
				    .quantiles = quantiles };

	d.scratch = malloc(stats_detail_scratch(a.n, b.n, &d));
	assert_non_null(d.scratch);
	stats_compare_detail(a, b, &options, &d, out);
	free(d.scratch);
}

static void test_cheap(void **state)
{
	struct compare_options o = options;
	double scratch[11];
	struct comparison c;

	(void)state;
	o.scratch = scratch;
	stats_compare(set(off, 5), set(on, 6), &o, &c);
	assert_near(c.rank.u, 30, 0);
	assert_false(c.rank.exact);
	assert_near(c.dominance.delta, 1, 0);
	assert_near(c.effect.d, c.diff / c.student.s, 1e-12);
	assert_near(c.log_delta.log_ratio, log1p(c.relative.change_ratio),
		    1e-12);
	assert_true(c.log_interval.lo > 0 &&
		    c.log_interval.hi < 2 * c.relative.change_ratio);
	assert_true(c.tost_p > .5); /* 1.4 % is beyond the margin */
	assert_near(c.power.half, (c.diff_interval.hi - c.diff_interval.lo) / 2,
		    1e-9);
	assert_true(c.a_mean.lo < c.a.mean && c.a.mean < c.a_mean.hi);
	assert_nan(c.shift.estimate);
	assert_int_equal(c.a_shape.n, 0);
	assert_int_equal(c.n_pairs, 0);
	o.scratch = NULL;
	stats_compare(set(off, 5), set(on, 6), &o, &c);
	assert_nan(c.rank.u);
	assert_nan(c.dominance.delta);
	assert_false(isnan(c.effect.g));
}

static void test_detail(void **state)
{
	struct comparison c;

	(void)state;
	detail(set(off, 5), set(on, 6), NULL, &c);
	assert_int_equal(c.verdict, VERDICT_BETTER);
	assert_true(c.rank.exact);
	assert_near(c.rank.p, 2. / 462, 1e-12);
	/* R: median(outer(on, off, "-")) */
	assert_near(c.shift.estimate, 6643, 0);
	assert_true(c.shift.exact && c.shift.level >= .95);
	assert_nan(c.a_median.level);
	assert_near(c.b_median.interval.lo, 481000, 0);
	assert_int_equal(c.a_shape.n, 5);
	assert_int_equal(c.b_shape.n, 6);
	assert_near(c.b_shape.first_change_ratio, 481840 / 483641.6 - 1, 1e-9);
	assert_false(isnan(c.spread.p));
}

static void test_quantiles(void **state)
{
	struct quantile_pair q[QUANTILE_COUNT];
	struct comparison c;
	double x[200], y[200];
	int i;

	(void)state;
	for (i = 0; i < 200; i++) {
		x[i] = 1000 + i * 37 % 200;
		y[i] = 1100 + i * 91 % 200;
	}
	detail(set(x, 200), set(y, 200), q, &c);
	assert_near(q[0].diff, 100, 0);
	assert_true(q[0].diff_interval.lo < 100 && q[0].diff_interval.lo > 60);
	assert_true(q[2].diff_interval.lo < q[2].diff);
	assert_near(q[3].p, .99, 0);
	assert_false(isnan(q[3].diff));
	assert_nan(q[3].diff_interval.lo); /* 200 are too few for p99 */
	assert_false(c.rank.exact);
	assert_false(c.rank.over_budget);
}

/* What a published summary allows, and no more. */
static void test_published(void **state)
{
	struct summary s = { 150, NAN, NAN, 10760.77, 200.92124, NAN };
	struct sample_set a = { NULL, 150, s }, b = { NULL, 150, s };
	struct quantile_pair q[QUANTILE_COUNT];
	struct comparison c;

	(void)state;
	b.summary.mean = 10580.059;
	detail(a, b, q, &c);
	assert_int_equal(c.verdict, VERDICT_WORSE);
	assert_false(isnan(c.effect.g));
	assert_false(isnan(c.log_interval.lo));
	assert_false(isnan(c.power.detectable));
	assert_false(isnan(c.b_mean.lo));
	assert_nan(c.rank.p);
	assert_nan(c.shift.estimate);
	assert_nan(c.spread.p);
	assert_int_equal(c.a_shape.n, 0);
	assert_nan(c.b_median.level);
	assert_nan(q[0].a);
	assert_nan(q[0].diff);
	detail(a, set(on, 6), q, &c); /* one side only */
	assert_nan(c.rank.p);
	assert_int_equal(c.b_shape.n, 6);
	assert_near(q[0].b, (482587 + 484511) / 2., 0);
}

static void test_nothing(void **state)
{
	struct comparison c;

	(void)state;
	stats_compare_nothing(VERDICT_FAILED, &options, &c);
	assert_nan(c.tost_p);
	assert_nan(c.effect.g);
	assert_nan(c.power.half);
	assert_nan(c.rank.p);
	assert_nan(c.shift.level);
	assert_nan(c.a_shape.dip_p);
	assert_nan(c.paired.t);
	assert_nan(c.signed_rank.p);
	detail(set(NULL, 0), set(NULL, 0), NULL, &c);
	assert_int_equal(c.verdict, VERDICT_NOT_COMPARABLE);
	detail(set(on, 6), set(NULL, 0), NULL, &c);
	assert_int_equal(c.verdict, VERDICT_ONLY_A);
	assert_nan(c.rank.p);
	assert_int_equal(c.a_shape.n, 6);
}

/* Rounds that vary by 50 %, and a gain of 2 % in each of them. */
static void test_paired(void **state)
{
	static const double a[] = { 100, 150, 80, 120, 95, 140 };
	static const double b[] = { 102.1, 152.9, 81.7, 122.3, 96.8, 143 };
	static const double c[] = { 101, 151, 81, 121, 96, 141 };
	struct compare_options o = options;
	double scratch[12], more[2 * 6 + 2551];
	struct comparison r;

	(void)state;
	o.scratch = scratch;
	stats_compare(set(a, 6), set(b, 6), &o, &r);
	assert_int_equal(r.verdict, VERDICT_INCONCLUSIVE);
	stats_compare_paired(set(a, 6), set(b, 6), &o, more, &r);
	assert_int_equal(r.verdict, VERDICT_BETTER);
	assert_int_equal(r.method, METHOD_PAIRED);
	assert_string_equal(method_name(r.method), "paired");
	assert_int_equal(r.n_pairs, 6);
	assert_near(r.p, r.paired.p, 0);
	assert_near(r.relative.change_ratio, .02, .02);
	assert_true(r.change_interval.lo > .015 && r.change_interval.hi < .025);
	assert_near(r.signed_rank.p, 2. / 64, 1e-12);
	assert_true(r.power.n_needed < 10);
	stats_compare_paired(set(a, 6), set(c, 6), &o, more, &r);
	assert_int_equal(r.method, METHOD_WELCH); /* all differ by 1 */
	assert_nan(r.paired.t);
	assert_near(r.paired.diff, 1, 1e-12);
	stats_compare_paired(set(a, 1), set(b, 1), &o, more, &r);
	assert_int_equal(r.verdict, VERDICT_TOO_FEW);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cheap),
		cmocka_unit_test(test_detail),
		cmocka_unit_test(test_quantiles),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_paired),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("detail", tests, NULL, NULL);
}
