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

void grid_head(struct grid *g, const char *name, bool right)
{
	g->heads = arena_grow(g->arena, (void *)(uintptr_t)g->heads,
			      g->n_columns, sizeof(*g->heads));
	g->right = arena_grow(g->arena, g->right, g->n_columns,
			      sizeof(*g->right));
	g->heads[g->n_columns] = arena_strdup(g->arena, name);
	g->right[g->n_columns++] = right;
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

static void print_line(const struct grid *g, const char *const *cells,
		       const size_t *width, struct buf *out)
{
	size_t i;

	for (i = 0; i < g->n_columns; i++) {
		buf_str(out, i ? "  " : "");
		text_cell(out, cells[i], width[i], g->right[i]);
	}
	while (out->len && out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
	buf_char(out, '\n');
}

/* The first columns are cut, the widest first, until a line fits. */
static void shrink(const struct grid *g, size_t n_labels, size_t *width,
		   size_t at_most)
{
	size_t total = 2 * (g->n_columns - 1), i;

	for (i = 0; i < g->n_columns; i++)
		total += width[i];
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

void grid_print(const struct grid *g, size_t n_labels, size_t at_most,
		struct buf *out)
{
	size_t *width = arena_alloc(g->arena, g->n_columns * sizeof(*width));
	size_t i;

	for (i = 0; i < g->n_columns; i++)
		width[i] = strlen(g->heads[i]);
	for (i = 0; i < g->n_cells; i++) {
		size_t w = text_width(g->cells[i]), c = i % g->n_columns;

		w = w > LABEL_MAX ? LABEL_MAX : w;
		width[c] = w > width[c] ? w : width[c];
	}
	shrink(g, n_labels, width, at_most);
	print_line(g, g->heads, width, out);
	for (i = 0; i < g->n_cells; i += g->n_columns)
		print_line(g, g->cells + i, width, out);
}

const char *grid_decimal_pad(int decimals)
{
	static const char *const pads[] = { "   ", " ", "" };

	return decimals > 2 ? "" : pads[decimals];
}

bool grid_is_numeric(const struct compare *c, const char *key)
{
	size_t i;

	for (i = 0; i < c->n_rows; i++) {
		const char *v = tags_get(&c->rows[i].labels, key);
		double x;

		if (v && !order_number(v, strlen(v), &x))
			return false;
	}
	return true;
}
