/*
 * json_scan.h - the guard before cJSON: one pass over a JSON document.
 *
 * Checks everything that cJSON takes silently: depth, how many values, each of
 * which takes it 64 bytes and more, UTF-8, control characters, \u0000, lone
 * surrogates, the grammar of numbers, text behind the document. Numbers never
 * reach cJSON: it gets a copy of the document in which a number is its index in
 * numbers[], so that the importer reads the digits of the source; an array
 * under the key "samples" that holds no arrays is its index in arrays[], read
 * straight into doubles. NaN and Infinity are no JSON; of "samples", and where
 * the importer asks for it, they are taken as numbers, for the importer to
 * refuse by name.
 */
#ifndef JSON_SCAN_H
#define JSON_SCAN_H

#include <stdint.h>

#include "buf.h"
#include "line.h"

/* Its text, which is at most 1,000 bytes, from the document's start. */
struct json_number {
	uint32_t at, len;
};

struct json_samples {
	size_t from, n;       /* in values[] */
	bool bad;             /* one is no finite number: */
	size_t bad_index;
	struct span bad_text; /* its text in the source */
};

struct json_scan {
	const char *at, *end;
	size_t line;       /* of `at`, from 1 at the document's start */
	struct buf text;   /* for cJSON */
	const char *start; /* of the document, blanks before it too */
	struct json_number *numbers;
	size_t n_numbers;
	struct json_samples *arrays;
	size_t n_arrays;
	double *values;
	size_t n_values;
	size_t n_nodes;    /* values so far, those of "samples" aside */
	bool loose;        /* NaN, nan, Infinity, inf are numbers */
	const char *const *unread;
	size_t surrogate_line; /* of the first lone surrogate; 0: none. The
				  string is no UTF-8 then, and the document
				  is not to be kept */
	const char *error; /* what is wrong at `at`; NULL: nothing */
};

/*
 * Scans the document that begins at data, blanks before it aside; s->at is
 * behind it then. The caller releases s in any case.
 *
 * unread    keys (NULL ends them) whose values are guarded like all and stand
 *           as 0 in the copy, for what is large and nobody reads; or NULL
 * returns   false with s->error
 */
bool json_scan(struct json_scan *s, const char *data, size_t len, bool loose,
	       const char *const *unread);
void json_scan_release(struct json_scan *s);

#endif
