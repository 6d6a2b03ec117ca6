/* sparkline.c - many values in one line. */
#include "sparkline.h"

#include <math.h>
#include <string.h>

#include "describe.h"

#define HEIGHTS "_.-'"

static void ends(const double *v, size_t n, double *lo, double *hi)
{
	size_t i;

	*lo = HUGE_VAL;
	*hi = -HUGE_VAL;
	for (i = 0; i < n; i++) {
		*lo = fmin(*lo, v[i]);
		*hi = fmax(*hi, v[i]);
	}
}

size_t sparkline_columns(const struct sparkline *s)
{
	return s->n < s->width ? s->n : s->width;
}

static size_t column_of(const struct sparkline *s, double lo, double hi,
			double x)
{
	size_t columns = sparkline_columns(s);
	double at = hi > lo ? (x - lo) / (hi - lo) * (double)columns : 0;

	return at < (double)columns ? (size_t)at : columns - 1;
}

size_t sparkline_column(const struct sparkline *s, double x)
{
	double lo, hi;

	ends(s->x, s->n, &lo, &hi);
	return column_of(s, lo, hi, x);
}

/* The median of the values of each column; NAN where there are none. */
static void fill(const struct sparkline *s, struct arena *arena, double *level)
{
	size_t columns = sparkline_columns(s), i, k;
	double *of = arena_alloc(arena, s->n * sizeof(*of)), lo, hi;

	ends(s->x, s->n, &lo, &hi);
	for (k = 0; k < columns; k++) {
		size_t n = 0;

		for (i = 0; i < s->n; i++)
			if (column_of(s, lo, hi, s->x[i]) == k &&
			    (!s->out || !s->out[i]))
				of[n++] = s->y[i];
		stats_sort(of, n);
		level[k] = n ? stats_median(of, n) : NAN;
	}
}

static double scaled(const struct sparkline *s, double y)
{
	return s->scale == Y_LOG && y > 0 ? log(y) : y;
}

void sparkline_print(const struct sparkline *s, struct arena *arena,
		     struct buf *out)
{
	size_t columns = sparkline_columns(s), k;
	double *level = arena_alloc(arena, columns * sizeof(*level));
	double lo = HUGE_VAL, hi = -HUGE_VAL;

	fill(s, arena, level);
	for (k = 0; k < columns; k++)
		if (!isnan(level[k])) {
			lo = fmin(lo, scaled(s, level[k]));
			hi = fmax(hi, scaled(s, level[k]));
		}
	if (s->scale == Y_ZERO) {
		lo = fmin(lo, 0);
		hi = fmax(hi, 0);
	}
	for (k = 0; k < columns; k++) {
		double at = (scaled(s, level[k]) - lo) / (hi - lo);
		size_t n = strlen(HEIGHTS);

		if (isnan(level[k]))
			buf_char(out, ' ');
		else if (!(hi > lo))
			buf_char(out, '-');
		else
			buf_char(out, HEIGHTS[at < 1 ?
					(size_t)(at * (double)n) : n - 1]);
	}
}
