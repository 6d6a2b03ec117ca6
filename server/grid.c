/* grid.c - the table of a report block. */
#include "grid.h"

#include <assert.h>
#include <string.h>

#include "compare.h"
#include "order.h"
#include "text.h"

#define LABEL_MAX 28
#define LABEL_MIN 6

void grid_init(struct grid *g, struct arena *arena)
{
	memset(g, 0, sizeof(*g));
	g->arena = arena;
}

void grid_head(struct grid *g, const char *name, enum side_of_cell side,
	       size_t gap)
{
	g->columns = arena_grow(g->arena, g->columns, g->n_columns,
				sizeof(*g->columns));
	g->columns[g->n_columns] = (struct grid_column){
		arena_strdup(g->arena, name), side, g->n_columns ? gap : 0
	};
	g->n_columns++;
}

void grid_cell(struct grid *g, const char *text)
{
	g->cells = arena_grow(g->arena, (void *)(uintptr_t)g->cells,
			      g->n_cells, sizeof(*g->cells));
	g->cells[g->n_cells++] = arena_strdup(g->arena, text);
}

void grid_end_row(struct grid *g)
{
	assert(g->n_cells % g->n_columns == 0);
}

/* How many empty cells behind cell i of a row it may reach into. */
static size_t reach(const struct grid *g, const char *const *row, size_t i)
{
	size_t n = 0;

	if (g->columns[i].side == RIGHT || !*row[i])
		return 0;
	while (i + n + 1 < g->n_columns && !*row[i + n + 1])
		n++;
	return n;
}

static void print_line(const struct grid *g, const char *const *row,
		       const size_t *width, struct buf *out)
{
	size_t i, k;

	for (i = 0; i < g->n_columns; i++) {
		size_t w = width[i], n = reach(g, row, i);

		for (k = 1; k <= n; k++)
			w += g->columns[i + k].gap + width[i + k];
		buf_pad(out, ' ', g->columns[i].gap);
		text_cell(out, row[i], w, g->columns[i].side == RIGHT);
		i += n;
	}
	while (out->len && out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
	buf_char(out, '\n');
}

/* The first columns are cut, the widest first, until a line fits. */
static void shrink(const struct grid *g, size_t n_labels, size_t *width,
		   size_t at_most)
{
	size_t total = 0, i;

	for (i = 0; i < g->n_columns; i++)
		total += g->columns[i].gap + width[i];
	while (n_labels && total > at_most) {
		size_t widest = 0;

		for (i = 1; i < n_labels; i++)
			if (width[i] > width[widest])
				widest = i;
		if (width[widest] <= LABEL_MIN)
			return;
		width[widest]--;
		total--;
	}
}

/* What reaches into empty cells and still has no room widens its own column. */
static void widen_reaching(const struct grid *g, size_t *width)
{
	size_t from, i, k;

	for (from = 0; from < g->n_cells; from += g->n_columns)
		for (i = 0; i < g->n_columns; i++) {
			const char *const *row = g->cells + from;
			size_t n = reach(g, row, i), room = width[i];
			size_t w = text_width(row[i]);

			for (k = 1; k <= n; k++)
				room += g->columns[i + k].gap + width[i + k];
			w = w > LABEL_MAX ? LABEL_MAX : w;
			if (n && w > room)
				width[i] += w - room;
		}
}

static void widen(const struct grid *g, size_t *width)
{
	size_t from, i;

	for (from = 0; from < g->n_cells; from += g->n_columns)
		for (i = 0; i < g->n_columns; i++) {
			const char *const *row = g->cells + from;
			size_t w = text_width(row[i]);

			if (reach(g, row, i))
				continue;
			w = w > LABEL_MAX ? LABEL_MAX : w;
			width[i] = w > width[i] ? w : width[i];
		}
}

void grid_print(const struct grid *g, size_t n_labels, size_t at_most,
		struct buf *out)
{
	size_t *width = arena_alloc(g->arena, g->n_columns * sizeof(*width));
	const char **heads =
		arena_alloc(g->arena, g->n_columns * sizeof(*heads));
	size_t i;

	for (i = 0; i < g->n_columns; i++) {
		heads[i] = g->columns[i].head;
		width[i] = strlen(heads[i]);
	}
	widen(g, width);
	widen_reaching(g, width);
	shrink(g, n_labels, width, at_most);
	print_line(g, heads, width, out);
	for (i = 0; i < g->n_cells; i += g->n_columns)
		print_line(g, g->cells + i, width, out);
}

const char *grid_decimal_pad(int decimals)
{
	static const char *const pads[] = { "   ", " ", "" };

	return decimals > 2 ? "" : pads[decimals];
}

enum side_of_cell grid_side(const struct compare *c, const char *key)
{
	size_t i;

	for (i = 0; i < c->n_rows; i++) {
		const char *v = tags_get(&c->rows[i].labels, key);
		double x;

		if (v && !order_number(v, strlen(v), &x))
			return LEFT;
	}
	return RIGHT;
}
