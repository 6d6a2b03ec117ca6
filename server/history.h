/*
 * history.h - lines over time with their change points.
 *
 * Made once from the request and rendered as text, JSON or CSV. Everything is
 * in the request's arena. Change points are looked for in all runs of a line
 * (the newest CHANGE_RUNS_MAX); from=, to= and limit= only say which runs are
 * shown.
 */
#ifndef HISTORY_H
#define HISTORY_H

#include "line_changes.h"
#include "line_notes.h"
#include "request.h"

struct history_line {
	struct line_changes c;
	size_t from;          /* the first of from= */
	size_t lo, hi;        /* runs lo..hi - 1 are shown: of those up to to=
				 the newest limit= */
	const char *terms;    /* the line as conditions of a link */
	struct line_note *notes;
	size_t n_notes;
};

struct history {
	struct request *rq;
	struct arena *arena;
	struct selection selection;
	struct db_found found;
	struct history_line *lines; /* of one page */
	size_t n, before;     /* lines before it */
	size_t n_all;
	size_t n_runs;        /* points of all lines */
	size_t n_failed;      /* failures that belong to no line */
	size_t shown;         /* runs of a line at the most */
};

/*
 * Segment 0 and the options of the request, with so many runs of all lines
 * together where limit= is not given, 20 of each at the least.
 * At most LIMIT_LINES are looked at, from after= on.
 * errors    ERR_NOT_FOUND; ERR_UNUSABLE: see lines_make()
 */
int history_make(struct request *rq, size_t shown, struct history *out,
		 struct err *err);

void history_text(const struct history *h, struct buf *out);
void history_json(const struct history *h, struct buf *out);
void history_csv(const struct history *h, struct buf *out);

/* A link to the same with the lines behind so many; 0: from the first on. */
const char *history_link(const struct history *h, size_t after);

/* The terms that mean a line and no other one, as a link has them. In arena. */
const char *line_terms(const struct line *line, struct arena *arena);

/*
 * A link that compares the level before a change point with the one that
 * begins there; NULL where the order does not tell their runs apart.
 * terms     of the line
 */
const char *change_link(const struct line_changes *c,
			const struct change_point *point, const char *terms,
			const char *base, struct arena *arena);

/*
 * "git bisect start BAD GOOD", where both runs at a point tell a commit, or the
 * order is by rev; NULL elsewhere.
 */
const char *bisect_line(const struct line *line,
			const struct change_point *point, struct arena *arena);

/* As many decimals of a change in percent as the noise leaves. */
int change_point_decimals(const struct line_changes *c,
			  const struct change_point *point);

#endif
