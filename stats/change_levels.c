/*
 * change_levels.c - levels of a history: what they measure, where they part.
 *
 * Sums are taken of distances from a run that is near, not from the first of
 * the history: a small step far from there would be lost in rounding.
 */
#include <math.h>
#include <string.h>

#include "change_parts.h"
#include "describe.h"

#define PENALTY 3 /* noise^2 ln n, a level */

struct segment segment_of(const double *y, size_t from, size_t end)
{
	struct segment s = { .from = from, .n = end - from };
	double residual, last = 0, middle = ((double)s.n - 1) / 2;
	size_t i;

	s.mean = stats_mean(y + from, s.n);
	for (i = from; i < end; i++) {
		residual = y[i] - s.mean;
		s.ss += residual * residual;
		s.lag += residual * last;
		s.trend += residual * ((double)(i - from) - middle);
		last = residual;
	}
	return s;
}

void levels_join(struct levels *levels, const double *y, size_t i, size_t n)
{
	struct segment *first = &levels->of[i - n];

	*first = segment_of(y, first->from, segment_end(&levels->of[i]));
	memmove(first + 1, &levels->of[i + 1],
		(levels->n - i - 1) * sizeof(*first));
	levels->n -= n;
}

void split_gains(const double *y, size_t from, size_t end, double *gain)
{
	double sum = 0, total = 0;
	size_t n = end - from, i;

	for (i = from; i < end; i++)
		total += y[i] - y[from];
	for (i = 1; i < n; i++) {
		sum += y[from + i - 1] - y[from];
		gain[i - 1] = sum * sum / (double)i +
			      (total - sum) * (total - sum) / (double)(n - i);
	}
}

size_t best_split(const double *gain, size_t n, size_t min_runs)
{
	size_t best = min_runs, i;

	for (i = min_runs + 1; i + min_runs <= n; i++)
		if (gain[i - 1] > gain[best - 1])
			best = i;
	return best;
}

/*
 * The least cost of the first t runs, given that of fewer, and where its last
 * level begins. Going back from t the level's own squares only grow: once they
 * alone cost too much, no earlier run is looked at. cost[0] is the least.
 */
static double extend(const double *y, const double *cost, size_t t,
		     size_t *begins)
{
	double sum = 0, squares = 0, best = INFINITY, n = 0;
	size_t s = t;

	while (s-- > 0) {
		double d = y[s] - y[t - 1], own;

		sum += d;
		squares += d * d;
		n += 1;
		if (n < CHANGE_MIN_RUNS)
			continue;
		own = squares - sum * sum / n;
		own = own > 0 ? own : 0;
		if (cost[s] + own <= best) {
			best = cost[s] + own;
			*begins = s;
		}
		if (cost[0] + own > best)
			break;
	}
	return best;
}

void levels_partition(const struct history *h, struct arena *arena,
		      struct levels *levels)
{
	double *cost = arena_alloc(arena, (h->n + 1) * sizeof(*cost));
	size_t *begins = arena_alloc(arena, (h->n + 1) * sizeof(*begins));
	double penalty = PENALTY * h->noise * h->noise * log((double)h->n);
	size_t t, i;

	cost[0] = -penalty;
	for (t = 1; t < CHANGE_MIN_RUNS; t++)
		cost[t] = INFINITY;
	for (; t <= h->n; t++)
		cost[t] = extend(h->y, cost, t, &begins[t]) + penalty;
	levels->n = 0;
	for (t = h->n; t > 0; t = begins[t])
		levels->n++;
	levels->of = arena_alloc(arena, levels->n * sizeof(*levels->of));
	for (t = h->n, i = levels->n; i-- > 0; t = begins[t])
		levels->of[i] = segment_of(h->y, begins[t], t);
}
