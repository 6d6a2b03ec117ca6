/* topics.c - of which hosts and tests a transaction told something. */
#include "topics.h"

#include <string.h>

size_t topic_of(const char *key, const char *value)
{
	/*
	 * source: Fowler, Noll & Vo, FNV-1a, 64 bits, folded: names that differ
	 * in their last letters differ in few of its bits.
	 */
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * UINT64_C(0x100000001b3);
	for (; *value; value++)
		hash = (hash ^ (unsigned char)*value) * UINT64_C(0x100000001b3);
	return (hash ^ hash >> 29 ^ hash >> 44) % TOPICS;
}

static void add(struct topics *t, const char *key, const char *value)
{
	uint16_t place;

	if (t->all || !value)
		return;
	place = (uint16_t)topic_of(key, value);
	if (t->n && t->of[t->n - 1] == place)
		return; /* most runs of an upload are of one host and test */
	if (t->n == sizeof(t->of) / sizeof(t->of[0])) {
		t->all = true;
		return;
	}
	t->of[t->n++] = place;
}

/* A parameter can be called so, too, and host:x then means it as well. */
static void add_params(struct topics *t, const struct tags *params)
{
	if (tags_get(params, "host") || tags_get(params, "test"))
		t->all = true;
}

void topics_add_run(struct topics *t, const struct run *run)
{
	size_t i;

	add(t, "host", tags_get(&run->tags, "host"));
	for (i = 0; i < run->n_results; i++) {
		add(t, "test", run->results[i].test);
		add_params(t, &run->results[i].params);
	}
	for (i = 0; i < run->n_failures; i++) {
		add(t, "test", run->failures[i].test);
		add_params(t, &run->failures[i].params);
	}
}
