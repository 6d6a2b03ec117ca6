/*
 * json_read.h - the JSON documents in a text, guarded and then read.
 *
 * json_scan.c guards, cJSON makes the tree; numbers are read from the digits of
 * the source, never through cJSON.
 */
#ifndef JSON_READ_H
#define JSON_READ_H

#include <cjson/cJSON.h>

#include "json_scan.h"
#include "mem.h"

struct json_read {
	struct json_scan scan;
	struct arena tree;
	cJSON *root;      /* in it: an object or array; NULL: none was read */
	struct span text; /* of the document in the source */
	size_t line;      /* where it begins */
};

/*
 * Reads the document that begins with the line read last; the lines go on
 * behind it. What is wrong with it, also text behind it on its last line, is an
 * error of the report; a document with a lone surrogate is read all the same.
 * The caller releases d in any case.
 *
 * loose     NaN, nan, Infinity, inf are numbers, not finite ones
 */
bool json_read(struct json_read *d, struct lines *l, struct span line,
	       struct report *report, bool loose);

/* The same, where the values under the keys of a list are read by nobody. */
bool json_read_but(struct json_read *d, struct lines *l, struct span line,
		   struct report *report, bool loose,
		   const char *const *unread);
void json_read_release(struct json_read *d);

/* The node at a path of keys: "end.sum_sent.bytes"; NULL. */
const cJSON *json_at(const cJSON *node, const char *path);

/*
 * The members of an object, for `for`: each has a name, as node->string. Of
 * anything else, which may stand there, none.
 */
#define json_each_member(node, object) \
	((node) = json_first_member(object); (node); (node) = (node)->next)
const cJSON *json_first_member(const cJSON *object);

/* The text of a number as it stands in the source; false: not a number. */
bool json_digits(const struct json_read *d, const cJSON *node,
		 struct span *out);

/* Its value; NUMBER_BAD where there is none. */
enum number_status json_value(const struct json_read *d, const cJSON *node,
			      double *out);

/*
 * The array under a key "samples", its numbers from scan.values on; NULL: no
 * array of numbers stands there.
 */
const struct json_samples *json_samples(const struct json_read *d,
					const cJSON *node);

/* NULL where the node is no string. */
const char *json_words(const cJSON *node);

/* A key that stands twice in an object of the tree, or NULL. */
const char *json_twice(const cJSON *node);

#endif
