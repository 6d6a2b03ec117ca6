/*
 * figures.h - what a tool computed of its own samples.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include "report.h"

/* None of the six is told. */
extern const struct summary figures_none;

/* Whose they are. */
struct figures {
	const char *test;
	const struct tags *params;
	const char *name, *unit;
	enum better better;
};

/*
 * Gives a summary to the report. Where its n, or its mean and its median are
 * not told, and where the run has one of this name already (a test that was
 * repeated), its figures become values of their own: NAME.min, NAME.mean.
 */
void figures_put(struct report *r, size_t run, const struct figures *f,
		 const struct summary *summary);

/* One more figure: NAME.p99. NAN is none. */
void figures_one(struct report *r, size_t run, const struct figures *f,
		 const char *what, double value);

#endif
