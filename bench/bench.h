/*
 * bench.h - what the benchmarks share. A benchmark is one file and one row of
 * benchmarks.def; it measures, and tells a line for each figure.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sample_set.h"

#define BENCHMARK(id) int bench_##id(void);
#include "benchmarks.def"
#undef BENCHMARK

/*
 * A figure: ours against the peer's (or a limit), met when ours / peer is at
 * most the goal. A peer that is not there is NAN. The unit stands in the name.
 */
void bench_tell(const char *figure, double ours, double peer, double goal);

/* Why a benchmark could not be done, on stderr. Returns -1. */
__attribute__((format(printf, 1, 2)))
int bench_fail(const char *fmt, ...);

int64_t bench_now_ns(void);

/* The median time of `times` calls in ns; one more before them counts not. */
double bench_median_ns(void (*call)(void *arg), void *arg, size_t times);

/* n samples of a normal distribution, seeded; described. Caller frees them. */
struct sample_set bench_samples(size_t n, double mean, double stddev,
				uint64_t seed);

/* The path of a new file below build/bench/, gone when the program ends. */
const char *bench_file(const char *name);

/*
 * Runs a program, its output thrown away.
 * returns   its time in ns, NAN where it is not there or fails
 */
double bench_program_ns(const char *const argv[]);

/*
 * The most memory in use during a call, less what is in use before, in bytes.
 * Measured in a process of its own, so that nothing earlier counts; NAN where
 * the system does not tell.
 */
double bench_peak_bytes(void (*call)(void *arg), void *arg);

#endif
