/*
 * csv.h - the records of an RFC 4180 table, with any delimiter.
 *
 * Private to import_csv.c.
 */
#ifndef CSV_H
#define CSV_H

#include "line.h"

#define CSV_COLUMNS_MAX 4096

enum csv_status {
	CSV_RECORD,
	CSV_END,
	CSV_UNTERMINATED, /* a quote that nothing closes: the rest is lost */
	CSV_STRAY,        /* text behind a closing quote; else it is read */
	CSV_WIDE,         /* more than CSV_COLUMNS_MAX cells */
};

struct csv {
	const char *at, *end;
	char delimiter;
	bool quotes;      /* there is one in the text */
	size_t next_line; /* number of the line at `at` */
	size_t line;      /* where the record read last begins */
	struct span *cells;
	size_t n_cells, cap_cells;
	char *scratch;    /* unescaped cells of the record read last */
	size_t cap_scratch;
};

void csv_init(struct csv *c, const char *data, size_t len, char delimiter);
void csv_release(struct csv *c);

/* Blank lines are no records. Cells are good until the next call. */
enum csv_status csv_next(struct csv *c);

/*
 * Is there a quote that nothing closes? Then where its record begins, counted
 * from 1, and which it is, the header being 0. cost O(1) where no quote is
 */
bool csv_unclosed(const char *data, size_t len, char delimiter, size_t *line,
		  size_t *record);

/*
 * The delimiter that stands most often in the first line outside quotes: one
 * of tab ; | and comma, in this order when equal. NUL where there is none.
 */
char csv_delimiter(const char *data, size_t len);

#endif
