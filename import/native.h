/*
 * native.h - what the two files of the native JSON importer share.
 *
 * Private to import_native*.c.
 */
#ifndef NATIVE_H
#define NATIVE_H

#include "json_read.h"
#include "report.h"

/* One document being read. */
struct native {
	struct report *report;
	const struct json_read *doc;
	size_t line;       /* where the document begins */
	struct run base;   /* its tags, time and what it tells of itself */
	bool bad;          /* something of it cannot be kept; was said */
};

/* An error of this document. */
void native_bad(struct native *x, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The text of a number as it stands in the source. */
struct span native_number(const struct native *x, const cJSON *node);

/* NULL for null and for no node; anything else but a string is an error. */
const char *native_string(struct native *x, const cJSON *object,
			  const char *key);

/* Text, numbers and booleans of an object become tags. */
void native_tags(struct native *x, const cJSON *object, const char *key,
		 struct tags *out);
void native_at(struct native *x, const cJSON *object, const char *key,
	       bool *has, int64_t *ns);

/* A key that is not read is a warning. */
void native_unknown_key(struct native *x, const cJSON *node, const char *where);

/* The same for those that are none of words (NULL ends). */
void native_unknown_keys(struct native *x, const cJSON *object,
			 const char *where, const char *const *words);

/* results[] and failures[] of a document. */
void native_results(struct native *x, const cJSON *results);
void native_failures(struct native *x, const cJSON *failures);

/* Bytes of the native documents that begin here; 0. */
size_t native_claim(const char *data, size_t len);

#endif
