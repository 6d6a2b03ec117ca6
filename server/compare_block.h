/*
 * compare_block.h - the tables of a text report. Private to compare_*.c.
 */
#ifndef COMPARE_BLOCK_H
#define COMPARE_BLOCK_H

#include "compare.h"
#include "notices.h"

/* What the tables have used, and the lines below must explain. */
struct legend {
	unsigned common;  /* notices of every row: said above, no letters */
	unsigned notices; /* letters in the tables */
	bool weak;        /* a '?' */
	bool more;        /* a column "more n" with a number or a '-' */
	bool cv;
};

/* Rows from..to-1, which are one block. */
void compare_block(const struct compare *c, size_t from, size_t to,
		   size_t side, struct legend *legend, struct buf *out);

/* The lines that explain letters and signs. */
void compare_legend(const struct compare *c, size_t side,
		    const struct legend *legend, struct buf *out);

/* Do all paired rows have one sample a side? Then nothing can be judged. */
bool compare_is_single(const struct compare *c, size_t side);

/* The row that makes most of a sum or a mean; NULL: none does. */
const struct row *compare_marked(const struct compare *c, size_t side);

/* Metrics side by side, a line a case, with what the rows say together. */
void compare_single(const struct compare *c, size_t side, struct buf *out);

/* One figure for many rows, for reports whose rows have verdicts. */
void compare_over(const struct compare *c, size_t side, struct buf *out);

/* Every figure of every row: detail=1. */
void compare_detail(const struct compare *c, size_t side, struct buf *out);

/* "+1.45", or "+228" from 100 % on: a change without an interval. */
void print_plain_change(double ratio, char out[32]);

#endif
