/*
 * power.c - the formulas of power.h.
 */
#include "power.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>

static double or_nan(double x)
{
	return isfinite(x) ? x : NAN;
}

static double t_quantile(double level, double df)
{
	return qt((1 - level) / 2, df, 0, 0);
}

static double z_quantile(double level)
{
	return qnorm((1 - level) / 2, 0, 1, 0, 0);
}

/*
 * root is (z + z) * sd / delta, sd relative to the baseline already, because
 * the squares may not fit.
 */
static double needed(double sd, double level, double margin, double sets)
{
	double z = z_quantile(level);
	double both = z + qnorm(POWER_WANTED, 0, 1, 1, 0);
	double root = both * sd / margin;
	double n = ceil(root * root + z * z / (2 * sets));

	return or_nan(fmax(2, n));
}

static bool fill(const struct ttest *t, double base, double level,
		 struct power *out)
{
	double q;

	*out = (struct power){ NAN, NAN, NAN, NAN, NAN, NAN };
	if (isnan(t->t))
		return false;
	q = t_quantile(level, t->df);
	out->half = or_nan(q * t->se);
	out->detectable = or_nan((q + qt(POWER_WANTED, t->df, 1, 0)) * t->se);
	out->half_ratio = or_nan(out->half / base);
	out->detectable_ratio = or_nan(out->detectable / base);
	return true;
}

bool stats_power(const struct summary *a, const struct summary *b,
		 const struct ttest *welch, double level, double margin,
		 struct power *out)
{
	double base = fabs(a->mean);
	double smaller = (double)(a->n < b->n ? a->n : b->n);

	assert(level > 0 && level < 1 && margin > 0);
	if (!fill(welch, base, level, out))
		return false;
	if (base > 0)
		out->n_needed = needed(hypot(a->stddev / base,
					     b->stddev / base),
				       level, margin, 2);
	if (!isnan(out->n_needed))
		out->n_more = fmax(0, out->n_needed - smaller);
	return true;
}

bool stats_power_paired(const struct ttest *paired, size_t n, double base,
			double level, double margin, struct power *out)
{
	assert(level > 0 && level < 1 && margin > 0);
	base = fabs(base);
	if (!fill(paired, base, level, out))
		return false;
	if (base > 0)
		out->n_needed = needed(paired->s / base, level, margin, 1);
	if (!isnan(out->n_needed))
		out->n_more = fmax(0, out->n_needed - (double)n);
	return true;
}

static bool has_spread(const struct summary *s)
{
	return s->n >= 2 && isfinite(s->mean) && isfinite(s->stddev) &&
	       s->stddev >= 0;
}

static double half_width(const struct summary *s, double n, double level)
{
	if (s->stddev == 0)
		return 0;
	return or_nan(t_quantile(level, n - 1) * (s->stddev / sqrt(n)));
}

static struct interval around(double mean, double half)
{
	const struct interval none = { NAN, NAN, false };
	struct interval i = none;

	i.lo = mean - half;
	i.hi = mean + half;
	return isfinite(i.lo) && isfinite(i.hi) ? i : none;
}

struct interval stats_mean_interval(const struct summary *s, double level)
{
	return around(s->mean, has_spread(s) ?
		      half_width(s, (double)s->n, level) : NAN);
}

/* Doubles up to here are whole numbers without gaps. */
#define MOST_SAMPLES 9e15

/*
 * The smallest n whose interval is no wider than want; ratio is stddev / want.
 * The normal quantile is below Student's, so what it asks for is too few; what
 * Student's asks for with as few is enough, for it falls with n.
 */
static double smallest(const struct summary *s, double want, double ratio,
		       double level)
{
	double root = z_quantile(level) * ratio;
	double fails = fmax(1, floor(root * root)), does;

	if (!(fails < MOST_SAMPLES))
		return NAN;
	root = t_quantile(level, fmax(1, fails - 1)) * ratio;
	does = fmax(2, ceil(root * root) + 1); /* it may be rounded down */
	while (does - fails > 1) {
		double mid = floor(fails + (does - fails) / 2);

		if (half_width(s, mid, level) <= want)
			does = mid;
		else
			fails = mid;
	}
	return does;
}

bool stats_enough(const struct summary *s, double want_ratio, double level,
		  struct enough *out)
{
	const struct interval none = { NAN, NAN, false };
	double want = want_ratio * fabs(s->mean), n_now = (double)s->n;

	assert(level > 0 && level < 1 && want_ratio > 0);
	*out = (struct enough){ none, NAN, NAN, false, NAN, NAN };
	if (!has_spread(s))
		return false;
	out->half = half_width(s, n_now, level);
	out->interval = around(s->mean, out->half);
	if (s->mean == 0 || !isfinite(want) || isnan(out->half))
		return false;
	out->half_ratio = or_nan(out->half / fabs(s->mean));
	out->enough = out->half <= want;
	out->n_needed = smallest(s, want, s->stddev / want, level);
	if (isnan(out->n_needed))
		return true; /* it is not a number anybody can use */
	out->n_more = out->enough ? 0 : fmax(1, out->n_needed - n_now);
	return true;
}
