/* bitmap.c - a set of small integers. */
#include "bitmap.h"

#include <string.h>

#include "mem.h"

void bitmap_add(struct bitmap *b, size_t i)
{
	size_t word = i / BITMAP_WORD;

	if (word >= b->n) {
		size_t n = word + 1 + word / 8;

		b->words = x_realloc(b->words, n * sizeof(*b->words));
		memset(b->words + b->n, 0, (n - b->n) * sizeof(*b->words));
		b->n = n;
	}
	b->words[word] |= UINT64_C(1) << i % BITMAP_WORD;
}

size_t bitmap_count(const struct bitmap *b)
{
	size_t n = 0, i;

	for (i = 0; i < b->n; i++)
		n += (size_t)__builtin_popcountll(b->words[i]);
	return n;
}

void bitmap_release(struct bitmap *b)
{
	x_free(b->words);
	*b = (struct bitmap){ 0 };
}
