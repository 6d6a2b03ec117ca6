/* matrix.c - medians by the values of two keys. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "limits.h"
#include "matrix_parts.h"
#include "unit.h"

#define NOT_SHOWN SIZE_MAX

/* A result that has a median. */
struct member {
	const struct db_result *result;
	size_t block, unit, row, column;
};

struct maker {
	struct matrix *m;
	struct matrix_values values;
	const char **units;   /* one of each dimension */
	size_t n_units;
	size_t n_rows, most_rows; /* of all blocks that are made */
	size_t *column_of;    /* by rank: the block's column, or NOT_SHOWN */
};

static size_t unit_group(struct maker *k, const char *unit)
{
	double ignored;
	size_t i;

	for (i = 0; i < k->n_units; i++)
		if (k->units[i] == unit ||
		    unit_factor(unit, k->units[i], &ignored))
			return i;
	k->units = arena_grow(k->m->arena, (void *)(uintptr_t)k->units,
			      k->n_units, sizeof(*k->units));
	k->units[k->n_units] = unit;
	return k->n_units++;
}

/* By block, then cell, in it the newest first. */
static int by_cell(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	const struct db_run *s = x->result->run, *t = y->result->run;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	if (s->at_ns != t->at_ns)
		return s->at_ns > t->at_ns ? -1 : 1;
	if (s->id != t->id)
		return s->id > t->id ? -1 : 1;
	return x->result < y->result ? -1 : 1;
}

static bool same_block(const struct member *x, const struct member *y)
{
	return x->block == y->block && x->unit == y->unit;
}

static bool same_cell(const struct member *x, const struct member *y)
{
	return same_block(x, y) && x->row == y->row && x->column == y->column;
}

static struct member *take_members(struct maker *k, size_t *n)
{
	const struct db_found *found = &k->m->found;
	struct member *all = arena_alloc(k->m->arena,
					 found->n_results * sizeof(*all));
	size_t i;

	*n = 0;
	for (i = 0; i < found->n_results; i++) {
		const struct db_result *r = &found->results[i];

		if (!isfinite(r->set.summary.median)) {
			k->m->n_no_median++;
			continue;
		}
		all[(*n)++] = (struct member){
			r, matrix_series_of(&k->values, r)->block,
			unit_group(k, r->unit),
			matrix_rank(&k->values, r, 0),
			matrix_rank(&k->values, r, 1)
		};
	}
	if (*n)
		qsort(all, *n, sizeof(*all), by_cell);
	return all;
}

/* ---- A block. ---- */

static void name_block(struct maker *k, const struct member *members, size_t n,
		       struct matrix_block *b)
{
	const struct matrix_series *s =
		matrix_series_of(&k->values, members[0].result);
	const struct db_result *newest = members[0].result;
	size_t i;

	for (i = 1; i < n; i++)
		if (members[i].result->run->at_ns > newest->run->at_ns)
			newest = members[i].result;
	b->test = s->series->test;
	b->metric = s->series->metric;
	for (i = 0; i < 2; i++) {
		if (!strcmp(k->m->keys[i], "test"))
			b->test = NULL;
		if (!strcmp(k->m->keys[i], "metric"))
			b->metric = NULL;
	}
	b->role = s->series->role;
	b->params = s->params;
	b->unit = newest->unit;
	b->better = newest->better;
	b->better_assumed = newest->better_assumed;
}

