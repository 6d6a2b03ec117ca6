/*
 * rank_shift.c - Hodges & Lehmann's shift: order statistics of all b - a.
 *
 * How many differences are at most t is counted by one merge of the two sorted
 * sets. Rounding is monotone, so that the count is exact. Two values are moved
 * towards each other around the wanted difference, by interpolating between
 * their counts, until so few differences are left between them that these can
 * be stored.
 */
#include <Rmath.h>
#include <assert.h>
#include <math.h>
#include <string.h>

#include "describe.h"
#include "rank_parts.h"

#define ROOM     16384 /* differences that are stored at last, at most */
#define ROOM_MIN 256
#define THIN     4096  /* samples a side that the first guess is made of */

struct matrix {
	const double *x, *y; /* differences are y - x */
	size_t nx, ny;
	double *room;        /* ROOM; also the exact distribution, before */
	double *thin;        /* 2 * THIN; NULL: too few to thin out */
};

/* The k-th (from 0) is among the differences from first to last. */
struct bracket {
	double k;
	double first, last; /* not always differences themselves */
	double below, upto; /* how many are below first, at most last */
};

static void apply(const struct matrix *m, struct bracket *b, double t)
{
	double n;

	if (!(t >= b->first && t < b->last))
		return;
	n = rank_count(m->x, m->nx, m->y, m->ny, t);
	if (n > b->k) {
		b->upto = n;
		b->last = t;
	} else {
		b->below = n;
		b->first = nextafter(t, INFINITY);
	}
}

/* Makes the ends differences: where there are many ties, they meet. */
static void tighten(const struct matrix *m, struct bracket *b)
{
	b->first = rank_smallest(m->x, m->nx, m->y, m->ny, b->first);
	b->last = rank_largest(m->x, m->nx, m->y, m->ny, b->last);
}

/* Doubles as whole numbers in the same order. */
static int64_t to_ordered(double x)
{
	int64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits >= 0 ? bits : INT64_MIN - bits;
}

static double from_ordered(int64_t bits)
{
	double x;

	bits = bits >= 0 ? bits : INT64_MIN - bits;
	memcpy(&x, &bits, sizeof(x));
	return x;
}

/* The double in the middle of all doubles between: at most 64 steps. */
static double halfway(double first, double last)
{
	int64_t lo = to_ordered(first), hi = to_ordered(last);

	return from_ordered((lo >> 1) + (hi >> 1) + (lo & hi & 1));
}

static void guess(const struct matrix *m, struct bracket *b, double margin)
{
	double left = b->upto - b->below, at = (b->k + .5 - b->below) / left;
	double range = b->last - b->first, first = b->first;

	apply(m, b, first + range * fmax(0, at - margin));
	apply(m, b, first + range * fmin(1, at + margin));
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


static double select_difference(const struct matrix *m, double k);

static size_t thin_out(const double *x, size_t n, double *out)
{
	size_t i, every = (n - 1) / THIN + 1, m = 0;

	for (i = every / 2; i < n; i += every)
		out[m++] = x[i];
	return m;
}

/* Where the thinned sets have it, give or take two of their samples. */
static void first_guess(const struct matrix *m, struct bracket *b)
{
	struct matrix few = { .x = m->thin, .y = m->thin + THIN,
			      .room = m->room };
	double pairs, at, part = b->k / ((double)m->nx * (double)m->ny);

	few.nx = thin_out(m->x, m->nx, m->thin);
	few.ny = thin_out(m->y, m->ny, m->thin + THIN);
	pairs = (double)few.nx * (double)few.ny;
	at = part * pairs;
	apply(m, b, select_difference(&few, floor(fmax(0, at -
						       pairs / THIN))));
	apply(m, b, select_difference(&few, floor(fmin(pairs - 1, at +
						       pairs / THIN))));
}

/* What is left, from first to last. */
static size_t gather(const struct matrix *m, const struct bracket *b)
{
	size_t i, j, start = 0, n = 0;

	for (i = 0; i < m->nx; i++) {
		while (start < m->ny && m->y[start] - m->x[i] < b->first)
			start++;
		for (j = start; j < m->ny && m->y[j] - m->x[i] <= b->last; j++)
			m->room[n++] = m->y[j] - m->x[i];
	}
	return n;
}

/* The k-th smallest difference, k from 0. */
static double select_difference(const struct matrix *m, double k)
{
	struct bracket b = { k, m->y[0] - m->x[m->nx - 1],
			     m->y[m->ny - 1] - m->x[0], 0,
			     (double)m->nx * (double)m->ny };
	double room = fmin(ROOM, fmax(ROOM_MIN, (double)m->nx)), left;

	if (m->thin && b.upto > (double)THIN * THIN)
		first_guess(m, &b);
	while (b.first < b.last && (left = b.upto - b.below) > room) {
		guess(m, &b, fmax(1. / 400, room / 4 / left));
		if (b.first < b.last && b.upto - b.below > left / 2) {
			tighten(m, &b);
			apply(m, &b, halfway(b.first, b.last));
		}
	}
	if (!(b.first < b.last))
		return b.first;
	return kth(m->room, gather(m, &b), (size_t)(k - b.below));
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
		if (rank_count(m->x, m->nx, m->y, m->ny, lo) <= half + 1)
			hi = rank_smallest(m->x, m->nx, m->y, m->ny,
					   nextafter(lo, INFINITY));
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
		 double *scratch, struct shift *out)
{
	bool swapped = nb < na;
	struct matrix m = {
		.x = swapped ? b_sorted : a_sorted, .nx = swapped ? nb : na,
		.y = swapped ? a_sorted : b_sorted, .ny = swapped ? na : nb,
	};

	assert(scratch && na <= UINT32_MAX && nb <= UINT32_MAX);
	assert(level > 0 && level < 1);
	*out = (struct shift){ NAN, { NAN, NAN, false }, NAN, false };
	if (na == 0 || nb == 0)
		return false;
	static_assert(ROOM + 2 * THIN == RANK_SHIFT_SCRATCH, "as documented");
	static_assert(RANK_EXACT_PAIRS_MAX / 2 < ROOM, "the distribution fits");
	m.room = scratch;
	m.thin = m.room + ROOM;
	fill(&m, swapped, level, limits, out);
	return true;
}
