/*
 * adjust.c - the formulas of adjust.h. Equal p get equal adjusted p, so that
 * the order of the rows need not be kept: each looks its p up.
 */
#include "adjust.h"

#include <math.h>

#include "describe.h"

/* The p of the family, ascending; returns how many. */
static size_t family(const double *p, size_t n, double *sorted)
{
	size_t i, m = 0;

	for (i = 0; i < n; i++)
		if (!isnan(p[i]))
			sorted[m++] = p[i];
	stats_sort(sorted, m);
	return m;
}

static size_t position(const double *sorted, size_t m, double p)
{
	size_t lo = 0, hi = m;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (sorted[mid] < p)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void look_up(const double *p, size_t n, const double *sorted,
		    const double *adjusted, size_t m, double *out)
{
	size_t i;

	for (i = 0; i < n; i++)
		out[i] = isnan(p[i]) ? NAN :
			 adjusted[position(sorted, m, p[i])];
}

void stats_holm(const double *p, size_t n, double *scratch, double *out)
{
	double *sorted = scratch, *adjusted = scratch + n, largest = 0;
	size_t i, m = family(p, n, sorted);

	for (i = 0; i < m; i++) {
		largest = fmax(largest, (double)(m - i) * sorted[i]);
		adjusted[i] = fmin(1, largest);
	}
	look_up(p, n, sorted, adjusted, m, out);
}

void stats_benjamini_hochberg(const double *p, size_t n, double *scratch,
			      double *out)
{
	double *sorted = scratch, *adjusted = scratch + n, smallest = 1;
	size_t i, m = family(p, n, sorted);

	for (i = m; i-- > 0;) {
		smallest = fmin(smallest,
				(double)m / (double)(i + 1) * sorted[i]);
		adjusted[i] = smallest;
	}
	look_up(p, n, sorted, adjusted, m, out);
}
