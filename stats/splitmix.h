/*
 * splitmix.h - for stats/ and the tests: the same random numbers everywhere.
 * source    Steele, Lea & Flood 2014, Fast splittable pseudorandom number
 *           generators; normal: Marsaglia & Bray 1964, SIAM Rev. 6(3), 260-264
 */
#ifndef SPLITMIX_H
#define SPLITMIX_H

#include <math.h>
#include <stdint.h>

static inline uint64_t splitmix_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Above 0 and below 1. */
static inline double splitmix_uniform(uint64_t *state)
{
	return ((double)(splitmix_next(state) >> 12) + .5) * 0x1p-52;
}

/* Mean 0, standard deviation 1; the method's second number is not kept. */
static inline double splitmix_normal(uint64_t *state)
{
	double u, v, s;

	do {
		u = 2 * splitmix_uniform(state) - 1;
		v = 2 * splitmix_uniform(state) - 1;
		s = u * u + v * v;
	} while (s >= 1 || s == 0);
	return u * sqrt(-2 * log(s) / s);
}

#endif
