/*
 * sparkline.h - many values in one line of ASCII: their height is that of the
 * character, _ . - ' from the bottom to the top.
 */
#ifndef SPARKLINE_H
#define SPARKLINE_H

#include <stdbool.h>

#include "buf.h"
#include "mem.h"
#include "options.h"

struct sparkline {
	const double *x;   /* where, ascending or not */
	const double *y;   /* how high */
	size_t n;
	const bool *out;   /* an outlier does not set the height; or NULL */
	enum axis_y scale; /* zero: the bottom is 0; log: of positive values */
	size_t width;      /* columns; fewer where there are fewer values and
			      they are evenly spaced */
};

/* The column of a value, 0..columns - 1. */
size_t sparkline_column(const struct sparkline *s, double x);

/* How many columns it takes. */
size_t sparkline_columns(const struct sparkline *s);

/*
 * Each column is the median of its values; a blank where it has none.
 * cost      O(n * columns)
 */
void sparkline_print(const struct sparkline *s, struct arena *arena,
		     struct buf *out);

#endif
