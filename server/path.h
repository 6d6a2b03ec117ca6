/*
 * path.h - a URL's path in pieces, and the patterns of the route table that
 * they fit. Private to route.c.
 */
#ifndef PATH_H
#define PATH_H

#include "limits.h"
#include "route.h"

#define WORDS_MAX  4 /* of a pattern */
#define PIECES_MAX (2 * LIMIT_SEGMENTS) /* segments of options too */

/* A stretch of the URI. */
struct piece {
	size_t offset, len;
};

struct path {
	const char *page; /* without its suffix */
	int suffix;       /* index of path_suffixes, or -1 */
	struct piece pieces[PIECES_MAX]; /* the page is the first */
	size_t n;
	size_t query, query_len; /* behind '?' */
};

struct path_suffix {
	const char *suffix, *type;
	enum format format;
};

#define PATH_SUFFIXES 4
extern const struct path_suffix path_suffixes[PATH_SUFFIXES];

/* Splits rq->uri raw; sets rq->written and rq->page. */
int path_split(struct request *rq, struct path *p, struct err *err);

/* Terms that are all name=value: it does not count as a segment. */
bool path_options_only(const char *s, size_t len);

/* The words of a pattern ("/run/ID/raw": run, ID, raw); how many. */
size_t path_words(const char *pattern, const char *words[WORDS_MAX],
		  size_t lens[WORDS_MAX]);

bool path_word_is(const char *word, size_t len, const char *s);

/* Do the segments behind the page (options aside) fit the pattern? */
bool path_fits(const struct route *r, const struct request *rq,
	       const struct path *p, const struct piece *pieces, size_t n);

#endif
