/*
 * rank_count.c - counts the differences of two sorted sets that are at most t.
 *
 * One merge does it: down the rows, each of one x, the count never falls. Which
 * side a step goes to is as good as random, so that long sets are walked
 * without branches, in four lanes at once, each with a quarter of the rows.
 */
#include <math.h>

#include "rank_parts.h"

#define LANES 4
#define LONG  4096 /* rows from which lanes are worth it */

struct lane {
	size_t i, end, j, n;
};

static void step(struct lane *l, const double *x, const double *y, double t)
{
	size_t in = y[l->j] - x[l->i] <= t;

	l->n += l->j & (in - 1); /* where a row ends, what is in it */
	l->j += in;
	l->i += 1 - in;
}

/* To the end of the lane's rows. */
static void finish(struct lane *l, const double *x, const double *y, size_t ny,
		   double t)
{
	for (; l->i < l->end; l->i++) {
		while (l->j < ny && y[l->j] - x[l->i] <= t)
			l->j++;
		l->n += l->j;
	}
}

/* Columns of a row that are at most t. */
static size_t columns(const double *y, size_t ny, double x, double t)
{
	size_t lo = 0, hi = ny;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (y[mid] - x <= t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Steps that no lane can run out in. */
static size_t safe_steps(const struct lane *lanes, size_t ny)
{
	size_t k, steps = SIZE_MAX;

	for (k = 0; k < LANES; k++) {
		size_t rows = lanes[k].end - lanes[k].i, left = ny - lanes[k].j;

		steps = rows < steps ? rows : steps;
		steps = left < steps ? left : steps;
	}
	return steps;
}

/* Local copies, or the compiler keeps them in memory. */
static void walk(struct lane *lanes, const double *x, const double *y,
		 size_t steps, double t)
{
	struct lane a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];

	while (steps-- > 0) {
		step(&a, x, y, t);
		step(&b, x, y, t);
		step(&c, x, y, t);
		step(&d, x, y, t);
	}
	lanes[0] = a;
	lanes[1] = b;
	lanes[2] = c;
	lanes[3] = d;
}

double rank_count(const double *x, size_t nx, const double *y, size_t ny,
		  double t)
{
	struct lane lanes[LANES];
	size_t k, steps, n_lanes = nx < LONG ? 1 : LANES;
	double n = 0;

	for (k = 0; k < n_lanes; k++) {
		lanes[k].i = nx / n_lanes * k;
		lanes[k].end = k + 1 == n_lanes ? nx : nx / n_lanes * (k + 1);
		lanes[k].j = k == 0 ? 0 : columns(y, ny, x[lanes[k].i], t);
		lanes[k].n = 0;
	}
	if (n_lanes == LANES)
		while ((steps = safe_steps(lanes, ny)) > 16)
			walk(lanes, x, y, steps, t);
	for (k = 0; k < n_lanes; k++) {
		finish(&lanes[k], x, y, ny, t);
		n += (double)lanes[k].n;
	}
	return n;
}

double rank_largest(const double *x, size_t nx, const double *y, size_t ny,
		    double t)
{
	double largest = -INFINITY;
	size_t i, j = 0;

	for (i = 0; i < nx; i++) {
		while (j < ny && y[j] - x[i] <= t)
			j++;
		if (j > 0)
			largest = fmax(largest, y[j - 1] - x[i]);
	}
	return largest;
}

double rank_smallest(const double *x, size_t nx, const double *y, size_t ny,
		     double t)
{
	double smallest = INFINITY;
	size_t i, j = 0;

	for (i = 0; i < nx; i++) {
		while (j < ny && y[j] - x[i] < t)
			j++;
		if (j < ny)
			smallest = fmin(smallest, y[j] - x[i]);
	}
	return smallest;
}
