/*
 * record.h - what a record of a table says of its value: a row of CSV, a line
 * of JSON Lines.
 *
 * A field is known by its name, whichever of the two it stands in.
 */
#ifndef RECORD_H
#define RECORD_H

#include "line.h"
#include "mem.h"

enum field {
	FIELD_TEST,
	FIELD_METRIC,
	FIELD_UNIT,
	FIELD_BETTER,
	FIELD_ROLE,
	FIELD_VALUE,
	FIELD_AT,      /* when it was measured */
	FIELD_RUN_TAG,
	FIELD_OTHER    /* of no meaning of its own */
};

struct record {
	struct tags run_tags, params;
	const char *test, *metric, *unit;
	enum better better;
	enum role role;
	bool has_at;
	int64_t at_ns;
};

enum field field_of(struct span name);

/*
 * Keeps what a field tells, strings in the arena; FIELD_OTHER is a parameter.
 * An empty text tells nothing, and FIELD_VALUE is the caller's.
 * returns   NULL, or what is wrong with it: "is no role"
 */
const char *record_set(struct record *r, struct arena *a, enum field field,
		       const char *name, struct span text);

/* The run of these tags and time. */
size_t record_run(struct report *report, const struct record *r);

#endif
