/*
 * verdict.c - from two sample sets to a word; the formulas are in ttest.c.
 */
#include "verdict.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "count.h"
#include "describe.h"

static const struct interval no_interval = { NAN, NAN, false };

static void fill_side(struct sample_set set, double *scratch,
		      struct summary *out, bool *summary_only)
{
	size_t i;

	*out = set.summary;
	*summary_only = !set.samples || set.n == 0;
	if (*summary_only)
		return;
	if (scratch) {
		stats_describe(set.samples, set.n, scratch, out);
		return;
	}
	out->n = set.n;
	out->min = out->max = set.samples[0];
	for (i = 0; i < set.n; i++) {
		assert(isfinite(set.samples[i]));
		out->min = fmin(out->min, set.samples[i]);
		out->max = fmax(out->max, set.samples[i]);
	}
	out->mean = stats_mean(set.samples, set.n);
	out->stddev = stats_stddev(set.samples, set.n, out->mean);
}

static bool is_constant(const struct summary *s)
{
	return s->n >= 2 && s->stddev == 0;
}

static int sign_of(double x)
{
	return (x > 0) - (x < 0);
}

static int improvement(double diff, enum better better)
{
	switch (better) {
	case BETTER_HIGHER:
		return sign_of(diff);
	case BETTER_LOWER:
		return -sign_of(diff);
	default:
		return 0;
	}
}

static enum verdict difference_word(const struct comparison *c)
{
	return c->improvement > 0 ? VERDICT_BETTER :
	       c->improvement < 0 ? VERDICT_WORSE : VERDICT_CHANGED;
}

static bool excludes_zero(struct interval i)
{
	return i.lo > 0 || i.hi < 0; /* false for NAN */
}

static bool inside(struct interval i, double margin)
{
	return i.lo > -margin && i.hi < margin;
}

/* By the intervals; p is that of the test that they come from. */
static void judge_intervals(struct comparison *c, enum method method, double p)
{
	bool relative = !isnan(c->change_interval.lo);
	bool differs = excludes_zero(relative ? c->change_interval :
				     c->diff_interval);
	bool small = relative && inside(c->margin_interval, c->margin);

	c->method = method;
	c->p = p;
	if (differs)
		c->verdict = small ? VERDICT_NEGLIGIBLE : difference_word(c);
	else
		c->verdict = small ? VERDICT_EQUIVALENT : VERDICT_INCONCLUSIVE;
}

/*
 * Two constants leave t undefined, but their ranks separate completely: of the
 * choose(na + nb, na) ways to deal them out two are as extreme as this one.
 */
static void judge_constants(struct comparison *c)
{
	if (c->diff == 0) {
		c->verdict = VERDICT_IDENTICAL;
		return;
	}
	c->method = METHOD_CONSTANT;
	c->p = 2 / choose((double)c->a.n + (double)c->b.n, (double)c->a.n);
	if (!(c->p < 1 - c->confidence))
		c->verdict = VERDICT_INCONCLUSIVE;
	else if (fabs(c->relative.change_ratio) < c->margin)
		c->verdict = VERDICT_NEGLIGIBLE;
	else
		c->verdict = difference_word(c);
}

static void judge(struct comparison *c)
{
	if (c->a.n == 0 || c->b.n == 0)
		c->verdict = c->a.n ? VERDICT_ONLY_A :
			     c->b.n ? VERDICT_ONLY_B : VERDICT_NOT_COMPARABLE;
	else if (isnan(c->diff))
		c->verdict = VERDICT_NOT_COMPARABLE;
	else if (c->a.n < 2 || c->b.n < 2 || isnan(c->a.stddev) ||
		 isnan(c->b.stddev))
		c->verdict = VERDICT_TOO_FEW;
	else if (is_constant(&c->a) && is_constant(&c->b))
		judge_constants(c);
	else if (!isnan(c->welch.t))
		judge_intervals(c, METHOD_WELCH, c->welch.p);
	else
		c->verdict = VERDICT_NOT_COMPARABLE;
}

/* The figures that no word depends on. */
static void fill_beside(struct comparison *c, const double *a_sorted,
			const double *b_sorted)
{
	stats_log_delta(&c->a, &c->b, &c->log_delta);
	c->log_interval = stats_log_delta_interval(&c->log_delta,
						   c->confidence);
	c->tost_p = stats_tost(&c->welch, c->margin * fabs(c->a.mean));
	stats_effect(&c->student, c->a.n, c->b.n, c->confidence, &c->effect);
	stats_power(&c->a, &c->b, &c->welch, c->confidence, c->margin,
		    &c->power);
	if (a_sorted && !c->a_summary_only && !c->b_summary_only) {
		struct pair_count pairs = count_pairs(a_sorted, c->a.n,
						      b_sorted, c->b.n);

		count_mwu(&pairs, c->a.n, c->b.n, &c->rank);
		count_dominance(&pairs, c->a.n, c->b.n, &c->dominance);
	}
}

