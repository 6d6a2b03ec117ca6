/*
 * grid.h - the table of a report block: columns as wide as they must be.
 *
 * A cell on the left that is followed by empty ones reaches into them, and
 * does not make its column wider.
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "mem.h"

struct compare;

enum side_of_cell { LEFT, RIGHT };

/* A column: its head, its side, and the blanks before it. */
struct grid_column {
	const char *head;
	enum side_of_cell side;
	size_t gap;
};

struct grid {
	struct arena *arena;
	struct grid_column *columns;
	size_t n_columns;
	const char **cells; /* row by row */
	size_t n_cells;
};

void grid_init(struct grid *g, struct arena *arena);
void grid_head(struct grid *g, const char *name, enum side_of_cell side,
	       size_t gap);
void grid_cell(struct grid *g, const char *text); /* copied */
void grid_end_row(struct grid *g);                /* asserts it is full */
/* The first n_labels columns may be cut to make a line fit at_most. */
void grid_print(const struct grid *g, size_t n_labels, size_t at_most,
		struct buf *out);

/* Blanks that bring a number with fewer decimals to the point of one with 2. */
const char *grid_decimal_pad(int decimals);

/* Numbers under this label in all rows stand on the right. */
enum side_of_cell grid_side(const struct compare *c, const char *key);

#endif
