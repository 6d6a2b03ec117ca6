/*
 * combine.c - the formulas of combine.h.
 */
#include "combine.h"

#include <math.h>

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
