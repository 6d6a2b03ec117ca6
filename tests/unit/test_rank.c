/*
 * test_rank.c - ranks against counting everything, and against R 4.2.2
 * (wilcox.test). test_oracle.c has the 38 pairs of sets.
 */
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "near.h"
#include "random.h"
#include "rank.h"

#define MANY 400

static double scratch[3000000];
static struct exact_limits no_end = { RANK_EXACT_PAIRS_MAX, NULL };

/* n of so many different values, sorted. */
static void draw(uint64_t *seed, double *x, size_t n, size_t n_values)
{
	size_t i;

	for (i = 0; i < n; i++)
		x[i] = (double)random_below(seed, n_values) / 8;
	stats_sort(x, n);
}

static double u_of(const double *a, size_t na, const double *b, size_t nb)
{
	double u = 0;
	size_t i, j;

	for (i = 0; i < na; i++)
		for (j = 0; j < nb; j++)
			u += b[j] > a[i] ? 1 : b[j] == a[i] ? .5 : 0;
	return u;
}

/* By dealing out the samples in every way. */
static double p_by_force(const double *a, size_t na, const double *b, size_t nb)
{
	double all[20], x[20], y[20], mean = (double)(na * nb) / 2;
	double far = fabs(u_of(a, na, b, nb) - mean);
	size_t n = na + nb, i, hits = 0, ways = 0;
	unsigned mask;

	memcpy(all, a, na * sizeof(*a));
	memcpy(all + na, b, nb * sizeof(*b));
	for (mask = 0; mask < 1u << n; mask++) {
		size_t k = 0, m = 0;

		if ((size_t)__builtin_popcount(mask) != na)
			continue;
		for (i = 0; i < n; i++)
			if (mask >> i & 1)
				x[k++] = all[i];
			else
				y[m++] = all[i];
		ways++;
		hits += fabs(u_of(x, na, y, nb) - mean) >= far;
	}
	return (double)hits / (double)ways;
}

static void test_exact_by_force(void **state)
{
	struct rank_test r;
	double a[10], b[10];
	uint64_t seed = 1;
	int round;

	(void)state;
	for (round = 0; round < 300; round++) {
		size_t na = 1 + random_below(&seed, 6);
		size_t nb = 1 + random_below(&seed, 6);

		draw(&seed, a, na, round % 2 ? 4 : 1000);
		draw(&seed, b, nb, round % 2 ? 4 : 1000);
		assert_true(stats_mwu_exact(a, na, b, nb, &no_end, scratch,
					    &r));
		assert_true(r.exact && !r.over_budget);
		assert_near(r.u, u_of(a, na, b, nb), 0);
		assert_near(r.p, p_by_force(a, na, b, nb), 1e-12);
	}
}

/* 100 against 100, the most that exact=1 allows; p by R's wilcox.test. */
static void test_exact_large(void **state)
{
	static double a[100], b[100], c[100];
	struct rank_test plain, tied;
	size_t i;

	(void)state;
	for (i = 0; i < 100; i++) {
		a[i] = 2 * (double)i;
		b[i] = 2 * (double)i + 31;
		c[i] = 2 * (double)i + 31;
	}
	c[99] = c[98]; /* one tie among b, which changes next to nothing */
	assert_true(stats_mwu_exact(a, 100, b, 100, &no_end, scratch, &plain));
	assert_true(stats_mwu_exact(a, 100, c, 100, &no_end, scratch, &tied));
	assert_true(plain.exact && tied.exact);
	assert_near(plain.u, 6430, 0);
	assert_near(plain.p, 4.3507346557091582e-04, 1e-10);
	assert_near(tied.p, plain.p, .01);
	assert_near(tied.u, plain.u, 0);
}

