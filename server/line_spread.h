/*
 * line_spread.h - did the runs of a line become noisier inside?
 *
 * The spread of a run is the standard deviation of its samples over |mean|, a
 * ratio; a run of one sample, or whose mean is 0, has none and is not counted.
 * The runs measured last are set against those measured before them.
 */
#ifndef LINE_SPREAD_H
#define LINE_SPREAD_H

#include "lines.h"

#define SPREAD_NEWEST 5    /* runs */
#define SPREAD_BEFORE 80   /* at the most, the newest of them */
#define SPREAD_ALPHA  .001

struct line_spread {
	size_t n_newest, n_before; /* runs that have one */
	double newest, before;     /* medians of them; NAN: there are none */
	double p;                  /* two-sided; NAN: so few runs that it could
				      not be below SPREAD_ALPHA: 9 before the
				      newest 5 are the fewest */
	bool noisier;              /* p < SPREAD_ALPHA, and the newest have the
				      larger ranks */
};

/*
 * Mann-Whitney's test of the spreads, exact; no trend is taken off, and that
 * neighbours may be alike is not corrected for.
 *
 * cost      O(n log n), and an exact test of 5 against 80
 */
void line_spread(const struct line *line, struct arena *arena,
		 struct line_spread *out);

#endif
