/* report_index.c - finds a run, a result or a metric of a report by hash. */
#include "report_index.h"

#include <string.h>

#include "mem.h"

struct report_index *index_new(struct arena *arena)
{
	struct report_index *x = arena_alloc(arena, sizeof(*x));

	/* Where the arena lies is not known outside: nobody can prepare an
	 * upload whose series all fall on one slot. */
	x->seed = (uint64_t)(uintptr_t)x * 0x9e3779b97f4a7c15u;
	x->last_run = SIZE_MAX;
	return x;
}

uint64_t hash_mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9fb21c651e98df25u;
	return h ^ (h >> 32);
}

uint64_t hash_string(uint64_t h, const char *s)
{
	size_t len;
	uint64_t word;

	if (!s)
		return hash_mix(h, 0x5bd1e995u);
	len = strlen(s);
	h = hash_mix(h, len);
	for (; len >= 8; s += 8, len -= 8) {
		memcpy(&word, s, 8);
		h = hash_mix(h, word);
	}
	word = 0;
	memcpy(&word, s, len);
	return hash_mix(h, word);
}

uint64_t hash_tags(uint64_t h, const struct tags *t)
{
	size_t i;

	for (i = 0; t && i < t->n; i++)
		h = hash_string(hash_string(h, t->items[i].key),
				t->items[i].value);
	return h;
}

static void index_put(struct report_index *x, const struct slot *s)
{
	size_t i = (size_t)s->hash & (x->cap - 1);

	while (x->slots[i].used)
		i = (i + 1) & (x->cap - 1);
	x->slots[i] = *s;
}

void index_add(struct report_index *x, struct arena *arena, uint64_t hash,
	       size_t run, size_t result, size_t metric)
{
	struct slot *old = x->slots;
	size_t i, old_cap = x->cap;

	if (2 * x->n >= x->cap) {
		x->cap = x->cap ? 2 * x->cap : 64;
		x->slots = arena_alloc(arena, x->cap * sizeof(*x->slots));
		for (i = 0; i < old_cap; i++)
			if (old[i].used)
				index_put(x, &old[i]);
	}
	index_put(x, &(struct slot){ hash, (uint32_t)run, (uint32_t)result,
				     (uint32_t)metric, true });
	x->n++;
}

const struct slot *index_next(const struct report_index *x, uint64_t hash,
			      size_t *at)
{
	if (!x->cap)
		return NULL;
	for (; x->slots[(hash + *at) & (x->cap - 1)].used; ++*at) {
		const struct slot *s = &x->slots[(hash + *at) & (x->cap - 1)];

		if (s->hash == hash) {
			++*at;
			return s;
		}
	}
	return NULL;
}
