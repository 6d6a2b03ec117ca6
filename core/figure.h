/*
 * figure.h - the figures of a published summary as series.
 *
 * A summary is a result where its n, and its mean or its median, are told.
 * Every other figure is a series of its own, so that it can be compared: one
 * value a summary, called METRIC.FIGURE (read.clat.p99).
 * Native JSON shows them together again (metrics_json.h).
 */
#ifndef FIGURE_H
#define FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"

struct figure {
	const char *name;   /* NULL: a percentile, p50, p99.9 */
	bool six;           /* of struct summary: only where there is none */
	enum role role;     /* center, the one value of a run, is a sample */
	const char *unit;   /* NULL: the metric's; "": none */
	enum better better; /* BETTER_UNKNOWN: the metric's; lower: a spread,
			       which is never below 0 */
};

/* NULL where it is the name of none. The rows can be compared for order. */
const struct figure *figure_find(const char *name);

/*
 * Which figure does a series show? read.clat.p99.9 is p99.9 of read.clat.
 *
 * of        out: how many bytes of the name are the metric's
 * returns   NULL: none, it is a metric like any other
 */
const struct figure *figure_of(const char *series, size_t *of);

/* What it is as a series of a metric of this unit and direction. */
const char *figure_unit(const struct figure *f, const char *unit);
enum better figure_better(const struct figure *f, enum better better);

#endif
