/*
 * bitmap.h - a set of small integers, a bit each.
 */
#ifndef BITMAP_H
#define BITMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BITMAP_WORD 64 /* bits */

/* {0} is the empty set. */
struct bitmap {
	uint64_t *words;
	size_t n; /* words; what lies behind them is not in it */
};

/* O(1) amortised */
void bitmap_add(struct bitmap *b, size_t i);
size_t bitmap_count(const struct bitmap *b); /* O(n) */
void bitmap_release(struct bitmap *b);

static inline uint64_t bitmap_word(const struct bitmap *b, size_t word)
{
	return word < b->n ? b->words[word] : 0;
}

static inline bool bitmap_has(const struct bitmap *b, size_t i)
{
	return bitmap_word(b, i / BITMAP_WORD) >> i % BITMAP_WORD & 1;
}

#endif
