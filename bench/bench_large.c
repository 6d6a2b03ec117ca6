/*
 * bench_large.c - two sets of a million samples: everything a report may tell
 * of them, against ministat -A on the same numbers as text; and what is stored
 * beside one, against the reading of as many doubles.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "describe.h"
#include "mem.h"
#include "verdict.h"

#define N     1000000
#define TIMES 5

#define MEMORY_LIMIT_MB 64

/* A guard; a median among them is not had in one pass. */
#define DESCRIBED 200
#define SCANS     11

struct job {
	struct sample_set a, b;
	struct comparison result;
};

/*
 * All from the bare numbers, as ministat has it: described, compared, detailed,
 * with quantiles. (In a report the summaries come out of the archive.)
 */
static void compare(void *arg)
{
	struct job *job = arg;
	struct quantile_pair quantiles[QUANTILE_COUNT];
	struct compare_options options = { .confidence = .95, .margin = .01,
					   .better = BETTER_HIGHER };
	struct detail_options detail = { .exact = { RANK_EXACT_PAIRS, NULL },
					 .quantiles = quantiles };
	double *scratch;

	scratch = x_calloc(1, stats_detail_scratch(N, N, &detail));
	detail.scratch = scratch;
	stats_describe(job->a.samples, job->a.n, scratch, &job->a.summary);
	stats_describe(job->b.samples, job->b.n, scratch, &job->b.summary);
	stats_compare_detail(job->a, job->b, &options, &detail, &job->result);
	free(scratch);
}

struct described {
	struct sample_set set;
	double *scratch, sum;
};

static void describe(void *arg)
{
	struct described *d = arg;

	stats_describe(d->set.samples, d->set.n, d->scratch, &d->set.summary);
}

/* As fast as memory gives them: four sums, so that none waits for another. */
static void scan(void *arg)
{
	struct described *d = arg;
	const double *x = d->set.samples;
	double sums[4] = { 0 };
	size_t i, k;

	for (i = 0; i + 4 <= d->set.n; i += 4)
		for (k = 0; k < 4; k++)
			sums[k] += x[i + k];
	d->sum = sums[0] + sums[1] + sums[2] + sums[3];
}

static void against_memory(struct sample_set set)
{
	struct described d = { .set = set,
			       .scratch = x_calloc(set.n, sizeof(double)) };

	bench_tell("1,000,000 samples described, ms; scanning them",
		   bench_median_ns(describe, &d, SCANS) / 1e6,
		   bench_median_ns(scan, &d, SCANS) / 1e6, DESCRIBED);
	x_free(d.scratch);
}

struct peer {
	const char *argv[5];
	bool failed;
};

static void ministat(void *arg)
{
	struct peer *peer = arg;

	peer->failed |= isnan(bench_program_ns(peer->argv));
}

int bench_large(void)
{
	struct job job = { .a = bench_samples(N, 1000, 25, 1),
			   .b = bench_samples(N, 1000.1, 26, 2) };
	const char *a = bench_file("a.txt"), *b = bench_file("b.txt");
	struct peer peer = { .argv = { "ministat", "-A", a, b, NULL } };
	double ours, theirs;

	if (bench_write(a, &job.a) < 0 || bench_write(b, &job.b) < 0)
		return -1;
	ours = bench_median_ns(compare, &job, TIMES);
	theirs = bench_median_ns(ministat, &peer, TIMES);
	if (peer.failed)
		theirs = NAN;
	bench_tell("2 x 1,000,000 samples, ms; ministat -A", ours / 1e6,
		   theirs / 1e6, 1);
	bench_tell("2 x 1,000,000 samples, MB beside them; limit",
		   bench_peak_bytes(compare, &job) / 1e6, MEMORY_LIMIT_MB, 1);
	against_memory(job.a);
	free((void *)(uintptr_t)job.a.samples);
	free((void *)(uintptr_t)job.b.samples);
	return peer.failed ? bench_fail("ministat does not run") : 0;
}
