/*
 * rank_shift.c - Hodges & Lehmann's shift: order statistics of all b - a.
 *
 * Row i of the matrix of differences holds y[j] - x[i] for all j, ascending;
 * down a column they descend. Of each row a range of columns may still hold
 * the wanted difference. Rounding keeps the order (it is monotone), so that
 * merging counts exactly. Rows are of the smaller side.
 */
#include <Rmath.h>
#include <assert.h>
#include <math.h>

#include "describe.h"
#include "rank_parts.h"
#include "splitmix.h"

#define ROOM    4096 /* differences that are stored at last */
#define SAMPLES 2048 /* of them, at most, to place a bracket */

struct matrix {
	const double *x, *y;
	size_t nx, ny;
	uint32_t *lo, *hi; /* columns that are left in each row */
	double *room;      /* ROOM; also the exact distribution, before */
	double *sample;    /* SAMPLES */
	double below;      /* differences below those that are left */
	double left;
	uint64_t seed;
};

/* Pairs with a difference below t (strictly), or at most t. */
static double count_below(const struct matrix *m, double t, bool or_equal)
{
	size_t i, j = 0;
	double count = 0;

	for (i = 0; i < m->nx; i++) {
		while (j < m->ny && (m->y[j] - m->x[i] < t ||
				     (or_equal && m->y[j] - m->x[i] == t)))
			j++;
		count += (double)j;
	}
	return count;
}

/* Forgets what is not above (or not at least) t; or what is not below. */
static void cut(struct matrix *m, double t, bool or_equal, bool keep_above)
{
	size_t i, j = 0;

	for (i = 0; i < m->nx; i++) {
		while (j < m->ny && (m->y[j] - m->x[i] < t ||
				     (or_equal && m->y[j] - m->x[i] == t)))
			j++;
		if (keep_above && j > m->lo[i])
			m->lo[i] = (uint32_t)j;
		else if (!keep_above && j < m->hi[i])
			m->hi[i] = (uint32_t)j;
	}
}

static void measure(struct matrix *m)
{
	size_t i;

	m->below = m->left = 0;
	for (i = 0; i < m->nx; i++) {
		m->below += m->lo[i];
		if (m->hi[i] > m->lo[i])
			m->left += m->hi[i] - m->lo[i];
	}
}

/* A random sample of what is left, sorted. */
static size_t draw(struct matrix *m)
{
	double wanted = fmin(SAMPLES, fmax(64, pow(m->left, 2. / 3) / 4));
	size_t n = (size_t)wanted, i, k = 0;
	double seen = 0;

	for (i = 0; i < n; i++)
		m->sample[i] = floor(splitmix_uniform(&m->seed) * m->left);
	stats_sort(m->sample, n);
	for (i = 0; i < m->nx && k < n; i++) {
		double here = m->hi[i] > m->lo[i] ? m->hi[i] - m->lo[i] : 0;

		while (k < n && m->sample[k] < seen + here) {
			size_t j = m->lo[i] + (size_t)(m->sample[k] - seen);

			m->sample[k++] = m->y[j] - m->x[i];
		}
		seen += here;
	}
	stats_sort(m->sample, k);
	return k;
}

/*
 * One narrowing around the k-th difference (from 0); true when it is found.
 * Two samples are taken as a bracket that nearly always holds it.
 */
static bool narrow(struct matrix *m, double k, double *found)
{
	size_t n = draw(m);
	double q = (k - m->below) / m->left, at = q * (double)n;
	double margin = 1.5 * sqrt((double)n * q * (1 - q)) + 1;
	double lo = m->sample[(size_t)fmax(0, floor(at - margin))];
	double hi = m->sample[(size_t)fmin((double)n - 1, ceil(at + margin))];
	double left = m->left;

	if (k < count_below(m, lo, false)) {
		cut(m, lo, false, false);
	} else if (k >= count_below(m, hi, true)) {
		cut(m, hi, true, true);
	} else {
		cut(m, lo, false, true);
		cut(m, hi, true, false);
	}
	measure(m);
	if (m->left < left)
		return false;
	/* All that is left lies from lo to hi, both included. */
	if (k < count_below(m, lo, true)) {
		*found = lo;
		return true;
	}
	cut(m, lo, true, true);
	measure(m);
	return false;
}

static void swap(double *x, double *y)
{
	double z = *x;

	*x = *y;
	*y = z;
}

/* Hoare's FIND; n is at most ROOM. */
static double kth(double *x, size_t n, size_t k)
{
	size_t lo = 0, hi = n - 1;

	while (lo < hi) {
		double pivot = x[lo + (hi - lo) / 2];
		size_t i = lo, j = hi;

		for (;;) {
			while (x[i] < pivot)
				i++;
			while (x[j] > pivot)
				j--;
			if (i >= j)
				break;
			swap(&x[i++], &x[j--]);
		}
		/* All up to j are at most pivot, all from i on at least. */
		if (i == j) {
			if (k == i)
				return x[k];
			i++;
			j -= j > 0;
		}
		if (k <= j)
			hi = j;
		else
			lo = i;
	}
	return x[k];
}

