/*
 * describe.c - the formulas of describe.h.
 */
#include "describe.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Squares of numbers up to 2^+/-SAFE_EXP neither overflow nor vanish. */
#define SAFE_EXP 480

/* Neumaier's sum of the x[i] * 2^-shift. */
static double sum_compensated(const double *x, size_t n, int shift)
{
	double sum = 0, lost = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		double v = shift ? ldexp(x[i], -shift) : x[i];
		double s = sum + v;

		lost += fabs(sum) >= fabs(v) ? (sum - s) + v : (v - s) + sum;
		sum = s;
	}
	return sum + lost;
}

double stats_mean(const double *x, size_t n)
{
	double sum;

	assert(n > 0);
	sum = sum_compensated(x, n, 0);
	if (isfinite(sum))
		return sum / (double)n;
	/* n < 2^64, so that scaled by that much no sum can overflow. */
	return ldexp(sum_compensated(x, n, 64) / (double)n, 64);
}

double stats_mean_plain(const double *x, size_t n)
{
	double sum = 0;
	size_t i;

	assert(n > 0);
	for (i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

/* Scaled by 2^-shift before the difference, which could overflow. */
static double deviation(double x, double mean, int shift)
{
	return shift ? ldexp(x, -shift) - ldexp(mean, -shift) : x - mean;
}

double stats_stddev(const double *x, size_t n, double mean)
{
	double max_dev = 0, sum = 0, square_sum = 0;
	int exponent, shift = 0;
	size_t i;

	if (n < 2)
		return NAN;
	for (i = 1; i < n && x[i] == x[0]; i++)
		;
	if (i == n)
		return 0; /* also where the mean is not exactly x[0] */
	for (i = 0; i < n; i++)
		max_dev = fmax(max_dev, fabs(x[i] - mean));
	if (isfinite(max_dev))
		frexp(max_dev, &exponent);
	else
		exponent = DBL_MAX_EXP + 1;
	if (exponent > SAFE_EXP || exponent < -SAFE_EXP)
		shift = exponent;
	for (i = 0; i < n; i++) {
		double d = deviation(x[i], mean, shift);

		sum += d;
		square_sum += d * d;
	}
	square_sum -= sum * sum / (double)n;
	square_sum = ldexp(sqrt(square_sum / (double)(n - 1)), shift);
	return isfinite(square_sum) ? square_sum : NAN;
}

double stats_median(const double *sorted, size_t n)
{
	double lo, hi;

	assert(n > 0);
	hi = sorted[n / 2];
	if (n % 2)
		return hi;
	lo = sorted[n / 2 - 1];
	/* Halves first only where the sum overflows: denormals lose by it. */
	return isfinite(lo + hi) ? (lo + hi) / 2 : lo / 2 + hi / 2;
}

double stats_median_upper(const double *sorted, size_t n)
{
	assert(n > 0);
	return sorted[n / 2];
}

double stats_quantile(const double *sorted, size_t n, double p)
{
	double h, f, lo, hi;
	size_t i;

	assert(n > 0 && p >= 0 && p <= 1);
	h = (double)(n - 1) * p;
	i = (size_t)h;
	if (i >= n - 1)
		return sorted[n - 1];
	f = h - (double)i;
	lo = sorted[i];
	hi = sorted[i + 1];
	if (f == 0 || lo == hi)
		return lo;
	return isfinite(hi - lo) ? lo + f * (hi - lo) : (1 - f) * lo + f * hi;
}

void stats_range(const double *x, size_t n, double *min, double *max)
{
	double lo = x[0], hi = x[0];
	size_t i;

	assert(n > 0);
	for (i = 1; i < n; i++) {
		lo = x[i] < lo ? x[i] : lo;
		hi = x[i] > hi ? x[i] : hi;
	}
	*min = lo;
	*max = hi;
}

/* All but the median. */
static void fill(const double *x, size_t n, struct summary *out)
{
	out->n = n;
	stats_range(x, n, &out->min, &out->max);
	assert(isfinite(out->min) && isfinite(out->max));
	out->mean = stats_mean(x, n);
	out->stddev = stats_stddev(x, n, out->mean);
}

bool stats_describe(const double *x, size_t n, double *scratch,
		    struct summary *out)
{
	if (n == 0)
		return false;
	memcpy(scratch, x, n * sizeof(*x));
	stats_sort(scratch, n);
	fill(x, n, out);
	out->median = stats_median(scratch, n);
	return true;
}

bool stats_summary(const double *x, size_t n, double *scratch,
		   struct summary *out)
{
	if (n == 0)
		return false;
	memcpy(scratch, x, n * sizeof(*x));
	stats_sort_middle(scratch, n);
	fill(x, n, out);
	out->median = stats_median(scratch, n);
	return true;
}

/* The sum of squares around its mean; a single sample has none. */
static double squares(const struct summary *s, double factor)
{
	double sd = s->stddev * factor;

	return s->n > 1 ? (double)(s->n - 1) * sd * sd : 0;
}

/* NAN wins: what one does not tell, all do not. */
static double lower(double x, double y)
{
	return isnan(x) || x < y ? x : y;
}

void stats_pool(const struct sample_set *sets, const double *factors, size_t n,
		struct summary *out)
{
	double ss = 0;
	size_t i;

	*out = sets[0].summary;
	out->min *= factors[0];
	out->max *= factors[0];
	out->mean *= factors[0];
	out->median *= factors[0];
	ss = squares(&sets[0].summary, factors[0]);
	for (i = 1; i < n; i++) {
		const struct summary *s = &sets[i].summary;
		double na = (double)out->n, nb = (double)s->n;
		double d = s->mean * factors[i] - out->mean;

		ss += squares(s, factors[i]) + d * d * na * nb / (na + nb);
		out->mean += d * nb / (na + nb);
		out->n += s->n;
		out->min = lower(out->min, s->min * factors[i]);
		out->max = -lower(-out->max, -s->max * factors[i]);
		out->median = NAN;
	}
	out->stddev = out->n > 1 ? sqrt(ss / (double)(out->n - 1)) : NAN;
}
