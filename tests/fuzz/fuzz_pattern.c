/*
 * fuzz_pattern.c - a line of pattern, a line of path (libFuzzer).
 *
 *	make fuzz && mkdir -p corpus
 *	build/fuzz/fuzz_pattern corpus tests/fuzz/pattern
 *
 * A pattern is read or refused with a place; what it tells of a path are terms
 * that an upload takes, unless a value is no tag's.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "import_pattern.h"
#include "import_terms.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_terms(const char *terms, struct arena *arena)
{
	struct written all = { terms, strlen(terms) };
	struct import_terms t;
	struct err err = { 0 };

	import_terms_init(&t);
	if (import_terms_add(&t, all, 0, all.len, arena, &err) < 0)
		assert(err.msg[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *end = size ? memchr(data, '\n', size) : NULL, *text, *path;
	size_t len = end ? (size_t)(end - (const char *)data) : size;
	struct arena arena = { 0 };
	struct pattern pattern;
	struct err err = { 0 };
	const char *terms;

	text = arena_strndup(&arena, (const char *)data, len);
	path = end ? arena_strndup(&arena, end + 1, size - len - 1) : "";
	path = arena_strndup(&arena, path, strcspn(path, "\n"));
	if (pattern_read(text, &arena, &pattern, &err) < 0) {
		assert(err.msg[0] && err.offset <= strlen(text));
	} else {
		terms = pattern_terms(&pattern, path, &arena);
		if (terms)
			check_terms(terms, &arena);
	}
	arena_release(&arena);
	return 0;
}
