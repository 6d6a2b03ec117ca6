/*
 * shape.h - what a set looks like beside its mean: outliers, drift, memory of
 * the sample before, two humps. Measurements only, nothing is ever removed; a
 * notice is raised by stats_notices() over all rows of a report.
 *
 * Samples are in measured order, finite. Pure functions: no I/O, no globals, no
 * allocation. NAN means "not defined".
 */
#ifndef SHAPE_H
#define SHAPE_H

#include <stdbool.h>
#include <stddef.h>

#define NOTICE_P         .01 /* raised below, Holm's over the report */
#define NOTICE_N_SHAPE   8   /* samples that a test of shape needs */
#define NOTICE_N_SPREAD  5   /* and one of spread, a side */
#define NOTICE_N_FEW     6   /* fewer are "few": no interval of a median */
#define NOTICE_N_RATIO   4   /* sides more unequal than that are "unequal" */

#define SHAPE_BLOCKS_FROM 100000 /* more samples than that: drift by blocks */
#define SHAPE_BLOCKS      10000  /* about so many of them */

/* Tukey's fences: quartiles (type 7) less and plus k times their distance. */
struct outliers {
	size_t n_below, n_above; /* strictly beyond a fence */
	double lo, hi;           /* the fences */
	double mean_without;     /* of the samples within */
};

struct shape {
	size_t n;
	struct outliers mild, far; /* k = 1.5 and 3 */

	/* Drift: Mann-Kendall, Kendall's tau-b against the order measured. */
	double drift_tau;    /* -1 falling .. 1 rising; NAN: all equal, n < 2 */
	double drift_p;      /* two-sided, normal, ties and continuity */
	size_t drift_block;  /* means of so many samples were taken; 1: none */

	/* Memory: what one sample tells of the next. */
	double r1;           /* lag-1 autocorrelation; NAN: constant, n < 2 */
	double ljung_box_p;  /* of lag 1 */
	double n_effective;  /* n (1 - r1) / (1 + r1), at most n, at least 1 */

	/* The first sample against the others, as a t prediction. */
	double first_change_ratio; /* (first - mean of rest) / |that mean| */
	double first_p;      /* two-sided, df n - 2; NAN: a constant rest */

	/* Two humps: Hartigan's dip. Ties are spread over the smallest step
	   between samples first, or rounding alone would make humps. */
	double dip;          /* of samples so spread (every so many-th of
				more than SHAPE_BLOCKS_FROM); NAN: n < 4 or
				constant */
	double dip_p;        /* against the uniform, from a simulated table */

	/* Quantisation. */
	size_t n_distinct;   /* different values */
	double tie_share;    /* samples that have an equal, of n */
	double step;         /* smallest distance of two values, or NAN */
	bool constant;       /* n >= 2 and all equal */
};

/*
 * Measures all of it.
 *
 * x         n in measured order, not modified
 * sorted    the same ascending
 * scratch   stats_shape_scratch() doubles, overwritten
 * returns   false where n is 0: all else is NAN then
 * cost      O(n log n)
 * source    Tukey 1977, Exploratory Data Analysis, 2C; Mann 1945,
 *           Econometrica 13(3), 245-259, with Kendall 1975, Rank Correlation
 *           Methods, ch. 4; counting: Knight 1966, J. Am. Stat. Assoc. 61,
 *           436-439; Ljung & Box 1978, Biometrika 65(2), 297-303; effective n:
 *           Bayley & Hammersley 1946, J. R. Stat. Soc. Suppl. 8(2), 184-197
 * checked   tests/unit/test_oracle.c
 */
bool stats_shape(const double *x, const double *sorted, size_t n,
		 double *scratch, struct shape *out);
size_t stats_shape_scratch(size_t n);

/*
 * The dip: the largest distance of the samples' distribution from the nearest
 * one with a single hump, 1 / (2 n) at least. It asks for no normal humps and
 * no number of them, which Sarle's coefficient (skewness and kurtosis) does: a
 * long tail is not two humps.
 *
 * scratch   4 * n doubles, overwritten
 * cost      O(n)
 * source    Hartigan & Hartigan 1985, Ann. Stat. 13(1), 70-84; Hartigan 1985,
 *           Appl. Stat. 34(3), 320-325
 * checked   tests/unit/test_oracle.c (R's diptest)
 */
double stats_dip(const double *sorted, size_t n, double *scratch);

/*
 * p of a dip: the share of uniform sets of n whose dip is as large, from a
 * table of 1,000,000 sets of each of some n, in sqrt(n) * dip, straight lines
 * in log p between; beyond p = .00001 those lines go on.
 */
double stats_dip_p(double dip, size_t n);

/* Do the spreads of two sets differ? */
struct spread {
	double f, df;        /* Brown-Forsythe's F, 1 and df; NAN: none */
	double p;
	double stddev_ratio; /* of b to a; NAN where a's is 0 */
};

/*
 * Brown & Forsythe's: Student's test of the distances from the medians, which
 * holds for long tails.
 *
 * scratch   na + nb doubles, overwritten
 * returns   false where a side is empty, na + nb < 3 or all distances are
 *           equal
 * source    Brown & Forsythe 1974, J. Am. Stat. Assoc. 69, 364-367
 * checked   tests/unit/test_oracle.c
 */
bool stats_spread(const double *a_sorted, size_t na, const double *b_sorted,
		  size_t nb, double *scratch, struct spread *out);

/*
 * Which of the count p values of one kind of test over a report (drift_p of
 * all sets, say) raise a notice: Holm's adjusted p below NOTICE_P, among those
 * with at least n_min samples; the others are not in the family.
 *
 * p, n      count each; n of the smaller side where there are two
 * scratch   3 * count doubles, overwritten
 * raised    count
 * returns   how many are raised
 * source    Holm 1979 (adjust.h)
 */
size_t stats_notices(const double *p, const size_t *n, size_t count,
		     size_t n_min, double *scratch, bool *raised);

#endif
