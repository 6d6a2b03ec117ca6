/*
 * bench_ministat.c - ministat on two text files, against a request for the same
 * plot and table from a client that keeps its connection, the first time after
 * an upload.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "load.h"
#include "served.h"

#define TIMES_MAX 101

static const struct {
	size_t n, times;
	double goal; /* so many times as fast */
} sizes[] = {
	{ 100, 101, 2 },
	{ 100000, 11, 10 },
	{ 1000000, 5, 12 },
};

#define N_SIZES (sizeof(sizes) / sizeof(sizes[0]))

static const char *files[N_SIZES][2];

static int make(const char *db)
{
	size_t i, side;

	for (i = 0; i < N_SIZES; i++)
		for (side = 0; side < 2; side++) {
			struct sample_set set = bench_samples(
				sizes[i].n, 1000 + (double)side, 25,
				2 * i + side);
			char name[32], tags[64];
			int failed;

			snprintf(name, sizeof(name), "m%zu-%zu.txt", i, side);
			snprintf(tags, sizeof(tags),
				 "test:t%zu,unit:s,rev:%zu", sizes[i].n, side);
			files[i][side] = bench_file(name);
			failed = bench_write(files[i][side], &set) |
				 bench_import(db, tags, files[i][side]);
			free((void *)(uintptr_t)set.samples);
			if (failed)
				return -1;
		}
	return 0;
}

static double process_ns(size_t i)
{
	const char *argv[] = { "ministat", files[i][0], files[i][1], NULL };
	double ns[TIMES_MAX];
	size_t k;

	bench_program_ns(argv);
	for (k = 0; k < sizes[i].times; k++)
		ns[k] = bench_program_ns(argv);
	return isnan(ns[0]) ? ns[0] : bench_quantile(ns, k, .5);
}

static double request_ns(int port, size_t i)
{
	char path[64];
	struct load_options get = { .port = port, .clients = 1, .get = path };
	struct load_options put = { .port = port, .clients = 1 };
	struct load *reader = load_open(&get), *writer = load_open(&put);
	double ns[TIMES_MAX];
	int failed = reader && writer ? 0 : -1;
	size_t k;

	snprintf(path, sizeof(path), "/ministat/test:t%zu/rev:0/rev:1",
		 sizes[i].n);
	for (k = 0; !failed && k < sizes[i].times; k++) {
		failed = load_run(writer, 0) | load_run(reader, 0);
		ns[k] = failed ? 0 : load_each_ns(reader);
	}
	load_close(reader);
	load_close(writer);
	return failed ? (double)NAN : bench_quantile(ns, k, .5);
}

int bench_ministat(void)
{
	const char *db = bench_archive("ministat.db");
	struct served served;
	char figure[96];
	size_t i;

	if (make(db) < 0 || served_start(db, NULL, &served) < 0)
		return -1;
	for (i = 0; i < N_SIZES; i++) {
		snprintf(figure, sizeof(figure),
			 "/ministat of 2 x %zu, ms; the process", sizes[i].n);
		bench_tell(figure, request_ns(served.port, i) / 1e6,
			   process_ns(i) / 1e6, 1 / sizes[i].goal);
	}
	return served_stop(&served);
}
