/*
 * json.h - writing JSON into a buf: begin, append, end.
 *
 * Commas and nesting are kept by the writer; a key is given inside an object,
 * NULL inside an array. Strings must be UTF-8 (invalid bytes come out as
 * U+FFFD); control, bidirectional-override and C1 characters are escaped.
 * Doubles are the shortest text that reads back the same; a NaN or infinity is
 * null.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "tags.h"

struct json {
	struct buf *out;
	bool comma; /* a value stands before the next one at this level */
};

void json_init(struct json *j, struct buf *out);

void json_object(struct json *j, const char *key); /* { */
void json_object_end(struct json *j);
void json_array(struct json *j, const char *key);  /* [ */
void json_array_end(struct json *j);

/* A value of NULL is null. */
void json_string(struct json *j, const char *key, const char *value);
void json_stringn(struct json *j, const char *key, const char *value,
		  size_t len);
void json_number(struct json *j, const char *key, double value);
void json_int(struct json *j, const char *key, int64_t value);
void json_bool(struct json *j, const char *key, bool value);
void json_null(struct json *j, const char *key);
void json_doubles(struct json *j, const char *key, const double *x, size_t n);
void json_tags(struct json *j, const char *key, const struct tags *tags);

#endif
