/*
 * gather.h - one result of a tool while it is being read.
 *
 * What a block of lines tells comes in any order: its values here, then the
 * whole to the report, or nothing of it. The duration and the facts are the
 * run's, so that two results which differ only there stay comparable; what
 * tells two series apart is a parameter.
 */
#ifndef GATHER_H
#define GATHER_H

#include "line.h"
#include "mem.h"
#include "nominal.h"
#include "report.h"

struct gathered {
	const char *name, *unit;
	enum better better;
	enum role role;
	double value;
};

struct gather {
	struct report *report;
	const char *test;          /* NULL: not told */
	size_t line;               /* where the result stands, for messages */
	struct tags params, facts; /* in scratch */
	const char *duration;      /* seconds; NULL: not told */
	bool has_at;
	int64_t at_ns;
	struct gathered *values;
	size_t n_values;
	struct arena scratch;      /* until the result is flushed or dropped */

	/* of the file; run_tags, which the reader sets, in its arena */
	struct tags run_tags;      /* what makes it a run of its own */
	struct nominal nominal;
	double near;               /* durations as near as this are one */
	bool counted;              /* the tool does a number of things; how */
	bool varies;               /* long it took is a fact while it is one */
	size_t n_flushed;          /* results given to the report so far */
};

/* In the report's arena: a gather is too large for a stack. */
struct gather *gather_new(struct report *report);

void gather_value(struct gather *g, const char *name, const char *unit,
		  enum better better, enum role role, double value);

/*
 * The same from digits; what is wrong with them is an error of the line that
 * report->line names.
 */
bool gather_number(struct gather *g, struct span digits, const char *name,
		   const char *unit, enum better better, enum role role);

/* An empty value is not told. */
void gather_param(struct gather *g, const char *key, struct span value);
void gather_fact(struct gather *g, const char *key, struct span value);
void gather_seconds(struct gather *g, double seconds);
void gather_duration(struct gather *g, struct span seconds);

/* How many values of this name and role there are. */
size_t gather_count(const struct gather *g, const char *name, enum role role);

/* Gives all of it to the report and forgets it; false: there was no value. */
bool gather_flush(struct gather *g);
void gather_drop(struct gather *g);

/*
 * A result that there is not: the test failed. Drops what was gathered.
 * reason    at most 300 bytes of it are kept
 */
void gather_fail(struct gather *g, struct span reason, size_t line);

void gather_end(struct gather *g); /* drops, and frees scratch */

#endif
