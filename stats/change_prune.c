/*
 * change_prune.c - which points between levels hold: a pooled t test at the
 * best of all places, corrected for that and for autocorrelation.
 */
#include <Rmath.h>
#include <math.h>

#include "change_parts.h"

#define R1_RUNS 30 /* fewer tell nothing about autocorrelation */
#define R1_MOST .6 /* more would wipe out a series of short levels */
#define FEW     64 /* degrees of freedom: two short levels have less */

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
	double diff = fabs(b->mean - a->mean);
	struct step_test test = { pooled * (1 + r1) / (1 - r1), 0, df };

	/* Without noise equal means are equal still, not 0 / 0. */
	if (diff > 0)
		test.t = diff / sqrt(test.variance * (1 / na + 1 / nb));
	return test;
}

double step_p(const struct step_test *test)
{
	return fmin(1, (test->df + 1) * 2 * pt(-test->t, test->df, 1, 0));
}

static double magnitude(const struct segment *a, const struct segment *b)
{
	double least = fmin(fabs(a->mean), fabs(b->mean));

	if (a->mean == b->mean)
		return 0;
	return least > 0 ? fabs(b->mean - a->mean) / least : INFINITY;
}

/*
 * Could the test be the one with the largest p so far? Of those with as many
 * runs only one with the least t; that saves most of the tails of a history of
 * many short levels.
 */
static bool may_be_largest(const struct step_test *test, double *least_t)
{
	size_t df = (size_t)test->df;

	if (df >= FEW)
		return true;
	if (test->t >= least_t[df])
		return false;
	least_t[df] = test->t;
	return true;
}

/* The level that the point to be removed next begins; 0: all hold. */
static size_t weakest(const struct history *h, const struct change_options *o,
		      const struct levels *levels)
{
	double p = -1, least = INFINITY, r1 = levels_r1(levels, h->n);
	size_t by_p = 0, by_magnitude = 1, i;
	double least_t[FEW];

	for (i = 0; i < FEW; i++)
		least_t[i] = INFINITY;
	for (i = 1; i < levels->n && p < 1; i++) {
		const struct segment *a = &levels->of[i - 1], *b = a + 1;
		struct step_test test = step_test(a, b, h->noise, r1);
		double p_here = -1;

		if (may_be_largest(&test, least_t))
			p_here = step_p(&test);
		if (p_here > p) {
			p = p_here;
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
