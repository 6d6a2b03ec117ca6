/*
 * change.c - do change points keep their promises? Simulated histories without
 * a change, and with one of a known place. Speaks TAP; docs/statistics.md has
 * a copy of the figures.
 */
#include <math.h>
#include <stdio.h>

#include "change.h"
#include "random.h"

#define MOST 400

static uint64_t seed = 20240301;
static int n_checks;
static double x[MOST];

static void check(const char *what, double got, double lo, double hi)
{
	printf("%s %d - %s: %g in %g..%g\n",
	       got >= lo && got <= hi ? "ok" : "not ok", ++n_checks, what, got,
	       lo, hi);
}

/* Noise of mean 100 and sd 1 whose neighbours correlate by ar. */
static void draw(size_t n, double ar)
{
	double last = splitmix_normal(&seed);
	size_t i;

	for (i = 0; i < n; i++) {
		x[i] = 100 + last;
		last = ar * last + sqrt(1 - ar * ar) * splitmix_normal(&seed);
	}
}

static void detect(size_t n, struct arena *arena, struct changes *out)
{
	const struct change_options options = { .alpha = CHANGE_ALPHA };

	arena_release(arena);
	stats_changes(x, n, &options, arena, out);
}

static const struct change_point *first(const struct changes *c)
{
	size_t i;

	for (i = 0; i < c->n_points; i++)
		if (c->points[i].kind != CHANGE_BURST)
			return &c->points[i];
	return NULL;
}

/* Points in histories that have none, but for bursts, which are counted. */
static double false_alarms(size_t series, size_t n, double ar)
{
	struct arena arena = { 0 };
	size_t i, k, points = 0, bursts = 0;
	struct changes c;

	for (i = 0; i < series; i++) {
		draw(n, ar);
		detect(n, &arena, &c);
		for (k = 0; k < c.n_points; k++) {
			bursts += c.points[k].kind == CHANGE_BURST;
			points += c.points[k].kind != CHANGE_BURST;
		}
	}
	arena_release(&arena);
	printf("# %zu histories of %zu runs, AR(1) %g: %zu points, %zu "
	       "bursts\n", series, n, ar, points, bursts);
	return (double)points;
}

/* In percent, of those steps that are found: how often lo..hi has the place. */
static double held(double sds)
{
	struct arena arena = { 0 };
	size_t round, i, found = 0, in = 0, width = 0;
	struct changes c;

	for (round = 0; round < 2000; round++) {
		size_t at = 20 + random_below(&seed, 61);
		const struct change_point *p;

		draw(100, 0);
		for (i = at; i < 100; i++)
			x[i] += sds;
		detect(100, &arena, &c);
		p = first(&c);
		if (!p)
			continue;
		found++;
		in += p->lo <= at && at <= p->hi;
		width += p->hi - p->lo + 1;
	}
	arena_release(&arena);
	printf("# a step of %g sd: found %.1f %%, lo..hi has %.1f runs\n", sds,
	       (double)found / 20, (double)width / (double)found);
	return 100 * (double)in / (double)found;
}

/* The median of how many runs of the new level a step needs to be a point. */
static double delay(double sds)
{
	size_t counts[61] = { 0 }, round, after, i;
	struct arena arena = { 0 };
	struct changes c;

	for (round = 0; round < 500; round++) {
		draw(160, 0);
		for (i = 100; i < 160; i++)
			x[i] += sds;
		for (after = 1; after < 60; after++) {
			detect(100 + after, &arena, &c);
			if (first(&c))
				break;
		}
		counts[after]++;
	}
	arena_release(&arena);
	for (after = i = 0; 2 * i < 500; i += counts[++after])
		;
	return (double)after;
}

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	check("points in white noise", false_alarms(100, 400, 0), 0, 0);
	check("points in AR(1) .6", false_alarms(100, 200, .6), 0, 3);
	check("points in more white noise, of 2,000 x 100 runs",
	      false_alarms(2000, 100, 0), 0, 20);
	check("points in more AR(1) .6, the same",
	      false_alarms(2000, 100, .6), 0, 60);
	check("% that hold the place, 1.5 sd", held(1.5), 95, 100);
	check("% that hold the place, 3 sd", held(3), 99, 100);
	check("runs until 3 sd are seen, median", delay(3), 3, 4);
	check("runs until 5 sd are seen, median", delay(5), 3, 3);
	printf("1..%d\n", n_checks);
	return 0;
}
