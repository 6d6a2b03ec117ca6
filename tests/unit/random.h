/*
 * random.h - the same random numbers on every machine.
 * source    Steele, Lea & Flood 2014, Fast splittable pseudorandom number
 *           generators (splitmix64)
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* 0..n - 1; the bias does not matter here. */
static inline size_t random_below(uint64_t *state, size_t n)
{
	return (size_t)(random_next(state) % n);
}

#endif
