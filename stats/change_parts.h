/*
 * change_parts.h - private to stats/: the steps of stats_changes(), a file
 * each. Their definition is in change.h.
 */
#ifndef CHANGE_PARTS_H
#define CHANGE_PARTS_H

#include "change.h"

/*
 * A history scaled by 2^-exponent to at most 1, so that no square overflows.
 * All is in the arena.
 */
struct history {
	size_t n;
	double *x;    /* scaled */
	double *y;    /* the same, outliers masked */
	bool *masked;
	int exponent;
	double noise; /* of y */
	double *work; /* n, for whoever needs it */
};

/* A level: runs from..from + n - 1 of y. */
struct segment {
	size_t from, n;
	double mean;
	double ss;     /* squared residuals, summed */
	double lag;    /* products of successive residuals, summed */
	double trend;  /* products of residual and distance from the middle
			  run, summed */
	bool in_drift; /* the point that begins it is part of a drift */
};

/* The levels of a history, back to back; change points lie between them. */
struct levels {
	struct segment *of;
	size_t n;
};

static inline size_t segment_end(const struct segment *s)
{
	return s->from + s->n;
}

struct segment segment_of(const double *y, size_t from, size_t end);

/* Joins levels i - n..i into one. */
void levels_join(struct levels *levels, const double *y, size_t i, size_t n);

/*
 * By how much a split in two of from..end - 1 lessens the squared residuals,
 * but for a constant: gain[i - 1] where the first part has i runs.
 */
void split_gains(const double *y, size_t from, size_t end, double *gain);

/* The best split of n runs into parts of at least min_runs: the first part's
   runs, the fewest on ties. */
size_t best_split(const double *gain, size_t n, size_t min_runs);

/* Steps 1 and 2. */
void history_mask(struct history *h);
double history_noise(const struct history *h);

/* Step 3; levels->of in the arena. */
void levels_partition(const struct history *h, struct arena *arena,
		      struct levels *levels);

/* Step 5. */
void levels_prune(const struct history *h, const struct change_options *o,
		  struct levels *levels);
double levels_r1(const struct levels *levels, size_t n_runs);

/* The test of the point between two levels. */
struct step_test {
	double variance; /* of a run: pooled, and for autocorrelation */
	double t, df;    /* t at least 0; infinite where there is no noise */
};
struct step_test step_test(const struct segment *a, const struct segment *b,
			   double noise, double r1);
double step_p(const struct step_test *test);

/* Step 8, scaled, without change_ratio; marks the levels. drifts has room for
   half as many as there are levels. Returns how many there are. */
size_t levels_drifts(struct levels *levels, struct drift *drifts);

#endif
