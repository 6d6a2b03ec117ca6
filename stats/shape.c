/*
 * shape.c - the measurements of shape.h but for the dip (shape_dip.c).
 */
#include "shape.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>

#include "adjust.h"
#include "describe.h"
#include "shape_parts.h"

static double or_nan(double x)
{
	return isfinite(x) ? x : NAN;
}

/* The first index whose sample is not below v, or is above it. */
static size_t bound(const double *sorted, size_t n, double v, bool above)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (sorted[mid] < v || (above && sorted[mid] == v))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void find_outliers(const double *sorted, size_t n, double k,
			  struct outliers *out)
{
	double q1 = stats_quantile(sorted, n, .25);
	double q3 = stats_quantile(sorted, n, .75);
	size_t first, end;

	out->n_below = out->n_above = 0;
	out->lo = q1 - k * (q3 - q1);
	out->hi = q3 + k * (q3 - q1);
	if (!isfinite(out->lo) || !isfinite(out->hi)) {
		out->lo = out->hi = NAN;
		out->mean_without = stats_mean(sorted, n);
		return;
	}
	first = bound(sorted, n, out->lo, false);
	end = bound(sorted, n, out->hi, true);
	out->n_below = first;
	out->n_above = n - end;
	out->mean_without = stats_mean(sorted + first, end - first);
}

/*
 * Deviations are scaled by the largest, so that their squares neither overflow
 * nor vanish.
 */
static void find_memory(const double *x, size_t n, double mean,
			struct shape *out)
{
	double largest = 0, last = 0, sum = 0, products = 0, m = (double)n;
	size_t i;

	out->r1 = out->ljung_box_p = out->n_effective = NAN;
	for (i = 0; i < n; i++)
		largest = fmax(largest, fabs(x[i] - mean));
	if (n < 2 || out->constant || !isfinite(largest) || largest == 0)
		return;
	for (i = 0; i < n; i++) {
		double d = (x[i] - mean) / largest;

		sum += d * d;
		if (i > 0)
			products += d * last;
		last = d;
	}
	out->r1 = products / sum;
	out->ljung_box_p = pchisq(m * (m + 2) * out->r1 * out->r1 / (m - 1), 1,
				  0, 0);
	out->n_effective = m;
	if (out->r1 > 0)
		out->n_effective = fmax(1, m * (1 - out->r1) / (1 + out->r1));
}

/* Would the others, if normal, have led to expect the first? */
static void find_first(const double *x, size_t n, struct shape *out)
{
	double mean, sd, t, m = (double)n;

	out->first_change_ratio = out->first_p = NAN;
	if (n < 2)
		return;
	mean = stats_mean(x + 1, n - 1);
	out->first_change_ratio = or_nan((x[0] - mean) / fabs(mean));
	sd = stats_stddev(x + 1, n - 1, mean);
	t = (x[0] - mean) / (sd * sqrt(1 + 1 / (m - 1)));
	if (sd > 0 && isfinite(t))
		out->first_p = 2 * pt(-fabs(t), m - 2, 1, 0);
}

static void find_ties(const double *sorted, size_t n, struct shape *out)
{
	size_t i, run = 1, n_tied = 0;

	out->n_distinct = 0;
	out->step = NAN;
	for (i = 1; i <= n; i++) {
		if (i < n && sorted[i] == sorted[i - 1]) {
			run++;
			continue;
		}
		out->n_distinct++;
		n_tied += run > 1 ? run : 0;
		run = 1;
		if (i < n)
			out->step = fmin(out->step,
					 sorted[i] - sorted[i - 1]);
	}
	out->step = or_nan(out->step);
	out->tie_share = (double)n_tied / (double)n;
	out->constant = n >= 2 && out->n_distinct == 1;
}

/*
 * A group of t equal samples stands for samples that were rounded to it: they
 * are put evenly into the step around it. Of more than SHAPE_BLOCKS_FROM
 * samples every so many-th is taken: the dip moves by less than 1 / n of those.
 */
static size_t spread_ties(const double *sorted, size_t n, double step,
			  double *out)
{
	size_t every = (n - 1) / SHAPE_BLOCKS_FROM + 1, m = 0, i, end;
	double range = sorted[n - 1] - sorted[0];

	for (i = 0; i < n; i = end) {
		size_t k;

		for (end = i + 1; end < n && sorted[end] == sorted[i]; end++)
			;
		for (k = i; k < end; k++) {
			double place = ((double)(k - i) + .5) /
				       (double)(end - i) - .5;

			if (k % every == 0)
				out[m++] = (sorted[i] - sorted[0]) / range +
					   place * (step / range);
		}
	}
	return m;
}

static void find_dip(const double *sorted, size_t n, double *scratch,
		     struct shape *out)
{
	size_t m;

	out->dip = out->dip_p = NAN;
	if (n < 4 || isnan(out->step) || !isfinite(sorted[n - 1] - sorted[0]))
		return;
	m = spread_ties(sorted, n, out->step, scratch);
	out->dip = stats_dip(scratch, m, scratch + m);
	out->dip_p = stats_dip_p(out->dip, n);
}

static const struct shape nothing = {
	.mild = { 0, 0, NAN, NAN, NAN }, .far = { 0, 0, NAN, NAN, NAN },
	.drift_tau = NAN, .drift_p = NAN, .r1 = NAN, .ljung_box_p = NAN,
	.n_effective = NAN, .first_change_ratio = NAN, .first_p = NAN,
	.dip = NAN, .dip_p = NAN, .tie_share = NAN, .step = NAN,
};

bool stats_shape(const double *x, const double *sorted, size_t n,
		 double *scratch, struct shape *out)
{
	*out = nothing;
	if (n == 0)
		return false;
	out->n = n;
	find_outliers(sorted, n, 1.5, &out->mild);
	find_outliers(sorted, n, 3, &out->far);
	find_ties(sorted, n, out);
	find_memory(x, n, stats_mean(x, n), out);
	find_first(x, n, out);
	shape_drift(x, n, scratch, out);
	find_dip(sorted, n, scratch, out);
	return true;
}

size_t stats_shape_scratch(size_t n)
{
	size_t m = n > SHAPE_BLOCKS_FROM ? SHAPE_BLOCKS_FROM : n;

	return 5 * m;
}

size_t stats_notices(const double *p, const size_t *n, size_t count,
		     size_t n_min, double *scratch, bool *raised)
{
	double *family = scratch + 2 * count;
	size_t i, n_raised = 0;

	for (i = 0; i < count; i++)
		family[i] = n[i] >= n_min ? p[i] : NAN;
	stats_holm(family, count, scratch, family);
	for (i = 0; i < count; i++) {
		raised[i] = family[i] < NOTICE_P;
		n_raised += raised[i];
	}
	return n_raised;
}
