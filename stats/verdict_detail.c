/*
 * verdict_detail.c - what stats_compare() leaves out because it costs more.
 */
#include <math.h>

#include "describe.h"
#include "verdict.h"

struct sides {
	const double *a, *b;               /* in measured order */
	const double *a_sorted, *b_sorted;
	size_t na, nb;                     /* 0: no samples */
	double *work;
};

static void fill_ranks(const struct sides *s, const struct detail_options *d,
		       struct comparison *c)
{
	if ((double)s->na * (double)s->nb <= (double)d->exact.pairs)
		stats_mwu_exact(s->a_sorted, s->na, s->b_sorted, s->nb,
				&d->exact, s->work, &c->rank);
	stats_shift(s->a_sorted, s->na, s->b_sorted, s->nb, c->confidence,
		    &d->exact, s->work, &c->shift);
	stats_spread(s->a_sorted, s->na, s->b_sorted, s->nb, s->work,
		     &c->spread);
}

static void fill_quantiles(const struct sides *s, double level,
			   struct quantile_pair *out)
{
	size_t i;

	for (i = 0; i < QUANTILE_COUNT; i++)
		stats_quantile_pair(s->a_sorted, s->na, s->b_sorted, s->nb,
				    stats_quantiles[i], level, s->work,
				    &out[i]);
}

void stats_compare_detail(struct sample_set a, struct sample_set b,
			  const struct compare_options *options,
			  const struct detail_options *detail,
			  struct comparison *out)
{
	struct compare_options o = *options;
	struct sides s;

	o.scratch = detail->scratch;
	stats_compare(a, b, &o, out);
	s.a = a.samples;
	s.b = b.samples;
	s.na = out->a_summary_only ? 0 : a.n;
	s.nb = out->b_summary_only ? 0 : b.n;
	s.a_sorted = o.scratch;
	s.b_sorted = o.scratch + a.n;
	s.work = o.scratch + a.n + b.n;
	stats_shape(s.a, s.a_sorted, s.na, s.work, &out->a_shape);
	stats_shape(s.b, s.b_sorted, s.nb, s.work, &out->b_shape);
	out->a_median = stats_median_interval(s.a_sorted, s.na,
					      out->confidence);
	out->b_median = stats_median_interval(s.b_sorted, s.nb,
					      out->confidence);
	if (s.na > 0 && s.nb > 0)
		fill_ranks(&s, detail, out);
	if (detail->quantiles)
		fill_quantiles(&s, out->confidence, detail->quantiles);
}

static size_t larger(size_t x, size_t y)
{
	return x > y ? x : y;
}

size_t stats_detail_scratch(size_t na, size_t nb,
			    const struct detail_options *detail)
{
	size_t work = na + nb; /* stats_spread() */

	work = larger(work, stats_shape_scratch(larger(na, nb)));
	work = larger(work, stats_mwu_scratch(na, nb, detail->exact.pairs));
	work = larger(work, RANK_SHIFT_SCRATCH);
	if (detail->quantiles)
		work = larger(work, 2 * (size_t)QUANTILE_DRAWS);
	return (na + nb + work) * sizeof(double);
}
