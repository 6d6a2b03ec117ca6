/*
 * report.h - what an importer read: runs of results of metrics.
 *
 * The inward noun. Everything lives in the arena that report_init() was given.
 * An importer adds to it and never looks into it; import.c fills in where the
 * block stands. A sample is refused only when it is not finite (asserted:
 * importers say it as an error first).
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "result.h"

struct message {
	size_t line; /* 1-based in the whole input; 0 = the input as a whole */
	const char *text;
};

#define REPORT_MESSAGES_MAX 1000 /* kept of each kind; all are counted */

struct report {
	struct arena *arena;
	const char *text;       /* what the importers saw: without BOM, CR... */
	size_t text_len;
	bool complete; /* false: truncated, failed or refused in part */
	struct run *runs;
	size_t n_runs;
	struct message *warnings, *errors;
	size_t n_warnings, n_errors;  /* all, also those not kept */
	size_t n_results, n_samples;  /* over all runs, for the limits */
	bool over_limit;              /* one was hit: no more is kept */
	const char *over_what;        /* which one, for the message */
	size_t line0;                 /* lines before the text being parsed */
	size_t line;                  /* where the importer stands; report_*()
				         name it in messages of their own */
	struct report_index *index;   /* private */
};

void report_init(struct report *r, struct arena *arena);

/* A run of its own (a native document), or the one with exactly these tags. */
size_t report_run_new(struct report *r);
size_t report_run_with(struct report *r, const struct tags *tags);

/* The same, apart for every time; for tables with a column of times. */
size_t report_run_at(struct report *r, const struct tags *tags, int64_t at_ns);

/*
 * The first run; made when there is none yet. For formats whose file is one
 * run.
 */
size_t report_run_default(struct report *r);

/*
 * The next document or format begins: from here on the three above make new
 * runs.
 */
void report_runs_close(struct report *r);

/* The run of an index; not to be kept across a report_run_*(). */
struct run *report_run(struct report *r, size_t run);

/* A fact or run tag; a second, different value of a key is a warning. */
void report_tag(struct report *r, size_t run, const char *key,
		const char *value);

/*
 * Adds one sample to the series (test, params, name, role) of a run; equal
 * series in one file are one series, in file order. A unit or direction that
 * differs from the series' first one makes a series of its own when it cannot
 * be the same (other unit), never a mixture.
 *
 * test, unit   may be NULL
 * params       copied; the caller's struct may be temporary
 * value        finite
 * cost         O(1) amortised, O(log n) for the metric
 */
void report_sample(struct report *r, size_t run, const char *test,
		   const struct tags *params, const char *name,
		   const char *unit, enum better better, enum role role,
		   double value);

/* n of them at once, copied, in order. */
void report_samples(struct report *r, size_t run, const char *test,
		    const struct tags *params, const char *name,
		    const char *unit, enum better better, enum role role,
		    const double *values, size_t n);

/*
 * A published summary. A second one for the same series in the same run is an
 * error (two tables must differ by a parameter).
 */
void report_summary(struct report *r, size_t run, const char *test,
		    const struct tags *params, const char *name,
		    const char *unit, enum better better, enum role role,
		    const struct summary *summary);

/* The same; false, and nothing is done, where there is one already. */
bool report_summary_first(struct report *r, size_t run, const char *test,
			  const struct tags *params, const char *name,
			  const char *unit, enum better better, enum role role,
			  const struct summary *summary);

/*
 * A test that failed, was skipped or not supported; also a warning. A reason
 * that is empty is that none was told.
 */
void report_failure(struct report *r, size_t run, const char *test,
		    const struct tags *params, const char *metric,
		    const char *reason, size_t line);

/*
 * Moves the runs of another report in the same arena to the end of this one,
 * each as a run of its own: a document that holds another format's text. Its
 * tags are those of base, which are in that arena too, then the run's own where
 * base is silent. Messages come along with prefix before their text and stand
 * at line.
 */
void report_adopt(struct report *r, struct report *from, const struct run *base,
		  size_t line, const char *prefix);

/*
 * Messages. line counts from 1 in the block that parse() was given, 0 = none;
 * bytes that are not printable ASCII or valid UTF-8 are shown as \xHH.
 */
void report_warn(struct report *r, size_t line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void report_error(struct report *r, size_t line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Such a text as it is shown: a copy in the arena, cut at 1,600 bytes. */
const char *report_printable(struct arena *a, const char *text);

#endif
