/*
 * json_look.h - a light look at a JSON document: whose is it, where does it
 * end?
 *
 * Brackets and strings only; what is wrong with a document is json_scan.c's to
 * say. Formats know theirs by the keys that they are shown, never by the order
 * of keys.
 */
#ifndef JSON_LOOK_H
#define JSON_LOOK_H

#include <stdint.h>

#include "line.h"

/* Keys that stand together at the top of a document; NULL fills. */
struct json_keys {
	const char *all[3];
};

struct json_look {
	/* the format's: shown every key, and every array that begins */
	void (*key)(struct json_look *l, struct span name);
	void (*array)(struct json_look *l); /* may be NULL */
	const struct json_keys *keys; /* of json_look_keys() */
	bool list;            /* the document may be an array */
	bool evidence;        /* set by it: this document is ours */
	unsigned member, seen; /* for what it must remember */

	unsigned depth;       /* 1: in the document */

	/* private */
	const char *at, *end;
	uint64_t objects;     /* bit d: the container at depth d is an object */
	bool key_next;        /* a string here would be a key */
	size_t n_keys, plain; /* so far; bytes of numbers and blanks */
};

/*
 * l         with key, and array where it is needed; else zeroed
 * returns   bytes of the document that begins at data, with the rest of its
 *           last line; 0: no document, or none of the format's, or one that
 *           does not show it in its first 65,536 keys and MB of numbers
 * cost      O(what it returns), about a GB a second
 */
size_t json_look(struct json_look *l, const char *data, size_t len);

/*
 * The same for the formats that one of several sets of keys tells: at most ten,
 * an empty one ends them.
 */
size_t json_look_keys(const char *data, size_t len,
		      const struct json_keys *keys);

#endif
