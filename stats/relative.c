/*
 * relative.c - the formulas of relative.h.
 */
#include "relative.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>

#include "describe.h"

static const struct interval no_interval = { NAN, NAN, false };

bool stats_relative_pooled(const struct summary *a, const struct summary *b,
			   struct relative *out)
{
	double base = fabs(a->mean);
	struct ttest t;

	if (!stats_relative(a, b, out))
		return false;
	out->se_a_ratio = out->se_b_ratio = out->df = NAN;
	if (stats_student(a, b, &t) && isfinite(t.s / base)) {
		out->se_a_ratio = t.s / base / sqrt((double)a->n);
		out->se_b_ratio = t.s / base / sqrt((double)b->n);
		out->df = t.df;
	}
	return true;
}

static bool is_positive(const struct summary *s)
{
	return s->n > 0 && s->mean > 0 && isfinite(s->mean) && !(s->min < 0);
}

bool stats_log_delta(const struct summary *a, const struct summary *b,
		     struct log_delta *out)
{
	double se_a, se_b, share_a, share_b;

	*out = (struct log_delta){ NAN, NAN, NAN };
	if (!is_positive(a) || !is_positive(b))
		return false;
	/* Not of the quotient, which can overflow or vanish; but where it is
	   near 1 the logs would cancel. */
	out->log_ratio = fabs(b->mean - a->mean) < a->mean / 2 ?
		log1p((b->mean - a->mean) / a->mean) :
		log(b->mean) - log(a->mean);
	if (a->n < 2 || b->n < 2)
		return true;
	se_a = a->stddev / a->mean / sqrt((double)a->n);
	se_b = b->stddev / b->mean / sqrt((double)b->n);
	if (!isfinite(hypot(se_a, se_b)))
		return true;
	out->se = hypot(se_a, se_b);
	if (!(out->se > 0))
		return true;
	share_a = se_a / out->se * (se_a / out->se);
	share_b = se_b / out->se * (se_b / out->se);
	out->df = 1 / (share_a * share_a / (double)(a->n - 1) +
		       share_b * share_b / (double)(b->n - 1));
	return true;
}

struct interval stats_log_delta_interval(const struct log_delta *l,
					 double level)
{
	struct interval i = no_interval;
	double half;

	assert(level > 0 && level < 1);
	if (isnan(l->df))
		return i;
	half = qt((1 - level) / 2, l->df, 0, 0) * l->se;
	i.lo = expm1(l->log_ratio - half);
	i.hi = expm1(l->log_ratio + half);
	return isfinite(i.lo) && isfinite(i.hi) ? i : no_interval;
}

double stats_tost(const struct ttest *t, double margin)
{
	double below, above;

	if (isnan(t->t) || !(margin > 0) || !isfinite(margin))
		return NAN;
	below = (t->diff + margin) / t->se;
	above = (t->diff - margin) / t->se;
	if (isnan(below) || isnan(above))
		return NAN;
	return fmax(pt(below, t->df, 0, 0), pt(above, t->df, 1, 0));
}

bool stats_paired(const double *a, const double *b, size_t n, double *scratch,
		  struct ttest *out)
{
	double se, t;
	size_t i;

	*out = (struct ttest){ NAN, NAN, NAN, NAN, NAN, NAN };
	if (n == 0)
		return false;
	for (i = 0; i < n; i++) {
		scratch[i] = b[i] - a[i];
		if (!isfinite(scratch[i]))
			return false;
	}
	out->diff = stats_mean(scratch, n);
	out->s = stats_stddev(scratch, n, out->diff);
	if (isnan(out->s))
		return false;
	out->se = se = out->s / sqrt((double)n);
	t = out->diff / se;
	if (!(se > 0) || !isfinite(t))
		return false;
	out->df = (double)(n - 1);
	out->t = t;
	out->p = 2 * pt(-fabs(t), out->df, 1, 0);
	return true;
}

bool stats_paired_change(const double *a, const double *b, size_t n,
			 double *scratch, struct log_delta *out)
{
	double sd;
	size_t i;

	*out = (struct log_delta){ NAN, NAN, NAN };
	for (i = 0; i < n; i++) {
		if (!(a[i] > 0 && b[i] > 0))
			return false;
		scratch[i] = log(b[i]) - log(a[i]);
	}
	if (n == 0)
		return false;
	out->log_ratio = stats_mean(scratch, n);
	sd = stats_stddev(scratch, n, out->log_ratio);
	if (isnan(sd))
		return true;
	out->se = sd / sqrt((double)n);
	if (out->se > 0)
		out->df = (double)(n - 1);
	return true;
}
