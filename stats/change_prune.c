/*
 * change_prune.c - which points between levels hold: a pooled t test at the
 * best of all places, corrected for that and for autocorrelation.
 */
#include <Rmath.h>
#include <math.h>

#include "change_parts.h"

#define R1_RUNS 30 /* fewer tell nothing about autocorrelation */
#define R1_MOST .6 /* more would wipe out a series of short levels */

double levels_r1(const struct levels *levels, size_t n_runs)
{
	double lag = 0, ss = 0, r1;
	size_t i;

	if (n_runs < R1_RUNS)
		return 0;
	for (i = 0; i < levels->n; i++) {
		lag += levels->of[i].lag;
		ss += levels->of[i].ss;
	}
	/* Residuals around as many means look less alike than they are. */
	r1 = (ss > 0 ? lag / ss : 0) + (double)levels->n / (double)n_runs;
	return fmin(fmax(r1, 0), R1_MOST);
}

struct step_test step_test(const struct segment *a, const struct segment *b,
			   double noise, double r1)
{
	double na = (double)a->n, nb = (double)b->n, df = na + nb - 2;
	double pooled = fmax((a->ss + b->ss) / df, noise * noise / 4);
	struct step_test test = { pooled * (1 + r1) / (1 - r1), 0 };
	double se = sqrt(test.variance * (1 / na + 1 / nb));

	if (se > 0)
		test.p = 2 * pt(-fabs(b->mean - a->mean) / se, df, 1, 0);
	else
		test.p = a->mean == b->mean;
	test.p = fmin(1, (df + 1) * test.p);
	return test;
}

static double magnitude(const struct segment *a, const struct segment *b)
{
	double least = fmin(fabs(a->mean), fabs(b->mean));

	if (a->mean == b->mean)
		return 0;
	return least > 0 ? fabs(b->mean - a->mean) / least : INFINITY;
}

/* The level that the point to be removed next begins; 0: all hold. */
static size_t weakest(const struct history *h, const struct change_options *o,
		      const struct levels *levels)
{
	double p = -1, least = INFINITY, r1 = levels_r1(levels, h->n);
	size_t by_p = 0, by_magnitude = 1, i;

	for (i = 1; i < levels->n && p < 1; i++) {
		const struct segment *a = &levels->of[i - 1], *b = a + 1;
		struct step_test test = step_test(a, b, h->noise, r1);

		if (test.p > p) {
			p = test.p;
			by_p = i;
		}
		if (magnitude(a, b) < least) {
			least = magnitude(a, b);
			by_magnitude = i;
		}
	}
	if (p >= o->alpha)
		return by_p;
	return least > o->min_magnitude ? 0 : by_magnitude;
}

/* Places the point that begins level i anew between its neighbours. */
static void place(const struct history *h, struct levels *levels, size_t i)
{
	struct segment *a, *b;
	size_t from, end, at;

	if (i == 0 || i >= levels->n)
		return;
	a = &levels->of[i - 1];
	b = a + 1;
	from = a->from;
	end = segment_end(b);
	split_gains(h->y, from, end, h->work);
	at = from + best_split(h->work, end - from, CHANGE_MIN_RUNS);
	*a = segment_of(h->y, from, at);
	*b = segment_of(h->y, at, end);
}

void levels_prune(const struct history *h, const struct change_options *o,
		  struct levels *levels)
{
	size_t i;

	while (levels->n > 1 && (i = weakest(h, o, levels)) > 0) {
		levels_join(levels, h->y, i, 1);
		place(h, levels, i - 1);
		place(h, levels, i);
	}
}
