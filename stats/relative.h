/*
 * relative.h - more about a relative change than Fieller's interval
 * (ttest.h): on the log scale, in pairs, and whether it is nothing.
 *
 * Pure functions: no I/O, no globals, no allocation. NAN means "not defined".
 */
#ifndef RELATIVE_H
#define RELATIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "ttest.h"

/*
 * Fieller's interval with the pooled variance and df = na + nb - 2, as
 * stats_relative() has it with Welch's: fills a struct relative for
 * stats_relative_interval(). Beside the ministat block only.
 *
 * returns   as stats_relative()
 * source    Fieller 1954, J. R. Stat. Soc. B 16(2), 175-185
 */
bool stats_relative_pooled(const struct summary *a, const struct summary *b,
			   struct relative *out);

struct log_delta {
	double log_ratio; /* log(b.mean / a.mean) */
	double se;        /* its standard error; NAN where a side has n < 2 */
	double df;        /* Satterthwaite; NAN where se is NAN or 0 */
};

/*
 * The log of the ratio of the means by the delta method: for positive data
 * symmetric where Fieller's is not, never unbounded, and what is combined over
 * hosts (combine.h).
 *
 * returns   false unless both means are above 0 and no min is below 0 (a min
 *           that is not told counts as none)
 * source    Casella & Berger 2002, Statistical Inference, 5.5.4; Hedges,
 *           Gurevitch & Curtis 1999, Ecology 80(4), 1150-1156
 * checked   tests/unit/test_oracle.c
 */
bool stats_log_delta(const struct summary *a, const struct summary *b,
		     struct log_delta *out);

/* The interval of the change (b - a) / a: exp(log_ratio -/+ t se) - 1. */
struct interval stats_log_delta_interval(const struct log_delta *l,
					 double level);

/*
 * p of "the difference is at least the margin, one way or the other": the
 * larger of two one-sided tests. Below .05 the 90 % interval lies inside
 * -/+margin: equivalent.
 *
 * t         of stats_welch() (or stats_student(), stats_paired())
 * margin    above 0, in the unit of the difference
 * returns   NAN where t is not defined or margin is not above 0
 * source    Schuirmann 1987, J. Pharmacokinet. Biopharm. 15(6), 657-680
 * checked   tests/unit/test_oracle.c
 */
double stats_tost(const struct ttest *t, double margin);

/*
 * Student's paired t test: a[i] and b[i] are of one round. out->diff is the
 * mean of b - a, df is n - 1, s the standard deviation of the differences.
 *
 * scratch   n doubles, overwritten
 * returns   false where n < 2, where all differences are equal (diff and se
 *           are filled all the same) or one is beyond the largest double
 * source    Student 1908, Biometrika 6(1), 1-25
 * checked   tests/unit/test_relative.c (R 4.2.2, t.test(paired=TRUE))
 */
bool stats_paired(const double *a, const double *b, size_t n, double *scratch,
		  struct ttest *out);

/*
 * The relative change of pairs: the geometric mean of b[i] / a[i], as a struct
 * log_delta with df = n - 1, for stats_log_delta_interval(). What varies from
 * round to round as a factor drops out of it.
 *
 * scratch   n doubles, overwritten
 * returns   false unless n > 0 and all samples are above 0
 * source    Student 1908 of the logs
 */
bool stats_paired_change(const double *a, const double *b, size_t n,
			 double *scratch, struct log_delta *out);

#endif