void stats_compare(struct sample_set a, struct sample_set b,
		   const struct compare_options *options,
		   struct comparison *out)
{
	double *a_sorted = options->scratch;
	double *b_sorted = a_sorted ? a_sorted + a.n : NULL;
	double diff;

	stats_compare_nothing(VERDICT_NOT_COMPARABLE, options, out);
	fill_side(a, a_sorted, &out->a, &out->a_summary_only);
	fill_side(b, b_sorted, &out->b, &out->b_summary_only);
	out->a_mean = stats_mean_interval(&out->a, out->confidence);
	out->b_mean = stats_mean_interval(&out->b, out->confidence);
	if (out->a.n > 0 && out->b.n > 0) {
		diff = out->b.mean - out->a.mean;
		if (isfinite(diff))
			out->diff = diff;
		out->improvement = improvement(out->diff, options->better);
		out->constant = is_constant(&out->a) || is_constant(&out->b);
		stats_welch(&out->a, &out->b, &out->welch);
		stats_student(&out->a, &out->b, &out->student);
		out->diff_interval = stats_difference_interval(&out->welch,
							out->confidence);
		stats_relative(&out->a, &out->b, &out->relative);
		out->change_interval = stats_relative_interval(&out->relative,
							out->confidence);
		out->margin_interval = stats_relative_interval(&out->relative,
							out->margin_level);
		fill_beside(out, a_sorted, b_sorted);
	}
	judge(out);
}

static void fill_pairs(const double *a, const double *b, size_t n,
		       double *scratch, struct comparison *c)
{
	c->n_pairs = n;
	stats_paired(a, b, n, scratch, &c->paired);
	stats_paired_change(a, b, n, scratch, &c->paired_change);
	stats_signed_rank(a, b, n, scratch, &c->signed_rank);
}

void stats_compare_paired(struct sample_set a, struct sample_set b,
			  const struct compare_options *options,
			  double *scratch, struct comparison *out)
{
	double change;

	assert(a.n == b.n && a.samples && b.samples && options->scratch);
	stats_compare(a, b, options, out);
	if (a.n == 0)
		return;
	fill_pairs(a.samples, b.samples, a.n, scratch, out);
	if (isnan(out->paired.t))
		return;
	out->diff_interval = stats_difference_interval(&out->paired,
						       out->confidence);
	out->change_interval = stats_log_delta_interval(&out->paired_change,
							out->confidence);
	out->margin_interval = stats_log_delta_interval(&out->paired_change,
							out->margin_level);
	change = expm1(out->paired_change.log_ratio);
	if (isfinite(change))
		out->relative.change_ratio = change;
	out->tost_p = stats_tost(&out->paired,
				 out->margin * fabs(out->a.mean));
	stats_power_paired(&out->paired, a.n, out->a.mean, out->confidence,
			   out->margin, &out->power);
	judge_intervals(out, METHOD_PAIRED, out->paired.p);
}

/* No figures beside the verdict's. */
static void clear_beside(struct comparison *c)
{
	const struct ttest no_test = { NAN, NAN, NAN, NAN, NAN, NAN };
	const struct log_delta no_log = { NAN, NAN, NAN };

	c->log_delta = c->paired_change = no_log;
	c->log_interval = c->a_mean = c->b_mean = no_interval;
	c->tost_p = NAN;
	c->effect = (struct effect){ NAN, NAN, NAN, no_interval };
	c->power = (struct power){ NAN, NAN, NAN, NAN, NAN, NAN };
	c->rank = (struct rank_test){ NAN, NAN, NAN, NAN, false, false };
	c->dominance = (struct dominance){ NAN, NAN, NAN };
	c->shift = (struct shift){ NAN, no_interval, NAN, false };
	c->a_median = c->b_median =
		(struct rank_interval){ no_interval, 0, 0, NAN };
	stats_shape(NULL, NULL, 0, NULL, &c->a_shape);
	stats_shape(NULL, NULL, 0, NULL, &c->b_shape);
	c->spread = (struct spread){ NAN, NAN, NAN, NAN };
	c->paired = no_test;
	c->signed_rank = (struct signed_rank){ 0, 0, NAN, NAN, NAN, NAN,
					       false };
}

