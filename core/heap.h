/*
 * heap.h - ids with a key each, of which the largest is wanted next.
 *
 * For the few largest of many: making it is O(n), each one taken O(log n).
 * source    Knuth, TAOCP 3, sec. 5.2.3 (heaps)
 */
#ifndef HEAP_H
#define HEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "mem.h"

struct heap_item {
	int64_t key, id;
};

struct heap {
	struct heap_item *items;
	size_t n;
};

/* All are added before heap_make(), and taken after it. */
void heap_add(struct heap *h, struct arena *a, int64_t key, int64_t id);
void heap_make(struct heap *h);

/* Takes the one with the largest key; false: there is none left. */
bool heap_take(struct heap *h, struct heap_item *out);

#endif
