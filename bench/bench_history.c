/* bench_history.c - the change points of long histories, in the process. */
#include <stdint.h>
#include <stdlib.h>

#include "bench.h"
#include "change.h"
#include "mem.h"

#define TIMES 11

static void detect(void *arg)
{
	static const struct change_options options = { .alpha = CHANGE_ALPHA };
	const struct sample_set *history = arg;
	struct changes changes;
	struct arena arena = { 0 };

	stats_changes(history->samples, history->n, &options, &arena, &changes);
	arena_release(&arena);
}

/* Of one level: nothing cuts the search short. */
static void measure(size_t n, const char *figure, double limit_ms)
{
	struct sample_set history = bench_samples(n, 1000, 25, n);

	bench_tell(figure, bench_median_ns(detect, &history, TIMES) / 1e6,
		   limit_ms, 1);
	free((void *)(uintptr_t)history.samples);
}

int bench_history(void)
{
	measure(2000, "change points, 2,000 runs, ms; limit", 10);
	measure(CHANGE_RUNS_MAX, "change points, 10,000 runs, ms; limit", 200);
	return 0;
}
