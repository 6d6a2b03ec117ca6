/*
 * changes.h - the change points of many lines, by the range of revisions that
 * they happened in.
 *
 * Announced are steps and drifts of at least a margin, no bursts; the points
 * inside a drift are one. Everything is in the arena.
 */
#ifndef CHANGES_H
#define CHANGES_H

#include "json.h"
#include "line_changes.h"
#include "request.h"

/* A step or a drift of a line. */
struct announced {
	const struct line_changes *c;
	size_t from, to;          /* the last run before, the first after; of a
				     drift its ends */
	const struct change_point *point; /* NULL: a drift */
	double before, after, change_ratio;
	int64_t at_ns;            /* when run `to` was measured */
	const char *word;         /* "worse", "better", "changed" or "" */
};

/* Those of one range. */
struct change_range {
	const char *key;          /* "rev", "commit", "at", ... */
	const char *from, *to;    /* the values of the runs before and after */
	int64_t at_ns;            /* the newest of them */
	struct announced *of;     /* the worst first */
	size_t n;
};

struct changes_of {
	struct change_range *ranges; /* newest first */
	size_t n;
	size_t n_announced, n_lines, n_lines_changed;
	size_t n_runs;            /* that were looked at, since then */
	struct db_found found;    /* what they are made of */
	struct line_changes *all; /* of each line; one that was not looked at
				     has no change points */
	double n_false;           /* of them that are expected to be none */
};

/*
 * The lines that a selection means; a line whose newest run is older than
 * since_ns (0: none is) is not looked at.
 *
 * from_ns   runs of the days before are not read; 0: all are, or else a
 *           selection that means none is an error
 * margin    ratio
 * cost      all these runs are read
 */
int changes_make(struct request *rq, const struct selection *selection,
		 int64_t from_ns, int64_t since_ns, double margin,
		 struct changes_of *out, struct err *err);

/* So much is read before what is asked for: levels have to be known. */
#define CHANGES_BEFORE_DAYS 60

/* Instead of the newest: ranges with something worse, the largest of them. */
void changes_worst_first(struct changes_of *all);

/*
 * At most `limit` ranges; what is left out is counted.
 * since     " in the last 7 days", or ""
 */
void changes_text(const struct changes_of *all, const struct request *rq,
		  const char *since, size_t limit, struct buf *out);
/* The members of an object that the caller has begun and ends. */
void changes_json(const struct changes_of *all, const struct request *rq,
		  size_t limit, struct json *j);

#endif
