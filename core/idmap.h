/*
 * idmap.h - positive integers to pointers, in an arena.
 */
#ifndef IDMAP_H
#define IDMAP_H

#include <stdint.h>

#include "mem.h"

struct idmap {
	struct idmap_slot *slots;
	size_t n, cap;
};

/* NULL where the id is not there. O(1). */
void *idmap_get(const struct idmap *m, int64_t id);
/* id > 0; replaces what is there. O(1) amortised. */
void idmap_set(struct idmap *m, struct arena *a, int64_t id, void *value);

/* A list of ids that is sorted once it is complete. */
struct idset {
	int64_t *ids;
	size_t n;
};

void idset_add(struct idset *s, struct arena *a, int64_t id);
void idset_sort(struct idset *s); /* and drops the second of two equals */
int idset_has(const struct idset *s, int64_t id); /* sorted; O(log n) */

#endif
