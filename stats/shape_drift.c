/*
 * shape_drift.c - Mann-Kendall: do the samples rise or fall with time?
 *
 * Pairs out of order are counted by sorting. Means of blocks stand in for more
 * than SHAPE_BLOCKS_FROM samples: a drift is slow, and a mean of a block has
 * less noise, so that nothing is lost by it.
 */
#include <Rmath.h>
#include <math.h>
#include <string.h>

#include "describe.h"
#include "shape_parts.h"

/* Merges two sorted neighbours; returns the pairs that were out of order. */
static double merge(double *x, size_t n_left, size_t n, double *spare)
{
	size_t i = 0, j = n_left, k = 0;
	double crossed = 0;

	while (i < n_left && j < n) {
		if (x[j] < x[i]) {
			crossed += (double)(n_left - i);
			spare[k++] = x[j++];
		} else {
			spare[k++] = x[i++];
		}
	}
	memcpy(spare + k, x + i, (n_left - i) * sizeof(*x));
	memcpy(x, spare, (k + n_left - i) * sizeof(*x));
	return crossed;
}

static double sort_counting(double *x, size_t n, double *spare)
{
	double crossed = 0;
	size_t width, i;

	for (width = 1; width < n; width *= 2)
		for (i = 0; i + width < n; i += 2 * width)
			crossed += merge(x + i, width,
					 n - i < 2 * width ? n - i : 2 * width,
					 spare);
	return crossed;
}

static size_t take_blocks(const double *x, size_t n, size_t block, double *out)
{
	size_t i, m = 0;

	if (block == 1) {
		memcpy(out, x, n * sizeof(*x));
		return n;
	}
	for (i = 0; i < n; i += block)
		out[m++] = stats_mean(x + i, n - i < block ? n - i : block);
	return m;
}

void shape_drift(const double *x, size_t n, double *scratch, struct shape *out)
{
	double tied = 0, ties_v = 0, pairs, s, v, m, run = 1;
	size_t i, n_blocks;

	out->drift_tau = out->drift_p = NAN;
	out->drift_block = n > SHAPE_BLOCKS_FROM ?
			   (n - 1) / SHAPE_BLOCKS + 1 : 1;
	n_blocks = take_blocks(x, n, out->drift_block, scratch);
	m = (double)n_blocks;
	pairs = m * (m - 1) / 2;
	s = sort_counting(scratch, n_blocks, scratch + n_blocks);
	for (i = 1; i <= n_blocks; i++, run++) {
		if (i < n_blocks && scratch[i] == scratch[i - 1])
			continue;
		tied += run * (run - 1) / 2;
		ties_v += run * (run - 1) * (2 * run + 5);
		run = 0;
	}
	s = pairs - tied - 2 * s;
	v = (m * (m - 1) * (2 * m + 5) - ties_v) / 18;
	if (!(pairs > tied))
		return;
	out->drift_tau = s / sqrt(pairs) / sqrt(pairs - tied);
	out->drift_p = fmin(1, 2 * pnorm(-fmax(0, fabs(s) - 1) / sqrt(v), 0, 1,
					 1, 0));
}
