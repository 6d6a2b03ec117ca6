/* ends.c - see ends.h. */
#include "ends.h"

#include <string.h>

static double sample_at(const char *samples, size_t i)
{
	double x;

	memcpy(&x, samples + i * sizeof(x), sizeof(x));
	return x;
}

void ends_find(const void *samples, size_t n, double *min, double *max)
{
	double lo = sample_at(samples, 0), hi = lo;
	size_t i;

	for (i = 1; i < n; i++) {
		double x = sample_at(samples, i);

		lo = x < lo ? x : lo;
		hi = x > hi ? x : hi;
	}
	*min = lo;
	*max = hi;
}

bool ends_told(const struct metric *m)
{
	double min, max;

	if (!m->samples || m->n == 0 || m->n > ENDS_FEW)
		return false;
	ends_find(m->samples, m->n, &min, &max);
	return !memcmp(&min, &m->summary.min, sizeof(min)) &&
	       !memcmp(&max, &m->summary.max, sizeof(max));
}
