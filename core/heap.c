/* heap.c - ids with a key each, of which the largest is wanted next. */
#include "heap.h"

void heap_add(struct heap *h, struct arena *a, int64_t key, int64_t id)
{
	h->items = arena_grow(a, h->items, h->n, sizeof(*h->items));
	h->items[h->n++] = (struct heap_item){ key, id };
}

/* Moves the item at i down to where no child has a larger key. */
static void sift(struct heap *h, size_t i)
{
	struct heap_item item = h->items[i];
	size_t child;

	while ((child = 2 * i + 1) < h->n) {
		if (child + 1 < h->n &&
		    h->items[child + 1].key > h->items[child].key)
			child++;
		if (h->items[child].key <= item.key)
			break;
		h->items[i] = h->items[child];
		i = child;
	}
	h->items[i] = item;
}

void heap_make(struct heap *h)
{
	size_t i;

	for (i = h->n / 2; i--;)
		sift(h, i);
}

bool heap_take(struct heap *h, struct heap_item *out)
{
	if (!h->n)
		return false;
	*out = h->items[0];
	h->items[0] = h->items[--h->n];
	if (h->n)
		sift(h, 0);
	return true;
}
