/*
 * selection.h - which results are meant: conditions that must all hold.
 *
 * What the URL's terms are read into (server/terms.h) and what the archive
 * answers (db/db.h). Everything is borrowed from the arena of the request.
 */
#ifndef SELECTION_H
#define SELECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum condition_kind {
	COND_EQUAL,      /* one of values */
	COND_RANGE,      /* lo..hi in the order of order.h, ends included */
	COND_PREFIX,     /* begins with values[0] */
	COND_CONTAINS,   /* contains values[0] */
	COND_MISSING,    /* not recorded */
	COND_RECORDED,   /* recorded, with whatever value */
	COND_OPTION_ON,  /* kernel option: y */
	COND_OPTION_OFF, /* n, or absent in a full config */
};

/*
 * key       a tag's key; or run, upload, at, test, metric, unit, better, role
 * negate    the opposite, which holds too where nothing is recorded
 * lo, hi    of a range; NULL: open. For `at` the spans are in from_ns, to_ns
 * text      the term as it was written, for messages
 */
struct condition {
	const char *key;
	enum condition_kind kind;
	bool negate;
	const char **values;
	size_t n_values;
	const char *lo, *hi;
	const int64_t *from_ns, *to_ns; /* at: n_values half-open spans */
	const char *text;
};

struct selection {
	struct condition *conditions;
	size_t n;
	size_t last; /* newest runs of each row and side; 0: all */
};

/* The condition that a key has one of some values; NULL: there is none. */
const struct condition *selection_equal(const struct selection *s,
					const char *key);

/*
 * Does a recorded value (NULL: none) satisfy it? A kernel option that a full
 * config does not have is an n: that is the caller's to know.
 */
bool condition_holds(const struct condition *c, const char *value);
bool condition_holds_int(const struct condition *c, int64_t value);
bool condition_holds_time(const struct condition *c, int64_t ns);

#endif
