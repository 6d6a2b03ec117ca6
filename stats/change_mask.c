/*
 * change_mask.c - isolated outliers of a history, and the noise without them.
 */
#include <math.h>
#include <string.h>

#include "change_parts.h"
#include "describe.h"

#define REACH      5      /* neighbours on each side */
#define NEIGHBOURS 4      /* there must be so many */
#define MAD_NORMAL 1.4826 /* MAD to a normal's standard deviation */
#define MAD_LEAST  .001   /* of the median */
#define MAD_FAR    6

#define TRIMMED    20     /* one in so many differences is dropped */
#define TRIMMED_BY .7588  /* what is left of a normal's mean square */
#define NOISE_LEAST 1e-9  /* of the median */

static double median_of(double *x, size_t n)
{
	stats_sort(x, n);
	return stats_median(x, n);
}

/* Is one of the four runs next to i nearer to it than the median? */
static bool is_protected(const struct history *h, size_t i, double median)
{
	size_t from = i < 2 ? 0 : i - 2, j;

	for (j = from; j < h->n && j <= i + 2; j++)
		if (j != i && fabs(h->x[j] - h->x[i]) < fabs(h->x[j] - median))
			return true;
	return false;
}

static void mask_one(struct history *h, size_t i)
{
	size_t from = i < REACH ? 0 : i - REACH, n = 0, j;
	double near[2 * REACH], median, mad;

	for (j = from; j < h->n && j <= i + REACH; j++)
		if (j != i)
			near[n++] = h->x[j];
	if (n < NEIGHBOURS)
		return;
	median = median_of(near, n);
	for (j = 0; j < n; j++)
		near[j] = fabs(near[j] - median);
	mad = fmax(MAD_NORMAL * median_of(near, n), MAD_LEAST * fabs(median));
	if (mad == 0 || fabs(h->x[i] - median) <= MAD_FAR * mad ||
	    is_protected(h, i, median))
		return;
	h->masked[i] = true;
	h->y[i] = median;
}

void history_mask(struct history *h)
{
	size_t i;

	memcpy(h->y, h->x, h->n * sizeof(*h->y));
	for (i = 0; i < h->n; i++)
		mask_one(h, i);
}

/* The smallest distance of two values, 0 where there is one value only. */
static double resolution(const double *sorted, size_t n)
{
	double least = INFINITY;
	size_t i;

	for (i = 1; i < n; i++)
		if (sorted[i] > sorted[i - 1])
			least = fmin(least, sorted[i] - sorted[i - 1]);
	return isfinite(least) ? least : 0;
}

double history_noise(const struct history *h)
{
	size_t n = h->n - 1, dropped = n / TRIMMED, i;
	double *scratch = h->work, noise;

	for (i = 0; i < n; i++) {
		double d = h->y[i + 1] - h->y[i];

		scratch[i] = d * d;
	}
	stats_sort(scratch, n);
	if (dropped == 0)
		dropped = 1;
	noise = sqrt(stats_mean(scratch, n > dropped ? n - dropped : n) / 2 /
		     TRIMMED_BY);
	memcpy(scratch, h->x, h->n * sizeof(*scratch));
	stats_sort(scratch, h->n);
	noise = fmax(noise, resolution(scratch, h->n) / sqrt(12));
	memcpy(scratch, h->y, h->n * sizeof(*scratch));
	return fmax(noise, NOISE_LEAST * fabs(median_of(scratch, h->n)));
}
