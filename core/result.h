/*
 * result.h - what was measured: metrics, results, failures, runs.
 *
 * Plain structs; whoever makes them says where they live (report.h: in the
 * report's arena).
 */
#ifndef RESULT_H
#define RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sample_set.h"
#include "tags.h"

enum better { BETTER_UNKNOWN, BETTER_HIGHER, BETTER_LOWER, BETTER_NONE };
/* BETTER_NONE: told to be neither (a count, a duration asked for). */

enum role { ROLE_SAMPLE, ROLE_INTERVAL, ROLE_STREAM, ROLE_SUMMARY };
/*
 * sample: one value a run of the tool, the thing to compare; interval: a time
 * series inside one run; stream: one value a parallel stream; summary: a
 * statistic that the tool computed.
 */

struct metric {
	const char *name;  /* never NULL; "value" where nothing tells one */
	const char *unit;  /* as the source spells it; NULL: not told */
	enum better better;
	enum role role;
	double *samples;   /* n of them in file order; NULL: summary only */
	size_t n, cap;     /* cap: room for so many, the report's own */
	struct summary summary; /* filled by the importer when summary only */
};

struct result {
	const char *test;  /* NULL: the file names none */
	struct tags params;
	struct metric *metrics;
	size_t n_metrics;
};

struct failure {
	const char *test;   /* NULL: the file names none */
	struct tags params;
	const char *metric; /* NULL: the whole test */
	const char *reason;
};

struct run {
	struct tags tags;      /* facts and run tags that the file tells */
	bool options_complete; /* of a full config: others are n */
	bool has_at;
	int64_t at_ns;         /* when measured, since 1970, UTC */
	struct result *results;
	size_t n_results;
	struct failure *failures;
	size_t n_failures;
	const char *doc;       /* its bytes in report->text; NULL: all of it */
	size_t doc_len;
	/* Told by native documents only; else NULL or 0. */
	const char *told_format;   /* format of raw, or of the first storing */
	const char *told_identity; /* hex, of /export */
	const char *told_by, *told_file;
	int64_t told_received_ns;
	bool told_at_assumed;
};

/* Are two names or units the same? NULL: not told, and the same as NULL. */
bool name_same(const char *x, const char *y);

const char *better_name(enum better better); /* "higher" "lower" "none", NULL */
bool better_parse(const char *s, enum better *out);
const char *role_name(enum role role);
bool role_parse(const char *s, enum role *out);

#endif
