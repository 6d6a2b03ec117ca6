/* compare_row.c - one row: what counts of it, in one unit, and compared. */
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "describe.h"
#include "unit.h"

/* Exact rank tests up to so many pairs of samples; with exact=1. */
#define EXACT_PAIRS       400
#define EXACT_PAIRS_ASKED 10000

/* Doubles that stats_compare_paired() needs beside two a pair. */
#define PAIRED_SCRATCH 2551

#define PERCENTILE_MARGIN .05

static int by_newest(const void *x, const void *y)
{
	const struct db_result *const *a = x, *const *b = y;

	if ((*a)->run->at_ns != (*b)->run->at_ns)
		return (*a)->run->at_ns > (*b)->run->at_ns ? -1 : 1;
	return (*a)->run->id > (*b)->run->id ? -1 :
	       (*a)->run->id < (*b)->run->id;
}

static int by_run(const void *x, const void *y)
{
	return by_newest(y, x);
}

/* Most often they were stored in the order they were measured in. */
static void sort_by_run(struct row_side *s)
{
	size_t i;

	for (i = 1; i < s->n_results; i++)
		if (by_run(&s->results[i - 1], &s->results[i]) > 0)
			break;
	if (i < s->n_results)
		qsort(s->results, s->n_results, sizeof(*s->results), by_run);
}

/* last:N keeps the newest runs of each row and side, after all else. */
static void keep_last(struct row_side *s, size_t last)
{
	size_t runs = 0, i;

	if (last && s->n_results)
		qsort(s->results, s->n_results, sizeof(*s->results),
		      by_newest);
	for (i = 0; last && i < s->n_results; i++) {
		runs += !i || s->results[i]->run != s->results[i - 1]->run;
		if (runs > last)
			break;
	}
	if (last)
		s->n_results = i;
	/* Samples stand in measured order: by time, then as stored. */
	sort_by_run(s);
	for (i = 0; i < s->n_results; i++)
		s->n_runs += !i || s->results[i]->run != s->results[i - 1]->run;
}

/* All samples of a side in the row's unit, or all summaries as one. */
static void merge(struct compare *c, const struct row *row,
		  struct row_side *s)
{
	struct sample_set *parts;
	double *factors;
	size_t i;

	parts = arena_alloc(c->arena, s->n_results * sizeof(*parts));
	factors = arena_alloc(c->arena, s->n_results * sizeof(*factors));
	for (i = 0; i < s->n_results; i++) {
		parts[i] = s->results[i]->set;
		if (!unit_factor(s->results[i]->unit, row->unit, &factors[i]))
			s->not_comparable = true;
		s->summary_only |= s->results[i]->summary_only;
		s->set.n += parts[i].n;
	}
	if (s->not_comparable || !s->n_results)
		return;
	if (s->n_results == 1 && factors[0] == 1) {
		s->set = parts[0];
		return;
	}
	if (!s->summary_only) {
		double *all = arena_room(c->arena, s->set.n * sizeof(*all));
		double *scratch =
			arena_room(c->arena, s->set.n * sizeof(*scratch));
		size_t n = 0, j;

		for (i = 0; i < s->n_results; i++)
			for (j = 0; j < parts[i].n; j++)
				all[n++] = parts[i].samples[j] * factors[i];
		s->set.samples = all;
		stats_summary(all, n, scratch, &s->set.summary);
		return;
	}
	stats_pool(parts, factors, s->n_results, &s->set.summary);
}

/* A percentile is less sure than a mean: its margin is wider. */
static double row_margin(const struct row *row)
{
	const char *p = row->metric;

	for (; (p = strchr(p, 'p')) != NULL; p++)
		if ((p == row->metric || p[-1] == '_') && p[1] >= '1' &&
		    p[1] <= '9' && p[2] >= '0' && p[2] <= '9')
			return PERCENTILE_MARGIN;
	return unit_margin(row->unit);
}

/* Scratch for the detail of two sets, kept from row to row. */
static void *scratch_for(struct compare *c, size_t na, size_t nb,
			 const struct detail_options *detail)
{
	size_t size = stats_detail_scratch(na, nb, detail);

	if (size > c->scratch_size) {
		c->scratch = arena_alloc(c->arena, size);
		c->scratch_size = size;
	}
	return c->scratch;
}

