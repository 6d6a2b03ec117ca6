/*
 * count.h - private to stats/: pairs of two sorted sets, counted by merging.
 */
#ifndef COUNT_H
#define COUNT_H

#include <stddef.h>

#include "effect.h"
#include "rank.h"

struct pair_count {
	double above, below, equal; /* pairs with b > a, b < a, b = a: whole
				       numbers, exact up to 2^53 */
	double ties;                /* sum of t^3 - t over the groups of t
				       equal samples of both sets */
};

/* Both ascending; O(na + nb). */
struct pair_count count_pairs(const double *a, size_t na, const double *b,
			      size_t nb);

/* stats_mwu() and stats_dominance() of what is counted; na, nb at least 1. */
void count_mwu(const struct pair_count *c, size_t na, size_t nb,
	       struct rank_test *out);
void count_dominance(const struct pair_count *c, size_t na, size_t nb,
		     struct dominance *out);

#endif
