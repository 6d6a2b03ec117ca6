/*
 * rank.h - two sets compared by the order of their samples alone: no normal
 * distribution is assumed, and one wild sample moves nothing much.
 *
 * a is the baseline. Sets are n finite doubles; `sorted` ones ascending
 * (stats_sort()). Pure functions: no I/O, no globals, no allocation. NAN means
 * "not defined". All sets have fewer than 2^32 samples (asserted).
 */
#ifndef RANK_H
#define RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ttest.h"

#define RANK_EXACT_PAIRS     400   /* na * nb, unless asked for */
#define RANK_EXACT_PAIRS_MAX 10000 /* with exact=1; more is cut to this */

/* All exact work of one report, in table cells: some 1 to 2 s. */
#define RANK_EXACT_WORK UINT64_C(2000000000)

/*
 * What exact answers may cost. Cells are counted, not time, so that an answer
 * does not depend on how fast or how busy the machine is.
 *
 * pairs     exact while na * nb is at most this
 * work      cells left for the whole report; what is used is taken off, and
 *           what would need more is not done. NULL: as much as it takes
 */
struct exact_limits {
	size_t pairs;
	uint64_t *work;
};

struct rank_test {
	double u;         /* pairs with b > a, those with b = a half */
	double z;         /* (u - mean) / sd, ties corrected, not continuity;
			     NAN where all samples are equal */
	double p_normal;  /* two-sided; ties and continuity corrected */
	double p;         /* exact where .exact, else p_normal */
	bool exact;       /* all ways to deal out the ranks, ties as they are */
	bool over_budget; /* it would be exact, but for limits.work */
};

/*
 * Mann-Whitney U by the normal approximation: could a and b come from one
 * distribution? Where all samples are equal p is 1.
 *
 * returns   false where a set is empty: all NAN
 * cost      O(na + nb)
 * source    Mann & Whitney 1947, Ann. Math. Stat. 18(1), 50-60; ties: Lehmann
 *           1975, Nonparametrics, eq. 1.35
 * checked   tests/unit/test_oracle.c (R 4.2.2, wilcox.test)
 */
bool stats_mwu(const double *a_sorted, size_t na, const double *b_sorted,
	       size_t nb, struct rank_test *out);

/*
 * The same with the exact p, the share of all choose(na + nb, na) ways to deal
 * out the ranks whose U is as far from its mean as this one. Without ties by
 * Harding's product, with ties by dynamic programming over the groups of equal
 * samples in doubled ranks, which are integers.
 *
 * scratch   stats_mwu_scratch() doubles, overwritten; 0 of them where na * nb
 *           is above limits->pairs
 * cost      without ties m * na * nb, m the smaller n; with ties m times more:
 *           20 x 20 some 0.1 ms, 100 x 100 some 100 ms
 * source    Harding 1984, Appl. Stat. 33(1), 1-6; ties: Streitberg & Roehmel
 *           1986, Stat. Softw. Newsl. 12, 10-17 (shift algorithm)
 */
bool stats_mwu_exact(const double *a_sorted, size_t na, const double *b_sorted,
		     size_t nb, const struct exact_limits *limits,
		     double *scratch, struct rank_test *out);
size_t stats_mwu_scratch(size_t na, size_t nb, size_t pairs);

struct shift {
	double estimate;          /* median of all b - a, Hodges-Lehmann */
	struct interval interval; /* between two of the differences */
	double level;             /* what it achieves; below what was asked for
				     where that is beyond so few samples (.9 at
				     3 and 3): the interval is from the least
				     to the largest difference then. NAN: none
				     (1 against 1) */
	bool exact;               /* the level is exact (for no ties) */
};

/*
 * By how much b is shifted against a, with the interval of order statistics
 * that Mann-Whitney's test leaves standing. The differences are not stored but
 * for the few that matter: counting them by merging narrows those down.
 *
 * level     asked for, .95
 * limits    of the exact distribution of the ranks, beyond them the normal one
 * scratch   RANK_SHIFT_SCRATCH doubles, overwritten
 * returns   false where a set is empty
 * cost      O((na + nb) log(na * nb)); 1,000,000 a side some 0.1 s
 * source    Hodges & Lehmann 1963, Ann. Math. Stat. 34(2), 598-611; selection
 *           as in Monahan 1984, ACM TOMS 10(3), 265-270, by interpolation
 */
bool stats_shift(const double *a_sorted, size_t na, const double *b_sorted,
		 size_t nb, double level, const struct exact_limits *limits,
		 double *scratch, struct shift *out);
#define RANK_SHIFT_SCRATCH 24576

struct signed_rank {
	size_t n;        /* pairs that differ; the others are left out */
	size_t n_equal;  /* pairs that do not */
	double w;        /* sum of the ranks of b > a */
	double z;        /* not continuity corrected; NAN where n is 0 */
	double p_normal; /* two-sided; ties and continuity corrected */
	double p;        /* exact where .exact, else p_normal */
	bool exact;      /* n at most SIGNED_RANK_EXACT */
};

#define SIGNED_RANK_EXACT 50

/*
 * Wilcoxon's signed ranks of b[i] - a[i]. Pairs that are equal are left out,
 * as Wilcoxon did; ties get mid-ranks, and the exact p is that of the mid-ranks
 * at hand. Where all pairs are equal p is 1.
 *
 * scratch   2 * n + SIGNED_RANK_EXACT * (SIGNED_RANK_EXACT + 1) + 1 doubles,
 *           overwritten
 * returns   false where n is 0 or a difference is beyond the largest double
 * cost      O(n log n)
 * source    Wilcoxon 1945, Biometrics Bull. 1(6), 80-83
 * checked   tests/unit/test_rank.c (R 4.2.2, wilcox.test(paired=TRUE))
 */
bool stats_signed_rank(const double *a, const double *b, size_t n,
		       double *scratch, struct signed_rank *out);

#endif