static int by_rank(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The columns that are shown, the first ones in their order. */
static void take_columns(struct maker *k, const struct member *members,
			 size_t n, struct matrix_block *b)
{
	size_t *ranks = arena_alloc(k->m->arena, n * sizeof(*ranks)), i;

	for (i = 0; i < n; i++)
		ranks[i] = members[i].column;
	qsort(ranks, n, sizeof(*ranks), by_rank);
	for (i = 0; i < n; i++) {
		if (i && ranks[i] == ranks[i - 1])
			continue;
		if (b->n_columns == LIMIT_COLUMNS) {
			k->column_of[ranks[i]] = NOT_SHOWN;
			continue;
		}
		b->columns = arena_grow(k->m->arena,
					(void *)(uintptr_t)b->columns,
					b->n_columns, sizeof(*b->columns));
		k->column_of[ranks[i]] = b->n_columns;
		b->columns[b->n_columns++] = k->values.ranks[1][ranks[i]];
	}
}

static void add_cell(struct maker *k, const struct matrix_block *b,
		     const struct member *members, size_t n,
		     struct matrix_cell *cell)
{
	size_t last = k->m->selection.last, runs = 0, i;
	double *x = arena_alloc(k->m->arena, 2 * n * sizeof(*x));
	const struct summary *first = &members[0].result->set.summary;
	struct summary s;
	double factor = 1;

	for (i = 0; i < n; i++) {
		const struct db_result *r = members[i].result;

		runs += !i || r->run != members[i - 1].result->run;
		if (last && runs > last)
			break;
		if (!unit_factor(r->unit, b->unit, &factor))
			factor = 1;
		x[i] = r->set.summary.median * factor;
	}
	k->m->n_older += n - i;
	k->m->n_in_cells += i;
	stats_describe(x, i, x + n, &s);
	*cell = (struct matrix_cell){ .n = i, .median = s.median, .se = NAN };
	if (i > 1)
		cell->se = s.stddev / sqrt((double)i);
	else if (first->n > 1)
		cell->se = first->stddev * factor / sqrt((double)first->n);
}

/* Against the first column of the row, where both have a value. */
static void take_change(const struct matrix_cell *base,
			struct matrix_cell *cell)
{
	double size = fabs(base->median);

	cell->change_ratio = cell->change_half = NAN;
	if (cell == base || !base->n || !cell->n || !(size > 0))
		return;
	cell->change_ratio = (cell->median - base->median) / base->median;
	cell->change_half = 2 * hypot(cell->se, base->se *
				      cell->median / base->median) / size;
	if (!isfinite(cell->change_ratio))
		cell->change_ratio = NAN;
}

/* The rows that have a column that is shown, as many as there is room for. */
static void take_rows(struct maker *k, const struct member *members, size_t n,
		      struct matrix_block *b)
{
	size_t i, last = NOT_SHOWN;

	for (i = 0; i < n && k->n_rows < k->most_rows; i++) {
		const struct member *x = &members[i];

		if (x->row == last || k->column_of[x->column] == NOT_SHOWN)
			continue;
		last = x->row;
		b->rows = arena_grow(k->m->arena, (void *)(uintptr_t)b->rows,
				     b->n_rows, sizeof(*b->rows));
		b->rows[b->n_rows++] = k->values.ranks[0][last];
		k->n_rows++;
	}
}

static void take_cells(struct maker *k, const struct member *members, size_t n,
		       struct matrix_block *b)
{
	size_t row = 0, from, i;

	b->cells = arena_alloc(k->m->arena, b->n_rows * b->n_columns *
					    sizeof(*b->cells));
	for (i = 0; i < b->n_rows * b->n_columns; i++)
		b->cells[i] = (struct matrix_cell){ 0, NAN, NAN, NAN, NAN };
	for (from = 0; from < n; from = i) {
		const struct member *x = &members[from];
		size_t column = k->column_of[x->column];

		for (i = from + 1; i < n && same_cell(x, &members[i]); i++)
			;
		/* Both are in the same order. */
		while (row < b->n_rows &&
		       b->rows[row] != k->values.ranks[0][x->row] &&
		       column != NOT_SHOWN)
			row++;
		if (column == NOT_SHOWN || row == b->n_rows)
			k->m->n_hidden += i - from;
		else
			add_cell(k, b, x, i - from,
				 &b->cells[row * b->n_columns + column]);
	}
	for (i = 0; i < b->n_rows * b->n_columns; i++)
		take_change(&b->cells[i - i % b->n_columns], &b->cells[i]);
}

static void add_block(struct maker *k, const struct member *members, size_t n)
{
	struct matrix *m = k->m;
	struct matrix_block *b;

	if (k->n_rows == k->most_rows) {
		m->n_hidden += n;
		return;
	}
	m->blocks = arena_grow(m->arena, m->blocks, m->n, sizeof(*m->blocks));
	b = &m->blocks[m->n++];
	name_block(k, members, n, b);
	take_columns(k, members, n, b);
	take_rows(k, members, n, b);
	take_cells(k, members, n, b);
}

void matrix_make(struct matrix *m)
{
	struct maker k = { .m = m, .most_rows = m->rq->options.rows };
	struct member *all;
	size_t n, from, i;

	matrix_values(m, &k.values);
	k.column_of = arena_alloc(m->arena, k.values.n_ranks[1] *
					    sizeof(*k.column_of));
	all = take_members(&k, &n);
	for (from = 0; from < n; from = i) {
		for (i = from + 1; i < n && same_block(&all[from], &all[i]);)
			i++;
		add_block(&k, all + from, i - from);
	}
}

const char *matrix_link(const struct matrix *m)
{
	const char *link;
	struct buf b;

	buf_init(&b, 32 * LIMIT_URL);
	buf_printf(&b, "%s/matrix/%s/%s/", m->rq->base, m->keys[0],
		   m->keys[1]);
	terms_link(&b, &m->selection);
	link = arena_strndup(m->arena, b.data, b.len);
	buf_release(&b);
	return link;
}
