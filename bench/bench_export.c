/*
 * bench_export.c - every sample as CSV and the whole archive as native JSON, as
 * fast as one client takes them, and what memory the server needs for that. The
 * limit is the printing of the numbers alone, the shortest that read back the
 * same.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "farm.h"
#include "fetch.h"
#include "mem.h"
#include "number.h"

#define TIMES   5
#define SAMPLES 1000000
#define MB_S    50
#define SOME    (500u << 20) /* of an export: all of it is 65 GB */

/* What printing alone does is 229 MB/s where all of it does 50. */
#define OF_PRINTING 4.58

struct numbers {
	struct sample_set set;
	struct buf text;
};

static void print(void *arg)
{
	struct numbers *numbers = arg;
	size_t i;

	buf_clear(&numbers->text);
	for (i = 0; i < numbers->set.n; i++) {
		char text[NUMBER_SIZE];
		size_t len = number_print(numbers->set.samples[i], text);

		text[len++] = '\n';
		buf_add(&numbers->text, text, len);
	}
}

/* The time of the answer in ns, and of a megabyte of it. */
static double csv_ns(int port, const char *path, double *all)
{
	double ns[TIMES], of_all[TIMES];
	size_t i;

	for (i = 0; i < TIMES; i++) {
		struct fetched got;

		if (fetch_get(port, path, NULL, &got) < 0 ||
		    got.status != 200) {
			bench_fail("... GET %s", path);
			return *all = NAN;
		}
		of_all[i] = got.ns;
		ns[i] = got.ns / ((double)got.bytes / 1e6);
	}
	*all = bench_quantile(of_all, TIMES, .5);
	return bench_quantile(ns, TIMES, .5);
}

/* One result of a million samples with two decimals. */
static int one_result(void)
{
	const char *db = bench_archive("samples.db");
	const char *path = bench_file("samples.txt");
	struct numbers numbers = {
		.set = bench_samples(SAMPLES, 1000, 25, 1),
	};
	double *x = (double *)(uintptr_t)numbers.set.samples;
	struct served served;
	double csv, all, printing;
	size_t i;

	for (i = 0; i < SAMPLES; i++)
		x[i] = round(x[i] * 100) / 100;
	if (bench_write(path, &numbers.set) < 0 ||
	    bench_import(db, "host:h,test:t,unit:s", path) < 0 ||
	    served_start(db, NULL, &served) < 0)
		return -1;
	csv = csv_ns(served.port, "/samples.csv/host:h", &all);
	buf_init(&numbers.text, SAMPLES * NUMBER_SIZE);
	printing = bench_median_ns(print, &numbers, TIMES);
	bench_tell("/samples of one result, CSV, ms a MB; limit", csv / 1e6,
		   1e3 / MB_S, 1);
	bench_tell("... ms; printing the numbers alone", all / 1e6,
		   printing / 1e6, OF_PRINTING);
	buf_release(&numbers.text);
	free(x);
	return served_stop(&served);
}

int bench_export(void)
{
	struct farm farm;
	struct fetched got;
	double all;
	int failed = one_result();

	farm_warm(FARM_1000000);
	if (farm_open(FARM_1000000, &farm) < 0)
		return -1;
	bench_tell("/samples of 20,000 results, CSV, ms a MB; limit",
		   csv_ns(farm.served.port, "/samples.csv/host:suite",
			  &all) / 1e6, 1e3 / MB_S, 1);
	farm_tell_memory(&farm, "... RssAnon, MB; limit");
	if (fetch_some(farm.served.port, "/export/-", SOME, &got) < 0 ||
	    got.status != 200)
		got.ns = (double)NAN;
	bench_tell("/export of a million runs, at first, ms a MB; limit",
		   got.ns / (double)got.bytes, 1e3 / MB_S, 1);
	farm_tell_memory(&farm, "... RssAnon, MB; limit");
	return farm_close(&farm) | failed;
}
