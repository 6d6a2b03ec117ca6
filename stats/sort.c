/*
 * sort.c - sorting doubles: introsort. Not qsort(), which calls a function a
 * comparison and may allocate.
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

/* Hoare's: x[0..returned) <= pivot <= x[returned..n), neither part empty. */
static size_t partition(double *x, size_t n)
{
	double pivot = median_of_three(x[0], x[n / 2], x[n - 1]);
	size_t i = 0, j = n - 1;

	for (;;) {
		double v;

		while (x[i] < pivot)
			i++;
		while (x[j] > pivot)
			j--;
		if (i >= j)
			break;
		v = x[i];
		x[i++] = x[j];
		x[j--] = v;
	}
	return i ? i : 1;
}

static void introsort(double *x, size_t n, unsigned depth)
{
	while (n > SMALL) {
		size_t k;

		if (depth-- == 0) {
			heap_sort(x, n);
			return;
		}
		k = partition(x, n);
		if (k < n - k) {
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

void stats_sort(double *x, size_t n)
{
	unsigned depth = 2;
	size_t m;

	for (m = n; m > 1; m /= 2)
		depth += 2;
	introsort(x, n, depth);
}
