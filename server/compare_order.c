/*
 * compare_order.c - the order of rows and of their labels: a block a test and
 * metric, in it the host first, then the parameters, those with the fewest
 * values outermost, so that the longest series of values stands in one piece.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"
#include "mem.h"
#include "order.h"

struct row_key {
	const char *name;
	bool is_by;      /* the host, or what by= put in its place */
	size_t n_values;
};

struct row_keys {
	struct row_key *items;
	size_t n;
};

static void add_key(struct compare *c, struct row_keys *keys, const char *name)
{
	const char *by = compare_by(c);
	size_t i;

	for (i = 0; i < keys->n; i++)
		if (!strcmp(keys->items[i].name, name))
			return;
	keys->items = arena_grow(c->arena, keys->items, keys->n,
				 sizeof(*keys->items));
	keys->items[keys->n++] = (struct row_key){
		.name = name,
		.is_by = by && !strcmp(by, name),
	};
}

static int by_text(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* values has room for one a row. */
static size_t count_values(const struct compare *c, const char *key,
			   const char **values)
{
	size_t n = 0, distinct = 0, i;

	for (i = 0; i < c->n_rows; i++) {
		const char *v = tags_get(&c->rows[i].labels, key);

		if (v)
			values[n++] = v;
	}
	qsort(values, n, sizeof(*values), by_text);
	for (i = 0; i < n; i++)
		distinct += !i || strcmp(values[i], values[i - 1]) != 0;
	return distinct;
}

static int by_outermost(const void *x, const void *y)
{
	const struct row_key *a = x, *b = y;

	if (a->is_by != b->is_by)
		return a->is_by ? -1 : 1;
	if (a->n_values != b->n_values)
		return a->n_values < b->n_values ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void order_keys(struct compare *c)
{
	const char **values = arena_alloc(c->arena,
					  c->n_rows * sizeof(*values));
	struct row_keys keys = { 0 };
	size_t i, j;

	for (i = 0; i < c->n_rows; i++)
		for (j = 0; j < c->rows[i].labels.n; j++)
			add_key(c, &keys, c->rows[i].labels.items[j].key);
	for (i = 0; i < keys.n; i++)
		keys.items[i].n_values = count_values(c, keys.items[i].name,
						      values);
	if (keys.n)
		qsort(keys.items, keys.n, sizeof(*keys.items), by_outermost);
	c->row_keys = arena_alloc(c->arena, keys.n * sizeof(*c->row_keys));
	c->n_row_keys = keys.n;
	for (i = 0; i < keys.n; i++)
		c->row_keys[i] = keys.items[i].name;
}

/* A row without the key comes before those with it. */
static int by_labels(const struct compare *c, const struct tags *a,
		     const struct tags *b)
{
	size_t i;

	for (i = 0; i < c->n_row_keys; i++) {
		const char *key = c->row_keys[i];
		const char *x = tags_get(a, key), *y = tags_get(b, key);
		int d = x && y ? order_compare(key, x, y) : !!x - !!y;

		if (d)
			return d;
	}
	return 0;
}

static int by_row(const void *x, const void *y, void *compare)
{
	const struct row *a = x, *b = y;
	int d = strcmp(a->test, b->test);

	if (!d)
		d = strcmp(a->metric, b->metric);
	if (!d)
		d = (int)a->role - (int)b->role;
	return d ? d : by_labels(compare, &a->labels, &b->labels);
}

static double change_size(const struct row *r)
{
	double x = fabs(r->against[1].relative.change_ratio);

	return isnan(x) ? -1 : x;
}

static int by_change(const void *x, const void *y, void *compare)
{
	const struct row *a = x, *b = y;
	int d = strcmp(a->test, b->test);

	if (!d)
		d = strcmp(a->metric, b->metric);
	if (!d)
		d = change_size(a) < change_size(b) ? 1 :
		    change_size(a) > change_size(b) ? -1 : 0;
	return d ? d : by_row(x, y, compare);
}

void compare_order(struct compare *c)
{
	order_keys(c);
	if (c->n_rows)
		qsort_r(c->rows, c->n_rows, sizeof(*c->rows),
			c->rq->options.sort == SORT_CHANGE ? by_change : by_row,
			c);
}
