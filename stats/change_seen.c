/* change_seen.c - what change a history could show. */
#include "change_seen.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>

#include "power.h"

double stats_change_seen(const struct changes *found,
			 const struct change_options *o, size_t n_level,
			 size_t n, size_t n_after)
{
	double n1 = (double)n_level, n2 = (double)n_after;
	double df = n1 + n2 - 2, places = n1 + n2 - 1;
	double vif = (1 + found->r1) / (1 - found->r1), test, partition;

	assert(n_after >= CHANGE_MIN_RUNS);
	if (!(found->noise > 0) || n_level < CHANGE_MIN_RUNS)
		return NAN;
	test = (qt(o->alpha / 2 / places, df, 0, 0) +
		qt(POWER_WANTED, df, 1, 0)) * sqrt(vif);
	partition = sqrt(3 * log((double)n + n2)) +
		    qnorm(POWER_WANTED, 0, 1, 1, 0);
	return fmax(test, partition) * found->noise *
	       sqrt(1 / n1 + 1 / n2);
}
