/*
 * combine.h - one figure for many rows, and what it leaves out.
 *
 * Rows are pairs of figures of one metric: a[i] is the baseline's, b[i] the
 * other side's, in a unit that may differ from row to row. Pure functions: no
 * I/O, no globals, no allocation.
 */
#ifndef COMBINE_H
#define COMBINE_H

#include <stdbool.h>
#include <stddef.h>

struct geomean {
	size_t n;         /* rows that count */
	size_t n_left_out; /* a side is NAN, 0 or negative: no ratio */
	double ratio;     /* geometric mean of b / a; NAN where n is 0 */
};

/*
 * The geometric mean of the ratios b[i] / a[i]: every row weighs the same, and
 * swapping the sides gives the reciprocal.
 *
 * a, b      n each; NAN where a side is missing
 * returns   false where no row counts
 * source    Fleming & Wallace 1986, CACM 29(3), 218-221
 */
bool stats_geomean(const double *a, const double *b, size_t n,
		   struct geomean *out);

struct row_sums {
	size_t n;            /* rows that count */
	size_t n_left_out;   /* a side is NAN */
	double a, b;         /* the sums, in whatever the rows are in */
	double change_ratio; /* (b - a) / a; NAN where a is 0 or n is 0 */
};

/*
 * Arithmetic sums of unlike rows, as published tables have them (`total=1`):
 * the largest row decides, so it is never the answer, and the report warns.
 *
 * a, b      n each; NAN where a side is missing (the row counts on neither)
 * returns   false where no row counts
 */
bool stats_row_sums(const double *a, const double *b, size_t n,
		    struct row_sums *out);

#endif
