/*
 * quantile.c - the formulas of quantile.h.
 */
#include "quantile.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>
#include <string.h>

#include "describe.h"
#include "splitmix.h"

const double stats_quantiles[QUANTILE_COUNT] = { .5, .9, .95, .99 };

static const struct interval no_interval = { NAN, NAN, false };

double stats_quantile6(const double *sorted, size_t n, double p)
{
	double h = ((double)n + 1) * p, f, lo, hi;
	size_t i;

	assert(n > 0 && p >= 0 && p <= 1);
	/* (n + 1) * p is not always the whole number that it means. */
	if (fabs(h - nearbyint(h)) < 4e-16 * h)
		h = nearbyint(h);
	if (h <= 1)
		return sorted[0];
	if (h >= (double)n)
		return sorted[n - 1];
	i = (size_t)h;
	f = h - (double)i;
	lo = sorted[i - 1];
	hi = sorted[i];
	if (f == 0 || lo == hi)
		return lo;
	return isfinite(hi - lo) ? lo + f * (hi - lo) : (1 - f) * lo + f * hi;
}

struct rank_interval stats_median_interval(const double *sorted, size_t n,
					   double level)
{
	struct rank_interval r = { no_interval, 0, 0, NAN };
	double k;

	assert(level > 0 && level < 1);
	if (n == 0)
		return r;
	k = qbinom((1 - level) / 2, (double)n, .5, 1, 0);
	if (!(k >= 1))
		return r;
	r.lo_rank = (size_t)k;
	r.hi_rank = n + 1 - r.lo_rank;
	r.level = 1 - 2 * pbinom(k - 1, (double)n, .5, 1, 0);
	r.interval.lo = sorted[r.lo_rank - 1];
	r.interval.hi = sorted[r.hi_rank - 1];
	return r;
}

size_t stats_quantile_needs(double p)
{
	if (p == .5)
		return 6;
	if (!(p > 0 && p < 1))
		return SIZE_MAX;
	/* 1 - .99 is a little more than .01. */
	return (size_t)ceil(10 / fmin(p, 1 - p) * (1 - 1e-9));
}

/* The rank that type 7 looks at, from 1. */
static double rank_of(size_t n, double p)
{
	return 1 + (double)(n - 1) * p;
}

/* The smallest k with pbeta(k / n, r, n - r + 1) at least q. */
static size_t rank_at(double q, size_t n, double r)
{
	double m = (double)n, k;

	k = ceil(m * qbeta(q, r, m - r + 1, 1, 0));
	k = fmin(m, fmax(1, k));
	while (k > 1 && pbeta((k - 1) / m, r, m - r + 1, 1, 0) >= q)
		k--;
	while (k < m && pbeta(k / m, r, m - r + 1, 1, 0) < q)
		k++;
	return (size_t)k;
}

struct rank_interval stats_quantile_interval(const double *sorted, size_t n,
					     double p, double level)
{
	struct rank_interval r = { no_interval, 0, 0, NAN };

	assert(level > 0 && level < 1);
	if (n < stats_quantile_needs(p))
		return r;
	r.lo_rank = rank_at((1 - level) / 2, n, rank_of(n, p));
	r.hi_rank = rank_at((1 + level) / 2, n, rank_of(n, p));
	r.interval.lo = sorted[r.lo_rank - 1];
	r.interval.hi = sorted[r.hi_rank - 1];
	r.level = level;
	return r;
}

static void mix(uint64_t *seed, const double *x, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		double v = x[i] + 0.; /* -0 is 0 */
		uint64_t bits;

		memcpy(&bits, &v, sizeof(bits));
		*seed ^= bits;
		*seed = splitmix_next(seed);
	}
}

/* A draw of the Gamma distribution, shape at least 1. */
static double gamma_draw(double shape, uint64_t *seed)
{
	double d = shape - 1. / 3, c = 1 / sqrt(9 * d);

	for (;;) {
		double x = splitmix_normal(seed), v = 1 + c * x, u;

		if (v <= 0)
			continue;
		v = v * v * v;
		u = splitmix_uniform(seed);
		if (log(u) < x * x / 2 + d - d * v + d * log(v))
			return d * v;
	}
}

static double sample_draw(const double *sorted, size_t n, double p,
			  uint64_t *seed)
{
	double r = rank_of(n, p), m = (double)n;
	double x = gamma_draw(r, seed), y = gamma_draw(m - r + 1, seed);
	double k = ceil(m * (x / (x + y)));

	return sorted[(size_t)fmin(m, fmax(1, k)) - 1];
}

static struct interval percentiles(double *draws, double level)
{
	struct interval i = no_interval;

	stats_sort(draws, QUANTILE_DRAWS);
	if (!isfinite(draws[0]) || !isfinite(draws[QUANTILE_DRAWS - 1]))
		return i;
	i.lo = stats_quantile(draws, QUANTILE_DRAWS, (1 - level) / 2);
	i.hi = stats_quantile(draws, QUANTILE_DRAWS, (1 + level) / 2);
	return i;
}

static double change_of(double a, double b)
{
	double c = (b - a) / a;

	return isfinite(c) ? c : NAN;
}

static void draw_intervals(const double *a, size_t na, const double *b,
			   size_t nb, double level, double *scratch,
			   struct quantile_pair *out)
{
	double *diffs = scratch, *changes = scratch + QUANTILE_DRAWS;
	uint64_t seed = (uint64_t)(out->p * 1e6);
	bool has_ratio = !isnan(out->change_ratio);
	size_t i;

	mix(&seed, a, na);
	mix(&seed, b, nb);
	for (i = 0; i < QUANTILE_DRAWS; i++) {
		double x = sample_draw(a, na, out->p, &seed);
		double y = sample_draw(b, nb, out->p, &seed);

		diffs[i] = y - x;
		changes[i] = change_of(x, y);
		has_ratio = has_ratio && !isnan(changes[i]);
	}
	out->diff_interval = percentiles(diffs, level);
	if (has_ratio)
		out->change_interval = percentiles(changes, level);
}

bool stats_quantile_pair(const double *a_sorted, size_t na,
			 const double *b_sorted, size_t nb, double p,
			 double level, double *scratch,
			 struct quantile_pair *out)
{
	*out = (struct quantile_pair){ p, NAN, NAN, no_interval, no_interval,
				       NAN, no_interval, NAN, no_interval };
	if (na > 0) {
		out->a = stats_quantile(a_sorted, na, p);
		out->a_interval = stats_quantile_interval(a_sorted, na, p,
							  level).interval;
	}
	if (nb > 0) {
		out->b = stats_quantile(b_sorted, nb, p);
		out->b_interval = stats_quantile_interval(b_sorted, nb, p,
							  level).interval;
	}
	if (na == 0 || nb == 0)
		return false;
	if (isfinite(out->b - out->a))
		out->diff = out->b - out->a;
	if (!(a_sorted[0] < 0 && a_sorted[na - 1] > 0))
		out->change_ratio = change_of(out->a, out->b);
	if (na >= stats_quantile_needs(p) && nb >= stats_quantile_needs(p))
		draw_intervals(a_sorted, na, b_sorted, nb, level, scratch, out);
	return true;
}
