/*
 * compare_family.c - what all rows of a report say together: adjusted p, and
 * one test over several hosts.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adjust.h"
#include "compare_parts.h"

/* Below this p hosts, and families of groups, are judged. */
static double alpha_of(const struct compare *c)
{
	return 1 - c->rq->options.confidence / 100;
}

/* The p of all rows and sides, as one family. */
static void adjust_rows(struct compare *c)
{
	size_t n = c->n_rows * (c->n_sides - 1), i, s, at = 0;
	double *p = arena_alloc(c->arena, n * sizeof(*p));
	double *holm = arena_alloc(c->arena, n * sizeof(*holm));
	double *bh = arena_alloc(c->arena, n * sizeof(*bh));
	double *scratch = arena_alloc(c->arena, 2 * n * sizeof(*scratch));

	for (i = 0; i < c->n_rows; i++)
		for (s = 1; s < c->n_sides; s++)
			p[at++] = c->rows[i].against[s].p;
	stats_holm(p, n, scratch, holm);
	stats_benjamini_hochberg(p, n, scratch, bh);
	at = 0;
	for (i = 0; i < c->n_rows; i++)
		for (s = 1; s < c->n_sides; s++, at++) {
			c->rows[i].p_holm[s] = holm[at];
			c->rows[i].p_bh[s] = bh[at];
			c->rows[i].holm[s] = holm[at] < alpha_of(c);
		}
}

/* Do the rows differ in the host alone (or in by=KEY)? */
static bool same_but_host(const struct row *x, const struct row *y,
			  const char *by)
{
	size_t i;

	if (!row_same_block(x, y) || !tags_get(&x->labels, by) ||
	    !tags_get(&y->labels, by) || x->labels.n != y->labels.n)
		return false;
	for (i = 0; i < x->labels.n; i++) {
		const struct tag *t = &x->labels.items[i];
		const char *other = tags_get(&y->labels, t->key);

		if (!other || (strcmp(t->key, by) && strcmp(other, t->value)))
			return false;
	}
	return true;
}

/* The paired rows of one group, as log ratios. */
static void combine(struct compare *c, struct host_group *g, size_t side)
{
	double *log_ratio = arena_alloc(c->arena, g->n * sizeof(*log_ratio));
	double *se = arena_alloc(c->arena, g->n * sizeof(*se));
	size_t n = 0, i;

	for (i = 0; i < g->n; i++) {
		const struct row *row = &c->rows[g->rows[i]];

		if (row->state[side] != ROW_PAIRED)
			continue;
		log_ratio[n] = row->against[side].log_delta.log_ratio;
		se[n++] = row->against[side].log_delta.se;
	}
	g->known[side] = n > 1 &&
		stats_over_hosts(log_ratio, se, n,
				 c->rq->options.confidence / 100,
				 &g->over[side]) &&
		g->over[side].n > 1;
}

static void add_group(struct compare *c, const char *by, size_t first,
		      bool *grouped)
{
	struct host_group g = { .by = by };
	size_t i, s;

	for (i = first; i < c->n_rows; i++) {
		if (i != first && (grouped[i] ||
				   !same_but_host(&c->rows[first],
						  &c->rows[i], by)))
			continue;
		grouped[i] = true;
		g.rows = arena_grow(c->arena, g.rows, g.n, sizeof(*g.rows));
		g.rows[g.n++] = i;
	}
	if (g.n < 2)
		return;
	for (s = 1; s < c->n_sides; s++)
		combine(c, &g, s);
	c->groups = arena_grow(c->arena, c->groups, c->n_groups,
			       sizeof(*c->groups));
	c->groups[c->n_groups++] = g;
}

/* The groups are a family of their own. */
static void adjust_groups(struct compare *c)
{
	double *p = arena_alloc(c->arena, c->n_groups * sizeof(*p));
	double *holm = arena_alloc(c->arena, c->n_groups * sizeof(*holm));
	double *scratch =
		arena_alloc(c->arena, 2 * c->n_groups * sizeof(*scratch));
	size_t s, i;

	for (s = 1; s < c->n_sides; s++) {
		for (i = 0; i < c->n_groups; i++)
			p[i] = c->groups[i].known[s] ?
				c->groups[i].over[s].p : (double)NAN;
		stats_holm(p, c->n_groups, scratch, holm);
		for (i = 0; i < c->n_groups; i++)
			c->groups[i].holm[s] = holm[i] < alpha_of(c);
	}
}

void compare_family(struct compare *c)
{
	const char *by = c->rq->options.by ? c->rq->options.by : "host";
	bool *grouped = arena_alloc(c->arena, c->n_rows * sizeof(*grouped));
	size_t i;

	if (!c->n_rows)
		return;
	adjust_rows(c);
	for (i = 0; *by && i < c->n_rows; i++)
		if (!grouped[i])
			add_group(c, by, i, grouped);
	if (c->n_groups)
		adjust_groups(c);
}

const char *group_word(const struct compare *c, const struct host_group *g,
		       size_t side, char out[VERDICT_TEXT_SIZE + 2])
{
	const struct over_hosts *o = &g->over[side];
	const struct row *row = &c->rows[g->rows[0]];
	bool excludes = o->interval.lo > 0 || o->interval.hi < 0;
	const char *word = "inconclusive";

	if (o->disagree)
		word = "hosts disagree";
	else if (excludes && (row->better == BETTER_UNKNOWN ||
			      row->better == BETTER_NONE ||
			      row->better_disputed))
		word = "changed";
	else if (excludes)
		word = (o->change_ratio > 0) == (row->better == BETTER_HIGHER) ?
			       "better" : "worse";
	else if (o->interval.lo > -row->margin && o->interval.hi < row->margin)
		word = "same";
	snprintf(out, VERDICT_TEXT_SIZE + 2, "%s%s", word,
		 excludes && !o->disagree && !g->holm[side] ? "?" : "");
	return out;
}
