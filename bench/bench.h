/*
 * bench.h - what the benchmarks share. A benchmark is one file and one row of
 * benchmarks.def; it measures, and tells a line for each figure.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

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

/*
 * The value with a share q of the others below it (nearest rank, rounded down);
 * sorts x. NAN: n is 0.
 */
double bench_quantile(double *x, size_t n, double q);

/* The median time of `times` calls in ns; one more before them counts not. */
double bench_median_ns(void (*call)(void *arg), void *arg, size_t times);

/* n samples of a normal distribution, seeded; described. Caller frees them. */
struct sample_set bench_samples(size_t n, double mean, double stddev,
				uint64_t seed);

/* Writes the samples as text, a line each; -1: said. */
int bench_write(const char *path, const struct sample_set *set);

/* The program that is measured: $MAXISTAT. */
const char *bench_program(void);

/* Imports a file into an archive, made if it is missing; tags may be NULL. */
int bench_import(const char *db, const char *tags, const char *file);

/* Makes an archive of a shape of lab.h by $GENERATE; -1: said. */
int bench_generate(const char *db, const char *shape, const char *runs);

/* The path of a new file below build/bench/, gone after the benchmark. */
const char *bench_file(const char *name);

/* The same for an archive, with the files beside it. */
const char *bench_archive(const char *name);

/*
 * Runs a program, its output thrown away.
 * returns   its time in ns, NAN where it is not there or fails
 */
double bench_program_ns(const char *const argv[]);

/* A line of a process's /proc/PID/status, in bytes; NAN where there is none. */
double bench_memory_bytes(pid_t pid, const char *field);

/*
 * The most memory in use during a call, less what is in use before, in bytes.
 * Measured in a process of its own, so that nothing earlier counts; NAN where
 * the system does not tell.
 */
double bench_peak_bytes(void (*call)(void *arg), void *arg);

#endif
