/*
 * ttest.c - the formulas of ttest.h. Standard errors are combined by hypot()
 * and degrees of freedom from shares of the variance, so that nothing is ever
 * squared that could overflow or vanish.
 */
#include "ttest.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>

static bool has_spread(const struct summary *s)
{
	return s->n >= 2 && isfinite(s->mean) && isfinite(s->stddev) &&
	       s->stddev >= 0;
}

static double standard_error(const struct summary *s)
{
	return s->stddev / sqrt((double)s->n);
}

static double share(double part, double whole)
{
	double r = part / whole;

	return r * r;
}

/*
 * Satterthwaite's degrees of freedom of a sum of two independent variances,
 * given as standard errors of which one at least is above 0.
 */
static double satterthwaite(double se_a, size_t na, double se_b, size_t nb)
{
	double se = hypot(se_a, se_b);
	double a = share(se_a, se), b = share(se_b, se);

	return 1 / (a * a / (double)(na - 1) + b * b / (double)(nb - 1));
}

static const struct ttest not_defined = { NAN, NAN, NAN, NAN, NAN, NAN };

/* t and p of a test whose diff, se and df are known. */
static bool finish(struct ttest *out)
{
	double t = out->diff / out->se;

	if (!(out->se > 0) || !isfinite(out->se) || !isfinite(t)) {
		out->df = NAN;
		return false;
	}
	out->t = t;
	out->p = 2 * pt(-fabs(t), out->df, 1, 0);
	return true;
}

bool stats_welch(const struct summary *a, const struct summary *b,
		 struct ttest *out)
{
	double se_a, se_b;

	*out = not_defined;
	if (!has_spread(a) || !has_spread(b) || !isfinite(b->mean - a->mean))
		return false;
	se_a = standard_error(a);
	se_b = standard_error(b);
	out->diff = b->mean - a->mean;
	out->se = hypot(se_a, se_b);
	if (out->se > 0 && isfinite(out->se))
		out->df = satterthwaite(se_a, a->n, se_b, b->n);
	return finish(out);
}

bool stats_student(const struct summary *a, const struct summary *b,
		   struct ttest *out)
{
	double df, na, nb;

	*out = not_defined;
	if (!has_spread(a) || !has_spread(b) || !isfinite(b->mean - a->mean))
		return false;
	na = (double)a->n;
	nb = (double)b->n;
	df = na + nb - 2;
	out->diff = b->mean - a->mean;
	out->s = hypot(a->stddev * sqrt((na - 1) / df),
		       b->stddev * sqrt((nb - 1) / df));
	out->se = out->s * sqrt(1 / na + 1 / nb);
	out->df = df;
	return finish(out);
}

static double two_sided_quantile(double level, double df)
{
	assert(level > 0 && level < 1);
	return qt((1 - level) / 2, df, 0, 0);
}

static const struct interval no_interval = { NAN, NAN, false };

static struct interval finite_or_none(double lo, double hi)
{
	struct interval i = { lo, hi, false };

	return isfinite(lo) && isfinite(hi) ? i : no_interval;
}

struct interval stats_difference_interval(const struct ttest *t, double level)
{
	double half;

	if (isnan(t->t))
		return no_interval;
	half = two_sided_quantile(level, t->df) * t->se;
	return finite_or_none(t->diff - half, t->diff + half);
}

bool stats_relative(const struct summary *a, const struct summary *b,
		    struct relative *out)
{
	double base = fabs(a->mean), ratio, se_a, se_b;

	*out = (struct relative){ NAN, NAN, NAN, NAN, false };
	out->mixed_sign = a->min < 0 && a->max > 0;
	if (out->mixed_sign || a->n == 0 || b->n == 0 || !(base > 0))
		return false;
	ratio = b->mean / a->mean;
	if (!isfinite(ratio))
		return false;
	out->change_ratio = isfinite(b->mean - a->mean) ?
		(b->mean - a->mean) / a->mean : ratio - 1;
	if (!has_spread(a) || !has_spread(b))
		return true;
	se_a = standard_error(a) / base;
	se_b = standard_error(b) / base;
	if (!(hypot(se_a * ratio, se_b) > 0) ||
	    !isfinite(hypot(se_a * ratio, se_b)))
		return true;
	out->se_a_ratio = se_a;
	out->se_b_ratio = se_b;
	out->df = satterthwaite(se_a * fabs(ratio), a->n, se_b, b->n);
	return true;
}

/*
 * The ends are the roots of (b - r a)^2 = t^2 (se_b^2 + r^2 se_a^2) in r, less
 * 1; all divided by a^2. The middle is written without R - 1, which would
 * cancel where the change is small.
 */
struct interval stats_relative_interval(const struct relative *r, double level)
{
	double t, g, change, half;

	if (isnan(r->df))
		return no_interval;
	t = two_sided_quantile(level, r->df);
	g = t * r->se_a_ratio * (t * r->se_a_ratio);
	if (!(g < 1))
		return (struct interval){ NAN, NAN, true };
	change = r->change_ratio;
	half = t * hypot((1 + change) * r->se_a_ratio,
			 sqrt(1 - g) * r->se_b_ratio);
	return finite_or_none((change + g - half) / (1 - g),
			      (change + g + half) / (1 - g));
}
