/*
 * power.h - what the samples at hand could have shown, and how many would.
 *
 * From summaries alone. Counts of samples are doubles, because they may be
 * astronomic; whole numbers. Pure functions: no I/O, no globals, no allocation.
 * NAN means "not defined".
 */
#ifndef POWER_H
#define POWER_H

#include <stdbool.h>
#include <stddef.h>

#include "ttest.h"

#define POWER_WANTED .8

struct power {
	double half;             /* half-width of the difference's
				    interval, in the unit */
	double half_ratio;       /* half / |a.mean| */
	double detectable;       /* a true difference that would be found in 80
				    of 100 such experiments, in the unit */
	double detectable_ratio; /* detectable / |a.mean| */
	double n_needed;         /* samples a side to decide at the margin */
	double n_more;           /* n_needed less the smaller side, or 0 */
};

/*
 * detectable = (t[1 - alpha/2] + t[.8]) * se, t with Welch's df. n_needed =
 * (z[1 - alpha/2] + z[.8])^2 * (sd_a^2 + sd_b^2) / delta^2 + z[1 - alpha/2]^2
 * / 4, rounded up, delta = margin * |a.mean|; for equal sd that is the usual
 * 2 (z + z)^2 (sd / delta)^2 + z^2 / 4.
 *
 * welch     of a and b
 * level     1 - alpha, .95
 * margin    ratio above 0: .01 is 1 %
 * returns   false where welch is not defined; *_ratio and n_* are NAN where
 *           a.mean is 0
 * source    Guenther 1981, Am. Stat. 35(4), 243-244 (the z^2 / 4); Bloom 1995,
 *           Eval. Rev. 19(5), 547-556 (detectable)
 */
bool stats_power(const struct summary *a, const struct summary *b,
		 const struct ttest *welch, double level, double margin,
		 struct power *out);

/*
 * The same for pairs: n_needed counts pairs, (z[1 - alpha/2] + z[.8])^2 *
 * (sd / delta)^2 + z[1 - alpha/2]^2 / 2, sd of the differences.
 *
 * paired    of stats_paired(), n pairs
 * base      the baseline's mean
 */
bool stats_power_paired(const struct ttest *paired, size_t n, double base,
			double level, double margin, struct power *out);

/*
 * The interval of one set's mean: mean -/+ t * stddev / sqrt(n).
 *
 * returns   NAN ends where n < 2 or stddev is not known; both are the mean
 *           where stddev is 0
 * source    Student 1908, Biometrika 6(1), 1-25
 * checked   tests/unit/test_oracle.c
 */
struct interval stats_mean_interval(const struct summary *s, double level);

struct enough {
	struct interval interval; /* of the mean, at the level */
	double half;              /* its half-width, in the unit */
	double half_ratio;        /* half / |mean| */
	bool enough;              /* half_ratio is at most what is wanted */
	double n_needed;          /* in all, as far as the spread at hand is
				     that of the ones to come; at least 2 */
	double n_more;            /* n_needed - n; 0 where it is enough */
};

/*
 * How many more samples bring the mean's half-width down to what is wanted?
 * The smallest n with t[n - 1] * stddev / sqrt(n) <= want_ratio * |mean|. An
 * estimate: asked again after each batch, it says "enough" a little too early
 * now and then, but it never looks at a difference, so that no test is
 * repeated until it is significant.
 *
 * want_ratio  above 0: .01 is -/+1 %
 * returns     false where n < 2, stddev is not known or mean is 0: .enough is
 *             false, the rest NAN but for what is known
 * source      Stein 1945, Ann. Math. Stat. 16(3), 243-258 (the idea)
 */
bool stats_enough(const struct summary *s, double want_ratio, double level,
		  struct enough *out);

#endif
