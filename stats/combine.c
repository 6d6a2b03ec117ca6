/*
 * combine.c - the formulas of combine.h.
 */
#include "combine.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>

#include "describe.h"

bool stats_geomean(const double *a, const double *b, size_t n,
		   struct geomean *out)
{
	double log_sum = 0;
	size_t i;

	*out = (struct geomean){ 0, 0, NAN };
	for (i = 0; i < n; i++) {
		if (!(a[i] > 0 && b[i] > 0)) {
			out->n_left_out++;
			continue;
		}
		/* Not of the quotient, which can overflow or vanish. */
		log_sum += log(b[i]) - log(a[i]);
		out->n++;
	}
	if (out->n == 0)
		return false;
	out->ratio = exp(log_sum / (double)out->n);
	if (!isfinite(out->ratio))
		out->ratio = NAN;
	return true;
}

bool stats_row_sums(const double *a, const double *b, size_t n,
		    struct row_sums *out)
{
	double change;
	size_t i;

	*out = (struct row_sums){ 0, 0, 0, 0, NAN };
	for (i = 0; i < n; i++) {
		if (isnan(a[i]) || isnan(b[i])) {
			out->n_left_out++;
			continue;
		}
		out->a += a[i];
		out->b += b[i];
		out->n++;
	}
	change = (out->b - out->a) / out->a;
	if (out->n > 0 && isfinite(change))
		out->change_ratio = change;
	if (!isfinite(out->a))
		out->a = NAN;
	if (!isfinite(out->b))
		out->b = NAN;
	return out->n > 0;
}

static const struct interval no_interval = { NAN, NAN, false };

static double or_nan(double x)
{
	return isfinite(x) ? x : NAN;
}

bool stats_sums_leader(const double *a, const double *b, size_t n,
		       struct leader *out)
{
	double sum_a = 0, sum_b = 0, largest = -1;
	size_t i, rows = 0;

	*out = (struct leader){ n, NAN, NAN };
	for (i = 0; i < n; i++) {
		if (isnan(a[i]) || isnan(b[i]))
			continue;
		rows++;
		sum_a += a[i];
		sum_b += b[i];
		if (fabs(b[i] - a[i]) > largest) {
			largest = fabs(b[i] - a[i]);
			out->row = i;
		}
	}
	if (rows < 2) {
		out->row = n;
		return false;
	}
	out->share = or_nan(largest / fabs(sum_b - sum_a));
	sum_a -= a[out->row];
	sum_b -= b[out->row];
	out->change_ratio_without = or_nan((sum_b - sum_a) / sum_a);
	return true;
}

static bool has_ratio(const double *a, const double *b, size_t i)
{
	return a[i] > 0 && b[i] > 0;
}

static double log_ratio(const double *a, const double *b, size_t i)
{
	return log(b[i]) - log(a[i]);
}

/* The row whose ratio is farthest from 1; n where there are not two rows. */
static void find_leader(const double *a, const double *b, size_t n, double mean,
			struct over_rows *out)
{
	double largest = -1, sum = 0, rows = (double)out->n;
	size_t i;

	out->leader = (struct leader){ n, NAN, NAN };
	if (out->n < 2)
		return;
	for (i = 0; i < n; i++) {
		double size;

		if (!has_ratio(a, b, i))
			continue;
		size = fabs(log_ratio(a, b, i));
		sum += size;
		if (size > largest) {
			largest = size;
			out->leader.row = i;
		}
	}
	out->leader.share = or_nan(largest / sum);
	i = out->leader.row;
	out->leader.change_ratio_without = or_nan(expm1(
		(mean * rows - log_ratio(a, b, i)) / (rows - 1)));
}

/* The interval of the mean of the logs, as a change. */
static struct interval change_interval(const double *logs, size_t n,
				       double mean, double level)
{
	struct interval i = no_interval;
	double half, sd = stats_stddev(logs, n, mean);

	if (!(sd > 0))
		return i;
	half = qt((1 - level) / 2, (double)(n - 1), 0, 0) * sd /
	       sqrt((double)n);
	i.lo = expm1(mean - half);
	i.hi = expm1(mean + half);
	return isfinite(i.lo) && isfinite(i.hi) ? i : no_interval;
}

bool stats_over_rows(const double *a, const double *b, size_t n, double level,
		     double *scratch, struct over_rows *out)
{
	double mean;
	size_t i;

	assert(level > 0 && level < 1);
	*out = (struct over_rows){ 0, 0, NAN, no_interval, NAN, 0, 0, 0,
				   { n, NAN, NAN } };
	for (i = 0; i < n; i++) {
		if (!has_ratio(a, b, i)) {
			out->n_left_out++;
			continue;
		}
		scratch[out->n++] = log_ratio(a, b, i);
		out->n_up += b[i] > a[i];
		out->n_down += b[i] < a[i];
		out->n_equal += b[i] == a[i];
	}
	if (out->n == 0)
		return false;
	mean = stats_mean(scratch, out->n);
	out->ratio = or_nan(exp(mean));
	out->interval = change_interval(scratch, out->n, mean, level);
	find_leader(a, b, n, mean, out);
	for (i = 0, out->n = 0; i < n; i++)
		if (has_ratio(a, b, i))
			scratch[out->n++] = (b[i] - a[i]) / a[i];
	stats_sort(scratch, out->n);
	out->median_change_ratio = or_nan(stats_median(scratch, out->n));
	return true;
}
