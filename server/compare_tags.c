/* compare_tags.c - what the sides share, and what differs besides. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"
#include "idmap.h"
#include "unit.h"

/* So many runs of a side have this value. */
struct tally {
	const char *key, *value;
	size_t side, runs;
};

struct tallies {
	struct tally *items;
	size_t n;
};

static void add_tags(struct compare *c, struct tallies *t, size_t side,
		     const struct tags *tags, size_t runs)
{
	size_t i;

	for (i = 0; i < tags->n; i++) {
		t->items = arena_grow(c->arena, t->items, t->n,
				      sizeof(*t->items));
		t->items[t->n++] = (struct tally){ tags->items[i].key,
						   tags->items[i].value, side,
						   runs };
	}
}

/* Runs of one environment, or of one option set, count together. */
struct group {
	const struct tags *tags;
	size_t runs;
};

static void count_group(struct compare *c, struct idmap *map,
			struct group **list, size_t *n, int64_t id,
			const struct tags *tags)
{
	size_t at = (size_t)(uintptr_t)idmap_get(map, id);

	if (!at) {
		*list = arena_grow(c->arena, *list, *n, sizeof(**list));
		(*list)[*n] = (struct group){ tags, 0 };
		at = ++*n;
		idmap_set(map, c->arena, id, (void *)(uintptr_t)at);
	}
	(*list)[at - 1].runs++;
}

/* The option set that all runs of all sides have; NULL: there are more. */
static const struct db_option_set *only_option_set(const struct compare *c)
{
	const struct db_option_set *only = NULL;
	size_t s, i;

	for (s = 0; s < c->n_sides; s++) {
		const struct db_found *f = &c->sides[s].found;

		if (!f->n_runs)
			return NULL;
		for (i = 0; i < f->n_runs; i++) {
			const struct db_option_set *set =
				f->runs[i]->env->options;

			if (only && only->id != set->id)
				return NULL;
			only = set;
		}
	}
	return only;
}

/* shared: an option set that is not to be counted, or NULL. */
static void tally_side(struct compare *c, struct tallies *t, size_t side,
		       const struct db_option_set *shared)
{
	const struct db_found *f = &c->sides[side].found;
	struct idmap envs = { 0 }, sets = { 0 };
	struct group *by_env = NULL, *by_set = NULL;
	size_t n_env = 0, n_set = 0, i;

	for (i = 0; i < f->n_runs; i++) {
		const struct db_env *env = f->runs[i]->env;

		count_group(c, &envs, &by_env, &n_env, env->id, &env->tags);
		if (!shared)
			count_group(c, &sets, &by_set, &n_set,
				    env->options->id, &env->options->tags);
	}
	for (i = 0; i < n_env; i++)
		add_tags(c, t, side, by_env[i].tags, by_env[i].runs);
	for (i = 0; i < n_set; i++)
		add_tags(c, t, side, by_set[i].tags, by_set[i].runs);
}

static int by_tally(const void *x, const void *y)
{
	const struct tally *a = x, *b = y;
	int d = strcmp(a->key, b->key);

	return d ? d : strcmp(a->value, b->value);
}

/* One key's tallies as values with counts, "not recorded" last. */
static void fold(struct compare *c, const struct tally *t, size_t n,
		 struct tag_difference *out)
{
	struct tag_value none = { 0 };
	size_t i, s;
	bool missing = false;

	*out = (struct tag_difference){ .key = t->key };
	for (s = 0; s < c->n_sides; s++)
		none.runs[s] = c->sides[s].n_runs;
	for (i = 0; i < n; i++) {
		if (!i || strcmp(t[i].value, t[i - 1].value)) {
			out->values = arena_grow(c->arena, out->values,
						 out->n_values,
						 sizeof(*out->values));
			out->values[out->n_values++] =
				(struct tag_value){ .value = t[i].value };
		}
		out->values[out->n_values - 1].runs[t[i].side] += t[i].runs;
		none.runs[t[i].side] -= t[i].runs;
	}
	for (s = 0; s < c->n_sides; s++)
		missing |= none.runs[s] > 0;
	if (missing) {
		out->values = arena_grow(c->arena, out->values, out->n_values,
					 sizeof(*out->values));
		out->values[out->n_values++] = none;
	}
}

/* Does every value occur on every side? */
static bool on_all_sides(const struct compare *c,
			 const struct tag_difference *d)
{
	size_t i, s;

	for (i = 0; i < d->n_values; i++)
		for (s = 0; s < c->n_sides; s++)
			if (!d->values[i].runs[s])
				return false;
	return true;
}

/* A parameter of some row, other than what stands in host's place. */
static bool is_parameter(const struct compare *c, const char *key)
{
	const char *by = c->rq->options.by;
	size_t i;

	if (tag_option_name(key) || !strcmp(key, by ? by : "host"))
		return false;
	for (i = 0; i < c->n_rows; i++)
		if (tags_get(&c->rows[i].labels, key))
			return true;
	return false;
}

static void sort_out(struct compare *c, const struct tag_difference *d)
{
	struct tag_difference **list = &c->differ;
	size_t *n = &c->n_differ;

	/* The parameter wins: a tag of that name says nothing of the rows. */
	if (is_parameter(c, d->key))
		return;
	if (d->n_values == 1 && on_all_sides(c, d)) {
		tags_set(&c->both, c->arena, d->key, d->values[0].value);
		return;
	}
	if (compare_names(c, d->key))
		return;
	if (on_all_sides(c, d)) {
		list = &c->vary;
		n = &c->n_vary;
	}
	*list = arena_grow(c->arena, *list, *n, sizeof(**list));
	(*list)[(*n)++] = *d;
}

