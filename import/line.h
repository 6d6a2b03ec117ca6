/*
 * line.h - the scanner that line formats share: lines, fields, numbers.
 *
 * Works on (pointer, length); nothing is copied and nothing is NUL-terminated.
 * Text has been through import_parse(): a line ends with LF or with the text.
 */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "number.h"
#include "report.h"

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))

/* A piece of the text, borrowed. */
struct span {
	const char *s;
	size_t len;
};

struct lines {
	const char *at, *end;
	size_t no;           /* of the line read last, from 1 */
	const char *start;   /* of the line read last */
	size_t skipped;      /* see line_skip() */
	size_t first_skipped;
};

void lines_init(struct lines *l, const char *data, size_t len);
bool lines_next(struct lines *l, struct span *line); /* without its LF */

/*
 * The next line for a reader that reports: report->line is its number. false:
 * no more, or the report takes no more.
 */
bool lines_read(struct lines *l, struct report *report, struct span *line);

/*
 * The next line where it is nothing but digits, with at most one point among
 * them and a minus before: a column of numbers is read so without a look at
 * what else a line can be. false: it is something else, and l stays.
 */
bool lines_number(struct lines *l, struct span *line);

/* The line at the beginning of a text; *used counts its LF. */
struct span line_first(const char *data, size_t len, size_t *used);

/*
 * Counts the line read last as one that the format does not know; blank ones
 * are not counted. lines_end() says all of them as one warning.
 */
void line_skip(struct lines *l, struct span line);
void lines_end(const struct lines *l, struct report *report);

struct span span_of(const char *s);
struct span span_trim(struct span s);       /* blanks and tabs on both sides */

/* Here, so that the length of a literal is known when it is compiled. */
static inline bool span_is(struct span s, const char *word)
{
	size_t n = strlen(word);

	return s.len == n && !memcmp(s.s, word, n);
}
static inline bool span_begins(struct span s, const char *prefix)
{
	size_t n = strlen(prefix);

	return s.len >= n && !memcmp(s.s, prefix, n);
}

static inline bool span_ends(struct span s, const char *suffix)
{
	size_t n = strlen(suffix);

	return s.len >= n && !memcmp(s.s + s.len - n, suffix, n);
}

bool span_blank(struct span s);
const char *span_find(struct span s, const char *word); /* or NULL */
char *span_copy(struct span s, struct arena *a);

/* For printf's "%.*s": at most max bytes of it. */
int span_shown(struct span s, size_t max);

/*
 * Splits at blanks and tabs.
 * returns   how many fields there are; the first max of them are in field
 */
size_t line_fields(struct span line, struct span *field, size_t max);

/* The first field from *line on, which moves behind it; false: no more. */
bool line_field(struct span *line, struct span *field);

/*
 * Splits `key: value` or `KEY=VALUE` at the first sep. Both are trimmed.
 * returns   false without sep, or where the key is empty
 */
bool line_key_value(struct span line, char sep, struct span *key,
		    struct span *value);

/* A number that is exactly this span. */
enum number_status span_number(struct span s, double *out);
bool span_is_number(struct span s);
bool span_is_integer(struct span s); /* digits only */
bool span_is_decimal(struct span s, size_t decimals); /* 12.34 for 2 */

/*
 * The same for a sample: what is wrong with it goes to the report as an error
 * of that line.
 */
bool span_sample(struct span s, struct report *report, size_t line,
		 double *out);

#endif
