/*
 * lab.h - what runs the archives of the benchmarks hold: every night each host
 * runs some of its tests, several rounds of each, on a new commit. Seeded, the
 * same every time but for the days, of which the last is today.
 *
 * Beside them stand, spread over all nights:
 * watch   one line: test heartbeat, a fifth of the runs, 10,000 at the most, 5
 *         samples and a commit of its own each
 * suite   200 lines: 50 runs of kernel 7.1.0, then 50 of 7.2.0, of 10 tests
 *         (s0..s9) with 20 metrics each
 */
#ifndef LAB_H
#define LAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"

struct lab_shape {
	const char *name;
	size_t hosts;          /* lab1, lab2, ...; fewer for fewer runs */
	size_t tests;          /* t1, t2, ... of all hosts */
	size_t tests_a_host;   /* of which each has these, */
	size_t tests_a_run;    /* and so many of them a night, in turn */
	size_t metrics;        /* rate, m1, m2, ... of all tests */
	size_t metrics_a_test; /* on one host */
	size_t samples;        /* a result */
	size_t rounds;         /* of a night; they share its commit */
	bool config;           /* the first night tells all kernel options */
	bool suite;
};

/* NULL: there is none of this name. */
const struct lab_shape *lab_shape(const char *name);

struct lab {
	struct lab_shape shape; /* may be changed before lab_init() */
	size_t runs, hosts, nights, n_watch, n_suite;
	int64_t today_s;
	/* Where it is. */
	size_t done, watch, suite, night, round, host;
};

struct lab_run {
	enum { LAB_HOST, LAB_WATCH, LAB_SUITE } kind;
	size_t night, round, host; /* of a host; the others: night */
	size_t n;                  /* which of its kind */
};

/* shape and runs are set; the rest follows, and the first run is next. */
void lab_init(struct lab *lab);

/* false: that was the last one */
bool lab_next(struct lab *lab, struct lab_run *run);

/* How many results it holds, and a bound on the bytes of its line. */
size_t lab_results(const struct lab *lab, const struct lab_run *run);
size_t lab_bytes(const struct lab *lab, const struct lab_run *run);

/* A document of native JSON, on a line. */
void lab_print(const struct lab *lab, const struct lab_run *run,
	       struct buf *out);

#endif