/* Tests and parameters that all rows have alike are shared too. */
static void add_row_tags(struct compare *c)
{
	const char *test = c->n_rows ? c->rows[0].test : "";
	size_t i, j;

	for (i = 1; i < c->n_rows; i++)
		if (strcmp(c->rows[i].test, test))
			test = "";
	if (*test)
		tags_set(&c->both, c->arena, "test", test);
	for (j = 0; c->n_rows && j < c->rows[0].labels.n; j++) {
		const struct tag *t = &c->rows[0].labels.items[j];
		bool same = true;

		for (i = 1; same && i < c->n_rows; i++) {
			const char *v = tags_get(&c->rows[i].labels, t->key);

			same = v && !strcmp(v, t->value);
		}
		if (same)
			tags_set(&c->both, c->arena, t->key, t->value);
	}
}

int compare_tags(struct compare *c, struct err *err)
{
	const struct db_option_set *shared = only_option_set(c);
	struct tallies t = { 0 };
	size_t i, from = 0;

	(void)err;
	/* Thousands of options, and none differs. */
	for (i = 0; shared && i < shared->tags.n; i++)
		tags_put(&c->both, c->arena, shared->tags.items[i].key,
			 shared->tags.items[i].value);
	for (i = 0; i < c->n_sides; i++)
		tally_side(c, &t, i, shared);
	if (t.n)
		qsort(t.items, t.n, sizeof(*t.items), by_tally);
	for (i = 1; i <= t.n; i++) {
		struct tag_difference d;

		if (i < t.n && !strcmp(t.items[i].key, t.items[from].key))
			continue;
		fold(c, t.items + from, i - from, &d);
		sort_out(c, &d);
		from = i;
	}
	add_row_tags(c);
	return 0;
}

static bool is_label(const struct compare *c, const char *key)
{
	size_t i;

	for (i = 0; i < c->n_label_keys; i++)
		if (!strcmp(c->label_keys[i], key))
			return true;
	return false;
}

static void add_label(struct compare *c, const char *key)
{
	c->label_keys = arena_grow(c->arena, (void *)(uintptr_t)c->label_keys,
				   c->n_label_keys, sizeof(*c->label_keys));
	c->label_keys[c->n_label_keys++] = key;
}

/* The one value that all runs of a row have under a key; NULL otherwise. */
static const char *row_fact(const struct compare *c, const struct row *row,
			    const char *key)
{
	const char *value = NULL;
	size_t s, i;

	for (s = 0; s < c->n_sides; s++)
		for (i = 0; i < row->sides[s].n_results; i++) {
			const char *v = tags_get(
				&row->sides[s].results[i]->run->env->tags, key);

			if (!v || (value && strcmp(value, v)))
				return NULL;
			value = v;
		}
	return value;
}

/*
 * Hardware that goes with the row (the NIC of a host) is worth a column, the
 * first of these that there is.
 */
static void add_fact_label(struct compare *c)
{
	static const char *const facts[] = { "hw.nic", "nic.driver", "hw.cpu",
					     "hw.disk", "disk.driver" };
	size_t f, i;

	for (f = 0; f < sizeof(facts) / sizeof(facts[0]); f++) {
		bool all = c->n_rows > 1 && !tags_get(&c->both, facts[f]) &&
			   !compare_names(c, facts[f]) &&
			   !is_label(c, facts[f]);

		for (i = 0; all && i < c->n_rows; i++)
			all = row_fact(c, &c->rows[i], facts[f]) != NULL;
		if (!all)
			continue;
		for (i = 0; i < c->n_rows; i++)
			tags_set(&c->rows[i].labels, c->arena, facts[f],
				 row_fact(c, &c->rows[i], facts[f]));
		add_label(c, facts[f]);
		c->n_fact_labels++;
		return;
	}
}

void compare_labels(struct compare *c)
{
	size_t i;

	for (i = 0; i < c->n_row_keys; i++)
		if (!tags_get(&c->both, c->row_keys[i]))
			add_label(c, c->row_keys[i]);
	add_fact_label(c);
}

bool row_same_block(const struct row *x, const struct row *y)
{
	return !strcmp(x->test, y->test) && !strcmp(x->metric, y->metric) &&
	       x->role == y->role && x->better == y->better &&
	       x->better_assumed == y->better_assumed &&
	       x->better_disputed == y->better_disputed &&
	       (x->unit == y->unit ||
		(x->unit && y->unit && !strcmp(x->unit, y->unit)));
}

/* The smallest mean of a block, which decides its scale; NAN: none. */
static double smallest(const struct compare *c, size_t from, size_t to)
{
	double least = NAN;
	size_t i, s;

	for (i = from; i < to; i++)
		for (s = 0; s < c->n_sides; s++) {
			const struct row_side *side = &c->rows[i].sides[s];
			double x = side->n_results && !side->not_comparable ?
				fabs(side->set.summary.mean) : 0;

			if (x > 0 && !(x >= least))
				least = x;
		}
	return least;
}

static void scale_block(struct compare *c, size_t from, size_t to)
{
	const char *unit = c->rows[from].unit;
	const struct unit *u = unit_scale(unit, smallest(c, from, to));
	double factor = 1;

	if (u)
		unit_factor(unit, u->spelling, &factor);
	for (; from < to; from++) {
		c->rows[from].shown_unit = u ? u->spelling : unit;
		c->rows[from].shown_factor = factor;
	}
}

void compare_scales(struct compare *c)
{
	size_t from = 0, i;

	for (i = 1; i <= c->n_rows; i++)
		if (i == c->n_rows ||
		    !row_same_block(&c->rows[from], &c->rows[i])) {
			scale_block(c, from, i);
			from = i;
		}
}
