/*
 * tap.h - what the files of the TAP importer share.
 *
 * Private to import_tap*.c.
 */
#ifndef TAP_H
#define TAP_H

#include "line.h"
#include "mem.h"

size_t tap_indent(struct span line);

/* Of lines without their indentation. */
bool tap_version(struct span line);
bool tap_plan(struct span line, size_t *plan, struct span *rest); /* 1..5 */
bool tap_known(struct span line); /* any of TAP's, outside of blocks */

/* A line of a test: what stands behind ok or not ok. */
bool tap_test(struct span line, bool *ok, struct span *rest);

/* Bytes of the lines of TAP; between --- and ... all that is indented. */
size_t tap_claim(const char *data, size_t len);

struct tap_metric {
	const char *name, *unit;
	enum better better;
	enum role role;
	double *samples;
	size_t n;
};

/* What the YAML block of a test tells. */
struct tap_block {
	const char *reason;      /* why it failed; NULL: not told */
	struct tags params;
	struct tap_metric *metrics;
	size_t n_metrics;
};

/* duration_ms, a sample in ms. */
void tap_duration(struct tap_block *b, struct arena *a, double ms);

/*
 * Reads the text between --- and ..., which stands at line; strings are in the
 * report's arena.
 */
void tap_yaml(struct tap_block *b, struct span text, struct report *report,
	      size_t line);

#endif
