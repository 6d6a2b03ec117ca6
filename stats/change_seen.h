/* change_seen.h - what change a history could show. */
#ifndef CHANGE_SEEN_H
#define CHANGE_SEEN_H

#include "change.h"

/*
 * What a history like this one could show: the smallest difference from its
 * last level that would be found in 80 of 100 cases once so many runs of a new
 * level are there, in the unit. (t[1 - alpha / 2 / places] + t[.8]) noise
 * sqrt(vif (1/n1 + 1/n2)), places and vif those of step 5, and where that is
 * less, what step 3 asks for: (sqrt(3 ln n) + z[.8]) noise sqrt(1/n1 + 1/n2).
 *
 * found     of stats_changes() with the same options
 * n_level   runs of the last level, n1; n: of the whole history
 * n_after   n2, at least CHANGE_MIN_RUNS
 * returns   NAN where the noise is not known or 0, or n_level is less than
 *           CHANGE_MIN_RUNS
 * source    Bloom 1995, Eval. Rev. 19(5), 547-556 (as stats_power())
 * checked   tests/unit/test_change_seen.c (simulated)
 */
double stats_change_seen(const struct changes *found,
			 const struct change_options *o, size_t n_level,
			 size_t n, size_t n_after);

#endif
