/*
 * rank.c - the normal approximations of rank.h, and signed ranks.
 */
#include "rank.h"

#include <Rmath.h>
#include <math.h>
#include <string.h>

#include "count.h"
#include "describe.h"

/* Two-sided, continuity corrected; sd above 0. */
static double normal_p(double distance, double sd)
{
	return fmin(1, 2 * pnorm(-fmax(0, fabs(distance) - .5) / sd, 0, 1, 1,
				 0));
}

static const struct rank_test no_test = { NAN, NAN, NAN, NAN, false, false };

void count_mwu(const struct pair_count *c, size_t na, size_t nb,
	       struct rank_test *out)
{
	double m = (double)na, n = (double)nb, all = m + n, distance, sd;

	*out = no_test;
	out->u = c->above + c->equal / 2;
	distance = (c->above - c->below) / 2;
	sd = sqrt(m * n / 12 * (all + 1 - c->ties / (all * (all - 1))));
	out->p_normal = 1;
	if (c->equal < m * n && sd > 0) {
		out->z = distance / sd;
		out->p_normal = normal_p(distance, sd);
	}
	out->p = out->p_normal;
}

bool stats_mwu(const double *a_sorted, size_t na, const double *b_sorted,
	       size_t nb, struct rank_test *out)
{
	struct pair_count c;

	*out = no_test;
	if (na == 0 || nb == 0)
		return false;
	c = count_pairs(a_sorted, na, b_sorted, nb);
	count_mwu(&c, na, nb, out);
	return true;
}

/* The differences that are not 0: their sizes, and those above 0; sorted. */
static bool split_differences(const double *a, const double *b, size_t n,
			      double *sizes, double *above, size_t *n_above,
			      struct signed_rank *out)
{
	size_t i;

	*n_above = 0;
	for (i = 0; i < n; i++) {
		double d = b[i] - a[i];

		if (!isfinite(d))
			return false;
		if (d == 0) {
			out->n_equal++;
			continue;
		}
		sizes[out->n++] = fabs(d);
		if (d > 0)
			above[(*n_above)++] = d;
	}
	stats_sort(sizes, out->n);
	stats_sort(above, *n_above);
	return true;
}

/*
 * The sum of the mid-ranks of those above 0; ties gets the sum of t^3 - t, and
 * sizes become doubled mid-ranks.
 */
static double rank_sum(double *sizes, size_t n, const double *above,
		       size_t n_above, double *ties)
{
	size_t i, end, k = 0;
	double sum = 0;

	*ties = 0;
	for (i = 0; i < n; i = end) {
		double v = sizes[i], rank, t;

		for (end = i; end < n && sizes[end] == v; end++)
			;
		rank = (double)(i + end + 1) / 2;
		t = (double)(end - i);
		*ties += t * t * t - t;
		for (; k < n_above && above[k] == v; k++)
			sum += rank;
		while (i < end)
			sizes[i++] = 2 * rank;
	}
	return sum;
}

/*
 * The share of the 2^n ways to give signs to these ranks that are as far from
 * the mean as w; n at most SIGNED_RANK_EXACT.
 */
static double exact_signed(const double *doubled, size_t n, double w,
			   double *share)
{
	size_t i, s, reach = 0, most = n * (n + 1);
	double mean = (double)most / 2, p = 0;
	double distance = fabs(2 * w - mean);

	memset(share, 0, (most + 1) * sizeof(*share));
	share[0] = 1;
	for (i = 0; i < n; i++) {
		size_t r = (size_t)doubled[i];

		reach += r;
		for (s = reach + 1; s-- > 0;)
			share[s] = (share[s] + (s >= r ? share[s - r] : 0)) / 2;
	}
	for (s = 0; s <= most; s++)
		if (fabs((double)s - mean) >= distance)
			p += share[s];
	return fmin(1, p);
}

bool stats_signed_rank(const double *a, const double *b, size_t n,
		       double *scratch, struct signed_rank *out)
{
	const struct signed_rank none = { 0, 0, NAN, NAN, NAN, NAN, false };
	double *above = scratch + n, ties, m, sd, distance;
	size_t n_above;

	*out = none;
	if (n == 0)
		return false;
	if (!split_differences(a, b, n, scratch, above, &n_above, out)) {
		*out = none;
		return false;
	}
	out->w = rank_sum(scratch, out->n, above, n_above, &ties);
	out->p = out->p_normal = 1;
	if (out->n == 0)
		return true;
	m = (double)out->n;
	sd = sqrt(m * (m + 1) * (2 * m + 1) / 24 - ties / 48);
	distance = out->w - m * (m + 1) / 4;
	out->z = distance / sd;
	out->p = out->p_normal = normal_p(distance, sd);
	if (out->n <= SIGNED_RANK_EXACT) {
		out->exact = true;
		out->p = exact_signed(scratch, out->n, out->w, scratch + 2 * n);
	}
	return true;
}
