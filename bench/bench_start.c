/*
 * bench_start.c - a server on an archive of a million runs of which nothing is
 * in memory: until it listens, and until /health tells how the check of the
 * archive is that goes on behind it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "farm.h"
#include "fetch.h"

#define LIMIT_MS 1000
#define TIMES    3

/* NAN: /health does not tell. */
static double until_health(const struct farm *farm, int64_t begin)
{
	struct fetched got;
	struct buf body;
	double ms = NAN;

	buf_init(&body, 1u << 16);
	if (!fetch_get(farm->served.port, "/health.json", &body, &got) &&
	    got.status == 200 && strstr(body.data, "\"check\""))
		ms = (double)(bench_now_ns() - begin) / 1e6;
	buf_release(&body);
	return ms;
}

int bench_start(void)
{
	double listens[TIMES], tells[TIMES];
	struct farm farm;
	size_t i;
	int failed = 0;

	for (i = 0; !failed && i < TIMES; i++) {
		int64_t begin;

		farm_cool(FARM_1000000);
		begin = bench_now_ns();
		if (farm_open(FARM_1000000, &farm) < 0)
			return -1;
		listens[i] = (double)(bench_now_ns() - begin) / 1e6;
		tells[i] = until_health(&farm, begin);
		failed = farm_close(&farm);
	}
	if (failed)
		return -1;
	bench_tell("start on a million runs, cold, until it listens, ms; limit",
		   bench_quantile(listens, TIMES, .5), LIMIT_MS, 1);
	bench_tell("... until /health tells of its check, ms; limit",
		   bench_quantile(tells, TIMES, .5), LIMIT_MS, 1);
	return 0;
}
