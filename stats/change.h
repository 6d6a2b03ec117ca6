/*
 * change.h - where the level of a history changed.
 *
 * A history is one finite value a run (the median of its samples), in history
 * order, all in one unit; runs without a value are not in it. Runs are counted
 * from 0. A change point is the first run of a new level.
 *
 * Pure functions: no I/O, no globals, nothing at random; results are in the
 * caller's arena. A NaN or an infinity among the values is the caller's bug and
 * is asserted. NAN in a result means "not defined"; an infinity is never one.
 */
#ifndef CHANGE_H
#define CHANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "mem.h"

#define CHANGE_RUNS_MAX   10000 /* a caller takes the newest */
#define CHANGE_MIN_RUNS   3     /* the shortest level */
#define CHANGE_CONFIRMED  5     /* runs that make the last point certain */
#define CHANGE_ALPHA      .001
#define CHANGE_FALSE_RATE 3e-4  /* points a run of noise, at worst (r1 .6) */

struct change_options {
	double alpha;         /* a point's p is below; CHANGE_ALPHA; 0..1 */
	double min_magnitude; /* a point's |difference| / the smaller |mean| is
				 above; 0 keeps all */
};

enum change_kind {
	CHANGE_STEP,  /* from one level to another */
	CHANGE_DRIFT, /* the same, but a part of a drift */
	CHANGE_BURST, /* a short excursion that went away: not tested, and
			 nothing to raise an alarm for */
};

struct change_point {
	size_t index;        /* first run of the new level */
	size_t lo, hi;       /* where the change may be, at 95 %: lo <= index
				<= hi; of a burst its first and last run */
	size_t n_before;     /* runs of the level before, back to the point
				before this one (bursts do not count) */
	size_t n_after;      /* runs of the new level; of a burst its own */
	double before;       /* mean of those before; a masked run counts as
				the median of its neighbours */
	double after;        /* the same of the new level */
	double change_ratio; /* (after - before) / before; NAN: before is 0 or
				the ratio beyond the largest double */
	double p;            /* NAN: not tested (bursts, exact) */
	enum change_kind kind;
	bool provisional;    /* the last one, and fewer than CHANGE_CONFIRMED
				runs follow; never a burst */
};

/*
 * Points of one direction that one straight line describes as well. It removes
 * none of them.
 */
struct drift {
	size_t from, to;      /* first and last run */
	double before, after; /* the line there; NAN: no double reaches it */
	double change_ratio;  /* as a change point's */
};

/* A change too near to the end to be a point yet. */
struct pending_change {
	size_t index;         /* first run of what may be a new level */
	double before, after; /* as a change point's */
};

struct changes {
	struct change_point *points; /* ascending; all in arena */
	size_t n_points;
	struct drift *drifts;        /* ascending; one may begin with the level
					that the one before ends with */
	size_t n_drifts;
	struct pending_change pending;
	size_t n_pending;            /* 1: pending is there; 0: nothing is */
	bool *masked;                /* n: is it an outlier? */
	double noise;                /* standard deviation of a run around its
					level; NAN: too few runs */
	double r1;                   /* lag-1 autocorrelation around the levels
					that p is corrected for; 0 to .6 */
};

/*
 * Change points of a history with noise: exact optimal partitioning with an L2
 * cost, noise from successive differences, isolated outliers masked first,
 * bottom-up pruning by a pooled t test with Bonferroni over positions and a
 * correction for autocorrelation.
 *
 * 1. Mask: a run further than 6 MAD from the median of its 10 neighbours (at
 *    least 4 there), which then takes its place; not where one of the next two
 *    on either side is nearer to it than that median. Two runs protect each
 *    other: a step is never masked.
 * 2. Noise: root of half the mean squared successive difference / .7588, for
 *    the largest twentieth (at least one) is left out; at least the smallest
 *    distance of values / sqrt(12) and 1e-9 of the median. 0: no points.
 * 3. Partition: levels of at least CHANGE_MIN_RUNS with the least sum of
 *    squared residuals + 3 noise^2 ln n a level; on ties the earliest start.
 * 4. Bursts: a level of 3 runs between two that are nearer to each other than
 *    half the way to it; the three become one.
 * 5. Prune: the point with the largest p goes until all are below alpha, then
 *    that of the least magnitude until all are above what is asked for. Each
 *    time its neighbours are placed anew, where residuals are least, and all
 *    are tested again. p: Student's, two-sided, times the n1 + n2 - 1 places;
 *    the variance at least (noise / 2)^2, times (1 + r1) / (1 - r1). r1: of
 *    the residuals, its bias levels / n added, kept in 0 to .6; 0 below 30
 *    runs.
 * 6. Pending: the last point, where of all places to part the runs since the
 *    point before it the best leaves fewer than CHANGE_MIN_RUNS. They count
 *    to the level before then, with no new pruning: p there may be >= alpha.
 * 7. lo, hi: the first and last place whose residuals, squared and summed over
 *    both levels, are at most 7.35 variances more than the point's.
 * 8. Drifts: the longest from the left of at least two points of one direction
 *    where a line fits the runs of all their levels no worse than those do.
 *
 * x         n in history order, not modified; n <= CHANGE_RUNS_MAX (asserted).
 *           Fewer than 2 * CHANGE_MIN_RUNS have no change points
 * arena     results and scratch, at most 160 bytes a run
 * cost      O(n^2), least where there are many points: 10,000 runs take .1 s
 * source    partitioning: Jackson et al. 2005, IEEE Signal Process. Lett.
 *           12(2), 105-108; noise: von Neumann et al. 1941, Ann. Math. Stat.
 *           12(2), 153-162; lo, hi: Eo & Morley 2015, Quant. Econ. 6(2),
 *           463-497
 * checked   tests/unit/test_change_series.c (45 series), tests/long/change.t
 *           (false alarms)
 */
void stats_changes(const double *x, size_t n, const struct change_options *o,
		   struct arena *arena, struct changes *out);

/*
 * Change points of a figure without noise (the size of code, a count of
 * instructions): every difference is a confirmed change, p is NAN, lo and hi
 * are the index. No drifts, nothing pending, noise 0.
 *
 * x, n      as above
 * cost      O(n)
 */
void stats_changes_exact(const double *x, size_t n, struct arena *arena,
			 struct changes *out);

/* "step", "drift", "burst"; "provisional", "confirmed". */
const char *change_kind_name(enum change_kind kind);
const char *change_state_name(const struct change_point *point);

#endif
