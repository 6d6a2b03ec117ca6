/*
 * perf_stat.h - what the files of the perf stat importer share.
 *
 * Private to import_perf_stat*.c.
 */
#ifndef PERF_STAT_H
#define PERF_STAT_H

#include "line.h"

struct perf_stat {
	struct report *report;
	struct lines lines;
	const char *test;   /* the command; NULL: not told */
	struct tags params;
	size_t runs;        /* of -r; 0: one, and values are samples */
	bool comma;         /* 0,64 and 805.346 of the locale */
	bool open;          /* a block of text is being read */
	size_t line;        /* where it began */
	bool elapsed;       /* its last lines were there */
};

enum better perf_stat_better(struct span event);

/* The standard error of a mean, and relative to it; NAN: not told. */
struct perf_error {
	double value, percent;
};

extern const struct perf_error perf_error_none;

void perf_stat_put(struct perf_stat *x, struct span event, struct span unit,
		   double value, struct perf_error error);
void perf_stat_missing(struct perf_stat *x, struct span event,
		       struct span reason);
bool perf_stat_is_missing(struct span s);

/* The text for people. */
bool perf_stat_line_begins(struct span line);
bool perf_stat_line_goes_on(struct span line);
bool perf_stat_line(struct perf_stat *x, struct span line);
void perf_stat_lines_end(struct perf_stat *x);

/* Does a text write 0,64 for 0.64? */
bool perf_stat_decimal_comma(struct span text);

#endif
