/*
 * effect.h - how large a difference is against the spread: figures without a
 * unit, for rows in different units.
 *
 * Positive: b is larger. Pure functions: no I/O, no globals, no allocation.
 * NAN means "not defined".
 */
#ifndef EFFECT_H
#define EFFECT_H

#include <stdbool.h>
#include <stddef.h>

#include "ttest.h"

struct effect {
	double d;                 /* Cohen's: diff / pooled s */
	double correction;        /* J: takes the bias of a small n out of d */
	double g;                 /* Hedges': J * d */
	struct interval interval; /* of g, at the level */
};

/*
 * Hedges' g, from a pooled t test. J = gamma(m / 2) / (sqrt(m / 2) *
 * gamma((m - 1) / 2)), m = na + nb - 2, by lgamma. The interval is the
 * large-sample one, g -/+ z * sqrt(1/na + 1/nb + g^2 / (2 (na + nb))). At 95 %
 * it holds 94..96 % up to g = 2, from 3 a side on; at g = 4 it holds 92 % of 5
 * a side and 88 % of 3.
 *
 * t         stats_student()'s
 * returns   false where s is 0 or not known; correction is given all the same
 *           (from 1 degree of freedom on it is 0)
 * source    Hedges 1981, J. Educ. Stat. 6(2), 107-128; interval: Hedges &
 *           Olkin 1985, Statistical Methods for Meta-Analysis, ch. 5, eq. 15
 * checked   tests/unit/test_oracle.c
 */
bool stats_effect(const struct ttest *t, size_t na, size_t nb, double level,
		  struct effect *out);

struct dominance {
	double delta;      /* Cliff's: P(b > a) - P(b < a), -1..1 */
	double b_above_a;  /* P(b > a) + P(b = a) / 2, of a random pair */
	double equal;      /* P(b = a) */
};

/*
 * The share of the na * nb pairs in which b is above, below, equal; counted by
 * merging, exactly.
 *
 * a, b      ascending (stats_sort())
 * returns   false where a set is empty
 * cost      O(na + nb); O(n log n) with the sorting
 * source    Cliff 1993, Psychol. Bull. 114(3), 494-509; Vargha & Delaney 2000,
 *           J. Educ. Behav. Stat. 25(2), 101-132
 * checked   tests/unit/test_oracle.c
 */
bool stats_dominance(const double *a_sorted, size_t na, const double *b_sorted,
		     size_t nb, struct dominance *out);

#endif
