/*
 * ttest.h - how far apart two means are, and how sure that is.
 *
 * Everything here needs n, mean and stddev only, so that a published summary
 * is compared exactly as a set with its samples. Differences are b - a: a is
 * the baseline. Results are in the samples' unit, except t, df, *_ratio
 * (dimensionless) and p (a probability, 0..1). A level is a probability too:
 * .95. Pure functions: no I/O, no globals, no allocation.
 *
 * "Not defined" is an answer: a function returns false and fills *out with
 * NAN; an interval that is not defined has NAN ends.
 */
#ifndef TTEST_H
#define TTEST_H

#include <stdbool.h>

#include "sample_set.h"

struct interval {
	double lo, hi;  /* NAN where it is not defined or has no such ends */
	bool unbounded; /* no finite interval covers at this level */
};

struct ttest {
	double diff; /* b.mean - a.mean */
	double se;   /* standard error of diff; 0 where both are constant */
	double df;   /* degrees of freedom; NAN where se is 0 */
	double t;    /* diff / se; NAN where se is 0 */
	double p;    /* two-sided; NAN where se is 0 */
	double s;    /* pooled standard deviation; NAN in Welch's */
};

/*
 * Welch's t test: variances may differ. df by Satterthwaite.
 *
 * returns   false where a side has n < 2, no mean or no stddev, where both
 *           stddev are 0 (diff and se are filled all the same) or where the
 *           difference is beyond the largest double
 * source    Welch 1947, Biometrika 34, 28-35; Satterthwaite 1946, Biometrics
 *           Bull. 2(6), 110-114; p and quantiles by libRmath's pt and qt
 * checked   tests/unit/test_oracle.c (R 4.2.2, t.test)
 */
bool stats_welch(const struct summary *a, const struct summary *b,
		 struct ttest *out);

/*
 * Student's t test with pooled variance, df = na + nb - 2: what the ministat
 * block uses. Wrong where n and spread both differ (STATISTICS 2.1); the
 * verdict never uses it. Otherwise as stats_welch().
 *
 * source    Student 1908, Biometrika 6(1), 1-25
 */
bool stats_student(const struct summary *a, const struct summary *b,
		   struct ttest *out);

/*
 * The interval of diff at a level: diff -/+ qt((1 + level) / 2, df) * se. NAN
 * ends where t is not defined.
 */
struct interval stats_difference_interval(const struct ttest *t, double level);

/*
 * The relative change (b.mean - a.mean) / a.mean. With a negative baseline its
 * sign is that of the formula, not of the difference.
 */
struct relative {
	double change_ratio; /* NAN: a.mean is 0, or a's samples change sign */
	double df;           /* of the interval; NAN where it has none */
	double se_a_ratio;   /* standard error of a.mean / |a.mean| */
	double se_b_ratio;   /* standard error of b.mean / |a.mean| */
	bool mixed_sign;     /* a.min < 0 < a.max: a ratio means nothing */
};

/*
 * Fills in the relative change, and what its interval needs, with Welch's
 * variance; df by Satterthwaite for b.mean - R * a.mean at R = b.mean/a.mean.
 *
 * returns   false where there is no change_ratio (baseline 0, mixed sign,
 *           beyond the largest double); an interval may be missing all the
 *           same (n < 2, both constant): its df is NAN then
 * source    Fieller 1954, J. R. Stat. Soc. B 16(2), 175-185
 * checked   tests/unit/test_oracle.c
 */
bool stats_relative(const struct summary *a, const struct summary *b,
		    struct relative *out);

/*
 * Fieller's interval of the relative change. With g = (t * se_a_ratio)^2, t
 * the quantile at level: unbounded where g >= 1, that is, where the baseline
 * cannot be told from 0 at this level. Not symmetric about change_ratio.
 */
struct interval stats_relative_interval(const struct relative *r, double level);

#endif
