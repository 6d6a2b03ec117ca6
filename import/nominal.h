/*
 * nominal.h - nearly equal durations are one.
 *
 * A test of 10 s takes 10.00 s in one run and 10.01 s in the next: the first
 * text of a file stands for all that are nearly it, so that repeats are
 * repeats.
 */
#ifndef NOMINAL_H
#define NOMINAL_H

#include "line.h"

#define NOMINAL_MAX 256
#define NOMINAL_NEAR 0.01 /* of most tools */

struct nominal {
	struct {
		double s;
		const char *text;
		const struct tags *params; /* NULL: of none in particular */
	} known[NOMINAL_MAX];
	size_t n;
};

/*
 * seconds   as the tool wrote them
 * near      how far two may be apart, as a share
 * params    of the result: only equal ones share a duration
 * returns   the text that stands for it, in the arena; NULL: not a duration
 */
const char *nominal_duration(struct nominal *n, struct arena *a,
			     struct span seconds, double near,
			     const struct tags *params);

#endif
