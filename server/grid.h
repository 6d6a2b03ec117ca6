/*
 * grid.h - the table of a report block: columns as wide as they must be.
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "mem.h"

struct compare;

struct grid {
	struct arena *arena;
	const char **heads;
	bool *right;
	size_t n_columns;
	const char **cells; /* row by row */
	size_t n_cells;
};

void grid_init(struct grid *g, struct arena *arena);
void grid_head(struct grid *g, const char *name, bool right);
void grid_cell(struct grid *g, const char *text); /* copied */
void grid_end_row(struct grid *g);                /* asserts it is full */
/* The first n_labels columns may be cut to make a line fit at_most. */
void grid_print(const struct grid *g, size_t n_labels, size_t at_most,
		struct buf *out);

/* Blanks that bring a number with fewer decimals to the point of one with 2. */
const char *grid_decimal_pad(int decimals);

/* Do all rows have a number under this label? Then it stands on the right. */
bool grid_is_numeric(const struct compare *c, const char *key);

#endif