static void test_budget(void **state)
{
	double a[20], b[20];
	uint64_t seed = 3, work = 100000;
	struct exact_limits limits = { RANK_EXACT_PAIRS, &work };
	struct rank_test r;
	int n = 0;

	(void)state;
	draw(&seed, a, 20, 1000000);
	draw(&seed, b, 20, 1000000);
	do {
		stats_mwu_exact(a, 20, b, 20, &limits, scratch, &r);
		n++;
	} while (r.exact);
	assert_true(r.over_budget);
	assert_near(r.p, r.p_normal, 0);
	assert_int_equal(n, 13); /* 8,020 cells each */
	limits.pairs = 399;
	stats_mwu_exact(a, 20, b, 20, &limits, scratch, &r);
	assert_false(r.exact || r.over_budget);
	assert_int_equal(stats_mwu_scratch(20, 20, 399), 0);
	assert_int_equal(stats_mwu_scratch(20, 20, 400), 21 * 801);
}

static void test_all_equal(void **state)
{
	static const double a[] = { 4, 4, 4 }, b[] = { 4, 4 };
	struct rank_test r;
	struct shift s;

	(void)state;
	assert_true(stats_mwu(a, 3, b, 2, &r));
	assert_nan(r.z);
	assert_near(r.p, 1, 0);
	assert_true(stats_mwu_exact(a, 3, b, 2, &no_end, scratch, &r));
	assert_near(r.p, 1, 1e-15);
	assert_true(stats_shift(a, 3, b, 2, .95, &no_end, scratch, &s));
	assert_near(s.estimate, 0, 0);
	assert_false(stats_mwu(a, 0, b, 2, &r));
	assert_nan(r.p);
	assert_false(stats_shift(a, 3, b, 0, .95, &no_end, scratch, &s));
	assert_nan(s.estimate);
}

static void check_shift(const double *a, size_t na, const double *b, size_t nb)
{
	struct exact_limits none = { 0, NULL };
	size_t n = na * nb, i, j, k = 0, below = 0;
	double *all = calloc(n, sizeof(*all));
	struct shift s;

	assert_non_null(all);
	for (i = 0; i < na; i++)
		for (j = 0; j < nb; j++)
			all[k++] = b[j] - a[i];
	stats_sort(all, n);
	assert_true(stats_shift(a, na, b, nb, .95, &none, scratch, &s));
	assert_near(s.estimate, stats_median(all, n), 0);
	while (below < n && all[below] < s.interval.lo)
		below++;
	/* The ends are differences, equally far from both ends. */
	assert_near(all[below], s.interval.lo, 0);
	k = (size_t)floor((double)n / 2 - .5 - 1.959963984540054 *
			  sqrt((double)n * (double)(na + nb + 1) / 12));
	assert_near(s.interval.lo, all[k], 0);
	assert_near(s.interval.hi, all[n - 1 - k], 0);
	assert_true(s.level >= .95 && s.level < .97 && !s.exact);
	free(all);
}

static void test_shift_by_force(void **state)
{
	static double a[MANY], b[MANY];
	uint64_t seed = 5;
	int round;

	(void)state;
	for (round = 0; round < 120; round++) {
		size_t na = 12 + random_below(&seed, MANY - 12);
		size_t nb = 12 + random_below(&seed, MANY - 12);
		size_t n_values = round % 3 == 0 ? 2 + (size_t)round / 10 :
				  round % 3 == 1 ? 500 : 1 << 30;

		draw(&seed, a, na, n_values);
		draw(&seed, b, nb, n_values);
		check_shift(a, na, b, nb);
	}
}

static double at_most(const double *a, size_t na, const double *b, size_t nb,
		      double t)
{
	size_t i, j = 0;
	double n = 0;

	for (i = 0; i < na; i++) {
		while (j < nb && b[j] - a[i] <= t)
			j++;
		n += (double)j;
	}
	return n;
}

/* Too many to list: the ends have the right number of differences below. */
static void check_large(const double *a, size_t na, const double *b, size_t nb)
{
	double pairs = (double)na * (double)nb, k;
	struct exact_limits none = { 0, NULL };
	struct shift s;

	assert_true(stats_shift(a, na, b, nb, .95, &none, scratch, &s));
	k = floor(pairs / 2 - .5 - 1.959963984540054 *
		  sqrt(pairs * (double)(na + nb + 1) / 12));
	assert_true(at_most(a, na, b, nb, s.interval.lo) > k);
	assert_true(at_most(a, na, b, nb, nextafter(s.interval.lo, -INFINITY))
		    <= k);
	assert_true(at_most(a, na, b, nb, s.interval.hi) > pairs - 1 - k);
	assert_true(at_most(a, na, b, nb, nextafter(s.interval.hi, -INFINITY))
		    <= pairs - 1 - k);
	assert_true(at_most(a, na, b, nb, s.estimate) >= pairs / 2);
	assert_true(at_most(a, na, b, nb, nextafter(s.estimate, -INFINITY))
		    <= pairs / 2);
}

