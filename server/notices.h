/*
 * notices.h - what a reader should know of a row beside its verdict.
 */
#ifndef NOTICES_H
#define NOTICES_H

#include <stdbool.h>
#include <stddef.h>

#include "json.h"

enum notice {
#define NOTICE(id, letter, name, text) NOTICE_##id,
#include "notices.def"
#undef NOTICE
	NOTICE_COUNT
};

struct compare;

/* Fills row->notices of all rows; the tests of shape are Holm's over them. */
void compare_notices(struct compare *c);

/* Those that all compared rows of a side have: said once, above. */
unsigned notices_of_all(const struct compare *c, size_t side);

/* "s m" of a set of bits. */
void notices_letters(unsigned notices, struct buf *out);

/* "m  the median says otherwise", a line each. */
void notices_explain(unsigned notices, struct buf *out);

/* Their texts, a line each, without letters. */
void notices_tell(unsigned notices, struct buf *out);

void notices_json(unsigned notices, struct json *j, const char *key);

/* The table, for /help/stats. */
void notices_help(struct buf *out);

#endif
