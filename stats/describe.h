/*
 * describe.h - what one set of samples looks like: mean, spread, order.
 *
 * Pure functions: no I/O, no globals, no allocation. A set is n finite doubles
 * in measured order, all in one unit, and every result is in that unit. A NaN
 * or an infinity among the samples is the caller's bug and is asserted.
 *
 * NAN in a result means "not defined" (a spread of one sample) or, in a
 * published summary, "not told". It is never printed as a number: JSON has
 * null, text has n/a.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "sample_set.h"

/*
 * The arithmetic mean, compensated, so that neither 10^6 samples nor an offset
 * of 10^15 cost digits; sums beyond the largest double are scaled.
 *
 * n         at least 1
 * cost      O(n), one pass (a second one where the plain sum overflows)
 * source    Neumaier 1974, ZAMM 54(1), 39-51
 */
double stats_mean(const double *x, size_t n);

/*
 * The plain sum in the order given over n: the Avg that ministat prints. Not
 * for anything else.
 */
double stats_mean_plain(const double *x, size_t n);

/*
 * The sample variance's root, divisor n - 1: two passes around the mean with
 * the correction for the mean's own rounding. Deviations are scaled by a power
 * of two where their squares would overflow or vanish.
 *
 * mean      of x, as stats_mean() gives it
 * returns   NAN where n < 2 or it is beyond the largest double; exactly 0
 *           where all samples are equal
 * cost      O(n), two passes
 * source    Chan, Golub & LeVeque 1983, Am. Stat. 37(3), 242-247, eq. 1.7
 */
double stats_stddev(const double *x, size_t n, double mean);

/*
 * Sorts ascending, in place; not stable (equal doubles are the same; -0 and 0
 * are equal and may stand in either order).
 *
 * cost      O(n log n) in the worst case, no memory
 * source    Musser 1997, Softw. Pract. Exp. 27(8), 983-993 (introsort)
 */
void stats_sort(double *x, size_t n);

/*
 * Puts at n / 2 and before it what sorting would put there, for the median.
 * source    Hoare 1961, Algorithm 65 (FIND)
 * cost      O(n); O(n log n) in the worst case
 */
void stats_sort_middle(double *x, size_t n);

/* The smallest and the largest; n > 0. O(n) */
void stats_range(const double *x, size_t n, double *min, double *max);

/*
 * Medians of a set that is sorted, or was given to stats_sort_middle(); n at
 * least 1; they differ for even n.
 */
double stats_median(const double *sorted, size_t n);       /* mean of the two */
double stats_median_upper(const double *sorted, size_t n); /* sorted[n / 2] */

/*
 * The quantile of definition 7 (R's default, and what a spreadsheet calls
 * PERCENTILE.INC): linear between the samples at rank 1 + (n - 1) p.
 *
 * sorted    n at least 1, ascending
 * p         0..1
 * source    Hyndman & Fan 1996, Am. Stat. 50(4), 361-365
 */
double stats_quantile(const double *sorted, size_t n, double p);

/*
 * All six figures of a set: stats_mean(), stats_stddev(), stats_median() (the
 * mean of the two middle ones), the ends.
 *
 * scratch   n doubles, overwritten: x sorted
 * returns   false if n is 0, and leaves *out alone; stddev is NAN if n is 1
 * cost      O(n log n)
 */
bool stats_describe(const double *x, size_t n, double *scratch,
		    struct summary *out);

/*
 * The same where only the figures are wanted.
 *
 * scratch   n doubles, overwritten with x in any order
 * cost      O(n); O(n log n) in the worst case
 */
bool stats_summary(const double *x, size_t n, double *scratch,
		   struct summary *out);

/*
 * The six figures of several sets taken together, from their summaries alone:
 * exact but for rounding in n, min, max, mean and stddev. The median is NAN
 * unless there is one set; whatever one of them does not tell is NAN.
 *
 * sets      their summaries count, samples are not looked at; each n >= 1
 * factors   every set is in a unit of its own: value * factor
 * source    Chan, Golub & LeVeque 1983, Am. Stat. 37(3), 242-247, eq. 2.1
 */
void stats_pool(const struct sample_set *sets, const double *factors, size_t n,
		struct summary *out);

#endif
