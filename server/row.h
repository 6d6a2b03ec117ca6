/*
 * row.h - one line of a report: what each side has of one test, set of
 * parameters, metric, role and host, and how they compare.
 */
#ifndef ROW_H
#define ROW_H

#include "db.h"
#include "verdict.h"

#define SIDES_MAX 7

struct compare;

/* What a row has of one side. */
struct row_side {
	const struct db_result **results; /* by run */
	size_t n_results, n_runs;
	struct sample_set set;      /* of all of them, in the row's unit */
	struct sample_set units;    /* what is compared: the samples, or the
				       means by row->per */
	size_t n_without;           /* results that record nothing of per=KEY,
				       and are not among the units */
	bool summary_only;          /* some of them have no samples */
	bool not_comparable;        /* a unit does not convert */
	const struct db_failure *failure; /* the first, where nothing else is */
	size_t n_failures;
};

enum row_state {
	ROW_PAIRED,
	ROW_ONE_SIDED,
	ROW_FAILED,
	ROW_NOT_COMPARABLE,
	ROW_ABSENT, /* neither side has it: a third one does */
};

struct row {
	const char *test, *metric;
	enum role role;
	struct tags labels;         /* parameters and host of the row key, and
				       a fact that goes with it (a NIC) */
	const char *unit;           /* NULL: not given */
	const char *shown_unit;     /* the one of its block in text and pages */
	double shown_factor;        /* turns unit into shown_unit */
	enum better better;
	bool better_assumed, better_disputed;
	bool pooled;                /* several series: a side named the key */
	struct row_side sides[SIDES_MAX];
	struct comparison against[SIDES_MAX]; /* [i]: side i against side 0 */
	enum row_state state[SIDES_MAX];      /* the same */
	double p_holm[SIDES_MAX];   /* over all rows of the report; NAN */
	double p_bh[SIDES_MAX];     /* Benjamini & Hochberg's; NAN */
	bool holm[SIDES_MAX];       /* it holds among all these rows */
	unsigned notices[SIDES_MAX]; /* bits of enum notice */
	size_t n_unpaired[SIDES_MAX]; /* values of pair=KEY on one side only */
	struct quantile_pair *quantiles[SIDES_MAX]; /* bootstrap=1, else NULL */
	double margin;              /* ratio */
	const char *per;            /* "sample", "run" or a key */
};

/* Means by pair=KEY where both sides have a value; the rest is counted. */
struct row_pairs {
	double *a, *b;
	size_t n, n_unpaired;
};

/* compare_row.c: what counts of a row, in one unit, and compared. */
void row_finish(struct compare *c, struct row *row);

/* compare_units.c: what of a row is compared. */
void row_units(struct compare *c, struct row *row);
bool row_pairs(struct compare *c, const struct row *row, size_t side,
	       struct row_pairs *out);

/* "paired", "one_sided", "failed", "not_comparable". */
const char *row_state_name(enum row_state state);

/* Is the row printed under show=? */
bool row_shown(const struct compare *c, const struct row *row, size_t side);

/* Do two neighbours stand in one block (test, metric, unit, direction)? */
bool row_same_block(const struct row *x, const struct row *y);

/* "worse", "only in C": the verdict in words. */
void row_word(const struct compare *c, const struct row *row, size_t side,
	      char out[VERDICT_TEXT_SIZE]);

/* "test metric label:value ..." of a row. */
void row_name(const struct compare *c, const struct row *row, struct buf *out);

#endif
