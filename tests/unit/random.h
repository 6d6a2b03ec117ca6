/* random.h - the same random numbers on every machine, for tests. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "splitmix.h"

/* 0..n - 1; the bias does not matter here. */
static inline size_t random_below(uint64_t *state, size_t n)
{
	return (size_t)(splitmix_next(state) % n);
}

#endif
