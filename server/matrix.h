/*
 * matrix.h - medians by the values of two keys.
 *
 * Made once from the request and rendered as text, JSON or CSV. Everything is
 * in the request's arena or borrowed from what was found. A key is test,
 * metric, or one of a tag or parameter; a result that has no value under it is
 * in the row or column of NULL, which is the last one. Of one key a parameter
 * goes before a tag, and a kernel option that a full config does not have is
 * an n.
 *
 * A block holds what may stand in one table: one test, metric, role and set of
 * parameters, as far as the two keys leave them alone, in one dimension of
 * unit.
 */
#ifndef MATRIX_H
#define MATRIX_H

#include "buf.h"
#include "db.h"
#include "request.h"

struct matrix_cell {
	size_t n;            /* results; 0: an empty cell */
	double median;       /* of their medians, in the block's unit */
	double se;           /* its standard error, roughly: from the spread of
				the medians, of a single one from its samples;
				NAN: not known */
	double change_ratio; /* against the first column; NAN */
	double change_half;  /* half-width of it, roughly; NAN */
};

struct matrix_block {
	const char *test, *metric; /* NULL: it is one of the keys */
	enum role role;
	struct tags params;        /* without the keys */
	const char *unit;          /* of the newest result; NULL: not given */
	enum better better;        /* of it */
	bool better_assumed;
	const char **rows, **columns;
	size_t n_rows, n_columns;
	struct matrix_cell *cells; /* n_rows * n_columns, row by row */
};

struct matrix {
	struct request *rq;
	struct arena *arena;
	const char *keys[2];       /* of the rows, of the columns */
	struct selection selection;
	struct db_found found;
	struct matrix_block *blocks;
	size_t n;
	/* Keys under which runs in cells differ, beside these two. */
	struct tags differ;        /* values are "" */
	/* The results: */
	size_t n_in_cells;
	size_t n_no_median;        /* a published summary without one */
	size_t n_older;            /* than last: leaves in their cell */
	size_t n_hidden;           /* beyond limit= rows or LIMIT_COLUMNS */
};

/* Fills blocks and counts from the rest. cost: O(n log n) in the results */
void matrix_make(struct matrix *m);

void matrix_text(const struct matrix *m, struct buf *out);
void matrix_json(const struct matrix *m, struct buf *out);
void matrix_csv(const struct matrix *m, struct buf *out);

/* A link to the same. In arena. */
const char *matrix_link(const struct matrix *m);

#endif
