/*
 * quantile.h - how sure a median or a percentile is, and by how much two of
 * them differ.
 *
 * Sets are sorted ascending (stats_sort()), finite. Percentiles are type 7
 * (describe.h has stats_quantile()) unless a name says 6. Pure functions: no
 * I/O, no globals, no allocation. NAN means "not defined".
 */
#ifndef QUANTILE_H
#define QUANTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ttest.h"

/*
 * Definition 6 (Weibull; SPSS, Excel's PERCENTILE.EXC where that has a value):
 * linear between the samples at rank (n + 1) p, the ends beyond them.
 *
 * source    Hyndman & Fan 1996, Am. Stat. 50(4), 361-365
 */
double stats_quantile6(const double *sorted, size_t n, double p);

/* An interval between two samples: ranks count from 1. */
struct rank_interval {
	struct interval interval; /* NAN where there is none */
	size_t lo_rank, hi_rank;  /* 0 where there is none */
	double level;             /* achieved; NAN where there is none */
};

/*
 * The interval of the median between two samples, symmetric in rank: it holds
 * for every distribution. The narrowest whose level is at least the one asked
 * for; fewer than 6 samples have none at .95.
 *
 * source    Thompson 1936, Ann. Math. Stat. 7(3), 122-128; Conover 1999,
 *           Practical Nonparametric Statistics, sec. 3.2; pbinom of libRmath
 * checked   tests/unit/test_oracle.c
 */
struct rank_interval stats_median_interval(const double *sorted, size_t n,
					   double level);

/*
 * How many samples an interval of this percentile needs: 10 expected beyond it,
 * 10 / (1 - p) (p99: 1,000; p90: 100), and below .5 the same from the other
 * end; the median 6; the ends of a distribution never have one (SIZE_MAX).
 */
size_t stats_quantile_needs(double p);

/*
 * The interval of a quantile of type 7 by the bootstrap, without resampling:
 * the r-th smallest of n draws from the n samples is at most the k-th sample
 * with probability pbeta(k / n, r, n - r + 1), exactly, r = 1 + (n - 1) p being
 * the rank that type 7 looks at (between two ranks, r is not an integer and
 * the Beta distribution takes the place of the binomial). The ends are the
 * samples at its (1 - level) / 2 and (1 + level) / 2.
 *
 * returns   NAN ends below stats_quantile_needs(); .level is as asked for
 * source    Efron 1979, Ann. Stat. 7(1), 1-26, sec. 3 (the median's exact
 *           bootstrap distribution); Hutson & Ernst 2000, J. R. Stat. Soc. B
 *           62(1), 89-94
 * checked   tests/long/calibration.t (coverage)
 */
struct rank_interval stats_quantile_interval(const double *sorted, size_t n,
					     double p, double level);

/* One percentile of both sides. */
struct quantile_pair {
	double p;                        /* .5 is the median */
	double a, b;                     /* type 7 */
	struct interval a_interval, b_interval;
	double diff;                     /* b - a */
	struct interval diff_interval;
	double change_ratio;             /* (b - a) / a; NAN: a is 0, or a's
					    samples change sign */
	struct interval change_interval; /* NAN ends also where a draw has no
					    ratio */
};

#define QUANTILE_DRAWS 10000

/*
 * A percentile of both sides, their difference and ratio. The intervals of the
 * latter are percentiles of QUANTILE_DRAWS draws of a rank on each side, from
 * the distribution that stats_quantile_interval() uses. The generator's seed
 * is made of the samples and p: the same sets give the same figures, always.
 *
 * scratch   2 * QUANTILE_DRAWS doubles, overwritten
 * returns   false where a set is empty; without intervals where
 *           a side has fewer than stats_quantile_needs()
 * cost      some 3 ms, whatever n
 * source    generator: Steele, Lea & Flood 2014 (splitmix64); Beta from Gamma
 *           draws: Marsaglia & Tsang 2000, ACM TOMS 26(3), 363-372
 */
bool stats_quantile_pair(const double *a_sorted, size_t na,
			 const double *b_sorted, size_t nb, double p,
			 double level, double *scratch,
			 struct quantile_pair *out);

/* The percentiles of a report with bootstrap=1: .5 .9 .95 .99 */
#define QUANTILE_COUNT 4
extern const double stats_quantiles[QUANTILE_COUNT];

#endif
