/*
 * lines.h - results as lines over time: which belong together, in which order.
 *
 * A line is one series (test, parameters, metric, role) on one host with one
 * set of kernel options and of other tags, in one dimension of unit. What a
 * history is about may differ within it: kernel, os, rev, commit, tool.version,
 * hw.*, boot, round, batch, and the key of the order. Everything is in the
 * arena or borrowed from what was found.
 */
#ifndef LINES_H
#define LINES_H

#include "buf.h"
#include "db.h"

/* A run that has a value. */
struct point {
	const struct db_run *run;
	const struct db_result *result;
	const char *key; /* its value of the order's key; NULL: of time */
	double value;    /* the median of its samples, in the line's unit */
	double factor;   /* from the result's unit into the line's */
};

/* A run that failed: no value, but a place. */
struct line_failure {
	const struct db_failure *failure;
	const char *key; /* as a point's; NULL also: not recorded */
};

struct line {
	const struct db_series *series;
	struct tags tags;      /* that make the line, of a full config none */
	size_t full_config;    /* its options; 0: the config is not full */
	const char *unit;      /* of the newest run; NULL: not given */
	enum better better;    /* of the newest run */
	bool better_assumed;
	const char *order;     /* a key, or "at": when it was measured */
	const char *why;       /* it is this one, in words */
	struct point *points;  /* in history order: key, time, round; the
				  rest in an order that uploading them in
				  another one does not change */
	size_t n;
	struct line_failure *failures; /* by run */
	size_t n_failures;
	/* Results that are no point: */
	size_t n_no_median;    /* only their summary was published */
	size_t n_no_key;       /* nothing recorded under the order's key */
	size_t n_twice;        /* the run has another one, in another unit */
};

struct lines {
	struct line *of;       /* by test, metric, parameters, tags */
	size_t n;
	size_t n_failed;       /* failures that belong to no line */
};

/*
 * order     a key, "at", or NULL: rev where every run of the line records one,
 *           else kernel where every one is a version, else at
 * errors    ERR_UNUSABLE: no run records the key, or its values are hashes
 * cost      O(n log n) in the results
 */
int lines_make(const struct db_found *found, const char *order,
	       struct arena *arena, struct lines *out, struct err *err);

/* "udp throughput size:160 host:apu2", safe; without: a key or NULL. */
void line_name(const struct line *line, struct buf *out);

/* "Mbit/s, more is better (assumed)". */
void line_unit(const struct line *line, struct buf *out);

/* Where a point stands: its key, or the minute it was measured in. In arena. */
const char *point_place(const struct point *point, struct arena *arena);

#endif
