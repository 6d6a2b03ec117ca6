/*
 * text.h - what a terminal may be shown, and tables.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "json.h"
#include "mem.h"

/*
 * Adds a string that came from outside: control, C1 and bidirectional
 * characters are shown as \u{XX}, invalid UTF-8 as \xXX.
 */
void text_safe(struct buf *out, const char *s);

/* How many columns text_safe() takes. */
size_t text_width(const char *s);

/* Padded to width columns, cut with '~' at the end where it is longer. */
void text_cell(struct buf *out, const char *s, size_t width, bool right);

enum wrap { WRAP_AT_BLANK, WRAP_AT_COMMA };

/*
 * s, safe, where column columns of the line are taken; a line that would be
 * wider than width ends before, and goes on indented. Ends the line.
 */
void text_wrap(struct buf *out, const char *s, enum wrap at,
	       size_t width, size_t column, size_t indent);

/*
 * Lines that fit are left as they are; the others are wrapped, behind their own
 * blanks and so many more.
 */
void text_wrap_lines(struct buf *out, const char *lines, size_t width,
		     size_t more);

/* A CSV field (RFC 4180), quoted where needed. */
void csv_field(struct buf *out, const char *s);

/*
 * A table that is printed as text, CSV or an array of JSON objects.
 */
struct column {
	const char *name; /* the head, and the key in CSV and JSON */
	bool right;       /* numbers */
};

struct cell {
	const char *text; /* NULL: nothing known */
	bool number;      /* text is one, also in JSON */
};

struct table {
	const struct column *columns;
	size_t n_columns;
	bool whole;       /* no column is cut when it is printed */
	struct arena *arena;
	struct cell *cells; /* row by row */
	size_t n_cells;
};

void table_init(struct table *t, struct arena *arena,
		const struct column *columns, size_t n_columns);
void table_text(struct table *t, const char *s); /* borrowed; NULL: unknown */
void table_int(struct table *t, int64_t value);
void table_number(struct table *t, double value); /* NaN: unknown */

/*
 * The last column is not cut, and none of a whole table; lines may be longer
 * than a terminal.
 */
void table_print(const struct table *t, struct buf *out);
void table_csv(const struct table *t, struct buf *out);
void table_json(const struct table *t, struct json *j, const char *key);

/* What a word has behind it: "1 run", "2 runs". */
static inline const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

#endif
