/*
 * ministat_plot.c - the plot in the block: points stacked by column, bars of
 * mean and spread below. Only counts a column are kept, never the picture: a
 * row is drawn from which stacks reach it.
 */
#include "ministat.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The symbol of set number i; overlapping sets show that of the OR. */
static const char symbols[] = " x+*%#@O";

struct axis {
	double x0, dx; /* left edge of column 0, width of a column */
	double scale;  /* of the values; 1 unless the span overflows */
	size_t width;  /* columns */
};

static void extend(double v, double *lo, double *hi)
{
	if (!isfinite(v))
		return;
	if (v < *lo)
		*lo = v;
	if (v > *hi)
		*hi = v;
}

/* Returns false where all that is to be shown is one point. */
static bool axis_fit(struct axis *axis, const struct ministat_figures *figures,
		     size_t n_sets, size_t width)
{
	/* What ministat takes for infinity: larger data begin near 0. */
	double lo = 999e99, hi = -999e99;
	size_t i;

	for (i = 0; i < n_sets; i++) {
		const struct summary *s = &figures[i].summary;

		extend(s->min, &lo, &hi);
		extend(s->max, &lo, &hi);
		extend(s->mean - s->stddev, &lo, &hi);
		extend(s->mean + s->stddev, &lo, &hi);
	}
	if (!(hi > lo))
		return false;
	axis->scale = isfinite(hi - lo) ? 1 : .25;
	lo *= axis->scale;
	hi *= axis->scale;
	axis->width = width;
	axis->dx = (hi - lo) / ((double)width - 1);
	axis->x0 = lo - .5 * axis->dx;
	return true;
}

/* Clamped: a span of a few denormals has columns of width 0. */
static size_t column(const struct axis *axis, double v)
{
	double c = (v * axis->scale - axis->x0) / axis->dx;

	if (!(c >= 0))
		return 0;
	return c >= (double)axis->width ? axis->width - 1 : (size_t)c;
}

static void frame(struct buf *out, size_t width)
{
	buf_char(out, '+');
	buf_pad(out, '-', width);
	buf_str(out, "+\n");
}

static void line(struct buf *out, const char *cells, size_t width)
{
	buf_char(out, '|');
	buf_add(out, cells, width);
	buf_str(out, "|\n");
}

/* How many points of the set stand in each column; returns the highest. */
static size_t stack(struct sample_set set, const struct axis *axis,
		    size_t *counts)
{
	size_t i, top = 0;

	for (i = 0; i < set.n; i++) {
		size_t *count = &counts[column(axis, set.samples[i])];

		if (++*count > top)
			top = *count;
	}
	return top;
}

/*
 * A bug of every ministat, seen in published plots too: the picture is given
 * the height of each set in turn and forgets what stands above, so that of a
 * stack remains what no later set is lower than. Returns the last height.
 */
static size_t cut_to_later(size_t *limit, size_t n_sets)
{
	size_t i;

	for (i = n_sets - 1; i > 0; i--)
		if (limit[i - 1] > limit[i])
			limit[i - 1] = limit[i];
	return limit[n_sets - 1];
}

static void points(const struct ministat_set *sets, size_t n_sets,
		   const struct axis *axis, struct arena *arena,
		   struct buf *out)
{
	size_t limit[MINISTAT_SETS_MAX], w = axis->width, height, i, x;
	size_t *counts = arena_alloc(arena, n_sets * w * sizeof(*counts));
	char *cells = arena_alloc(arena, w);

	for (i = 0; i < n_sets; i++)
		limit[i] = stack(sets[i].set, axis, counts + i * w);
	height = cut_to_later(limit, n_sets);
	while (height > 0 && !out->over) {
		size_t next = 0; /* where the picture is another one */

		for (x = 0; x < w; x++) {
			size_t seen = 0;

			for (i = 0; i < n_sets; i++) {
				size_t top = counts[i * w + x];

				top = top < limit[i] ? top : limit[i];
				if (top >= height)
					seen |= i + 1;
				else if (top > next)
					next = top;
			}
			cells[x] = symbols[seen];
		}
		for (; height > next && !out->over; height--)
			line(out, cells, w);
	}
}

static void bar(const struct summary *s, const struct axis *axis, char *cells)
{
	double from = s->mean - s->stddev, to = s->mean + s->stddev;
	size_t lo, hi;

	if (isfinite(from) && isfinite(to)) {
		lo = column(axis, from);
		hi = column(axis, to);
		cells[hi] = '|';
		cells[lo] = '|';
		for (lo++; lo < hi; lo++)
			if (cells[lo] == ' ')
				cells[lo] = '_';
	}
	if (isfinite(s->median))
		cells[column(axis, s->median)] = 'M';
	if (isfinite(s->mean))
		cells[column(axis, s->mean)] = 'A';
}

static void bars(const struct ministat_figures *figures, size_t n_sets,
		 const struct ministat_options *options,
		 const struct axis *axis, struct arena *arena, struct buf *out)
{
	size_t w = axis->width, i;
	char *cells = arena_alloc(arena, w);

	memset(cells, ' ', w);
	for (i = 0; i < n_sets; i++) {
		bar(&figures[i].summary, axis, cells);
		if (options->separate_bars || i + 1 == n_sets) {
			line(out, cells, w);
			memset(cells, ' ', w);
		}
	}
}

void ministat_plot(const struct ministat_set *sets,
		   const struct ministat_figures *figures, size_t n_sets,
		   const struct ministat_options *options, struct arena *arena,
		   struct buf *out)
{
	size_t width = options->width ? options->width : MINISTAT_WIDTH;
	struct axis axis;

	assert(width >= MINISTAT_WIDTH_MIN && width <= MINISTAT_WIDTH_MAX);
	assert(n_sets > 0 && n_sets <= MINISTAT_SETS_MAX);
	if (!axis_fit(&axis, figures, n_sets, width)) {
		buf_str(out, "[no plot, span is zero width]\n");
		return;
	}
	frame(out, width);
	points(sets, n_sets, &axis, arena, out);
	bars(figures, n_sets, options, &axis, arena, out);
	frame(out, width);
}
