/* bench_small.c - two sets of the size that benchmarks have, in the process. */
#include <stdlib.h>

#include "bench.h"
#include "mem.h"
#include "verdict.h"

#define TIMES 2001

struct job {
	struct sample_set a, b;
	struct detail_options detail;
	struct comparison result;
};

static void compare(void *arg)
{
	struct job *job = arg;
	struct compare_options options = { .confidence = .95, .margin = .01,
					   .better = BETTER_HIGHER };

	stats_compare_detail(job->a, job->b, &options, &job->detail,
			     &job->result);
}

static void measure(size_t n, const char *figure, double limit_us)
{
	struct job job = { .a = bench_samples(n, 1000, 25, n),
			   .b = bench_samples(n, 1005, 25, n + 1) };

	job.detail.exact.pairs = RANK_EXACT_PAIRS;
	job.detail.scratch = x_calloc(1, stats_detail_scratch(n, n,
							     &job.detail));
	bench_tell(figure, bench_median_ns(compare, &job, TIMES) / 1e3,
		   limit_us, 1);
	free(job.detail.scratch);
	free((void *)(uintptr_t)job.a.samples);
	free((void *)(uintptr_t)job.b.samples);
}

int bench_small(void)
{
	measure(40, "2 x 40 samples, us; limit", 100);
	measure(100, "2 x 100 samples, us; limit", 200);
	return 0;
}
