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

#include "ttest.h"

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

/* What pointing out one row takes: the one that weighs most. */
struct leader {
	size_t row;                  /* index; n of the arrays where none */
	double share;                /* of the whole: most of it above .5 */
	double change_ratio_without; /* of the sums or the mean without it */
};

/*
 * The row that makes most of the difference of the sums: the largest
 * |b[i] - a[i]|, share of |sum of b - sum of a| (above 1 where others go the
 * other way; NAN where the sums are equal).
 *
 * returns   false where no two rows count
 */
bool stats_sums_leader(const double *a, const double *b, size_t n,
		       struct leader *out);

/* The rows of one metric in one line each, over rows that have a ratio. */
struct over_rows {
	size_t n, n_left_out;       /* as in struct geomean */
	double ratio;               /* geometric mean of b / a */
	struct interval interval;   /* of ratio - 1, by t over the rows; NAN
				       where n < 2 or all ratios are equal */
	double median_change_ratio; /* median of (b - a) / a */
	size_t n_up, n_down, n_equal;
	struct leader leader;       /* share: of the sum of all |log ratio| */
};

/*
 * level     of the interval, .95: what other rows of this kind might have
 *           given, not what the same rows again would
 * scratch   n doubles, overwritten
 * returns   false where no row counts
 * cost      O(n log n)
 * source    as stats_geomean(); the interval is Student's, of the logs
 */
bool stats_over_rows(const double *a, const double *b, size_t n, double level,
		     double *scratch, struct over_rows *out);

/* One test on several hosts (or by another key), put together. */
struct over_hosts {
	size_t n, n_left_out;     /* left out: no log_ratio, no or no se */
	double change_ratio;      /* exp(mu) - 1 */
	struct interval interval; /* of it; NAN where n < 2 */
	double df;                /* n - 1 */
	double p;                 /* of mu = 0, two-sided */
	double log_ratio, se;     /* mu and its standard error */
	double tau;               /* what varies between hosts, in log ratio */
	double q, q_p;            /* Cochran's Q, all hosts equal */
	bool disagree;            /* q_p < .05 */
	size_t n_up, n_down;      /* hosts with a log ratio above, below 0 */
};

/*
 * Random effects: hosts differ in truth, and the mean over hosts like these is
 * asked for. tau^2 by Paule & Mandel, the interval by Knapp & Hartung with
 * n - 1 degrees of freedom; where hosts happen to agree better than their own
 * se allow, by those (else three hosts that agree by chance would be surer
 * together than their samples are).
 *
 * log_ratio, se   n each, of stats_log_delta(); a row with a NAN, or with an
 *                 se that is not above 0, is left out
 * level           of the interval, .95
 * returns         false where no row counts
 * source          Paule & Mandel 1982, J. Res. Natl. Bur. Stand. 87(5),
 *                 377-385; Knapp & Hartung 2003, Stat. Med. 22(17), 2693-2710,
 *                 as modified by Roever, Knapp & Friede 2015, BMC Med. Res.
 *                 Methodol. 15:99;
 *                 Cochran 1954, Biometrics 10(1), 101-129
 * checked         tests/unit/test_combine.c, tests/long/calibration.t
 */
bool stats_over_hosts(const double *log_ratio, const double *se, size_t n,
		      double level, struct over_hosts *out);

#endif