/* The k-th smallest difference y - x, k from 0. */
static double select_difference(struct matrix *m, double k)
{
	size_t i, j, n = 0;
	double found;

	for (i = 0; i < m->nx; i++) {
		m->lo[i] = 0;
		m->hi[i] = (uint32_t)m->ny;
	}
	measure(m);
	while (m->left > ROOM)
		if (narrow(m, k, &found))
			return found;
	for (i = 0; i < m->nx; i++)
		for (j = m->lo[i]; j < m->hi[i]; j++)
			m->room[n++] = m->y[j] - m->x[i];
	return kth(m->room, n, (size_t)(k - m->below));
}

/* The smallest difference above v; v is not the largest. */
static double next_above(const struct matrix *m, double v)
{
	double next = INFINITY;
	size_t i, j = 0;

	for (i = 0; i < m->nx; i++) {
		while (j < m->ny && m->y[j] - m->x[i] <= v)
			j++;
		if (j < m->ny)
			next = fmin(next, m->y[j] - m->x[i]);
	}
	return next;
}

/*
 * How many differences lie beyond each end of the interval, and what level
 * that is. At least none: then the level may be less than what was asked for.
 */
static double beyond(struct matrix *m, double level,
		     const struct exact_limits *limits, struct shift *out)
{
	double pairs = (double)m->nx * (double)m->ny, k;
	double tail = (1 - level) / 2, sd;

	out->exact = rank_may_cost(limits, pairs,
				   rank_plain_cost(m->nx, m->ny), NULL);
	if (out->exact) {
		size_t i = 0, most = m->nx * m->ny / 2;

		rank_plain(m->nx, m->ny, m->room);
		while (i < most && m->room[i] <= tail)
			i++;
		/* P(U <= i - 1) is the tail that is given up. */
		i = i > 0 ? i - 1 : 0;
		out->level = fmax(0, 1 - 2 * m->room[i]);
		return (double)i;
	}
	sd = sqrt(pairs * ((double)m->nx + (double)m->ny + 1) / 12);
	k = floor(pairs / 2 - .5 - qnorm(tail, 0, 1, 0, 0) * sd);
	k = fmax(0, k);
	out->level = fmax(0, 1 - 2 * pnorm((k + .5 - pairs / 2) / sd, 0, 1, 1,
					   0));
	return k;
}

static double middle(double lo, double hi)
{
	return isfinite(lo + hi) ? (lo + hi) / 2 : lo / 2 + hi / 2;
}

/* x and y are swapped where b has fewer: then all differences are negated. */
static void fill(struct matrix *m, bool swapped, double level,
		 const struct exact_limits *limits, struct shift *out)
{
	double pairs = (double)m->nx * (double)m->ny;
	double k = beyond(m, level, limits, out);
	double half = floor((pairs - 1) / 2), sign = swapped ? -1 : 1;
	double lo, hi, estimate;

	estimate = lo = hi = select_difference(m, half);
	if (half < pairs / 2 - .5) {
		if (count_below(m, lo, true) <= half + 1)
			hi = next_above(m, lo);
		estimate = middle(lo, hi);
	}
	lo = select_difference(m, k);
	hi = select_difference(m, pairs - 1 - k);
	out->estimate = isfinite(estimate) ? sign * estimate : NAN;
	if (out->level > 0 && isfinite(lo) && isfinite(hi)) {
		out->interval.lo = swapped ? -hi : lo;
		out->interval.hi = swapped ? -lo : hi;
	} else {
		out->level = NAN;
		out->exact = false;
	}
}

bool stats_shift(const double *a_sorted, size_t na, const double *b_sorted,
		 size_t nb, double level, const struct exact_limits *limits,
		 void *scratch, struct shift *out)
{
	bool swapped = nb < na;
	struct matrix m = {
		.x = swapped ? b_sorted : a_sorted, .nx = swapped ? nb : na,
		.y = swapped ? a_sorted : b_sorted, .ny = swapped ? na : nb,
		.seed = na + nb,
	};

	assert(na <= UINT32_MAX && nb <= UINT32_MAX);
	assert(level > 0 && level < 1);
	*out = (struct shift){ NAN, { NAN, NAN, false }, NAN, false };
	if (na == 0 || nb == 0)
		return false;
	m.room = scratch;
	m.sample = m.room + RANK_EXACT_PAIRS_MAX / 2 + 1;
	m.lo = (uint32_t *)(void *)(m.sample + SAMPLES);
	m.hi = m.lo + m.nx;
	fill(&m, swapped, level, limits, out);
	return true;
}

size_t stats_shift_scratch(size_t na, size_t nb)
{
	return (RANK_EXACT_PAIRS_MAX / 2 + 1 + SAMPLES) * sizeof(double) +
	       2 * (na < nb ? na : nb) * sizeof(uint32_t);
}
