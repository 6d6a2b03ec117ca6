/*
 * dip_table.c - makes the table of stats/shape_dip_p.c: quantiles of
 * sqrt(n) * dip of uniform sets, by simulation.
 *
 * usage: dip_table [SETS] (1,000,000; some minutes). Prints the rows as C.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "describe.h"
#include "random.h"
#include "shape.h"

static const size_t sizes[] = { 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500,
				1000 };
static const double p[] = { .9, .5, .2, .1, .05, .02, .01, .005, .001, 1e-4,
			    1e-5 };

#define COUNT(x)  (sizeof(x) / sizeof((x)[0]))
#define LARGEST   1000

/* Sums of exponential steps over the last one are sorted uniform numbers. */
static void uniform_sorted(uint64_t *seed, double *x, size_t n)
{
	double sum = 0;
	size_t i;

	for (i = 0; i <= n; i++) {
		double u = (double)(splitmix_next(seed) >> 11) + .5;

		sum -= log(ldexp(u, -53));
		if (i < n)
			x[i] = sum;
	}
	for (i = 0; i < n; i++)
		x[i] /= sum;
}

static void row(size_t n, size_t n_sets, double *dips)
{
	static double x[LARGEST], scratch[4 * LARGEST];
	uint64_t seed = n;
	size_t i;

	for (i = 0; i < n_sets; i++) {
		uniform_sorted(&seed, x, n);
		dips[i] = sqrt((double)n) * stats_dip(x, n, scratch);
	}
	stats_sort(dips, n_sets);
	printf("\t{ %zu, {", n);
	for (i = 0; i < COUNT(p); i++)
		printf(" %.4f%s", stats_quantile(dips, n_sets, 1 - p[i]),
		       i + 1 < COUNT(p) ? "," : " } },\n");
	fflush(stdout);
}

int main(int argc, char **argv)
{
	size_t n_sets = argc > 1 ? (size_t)strtoul(argv[1], &argv[1], 10) :
			1000000;
	double *dips = calloc(n_sets, sizeof(*dips));
	size_t i;

	if (!dips)
		return 1;
	for (i = 0; i < COUNT(sizes); i++)
		row(sizes[i], n_sets, dips);
	free(dips);
	return 0;
}
