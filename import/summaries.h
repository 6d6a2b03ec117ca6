/*
 * summaries.h - what a tool computed of its own samples.
 */
#ifndef SUMMARIES_H
#define SUMMARIES_H

#include "report.h"

/* None of the six is told. */
extern const struct summary summary_none;

/* Whose they are. */
struct summarized {
	const char *test;
	const struct tags *params;
	const char *name, *unit;
	enum better better;
};

/*
 * Gives a summary to the report. Where its n, or its mean and its median are
 * not told, and where the run has one of this name already (a test that was
 * repeated), its figures become series of their own (core/figure.h).
 */
void summary_put(struct report *r, size_t run, const struct summarized *f,
		 const struct summary *summary);

/*
 * One more figure, NAME.p99, with the unit, role and direction that
 * core/figure.h tells of it; what is no figure there has the metric's. NAN is
 * none; a spread below 0 is an error.
 */
void summary_figure(struct report *r, size_t run, const struct summarized *f,
		    const char *what, double value);

#endif
