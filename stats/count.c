/*
 * count.c - merging two sorted sets, group of equal samples by group.
 */
#include "count.h"

#include <math.h>

struct pair_count count_pairs(const double *a, size_t na, const double *b,
			      size_t nb)
{
	struct pair_count c = { 0, 0, 0, 0 };
	size_t i = 0, j = 0;

	while (i < na || j < nb) {
		double v = i == na ? b[j] : j == nb ? a[i] : fmin(a[i], b[j]);
		size_t i0 = i, j0 = j;
		double ta, tb, t;

		while (i < na && a[i] == v)
			i++;
		while (j < nb && b[j] == v)
			j++;
		ta = (double)(i - i0);
		tb = (double)(j - j0);
		t = ta + tb;
		c.above += (double)i0 * tb;
		c.below += (double)j0 * ta;
		c.equal += ta * tb;
		c.ties += t * t * t - t;
	}
	return c;
}
