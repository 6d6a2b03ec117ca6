/*
 * import.h - from the bytes a tool printed to a struct report.
 *
 * Pure: no file, no clock, no database. A file is a sequence of blocks: at each
 * line start the longest claim of a specific format wins, equal claims are an
 * error that names both; what no specific format claims in the whole text goes
 * to the generic formats, in table order. Unclaimed lines are counted and said.
 */
#ifndef IMPORT_H
#define IMPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "err.h"
#include "report.h"

/*
 * Metrics that a format gives: lists, joined by ", ", of names and of their
 * units. In a name or unit * stands for any text, which is then the file's;
 * "-" is no unit. Figures of a metric (figure.h) need no row of their own.
 */
struct known_metric {
	const char *names, *units;
	const char *better; /* "higher" "lower" "none"; "-": not told, "*": as
			       the file says */
};

/* One row of any metrics, for formats in which a file names its own. */
extern const struct known_metric metrics_of_file[];

struct importer {
	const char *name;    /* stable: it is in URLs and in the archive */
	const char *summary; /* one line, for `maxistat formats` and /help */
	const char *needs;   /* what the caller adds: "test: unit:", or "" */
	const struct known_metric *metrics; /* {0} ends them */

	/*
	 * At a line start: 0, or how many of the bytes from here are this
	 * format's block (up to a line end). rest of the text is visible.
	 */
	size_t (*claim)(const char *data, size_t len);

	/*
	 * The bytes that the first line of a block can begin with, which spares
	 * most lines of others the question; behind a '^', those that it cannot
	 * begin with. NULL: any.
	 */
	const char *starts;

	/* Asked only for text that no specific format claims. */
	bool generic;

	/*
	 * Of a generic format, or NULL: does the first line say that the whole
	 * text is its own? Then no other is asked about the lines behind it.
	 */
	bool (*names_itself)(const char *data, size_t len);

	/*
	 * Reads its blocks into the report: called once a file, with the
	 * lines of others empty, so that lines count from the file's first.
	 * A bad line goes to report_error() and parsing goes on where it
	 * can.
	 * returns   0; -1 with err only where nothing more can be read
	 */
	int (*parse)(const char *data, size_t len, struct report *report,
		     struct err *err);
};

/* May the first line of a block of it begin with this byte, by its starts? */
bool importer_can_start(const struct importer *importer, char byte);

/* The table, in the order of importers.def; NULL ends it. */
const struct importer *const *importers_all(void);
const struct importer *importer_find(const char *name); /* or NULL */

/*
 * Reads a whole upload.
 *
 * data      any bytes; a BOM, NUL padding, CR LF, ESC sequences are taken care
 *           of here, before any importer sees them
 * format    a name from the table: every byte is given to it; NULL: detect
 * report    initialised by the caller
 * formats   out: the names of the formats found, joined by '+', in the
 *           report's arena; "" if none
 * returns   0, also when report->n_errors > 0 (then nothing may be stored); -1
 *           for an unknown format, empty or binary input, or a format that
 *           cannot be told: err says what was expected
 * cost      O(len) for all formats of the table together
 */
int import_parse(const char *data, size_t len, const char *format,
		 struct report *report, const char **formats, struct err *err);

#endif
