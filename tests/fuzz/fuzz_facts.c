/*
 * fuzz_facts.c - any bytes as the facts of a machine (libFuzzer).
 *
 *	make fuzz && mkdir -p corpus
 *	build/fuzz/fuzz_facts -max_total_time=60 corpus tests/fuzz/facts
 *
 * What is read can be kept; what is refused says why.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "facts.h"
#include "limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { 0 };
	struct err err = { 0 };
	struct facts facts;
	size_t i, options = 0;

	if (facts_parse((const char *)data, size, &arena, &facts, &err) < 0) {
		assert(err.code != ERR_NONE && err.msg[0]);
		arena_release(&arena);
		return 0;
	}
	assert(facts.tags.n && facts.tags.n <= LIMIT_RUN_TAGS);
	for (i = 0; i < facts.tags.n; i++) {
		const struct tag *t = &facts.tags.items[i];
		const char *why;

		assert(tag_key_ok(t->key, strlen(t->key)));
		assert(!tag_key_reserved(t->key) && !tag_key_asks(t->key));
		assert(tag_value_ok(t->value, strlen(t->value), &why));
		assert(!i || strcmp(t[-1].key, t->key) < 0);
		options += tag_option_name(t->key) != NULL;
	}
	assert(options == facts.n_options);
	arena_release(&arena);
	return 0;
}
