/*
 * shape_dip.c - Hartigan's dip of a sorted set, and its p.
 *
 * Distances are counted in samples (n times the distribution function) until
 * the end. A chain is a list of indices at which the greatest convex minorant,
 * or the least concave majorant, of the distribution touches it; from every
 * index the next one of its chain is found once, for all intervals.
 */
#include "shape.h"

#include <assert.h>
#include <math.h>

struct chains {
	const double *x;
	size_t n;
	double *down; /* of the minorant: the next index towards 0 */
	double *up;   /* of the majorant: the next index towards n - 1 */
	double *minor, *major;     /* both over the interval at hand */
	size_t n_minor, n_major;   /* minor goes down, major goes up */
	size_t i_minor, i_major;   /* where their largest distance is */
};

static size_t at(const double *indices, size_t i)
{
	return (size_t)indices[i];
}

/* Is the slope from i to j at most that from j to k? Distances are unsigned. */
static bool bends(const double *x, size_t i, size_t j, size_t k)
{
	double ij = fabs(x[j] - x[i]), jk = fabs(x[k] - x[j]);
	double n_ij = fabs((double)j - (double)i);
	double n_jk = fabs((double)k - (double)j);

	return ij * n_jk < jk * n_ij;
}

static void find_chains(struct chains *c)
{
	size_t i;

	c->down[0] = 0;
	for (i = 1; i < c->n; i++) {
		size_t j = i - 1;

		while (j > 0 && !bends(c->x, i, j, at(c->down, j)))
			j = at(c->down, j);
		c->down[i] = (double)j;
	}
	c->up[c->n - 1] = (double)(c->n - 1);
	for (i = c->n - 1; i-- > 0;) {
		size_t j = i + 1;

		while (j < c->n - 1 && !bends(c->x, i, j, at(c->up, j)))
			j = at(c->up, j);
		c->up[i] = (double)j;
	}
}

static void collect(struct chains *c, size_t lo, size_t hi)
{
	size_t i;

	c->n_minor = c->n_major = 0;
	for (i = hi;; i = at(c->down, i)) {
		c->minor[c->n_minor++] = (double)i;
		if (i <= lo)
			break;
	}
	for (i = lo;; i = at(c->up, i)) {
		c->major[c->n_major++] = (double)i;
		if (i >= hi)
			break;
	}
}

/* How far x[i] has come from x[from] to x[to], counted in samples. */
static double along(const double *x, size_t from, size_t to, size_t i)
{
	return (x[i] - x[from]) / (x[to] - x[from]) *
	       ((double)to - (double)from);
}

/* The largest distance of the two chains, at a corner of either. */
static double largest_distance(struct chains *c)
{
	size_t lower = c->n_minor - 2, upper = 1;
	double largest = 0, d;

	c->i_minor = c->n_minor - 1;
	c->i_major = c->n_major - 1;
	if (c->n_minor == 2 && c->n_major == 2)
		return 1;
	do {
		size_t g = at(c->minor, lower), l = at(c->major, upper);

		if (g > l) {
			size_t from = at(c->minor, lower + 1);

			d = (double)(l - from) + 1 - along(c->x, from, g, l);
			upper++;
			if (d >= largest) {
				largest = d;
				c->i_minor = lower + 1;
				c->i_major = upper - 1;
			}
		} else {
			size_t from = at(c->major, upper - 1);

			d = along(c->x, from, l, g) + 1 - (double)(g - from);
			if (d >= largest) {
				largest = d;
				c->i_minor = lower;
				c->i_major = upper;
			}
			lower -= lower > 0;
		}
		if (upper > c->n_major - 1)
			upper = c->n_major - 1;
	} while (at(c->minor, lower) != at(c->major, upper));
	return largest;
}

/*
 * How far the samples stand off the straight line between two corners; above
 * it for the minorant (sign 1), below it for the majorant (-1).
 */
static double stand_off(const double *x, size_t from, size_t to, double sign)
{
	double largest = 1;
	size_t i;

	if (to - from < 2 || x[from] == x[to])
		return 1;
	for (i = from; i <= to; i++)
		largest = fmax(largest, 1 + sign * ((double)(i - from) -
						    along(x, from, to, i)));
	return largest;
}

static double dip_outside(const struct chains *c)
{
	double largest = 0;
	size_t i;

	for (i = c->i_minor; i + 1 < c->n_minor; i++)
		largest = fmax(largest, stand_off(c->x, at(c->minor, i + 1),
						  at(c->minor, i), 1));
	for (i = c->i_major; i + 1 < c->n_major; i++)
		largest = fmax(largest, stand_off(c->x, at(c->major, i),
						  at(c->major, i + 1), -1));
	return largest;
}

double stats_dip(const double *sorted, size_t n, double *scratch)
{
	struct chains c = { .x = sorted, .n = n, .down = scratch,
			    .up = scratch + n, .minor = scratch + 2 * n,
			    .major = scratch + 3 * n };
	size_t lo = 0, hi = n - 1;
	double dip = 1;

	assert(n > 0);
	if (n < 4 || sorted[0] == sorted[n - 1])
		return 1 / (2 * (double)n);
	if (!isfinite((sorted[n - 1] - sorted[0]) * (double)n))
		return NAN;
	find_chains(&c);
	for (;;) {
		collect(&c, lo, hi);
		if (largest_distance(&c) < dip)
			break;
		dip = fmax(dip, dip_outside(&c));
		if (lo == at(c.minor, c.i_minor) &&
		    hi == at(c.major, c.i_major))
			break;
		lo = at(c.minor, c.i_minor);
		hi = at(c.major, c.i_major);
	}
	return dip / (2 * (double)n);
}
