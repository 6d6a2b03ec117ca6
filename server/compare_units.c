/*
 * compare_units.c - what is compared: samples, means of runs, means by a tag,
 * or pairs. Samples inside one run are not independent of what varied between
 * runs (boot, layout), so runs are the unit where there are enough of them.
 */
#include <math.h>
#include <string.h>

#include "compare.h"
#include "describe.h"
#include "unit.h"

/* per=auto takes the means of runs from so many runs a side on. */
#define RUNS_MIN 3

/* The value that a result's run has under a key; NULL: not recorded. */
static const char *key_value(const struct db_result *r, const char *key)
{
	const char *v = tags_get(&r->series->params, key);

	return v ? v : db_env_tag(r->run->env, key);
}

/* Do two results belong to one unit? */
static bool same_unit(const struct db_result *x, const struct db_result *y,
		      const char *per)
{
	const char *a, *b;

	if (!strcmp(per, "run"))
		return x->run == y->run;
	a = key_value(x, per);
	b = key_value(y, per);
	return name_same(a, b);
}

/* Room for the parts of one unit, and which results are in a unit already. */
struct gather {
	struct sample_set *parts;
	double *factors;
	bool *done;
};

static struct gather gather_new(const struct row_side *s, struct arena *arena)
{
	return (struct gather){
		.parts = arena_alloc(arena, s->n_results *
						    sizeof(struct sample_set)),
		.factors = arena_alloc(arena, s->n_results * sizeof(double)),
		.done = arena_alloc(arena, s->n_results * sizeof(bool)),
	};
}

/* The mean of all samples of the results that belong with the first. */
static double unit_mean(const struct row *row, const struct row_side *s,
			size_t first, const char *per, struct gather *g)
{
	struct summary pooled;
	size_t n = 0, i;

	for (i = first; i < s->n_results; i++) {
		if (g->done[i] || !same_unit(s->results[first], s->results[i],
					     per))
			continue;
		g->done[i] = true;
		g->parts[n] = s->results[i]->set;
		unit_factor(s->results[i]->unit, row->unit, &g->factors[n++]);
		/* Results of one run stand together. */
		if (!strcmp(per, "run") && i + 1 < s->n_results &&
		    s->results[i + 1]->run != s->results[first]->run)
			break;
	}
	stats_pool(g->parts, g->factors, n, &pooled);
	return pooled.mean;
}

/* The means of a side by runs or by a key, in measured order. */
static void take_means(struct compare *c, const struct row *row,
		       struct row_side *s, const char *per)
{
	double *means = arena_alloc(c->arena, s->n_results * sizeof(*means));
	struct gather g = gather_new(s, c->arena);
	size_t n = 0, i;

	for (i = 0; i < s->n_results; i++)
		if (strcmp(per, "run") && !key_value(s->results[i], per))
			s->n_without++;
		else if (!g.done[i])
			means[n++] = unit_mean(row, s, i, per, &g);
	s->units = (struct sample_set){ .samples = means, .n = n };
	stats_summary(means, n, arena_alloc(c->arena, n * sizeof(double)),
		       &s->units.summary);
}

static bool comparable(const struct row_side *s)
{
	return s->n_results && !s->not_comparable;
}

/* How per= is read for a row: "sample", "run" or a key. */
static const char *unit_of(const struct compare *c, const struct row *row)
{
	bool any = false;
	size_t i;

	if (c->rq->options.per)
		return c->rq->options.per;
	for (i = 0; i < c->n_sides; i++) {
		if (!comparable(&row->sides[i]))
			continue;
		if (row->sides[i].n_runs < RUNS_MIN)
			return "sample";
		any = true;
	}
	return any ? "run" : "sample";
}

/* The mean of the unit that has this value of the key; NAN: none has. */
static double mean_of(struct compare *c, const struct row *row,
		      const struct row_side *s, const char *key,
		      const char *value)
{
	struct gather g = gather_new(s, c->arena);
	size_t i;

	for (i = 0; i < s->n_results; i++) {
		const char *v = key_value(s->results[i], key);

		if (v && !strcmp(v, value))
			return unit_mean(row, s, i, key, &g);
	}
	return NAN;
}

static size_t count_values(const struct row_side *s, const char *key)
{
	size_t n = 0, i, j;

	for (i = 0; i < s->n_results; i++) {
		for (j = 0; j < i; j++)
			if (same_unit(s->results[j], s->results[i], key))
				break;
		n += j == i;
	}
	return n;
}

bool row_pairs(struct compare *c, const struct row *row, size_t side,
	       struct row_pairs *out)
{
	const char *key = c->rq->options.pair;
	const struct row_side *a = &row->sides[0], *b = &row->sides[side];
	size_t i, j;

	memset(out, 0, sizeof(*out));
	if (!comparable(a) || !comparable(b))
		return false;
	out->a = arena_alloc(c->arena, a->n_results * sizeof(*out->a));
	out->b = arena_alloc(c->arena, a->n_results * sizeof(*out->b));
	for (i = 0; i < a->n_results; i++) {
		const char *value = key_value(a->results[i], key);
		double y;

		for (j = 0; value && j < i; j++)
			if (same_unit(a->results[j], a->results[i], key))
				value = NULL;
		if (!value)
			continue;
		y = mean_of(c, row, b, key, value);
		if (isnan(y))
			continue;
		out->a[out->n] = mean_of(c, row, a, key, value);
		out->b[out->n++] = y;
	}
	out->n_unpaired = count_values(a, key) + count_values(b, key) -
			  2 * out->n;
	return true;
}

void row_units(struct compare *c, struct row *row)
{
	size_t i;

	row->per = unit_of(c, row);
	for (i = 0; i < c->n_sides; i++) {
		struct row_side *s = &row->sides[i];

		s->units = s->set;
		if (comparable(s) && strcmp(row->per, "sample"))
			take_means(c, row, s, row->per);
	}
}