void stats_compare_nothing(enum verdict verdict,
			   const struct compare_options *options,
			   struct comparison *out)
{
	const struct summary nothing = { 0, NAN, NAN, NAN, NAN, NAN };
	const struct ttest no_test = { NAN, NAN, NAN, NAN, NAN, NAN };

	assert(options->confidence > .5 && options->confidence < 1);
	assert(options->margin > 0 && isfinite(options->margin));
	memset(out, 0, sizeof(*out));
	out->a = out->b = nothing;
	out->confidence = options->confidence;
	out->margin = options->margin;
	out->better = options->better;
	out->diff = NAN;
	out->welch = out->student = no_test;
	out->relative = (struct relative){ NAN, NAN, NAN, NAN, false };
	out->diff_interval = no_interval;
	out->change_interval = out->margin_interval = no_interval;
	out->margin_level = 2 * options->confidence - 1;
	out->verdict = verdict;
	out->method = METHOD_NONE;
	out->p = NAN;
	clear_beside(out);
}

static const struct {
	const char *name, *text;
} words[VERDICT_COUNT] = {
	[VERDICT_BETTER] = { "better", "better" },
	[VERDICT_WORSE] = { "worse", "worse" },
	[VERDICT_CHANGED] = { "changed", "changed" },
	[VERDICT_NEGLIGIBLE] = { "negligible", "" },
	[VERDICT_EQUIVALENT] = { "equivalent", "" },
	[VERDICT_INCONCLUSIVE] = { "inconclusive", "inconclusive" },
	[VERDICT_TOO_FEW] = { "too_few", "too few" },
	[VERDICT_IDENTICAL] = { "identical", "identical" },
	[VERDICT_NOT_COMPARABLE] = { "not_comparable", "not comparable" },
	[VERDICT_FAILED] = { "failed", "failed" },
	[VERDICT_ONLY_A] = { "only_a", "only in A" },
	[VERDICT_ONLY_B] = { "only_b", "only in B" },
};

const char *verdict_name(enum verdict verdict)
{
	return words[verdict].name;
}

bool verdict_parse(const char *name, enum verdict *out)
{
	int i;

	for (i = 0; i < VERDICT_COUNT; i++) {
		if (strcmp(words[i].name, name) == 0) {
			*out = (enum verdict)i;
			return true;
		}
	}
	return false;
}

const char *method_name(enum method method)
{
	switch (method) {
	case METHOD_WELCH:
		return "welch";
	case METHOD_CONSTANT:
		return "constant_ranks";
	case METHOD_PAIRED:
		return "paired";
	default:
		return NULL;
	}
}

bool verdict_differs(enum verdict verdict)
{
	return verdict <= VERDICT_NEGLIGIBLE;
}

/* snprintf's length, of what fits. */
static size_t fitted(int length, size_t size)
{
	return length < 0 ? 0 :
	       (size_t)length < size ? (size_t)length : size - 1;
}

size_t verdict_text(const struct comparison *c, char out[VERDICT_TEXT_SIZE])
{
	double percent = 100 * c->margin;
	int n;

	if (c->verdict == VERDICT_NEGLIGIBLE)
		n = snprintf(out, VERDICT_TEXT_SIZE, "%s <%.4g %%",
			     words[difference_word(c)].text, percent);
	else if (c->verdict == VERDICT_EQUIVALENT)
		n = snprintf(out, VERDICT_TEXT_SIZE, "same +/-%.4g %%",
			     percent);
	else
		n = snprintf(out, VERDICT_TEXT_SIZE, "%s",
			     words[c->verdict].text);
	return fitted(n, VERDICT_TEXT_SIZE);
}

size_t verdict_reason(const struct comparison *c, char out[VERDICT_REASON_SIZE])
{
	int n = 0;

	out[0] = '\0';
	if (c->verdict == VERDICT_TOO_FEW && (c->a.n < 2 || c->b.n < 2))
		n = snprintf(out, VERDICT_REASON_SIZE, "%zu vs %zu; need 2 a "
			     "side, 4 a side for ranks", c->a.n, c->b.n);
	else if (c->verdict == VERDICT_TOO_FEW)
		n = snprintf(out, VERDICT_REASON_SIZE,
			     "the published summary of %s tells no spread",
			     isnan(c->a.stddev) ? "A" : "B");
	else if (c->verdict == VERDICT_NOT_COMPARABLE && c->a.n && c->b.n)
		n = snprintf(out, VERDICT_REASON_SIZE,
			     "the difference is not a number that fits");
	return fitted(n, VERDICT_REASON_SIZE);
}
