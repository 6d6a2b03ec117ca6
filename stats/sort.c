/*
 * sort.c - sorting doubles in place: introsort, partitioned without branches.
 * Not qsort(), which calls a function a comparison and may allocate.
 */
#include "describe.h"

#define SMALL 24

static void insertion_sort(double *x, size_t n)
{
	size_t i, j;

	for (i = 1; i < n; i++) {
		double v = x[i];

		for (j = i; j > 0 && x[j - 1] > v; j--)
			x[j] = x[j - 1];
		x[j] = v;
	}
}

static void sift_down(double *x, size_t root, size_t n)
{
	double v = x[root];
	size_t child;

	while ((child = 2 * root + 1) < n) {
		if (child + 1 < n && x[child + 1] > x[child])
			child++;
		if (x[child] <= v)
			break;
		x[root] = x[child];
		root = child;
	}
	x[root] = v;
}

static void heap_sort(double *x, size_t n)
{
	size_t i;

	for (i = n / 2; i-- > 0;)
		sift_down(x, i, n);
	for (i = n; i-- > 1;) {
		double v = x[0];

		x[0] = x[i];
		x[i] = v;
		sift_down(x, 0, i);
	}
}

static double median_of_three(double a, double b, double c)
{
	if (a > b) {
		double v = a;

		a = b;
		b = v;
	}
	return c < a ? a : c > b ? b : c;
}

/*
 * Moves the values below the pivot to the front; returns how many. Lomuto's
 * scheme without a branch on the data: what a mispredicted branch costs is
 * several times what the additional stores cost.
 */
static size_t move_below(double *x, size_t n, double pivot)
{
	size_t k = 0, i;

	for (i = 0; i < n; i++) {
		double v = x[i];

		x[i] = x[k];
		x[k] = v;
		k += v < pivot;
	}
	return k;
}

static size_t move_equal(double *x, size_t n, double pivot)
{
	size_t k = 0, i;

	for (i = 0; i < n; i++) {
		double v = x[i];

		x[i] = x[k];
		x[k] = v;
		k += v == pivot;
	}
	return k;
}

static void introsort(double *x, size_t n, unsigned depth)
{
	while (n > SMALL) {
		double pivot = median_of_three(x[0], x[n / 2], x[n - 1]);
		size_t k = move_below(x, n, pivot);

		if (k == 0) {
			/* The pivot is the least; its equals are in place. */
			k = move_equal(x, n, pivot);
			x += k;
			n -= k;
		} else if (depth-- == 0) {
			heap_sort(x, n);
			return;
		} else if (k < n - k) {
			introsort(x, k, depth);
			x += k;
			n -= k;
		} else {
			introsort(x + k, n - k, depth);
			n = k;
		}
	}
	insertion_sort(x, n);
}

static unsigned depth_of(size_t n)
{
	unsigned depth = 2;

	for (; n > 1; n /= 2)
		depth += 2;
	return depth;
}

void stats_sort(double *x, size_t n)
{
	introsort(x, n, depth_of(n));
}

/* Puts what sorting would put there at k: sorts the part with k alone. */
static void introselect(double *x, size_t n, size_t at)
{
	unsigned depth = depth_of(n);

	while (n > SMALL) {
		double pivot = median_of_three(x[0], x[n / 2], x[n - 1]);
		size_t k = move_below(x, n, pivot);

		if (k == 0) {
			k = move_equal(x, n, pivot);
			if (at < k)
				return;
		} else if (depth-- == 0) {
			heap_sort(x, n);
			return;
		}
		if (at < k) {
			n = k;
		} else {
			x += k;
			n -= k;
			at -= k;
		}
	}
	insertion_sort(x, n);
}

void stats_sort_middle(double *x, size_t n)
{
	size_t i, most = 0;
	double v;

	if (!n)
		return;
	introselect(x, n, n / 2);
	/* The largest of those below it comes before it. */
	for (i = 1; i < n / 2; i++)
		if (x[i] > x[most])
			most = i;
	if (n / 2 < 2)
		return;
	v = x[most];
	x[most] = x[n / 2 - 1];
	x[n / 2 - 1] = v;
}
