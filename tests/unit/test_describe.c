/*
 * test_describe.c - summaries, sorting, quantiles. Values marked R are of R
 * 4.2.2 (mean, sd, median, quantile); the others follow from the definition.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "near.h"
#include "random.h"

static const double five[] = { 473689, 475763, 479183, 477946, 477790 };

static void test_five(void **state)
{
	double scratch[5];
	struct summary s;

	(void)state;
	assert_true(stats_describe(five, 5, scratch, &s));
	assert_int_equal(s.n, 5);
	assert_near(s.min, 473689, 0);
	assert_near(s.max, 479183, 0);
	assert_near(s.median, 477790, 0);
	assert_near(s.mean, 476874.2, 1e-15);              /* R */
	assert_near(s.stddev, 2162.0746286842182, 1e-14);  /* R */
	assert_near(five[2], 479183, 0); /* the order is the caller's */
	assert_near(stats_mean_plain(five, 5), 476874.2, 1e-15);
}

static void test_quantiles(void **state)
{
	static const double sorted[] = { 473689, 475763, 477790, 477946,
					 479183 };

	(void)state; /* R, type 7 */
	assert_near(stats_quantile(sorted, 5, 0), 473689, 0);
	assert_near(stats_quantile(sorted, 5, .01), 473771.96, 1e-15);
	assert_near(stats_quantile(sorted, 5, .25), 475763, 0);
	assert_near(stats_quantile(sorted, 5, .9), 478688.2, 1e-15);
	assert_near(stats_quantile(sorted, 5, 1), 479183, 0);
	assert_near(stats_quantile(sorted, 1, .7), 473689, 0);
}

static void test_medians(void **state)
{
	static const double x[] = { 1, 2, 3, 10 };
	static const double big[] = { DBL_MAX, DBL_MAX };

	(void)state;
	assert_near(stats_median(x, 4), 2.5, 0);
	assert_near(stats_median_upper(x, 4), 3, 0);
	assert_near(stats_median(x, 3), 2, 0);
	assert_near(stats_median_upper(x, 3), 2, 0);
	assert_near(stats_median(x, 1), 1, 0);
	assert_near(stats_median(big, 2), DBL_MAX, 0);
}

static void test_offset_keeps_digits(void **state)
{
	static const double x[] = { 1e15 + 1, 1e15 + 2, 1e15 + 3, 1e15 + 4,
				    1e15 + 6 };
	double mean = stats_mean(x, 5);

	(void)state;
	assert_near(mean - 1e15, 3.25, 0); /* 3.2, to the next double */
	assert_near(stats_stddev(x, 5, mean), 1.9235384061671346, /* R */
		    1e-14);
}

static void test_extremes(void **state)
{
	static const double huge[] = { 1e308, 1.2e308, 1.4e308 };
	static const double large[] = { 1e200, 2e200, 3e200 };
	static const double tiny[] = { 1e-200, 2e-200, 3e-200 };
	static const double apart[] = { -DBL_MAX, DBL_MAX };
	static const double denormal[] = { 5e-324, 1.5e-323, 2.5e-323 };

	(void)state;
	assert_near(stats_mean(huge, 3), 1.2e308, 1e-15);
	assert_near(stats_stddev(huge, 3, 1.2e308), .2e308, 1e-14);
	assert_near(stats_stddev(large, 3, stats_mean(large, 3)), 1e200, 1e-14);
	assert_near(stats_stddev(tiny, 3, stats_mean(tiny, 3)), 1e-200, 1e-14);
	assert_near(stats_mean(apart, 2), 0, 0);
	assert_nan(stats_stddev(apart, 2, 0)); /* beyond the largest double */
	assert_near(stats_stddev(denormal, 3, 1.5e-323), 1e-323, 0);
}

static void test_few_and_constant(void **state)
{
	static const double tenths[] = { .1, .1, .1 };
	double scratch[3];
	struct summary s = { .n = 7 };

	(void)state;
	assert_false(stats_describe(tenths, 0, scratch, &s));
	assert_int_equal(s.n, 7);
	assert_true(stats_describe(tenths, 1, scratch, &s));
	assert_nan(s.stddev);
	assert_true(stats_describe(tenths, 3, scratch, &s));
	assert_true(s.stddev == 0);
}

