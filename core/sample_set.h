/*
 * sample_set.h - what statistics compare: the samples of one side of one row.
 */
#ifndef SAMPLE_SET_H
#define SAMPLE_SET_H

#include <stddef.h>

/* Six figures of a set; NAN where a published summary did not tell one. */
struct summary {
	size_t n;
	double min, max, mean, stddev, median;
};

/*
 * samples   n finite doubles in measured order, borrowed; NULL when only the
 *           published summary is known
 * summary   always filled; of the samples where there are any
 */
struct sample_set {
	const double *samples;
	size_t n;
	struct summary summary;
};

#endif
