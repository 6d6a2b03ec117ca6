/*
 * combine_hosts.c - random effects over hosts.
 */
#include <Rmath.h>
#include <assert.h>
#include <math.h>

#include "combine.h"

static bool counts(double y, double se)
{
	return isfinite(y) && isfinite(se) && se > 0;
}

/* The weighted mean and the weighted sum of squares around it. */
struct weighed {
	double sum, mean, squares;
};

static struct weighed weigh(const double *y, const double *se, size_t n,
			    double tau)
{
	struct weighed w = { 0, 0, 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		double s = hypot(se[i], tau), weight;

		if (!counts(y[i], se[i]))
			continue;
		weight = 1 / (s * s);
		w.sum += weight;
		w.mean += weight * y[i];
	}
	w.mean /= w.sum;
	for (i = 0; i < n; i++) {
		double z;

		if (!counts(y[i], se[i]))
			continue;
		z = (y[i] - w.mean) / hypot(se[i], tau);
		w.squares += z * z;
	}
	return w;
}

/*
 * The tau at which the weighted squares are what they should be, n - 1: they
 * fall as tau grows.
 */
static double paule_mandel(const double *y, const double *se, size_t n,
			   double df)
{
	double lo = 0, hi = 1e-12;
	int i;

	if (!(weigh(y, se, n, 0).squares > df))
		return 0;
	while (weigh(y, se, n, hi).squares > df && hi < 1e6)
		hi *= 4;
	for (i = 0; i < 100 && hi - lo > 1e-15 * hi; i++) {
		double mid = lo + (hi - lo) / 2;

		if (weigh(y, se, n, mid).squares > df)
			lo = mid;
		else
			hi = mid;
	}
	return hi;
}

static void find_interval(struct weighed w, double level,
			  struct over_hosts *out)
{
	double half, t;
	struct interval i = { NAN, NAN, false };

	/* Hosts that agree better than their samples could do so by chance. */
	out->se = sqrt(fmax(1, w.squares / out->df) / w.sum);
	if (!(out->se > 0) || !isfinite(out->se))
		return;
	t = w.mean / out->se;
	out->p = 2 * pt(-fabs(t), out->df, 1, 0);
	half = qt((1 - level) / 2, out->df, 0, 0) * out->se;
	i.lo = expm1(w.mean - half);
	i.hi = expm1(w.mean + half);
	if (isfinite(i.lo) && isfinite(i.hi))
		out->interval = i;
}

static const struct over_hosts nothing = {
	.change_ratio = NAN, .interval = { NAN, NAN, false }, .df = NAN,
	.p = NAN, .log_ratio = NAN, .se = NAN, .tau = NAN, .q = NAN,
	.q_p = NAN,
};

bool stats_over_hosts(const double *log_ratio, const double *se, size_t n,
		      double level, struct over_hosts *out)
{
	struct weighed w;
	size_t i;

	assert(level > 0 && level < 1);
	*out = nothing;
	for (i = 0; i < n; i++) {
		if (!counts(log_ratio[i], se[i])) {
			out->n_left_out++;
			continue;
		}
		out->n++;
		out->n_up += log_ratio[i] > 0;
		out->n_down += log_ratio[i] < 0;
	}
	if (out->n == 0)
		return false;
	w = weigh(log_ratio, se, n, 0);
	if (!isfinite(w.mean) || !isfinite(w.sum)) {
		out->n_left_out = n;
		out->n = out->n_up = out->n_down = 0;
		return false; /* an se whose square vanishes */
	}
	if (out->n > 1 && isfinite(w.squares)) {
		out->df = (double)(out->n - 1);
		out->q = w.squares;
		out->q_p = pchisq(out->q, out->df, 0, 0);
		out->disagree = out->q_p < .05;
		out->tau = paule_mandel(log_ratio, se, n, out->df);
		w = weigh(log_ratio, se, n, out->tau);
		find_interval(w, level, out);
	}
	out->log_ratio = w.mean;
	if (isfinite(expm1(w.mean)))
		out->change_ratio = expm1(w.mean);
	return true;
}