/* Two sides that both have figures in one unit. */
static void compare_sets(struct compare *c, struct row *row, size_t side,
			 const struct compare_options *base)
{
	const struct row_side *a = &row->sides[0], *b = &row->sides[side];
	const struct options *o = &c->rq->options;
	struct compare_options opt = *base;
	struct detail_options detail = {
		.exact = { o->exact ? EXACT_PAIRS_ASKED : EXACT_PAIRS,
			   &c->exact_work },
	};

	if (o->bootstrap)
		row->quantiles[side] = arena_alloc(
			c->arena,
			QUANTILE_COUNT * sizeof(struct quantile_pair));
	detail.quantiles = row->quantiles[side];
	detail.scratch = scratch_for(c, a->units.n, b->units.n, &detail);
	stats_compare_detail(a->units, b->units, &opt, &detail,
			     &row->against[side]);
}

/* Pairs by pair=KEY; false where the row has none. */
static bool compare_pairs(struct compare *c, struct row *row, size_t side,
			  const struct compare_options *base)
{
	struct compare_options opt = *base;
	struct sample_set a = { 0 }, b = { 0 };
	struct row_pairs pairs;
	double *scratch;

	if (!row_pairs(c, row, side, &pairs))
		return false;
	row->n_unpaired[side] = pairs.n_unpaired;
	if (!pairs.n)
		return false;
	scratch = arena_alloc(c->arena, (4 * pairs.n + PAIRED_SCRATCH) *
						sizeof(*scratch));
	a.samples = pairs.a;
	b.samples = pairs.b;
	a.n = b.n = pairs.n;
	stats_describe(a.samples, a.n, scratch, &a.summary);
	stats_describe(b.samples, b.n, scratch, &b.summary);
	opt.scratch = scratch;
	stats_compare_paired(a, b, &opt, scratch + 2 * pairs.n,
			     &row->against[side]);
	return true;
}

/* What a row without two comparable sides is. */
static enum verdict no_verdict(struct row *row, size_t side)
{
	const struct row_side *a = &row->sides[0], *b = &row->sides[side];

	if ((!a->n_results && a->failure) || (!b->n_results && b->failure)) {
		row->state[side] = ROW_FAILED;
		return VERDICT_FAILED;
	}
	if (!a->n_results && !b->n_results) {
		row->state[side] = ROW_ABSENT;
		return VERDICT_NOT_COMPARABLE;
	}
	if (!a->n_results || !b->n_results) {
		row->state[side] = ROW_ONE_SIDED;
		return a->n_results ? VERDICT_ONLY_A : VERDICT_ONLY_B;
	}
	row->state[side] = ROW_NOT_COMPARABLE;
	return VERDICT_NOT_COMPARABLE;
}

/* Has a side figures in the row's unit? None, where nothing records per=. */
static bool has_figures(const struct row_side *s)
{
	return s->n_results && !s->not_comparable && s->units.n;
}

static void compare_row(struct compare *c, struct row *row)
{
	const struct options *o = &c->rq->options;
	struct compare_options opt = {
		.confidence = o->confidence / 100,
		.better = row->better_disputed ? BETTER_UNKNOWN : row->better,
	};
	size_t i;

	row->margin = o->margin > 0 ? o->margin / 100 : row_margin(row);
	opt.margin = row->margin;
	for (i = 1; i < c->n_sides; i++) {
		if (has_figures(&row->sides[0]) &&
		    has_figures(&row->sides[i])) {
			row->state[i] = ROW_PAIRED;
			if (c->sets_only)
				continue;
			if (!o->pair || !compare_pairs(c, row, i, &opt))
				compare_sets(c, row, i, &opt);
			continue;
		}
		stats_compare_nothing(no_verdict(row, i), &opt,
				      &row->against[i]);
		row->against[i].a = row->sides[0].set.summary;
		row->against[i].b = row->sides[i].set.summary;
	}
}

/* The unit of the baseline, else of the first side that has one. */
static void choose_unit(const struct compare *c, struct row *row)
{
	size_t i;

	for (i = 0; i < c->n_sides; i++)
		if (row->sides[i].n_results) {
			row->unit = row->sides[i].results[0]->unit;
			return;
		}
}

void row_finish(struct compare *c, struct row *row)
{
	size_t i;

	for (i = 0; i < c->n_sides; i++)
		keep_last(&row->sides[i], c->sides[i].selection.last);
	choose_unit(c, row);
	for (i = 0; i < c->n_sides; i++)
		merge(c, row, &row->sides[i]);
	row_units(c, row);
	compare_row(c, row);
}