static void test_mean_of_many(void **state)
{
	size_t n = 1000000, i;
	double *x = malloc(n * sizeof(*x));

	(void)state;
	assert_non_null(x);
	for (i = 0; i < n; i++)
		x[i] = .1;
	assert_near(stats_mean(x, n), .1, 0); /* a plain sum is .1 + 1e-12 */
	free(x);
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static uint32_t next(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void fill(double *x, size_t n, unsigned kind, uint32_t *seed)
{
	size_t i;

	for (i = 0; i < n; i++) {
		switch (kind) {
		case 0: x[i] = next(seed); break;
		case 1: x[i] = next(seed) % 3; break;
		case 2: x[i] = (double)i; break;
		case 3: x[i] = (double)(n - i); break;
		case 4: x[i] = i % 2 ? (double)i : -(double)i; break;
		case 5: x[i] = i < n / 2 ? (double)i : (double)(n - i); break;
		default: x[i] = 7; break;
		}
	}
}

static void test_sort_like_qsort(void **state)
{
	static const size_t sizes[] = { 0, 1, 2, 3, 24, 25, 26, 100, 1000,
					4097, 20000 };
	double *x = malloc(20000 * sizeof(*x)), *y = malloc(20000 * sizeof(*y));
	uint32_t seed = 1;
	unsigned kind;
	size_t i;

	(void)state;
	for (kind = 0; kind < 7; kind++) {
		for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			size_t bytes = sizes[i] * sizeof(*x);

			fill(x, sizes[i], kind, &seed);
			memcpy(y, x, bytes);
			stats_sort(x, sizes[i]);
			qsort(y, sizes[i], sizeof(*y), by_value);
			assert_memory_equal(x, y, bytes + !bytes);
		}
	}
	free(x);
	free(y);
}

/* What stands in the middle, against sorting; few and many equal values. */
static void test_middle(void **state)
{
	static double x[3000], y[3000];
	uint64_t seed = 61;
	size_t round, i;

	(void)state;
	for (round = 0; round < 3000; round++) {
		size_t n = 1 + random_below(&seed, round % 3 ? 60 : 3000);
		size_t values = 1 + random_below(&seed, round % 2 ? 4 : 100000);
		double lo, hi;

		for (i = 0; i < n; i++)
			x[i] = y[i] = (double)random_below(&seed, values) - 50;
		stats_range(x, n, &lo, &hi);
		stats_sort(x, n);
		stats_sort_middle(y, n);
		assert_true(y[n / 2] == x[n / 2]);
		assert_true(n < 2 || y[n / 2 - 1] == x[n / 2 - 1]);
		assert_true(lo == x[0] && hi == x[n - 1]);
		/* It is still the same set. */
		stats_sort(y, n);
		assert_memory_equal(x, y, n * sizeof(*x));
	}
}

/* The figures do not depend on whether the scratch gets sorted. */
static void test_summary(void **state)
{
	static double x[3000], y[3000], scratch[3000];
	struct summary a, b;
	uint64_t seed = 62;
	size_t round, i;

	(void)state;
	assert_false(stats_summary(x, 0, scratch, &a));
	for (round = 0; round < 1000; round++) {
		size_t n = 1 + random_below(&seed, round % 3 ? 60 : 3000);
		size_t values = 1 + random_below(&seed, round % 2 ? 4 : 100000);

		for (i = 0; i < n; i++)
			x[i] = y[i] = (double)random_below(&seed, values) / 7;
		assert_true(stats_describe(x, n, scratch, &a));
		assert_true(stats_summary(x, n, scratch, &b));
		assert_memory_equal(x, y, n * sizeof(*x));
		assert_true(a.n == b.n && a.min == b.min && a.max == b.max &&
			    a.mean == b.mean && a.median == b.median);
		assert_true(n == 1 ? isnan(b.stddev) : a.stddev == b.stddev);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_middle),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_five),
		cmocka_unit_test(test_quantiles),
		cmocka_unit_test(test_medians),
		cmocka_unit_test(test_offset_keeps_digits),
		cmocka_unit_test(test_extremes),
		cmocka_unit_test(test_few_and_constant),
		cmocka_unit_test(test_mean_of_many),
		cmocka_unit_test(test_sort_like_qsort),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("describe", tests, NULL, NULL);
}
