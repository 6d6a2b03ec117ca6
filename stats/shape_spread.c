/*
 * shape_spread.c - Brown & Forsythe's test of two spreads.
 */
#include <Rmath.h>
#include <math.h>

#include "describe.h"
#include "shape.h"

static double distances(const double *sorted, size_t n, double *out)
{
	double median = stats_median(sorted, n), largest = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		out[i] = fabs(sorted[i] - median);
		largest = fmax(largest, out[i]);
	}
	return largest;
}

/* Sum of squares around the mean. */
static double squares(const double *x, size_t n, double mean)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < n; i++)
		sum += (x[i] - mean) * (x[i] - mean);
	return sum;
}

static double stddev(const double *x, size_t n)
{
	return stats_stddev(x, n, stats_mean(x, n));
}

bool stats_spread(const double *a_sorted, size_t na, const double *b_sorted,
		  size_t nb, double *scratch, struct spread *out)
{
	double *a = scratch, *b = scratch + na, largest, mean_a, mean_b;
	double within, between, df = (double)na + (double)nb - 2;
	size_t i;

	*out = (struct spread){ NAN, NAN, NAN, NAN };
	if (na == 0 || nb == 0 || df < 1)
		return false;
	if (na > 1 && nb > 1) {
		double r = stddev(b_sorted, nb) / stddev(a_sorted, na);

		out->stddev_ratio = isfinite(r) ? r : NAN;
	}
	largest = fmax(distances(a_sorted, na, a), distances(b_sorted, nb, b));
	if (!(largest > 0) || !isfinite(largest))
		return false;
	for (i = 0; i < na + nb; i++)
		scratch[i] /= largest;
	mean_a = stats_mean(a, na);
	mean_b = stats_mean(b, nb);
	within = squares(a, na, mean_a) + squares(b, nb, mean_b);
	between = (mean_a - mean_b) * (mean_a - mean_b) /
		  (1 / (double)na + 1 / (double)nb);
	if (!(within > 0) || !isfinite(between / (within / df)))
		return false;
	out->f = between / (within / df);
	out->df = df;
	out->p = pf(out->f, 1, df, 0, 0);
	return true;
}
