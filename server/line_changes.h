/*
 * line_changes.h - where the level of a line changed.
 *
 * A change of hw.* or tool.version begins a new baseline: the runs before and
 * after it are looked at apart (stats/change.h), so that no change point is
 * raised where the machine or the tool was another. What is not recorded is not
 * known to differ. Runs are counted from 0 in history order.
 */
#ifndef LINE_CHANGES_H
#define LINE_CHANGES_H

#include "change.h"
#include "lines.h"

/* A tag that differs from what was recorded last. */
struct annotation {
	size_t index;         /* the first run with the new value */
	const char *key, *from, *to;
	bool baseline;        /* a new baseline begins there */
};

struct line_changes {
	const struct line *line;
	bool exact;           /* a metric without noise: every difference */
	size_t first;         /* the first run that was looked at: there are at
				 most CHANGE_RUNS_MAX, the newest */
	struct change_point *points; /* of all baselines, ascending */
	size_t n_points;
	struct drift *drifts;
	size_t n_drifts;
	struct pending_change *pending;
	size_t n_pending;
	bool *masked;         /* a run each */
	struct annotation *annotations;
	size_t n_annotations;
	size_t level_from;    /* the newest level: its first run */
	double level;         /* and its mean; NAN: no runs */
	struct changes newest; /* of the newest baseline, for its noise */
	size_t n_newest;      /* its runs */
};

/* In arena. cost: see stats_changes() */
void line_changes(const struct line *line, bool exact, struct arena *arena,
		  struct line_changes *out);

/*
 * The change that would be seen after so many runs of a new level, as a ratio
 * of the level; NAN where that is not known. See stats_change_seen().
 */
double line_change_seen(const struct line_changes *c, size_t n_after);

/*
 * The fewest further runs after which a change of this ratio would be seen; 0:
 * not within 1,000.
 */
size_t line_runs_to_see(const struct line_changes *c, double ratio);

/*
 * "better", "worse", or "changed" where the direction is not told; "" where the
 * change has no ratio.
 */
const char *change_word(const struct line *line, double change_ratio);

#endif