static void test_shift_large(void **state)
{
	static double a[9000], b[7000];
	uint64_t seed = 6;
	size_t i;
	int kind;

	(void)state; /* many ties, few, and figures from 1e-30 to 1e30 */
	for (kind = 0; kind < 4; kind++) {
		draw(&seed, a, 9000, kind == 0 ? 5 : 1 << 30);
		draw(&seed, b, 7000, kind == 0 ? 5 : 1 << 30);
		for (i = 0; kind == 2 && i < 7000; i++)
			b[i] = exp(b[i] * 1e-6 - 69);
		for (i = 0; kind == 2 && i < 9000; i++)
			a[i] = exp(a[i] * 1e-6 - 69);
		for (i = 0; kind == 3 && i < 9000; i++)
			a[i] = 1;
		check_large(a, 9000, b, 7000);
		check_large(b, 7000, a, 9000);
	}
}

static void test_shift_few(void **state)
{
	static const double a[] = { 1, 2, 4 }, b[] = { 11, 13, 16 };
	struct shift s;

	(void)state; /* two of 20 ways are as far out as can be */
	assert_true(stats_shift(a, 3, b, 3, .95, &no_end, scratch, &s));
	assert_near(s.estimate, 11, 0);
	assert_near(s.interval.lo, 7, 0);
	assert_near(s.interval.hi, 15, 0);
	assert_near(s.level, .9, 1e-12);
	assert_true(s.exact);
	assert_true(stats_shift(a, 1, b, 1, .95, &no_end, scratch, &s));
	assert_near(s.estimate, 10, 0);
	assert_nan(s.level);
	assert_nan(s.interval.lo);
}

static void test_signed_rank(void **state)
{
	/* Two textbook sets; ties and a zero in the first. */
	static const double a[] = { 125, 115, 130, 140, 140, 115, 140, 125,
				    140, 135 };
	static const double b[] = { 110, 122, 125, 120, 140, 124, 123, 137,
				    135, 145 };
	static const double x[] = { 1.83, .50, 1.62, 2.48, 1.68, 1.88, 1.55,
				    3.06, 1.30 };
	static const double y[] = { .878, .647, .598, 2.05, 1.06, 1.29, 1.06,
				    3.14, 1.29 };
	struct signed_rank r;

	(void)state;
	assert_true(stats_signed_rank(a, b, 10, scratch, &r));
	assert_int_equal(r.n, 9);
	assert_int_equal(r.n_equal, 1);
	assert_near(r.w, 18, 0);
	assert_near(r.p_normal, 0.63528931883521, 1e-12);
	assert_near(r.p, 0.6328125, 1e-12); /* all 512 signs, in R */
	assert_true(r.exact);
	assert_true(stats_signed_rank(x, y, 9, scratch, &r));
	assert_near(r.w, 5, 0);
	assert_near(r.p, 0.0390625, 1e-12);
	assert_true(stats_signed_rank(a, a, 10, scratch, &r));
	assert_int_equal(r.n, 0);
	assert_near(r.p, 1, 0);
	assert_nan(r.z);
	assert_false(stats_signed_rank(a, b, 0, scratch, &r));
	assert_nan(r.p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact_by_force),
		cmocka_unit_test(test_exact_large),
		cmocka_unit_test(test_budget),
		cmocka_unit_test(test_all_equal),
		cmocka_unit_test(test_shift_by_force),
		cmocka_unit_test(test_shift_large),
		cmocka_unit_test(test_shift_few),
		cmocka_unit_test(test_signed_rank),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
