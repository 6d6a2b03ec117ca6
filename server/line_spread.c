/* line_spread.c - did the runs of a line become noisier inside? */
#include "line_spread.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "describe.h"
#include "rank.h"

static_assert(SPREAD_NEWEST * SPREAD_BEFORE <= RANK_EXACT_PAIRS,
	      "every test is exact");

struct spread {
	int64_t at_ns;
	size_t index;
	double ratio;
};

/* The newest first. */
static int by_age(const void *a, const void *b)
{
	const struct spread *x = a, *y = b;

	if (x->at_ns != y->at_ns)
		return x->at_ns > y->at_ns ? -1 : 1;
	return x->index > y->index ? -1 : x->index < y->index;
}

/* Most often they come in the order they were measured in: turned round. */
static void sort_by_age(struct spread *all, size_t n)
{
	size_t i;

	for (i = 0; i < n / 2; i++) {
		struct spread first = all[i];

		all[i] = all[n - 1 - i];
		all[n - 1 - i] = first;
	}
	for (i = 1; i < n; i++)
		if (by_age(&all[i - 1], &all[i]) > 0)
			break;
	if (i < n)
		qsort(all, n, sizeof(*all), by_age);
}

static double spread_of(const struct point *p)
{
	const struct summary *s = &p->result->set.summary;

	return s->n < 2 ? NAN : s->stddev / fabs(s->mean);
}

/* Could p be below SPREAD_ALPHA, with so many runs of different spreads? */
static bool enough(size_t n_newest, size_t n_before)
{
	double ways = 1;
	size_t i;

	for (i = 1; i <= n_newest; i++)
		ways *= (double)(n_before + i) / (double)i;
	return 2 / ways < SPREAD_ALPHA;
}

static void test(const double *before, const double *newest,
		 struct arena *arena, struct line_spread *out)
{
	const struct exact_limits limits = { .pairs = RANK_EXACT_PAIRS };
	size_t n = out->n_before, m = out->n_newest;
	struct rank_test rank;
	double *scratch;

	if (!enough(m, n))
		return;
	scratch = arena_alloc(arena, stats_mwu_scratch(n, m, limits.pairs) *
				     sizeof(*scratch));
	if (!stats_mwu_exact(before, n, newest, m, &limits, scratch, &rank))
		return;
	out->p = rank.p;
	out->noisier = rank.p < SPREAD_ALPHA &&
		       rank.u > (double)n * (double)m / 2;
}

void line_spread(const struct line *line, struct arena *arena,
		 struct line_spread *out)
{
	struct spread *all = arena_alloc(arena, line->n * sizeof(*all));
	double newest[SPREAD_NEWEST], before[SPREAD_BEFORE];
	size_t n = 0, i;

	*out = (struct line_spread){ .newest = NAN, .before = NAN, .p = NAN };
	for (i = 0; i < line->n; i++) {
		const struct point *p = &line->points[i];
		double ratio = spread_of(p);

		if (isfinite(ratio))
			all[n++] = (struct spread){ p->run->at_ns, i, ratio };
	}
	sort_by_age(all, n);
	for (i = 0; i < n && out->n_before < SPREAD_BEFORE; i++)
		if (i < SPREAD_NEWEST)
			newest[out->n_newest++] = all[i].ratio;
		else
			before[out->n_before++] = all[i].ratio;
	stats_sort(newest, out->n_newest);
	stats_sort(before, out->n_before);
	if (out->n_newest)
		out->newest = stats_median(newest, out->n_newest);
	if (out->n_before)
		out->before = stats_median(before, out->n_before);
	test(before, newest, arena, out);
}
