/*
 * effect.c - the formulas of effect.h.
 */
#include "effect.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>

#include "count.h"

/* gamma() of less than 1/2 never comes up: m = 1 is answered before. */
static double small_sample_correction(double m)
{
	if (!(m > 1))
		return 0;
	return exp(lgammafn(m / 2) - .5 * log(m / 2) - lgammafn((m - 1) / 2));
}

bool stats_effect(const struct ttest *t, size_t na, size_t nb, double level,
		  struct effect *out)
{
	const struct interval none = { NAN, NAN, false };
	double n = (double)na + (double)nb, half;

	assert(level > 0 && level < 1);
	*out = (struct effect){ NAN, NAN, NAN, none };
	if (na == 0 || nb == 0 || n < 3)
		return false;
	out->correction = small_sample_correction(n - 2);
	if (!(t->s > 0) || !isfinite(t->diff / t->s))
		return false;
	out->d = t->diff / t->s;
	out->g = out->correction * out->d;
	half = qnorm((1 - level) / 2, 0, 1, 0, 0) *
	       hypot(sqrt(1 / (double)na + 1 / (double)nb),
		     out->g / sqrt(2 * n));
	if (isfinite(out->g - half) && isfinite(out->g + half))
		out->interval = (struct interval){ out->g - half,
						   out->g + half, false };
	return true;
}

void count_dominance(const struct pair_count *c, size_t na, size_t nb,
		     struct dominance *out)
{
	double pairs = (double)na * (double)nb;

	out->delta = (c->above - c->below) / pairs;
	out->equal = c->equal / pairs;
	out->b_above_a = (c->above + c->equal / 2) / pairs;
}

bool stats_dominance(const double *a_sorted, size_t na, const double *b_sorted,
		     size_t nb, struct dominance *out)
{
	struct pair_count c;

	*out = (struct dominance){ NAN, NAN, NAN };
	if (na == 0 || nb == 0)
		return false;
	c = count_pairs(a_sorted, na, b_sorted, nb);
	count_dominance(&c, na, nb, out);
	return true;
}
