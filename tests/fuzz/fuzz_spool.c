/*
 * fuzz_spool.c - any bytes as an upload that waits (libFuzzer).
 *
 *	make fuzz && mkdir -p corpus
 *	build/fuzz/fuzz_spool -max_total_time=60 corpus tests/fuzz/spool
 *
 * What can be read prints as the bytes that were read. So that the fuzzer gets
 * past the sum, the head is also printed anew over its own bytes, and read.
 */
#include <assert.h>
#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "spool_entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints an entry and reads it again; the print is in out. */
static void round_trip(const struct spool_entry *e, struct buf *out)
{
	struct arena a = { 0 };
	struct spool_entry again;
	struct err err = { 0 };
	size_t head;

	spool_entry_print(e, out);
	head = out->len;
	assert(head <= SPOOL_HEAD && !out->over);
	buf_add(out, e->data, e->len);
	assert(!spool_entry_read(out->data, out->len, &a, &again, &err));
	assert(!strcmp(again.url, e->url) && !strcmp(again.key, e->key));
	assert(!strcmp(again.file, e->file) && again.len == e->len);
	assert(!memcmp(again.data, e->data, e->len));
	/* No torn one is taken for whole. */
	assert(spool_entry_read(out->data, out->len - 1, &a, &again, &err) < 0);
	arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = { 0 };
	struct spool_entry e;
	struct err err = { 0 };
	struct buf out;
	const char *s = (const char *)data;

	if (sodium_init() < 0)
		return 0;
	buf_init(&out, 64u << 20);
	if (!spool_entry_read(s, size, &a, &e, &err)) {
		round_trip(&e, &out);
		assert(out.len == size && !memcmp(out.data, s, size));
	} else {
		assert(err.code == ERR_INPUT && err.msg[0]);
	}
	buf_clear(&out);
	if (!spool_entry_head(s, size, size, &a, &e, &err)) {
		e.data = s + size - e.len;
		round_trip(&e, &out);
		assert(out.len == size);
	}
	buf_release(&out);
	arena_release(&a);
	return 0;
}
