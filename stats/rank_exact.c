/*
 * rank_exact.c - exact distributions of Mann-Whitney's U.
 *
 * Counts are doubles: the largest, choose(200, 100), is 9e58. Only additions of
 * positive numbers matter to the small tails, so that these keep their digits.
 */
#include <math.h>
#include <string.h>

#include "count.h"
#include "rank_parts.h"

bool rank_may_cost(const struct exact_limits *limits, double pairs,
		   double cells, bool *over_budget)
{
	if (pairs > (double)limits->pairs || pairs > RANK_EXACT_PAIRS_MAX)
		return false;
	if (!limits->work)
		return true;
	if (cells > (double)*limits->work) {
		if (over_budget)
			*over_budget = true;
		return false;
	}
	*limits->work -= (uint64_t)cells;
	return true;
}

double rank_plain_cost(size_t m, size_t n)
{
	double smaller = (double)(m < n ? m : n);

	return smaller * ((double)m * (double)n + 1);
}

/* Ways to take m of m + n. */
static double ways(size_t m, size_t n)
{
	double w = 1;
	size_t i;

	for (i = 1; i <= m; i++)
		w *= (double)(n + i) / (double)i;
	return w;
}

/*
 * The generating function of U is the product over i = 1..m of (1 - q^(n + i))
 * / (1 - q^i); of its coefficients the lower half is enough.
 */
void rank_plain(size_t m, size_t n, double *out)
{
	size_t most = m * n / 2, i, k;
	double all, sum = 0;

	if (m > n) {
		k = m;
		m = n;
		n = k;
	}
	memset(out, 0, (most + 1) * sizeof(*out));
	out[0] = 1;
	for (i = 1; i <= m; i++) {
		for (k = most; k >= n + i; k--)
			out[k] -= out[k - n - i];
		for (k = i; k <= most; k++)
			out[k] += out[k - i];
	}
	all = ways(m, n);
	for (k = 0; k <= most; k++) {
		sum += out[k];
		out[k] = sum / all;
	}
}

/* Dealing out groups of equal samples: m of them to the smaller side. */
struct deal {
	const double *a, *b;
	size_t na, nb;
	size_t m, n;    /* the smaller and the larger of na, nb */
	double *table;  /* rows of m: how many are taken; columns: doubled U */
	size_t width;
};

/* The next group of equal samples of both sides: its size, 0 at the end. */
static size_t next_group(const struct deal *d, size_t *i, size_t *j)
{
	size_t before = *i + *j;
	double v;

	if (*i == d->na && *j == d->nb)
		return 0;
	v = *i == d->na ? d->b[*j] : *j == d->nb ? d->a[*i] :
	    fmin(d->a[*i], d->b[*j]);
	while (*i < d->na && d->a[*i] == v)
		++*i;
	while (*j < d->nb && d->b[*j] == v)
		++*j;
	return *i + *j - before;
}

/*
 * One group of t samples, with `before` smaller ones: j of them go to the
 * smaller side. Each is above the larger side's part of those before, and
 * equal to the part of its own group. Returns the cells that it takes, and
 * fills them in where there is a table.
 */
static double deal_group(const struct deal *d, size_t before, size_t t)
{
	size_t k, j, s;
	double cells = 0;

	for (k = d->m; k > 0; k--) {
		double choices = 1;

		for (j = 1; j <= t && j <= k; j++) {
			size_t taken = k - j, left, shift, reach;

			choices *= (double)(t - j + 1) / (double)j;
			if (taken > before || before - taken > d->n)
				continue;
			left = before - taken;
			shift = j * (2 * left + t - j);
			reach = 2 * taken * left;
			if (left + t - j > d->n)
				continue;
			cells += (double)(reach + 1);
			if (!d->table)
				continue;
			for (s = 0; s <= reach; s++)
				d->table[k * d->width + s + shift] += choices *
					d->table[taken * d->width + s];
		}
	}
	return cells;
}

static double deal_all(const struct deal *d)
{
	size_t i = 0, j = 0, t, before = 0;
	double cells = 0;

	while ((t = next_group(d, &i, &j)) > 0) {
		cells += deal_group(d, before, t);
		before += t;
	}
	return cells;
}

static bool tied_p(struct deal *d, const struct exact_limits *limits,
		   double *scratch, struct rank_test *out)
{
	double pairs = (double)d->m * (double)d->n, p = 0;
	double distance = fabs(2 * out->u - pairs);
	const double *last;
	size_t s;

	if (pairs > (double)limits->pairs)
		return false;
	d->table = NULL;
	if (!rank_may_cost(limits, pairs, deal_all(d), &out->over_budget))
		return false;
	d->table = scratch;
	d->width = 2 * d->m * d->n + 1;
	memset(scratch, 0, (d->m + 1) * d->width * sizeof(*scratch));
	scratch[0] = 1;
	deal_all(d);
	last = scratch + d->m * d->width;
	for (s = 0; s < d->width; s++)
		if (fabs((double)s - pairs) >= distance)
			p += last[s];
	out->p = fmin(1, p / ways(d->m, d->n));
	return true;
}

static bool plain_p(const struct deal *d, const struct exact_limits *limits,
		    double *scratch, struct rank_test *out)
{
	double pairs = (double)d->m * (double)d->n;
	double k = fmin(out->u, pairs - out->u);

	if (!rank_may_cost(limits, pairs, rank_plain_cost(d->m, d->n),
			   &out->over_budget))
		return false;
	rank_plain(d->m, d->n, scratch);
	out->p = 2 * k == pairs ? 1 : fmin(1, 2 * scratch[(size_t)k]);
	return true;
}

bool stats_mwu_exact(const double *a_sorted, size_t na, const double *b_sorted,
		     size_t nb, const struct exact_limits *limits,
		     double *scratch, struct rank_test *out)
{
	struct deal d = { .a = a_sorted, .b = b_sorted, .na = na, .nb = nb,
			  .m = na < nb ? na : nb, .n = na < nb ? nb : na };

	if (!stats_mwu(a_sorted, na, b_sorted, nb, out))
		return false;
	if ((double)na * (double)nb > RANK_EXACT_PAIRS_MAX)
		return true;
	if (count_pairs(a_sorted, na, b_sorted, nb).ties > 0)
		out->exact = tied_p(&d, limits, scratch, out);
	else
		out->exact = plain_p(&d, limits, scratch, out);
	return true;
}

size_t stats_mwu_scratch(size_t na, size_t nb, size_t pairs)
{
	size_t m = na < nb ? na : nb, n = na < nb ? nb : na;

	if (pairs > RANK_EXACT_PAIRS_MAX)
		pairs = RANK_EXACT_PAIRS_MAX;
	if (m == 0 || (double)m * (double)n > (double)pairs)
		return 0;
	return (m + 1) * (2 * m * n + 1);
}
