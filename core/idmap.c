/* idmap.c - open addressing with linear probing, at most half full. */
#include "idmap.h"

#include <stdlib.h>

struct idmap_slot {
	int64_t id; /* 0: free */
	void *value;
};

static size_t home(int64_t id, size_t cap)
{
	/* source: Knuth, TAOCP 3, sec. 6.4, multiplicative hashing */
	return (size_t)((uint64_t)id * UINT64_C(0x9e3779b97f4a7c15) >> 20) &
	       (cap - 1);
}

static struct idmap_slot *slot_of(const struct idmap *m, int64_t id)
{
	size_t i = home(id, m->cap);

	while (m->slots[i].id && m->slots[i].id != id)
		i = (i + 1) & (m->cap - 1);
	return &m->slots[i];
}

void *idmap_get(const struct idmap *m, int64_t id)
{
	return m->cap ? slot_of(m, id)->value : NULL;
}

void idmap_set(struct idmap *m, struct arena *a, int64_t id, void *value)
{
	struct idmap_slot *s;

	if (2 * m->n >= m->cap) {
		struct idmap bigger = { NULL, m->n, m->cap ? 2 * m->cap : 64 };
		size_t i;

		bigger.slots = arena_alloc(a, bigger.cap *
						      sizeof(*bigger.slots));
		for (i = 0; i < m->cap; i++)
			if (m->slots[i].id)
				*slot_of(&bigger, m->slots[i].id) = m->slots[i];
		*m = bigger;
	}
	s = slot_of(m, id);
	m->n += !s->id;
	s->id = id;
	s->value = value;
}

void idset_add(struct idset *s, struct arena *a, int64_t id)
{
	s->ids = arena_grow(a, s->ids, s->n, sizeof(*s->ids));
	s->ids[s->n++] = id;
}

static int by_id(const void *x, const void *y)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	return a < b ? -1 : a > b;
}

void idset_sort(struct idset *s)
{
	size_t i, n = 0;

	/* What an index gives is sorted already. */
	for (i = 1; i < s->n && s->ids[i - 1] < s->ids[i];)
		i++;
	if (i >= s->n)
		return;
	qsort(s->ids, s->n, sizeof(*s->ids), by_id);
	for (i = 0; i < s->n; i++)
		if (!n || s->ids[n - 1] != s->ids[i])
			s->ids[n++] = s->ids[i];
	s->n = n;
}

int idset_has(const struct idset *s, int64_t id)
{
	return s->n && bsearch(&id, s->ids, s->n, sizeof(id), by_id) != NULL;
}
