/*
 * change_drift.c - steps that are one slow drift: a straight line through the
 * runs of their levels is compared with the staircase.
 */
#include "change_parts.h"

/* The line through the runs so far, by least squares, and the staircase. */
struct line {
	double n, place, value; /* runs, their means */
	double xx, xy, yy;      /* sums around the means */
	double ss;              /* the staircase's squared residuals */
};

/* Chan, Golub & LeVeque 1983, Am. Stat. 37(3), 242-247, in two dimensions. */
static void add(struct line *l, const struct segment *s)
{
	double n = (double)s->n, all = l->n + n;
	double dx = (double)s->from + (n - 1) / 2 - l->place;
	double dy = s->mean - l->value, weight = l->n * n / all;

	l->xx += n * (n * n - 1) / 12 + dx * dx * weight;
	l->xy += s->trend + dx * dy * weight;
	l->yy += s->ss + dy * dy * weight;
	l->ss += s->ss;
	l->place += dx * n / all;
	l->value += dy * n / all;
	l->n = all;
}

static bool fits_no_worse(const struct line *l)
{
	return l->yy - l->xy / l->xx * l->xy <= l->ss;
}

static double at(const struct line *l, size_t place)
{
	return l->value + l->xy / l->xx * ((double)place - l->place);
}

static bool rises(const struct levels *levels, size_t i)
{
	return levels->of[i].mean > levels->of[i - 1].mean;
}

/*
 * The longest drift whose first point begins level i: its last point's level,
 * and the line; 0 where there is none.
 */
static size_t longest(const struct levels *levels, size_t i, struct line *line)
{
	struct line l = { 0 };
	size_t last = 0, j;

	add(&l, &levels->of[i - 1]);
	for (j = i; j < levels->n && rises(levels, j) == rises(levels, i);
	     j++) {
		add(&l, &levels->of[j]);
		if (j > i && fits_no_worse(&l)) {
			last = j;
			*line = l;
		}
	}
	return last;
}

size_t levels_drifts(struct levels *levels, struct drift *drifts)
{
	size_t n = 0, i = 1, last;
	struct line line;

	while (i < levels->n) {
		struct drift *d = &drifts[n];

		last = longest(levels, i, &line);
		if (last == 0) {
			i++;
			continue;
		}
		d->from = levels->of[i - 1].from;
		d->to = segment_end(&levels->of[last]) - 1;
		d->before = at(&line, d->from);
		d->after = at(&line, d->to);
		n++;
		while (i <= last)
			levels->of[i++].in_drift = true;
	}
	return n;
}
