/*
 * bench_lines.c - histories and /changes as a client gets them: the first time
 * that anybody asks, and again.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "fetch.h"
#include "load.h"
#include "number.h"
#include "served.h"

#define UPLOAD "host:h,test:other"

/* The nights of a lab; each host runs all tests in each of them. */
#define HOSTS  20
#define TESTS  50
#define NIGHTS 200

static void write_sample(FILE *f, double x)
{
	char text[NUMBER_SIZE];

	number_print(x, text);
	fprintf(f, "[%s]", text);
}

/* One line of n runs, each with a kernel and a commit of its own. */
static void write_line(FILE *f, const char *test, size_t n)
{
	struct sample_set set = bench_samples(n, 1000, 25, n);
	size_t i;

	for (i = 0; i < n; i++) {
		fprintf(f, "{\"tags\":{\"host\":\"h\",\"commit\":\"c%zux\","
			   "\"rev\":\"n%zu\"},\"results\":[{\"test\":\"%s\","
			   "\"metrics\":[{\"name\":\"rate\","
			   "\"unit\":\"op/s\",\"samples\":", i, i, test);
		write_sample(f, set.samples[i]);
		fputs("}]}]}\n", f);
	}
	free((void *)(uintptr_t)set.samples);
}

static void write_night(FILE *f, size_t host, size_t night)
{
	struct sample_set set = bench_samples(TESTS, 1000, 5,
					      night * HOSTS + host);
	size_t i;

	fprintf(f, "{\"tags\":{\"host\":\"h%zu\",\"rev\":\"n%zu\"},"
		   "\"results\":[", host, night);
	for (i = 0; i < TESTS; i++) {
		fprintf(f, "%s{\"test\":\"t%zu\",\"metrics\":[{"
			   "\"name\":\"rate\",\"unit\":\"op/s\",\"samples\":",
			i ? "," : "", i);
		/* A tenth of the tests changes half way. */
		write_sample(f, set.samples[i] *
			     (i % 10 || night < NIGHTS / 2 ? 1 : 1.05));
		fputs("}]}", f);
	}
	fputs("]}\n", f);
	free((void *)(uintptr_t)set.samples);
}

static int import(const char *db, const char *text, FILE *f)
{
	return fclose(f) ? bench_fail("cannot write '%s'", text) :
			   bench_import(db, NULL, text);
}

static int make_lines(const char *db)
{
	const char *text = bench_file("lines.jsonl");
	FILE *f = text ? fopen(text, "w") : NULL;

	if (!f)
		return bench_fail("cannot write a file in build/bench");
	write_line(f, "short", 2000);
	write_line(f, "long", 10000);
	return import(db, text, f);
}

static int add_nights(const char *db, size_t from, size_t to)
{
	const char *text = bench_file("nights.jsonl");
	FILE *f = text ? fopen(text, "w") : NULL;
	size_t host, night;

	if (!f)
		return bench_fail("cannot write a file in build/bench");
	for (night = from; night < to; night++)
		for (host = 0; host < HOSTS; host++)
			write_night(f, host, night);
	return import(db, text, f);
}

/* One upload does not hold all of their results. */
static int make_nights(const char *db)
{
	size_t night;

	for (night = 0; night < NIGHTS; night += NIGHTS / 4)
		if (add_nights(db, night, night + NIGHTS / 4) < 0)
			return -1;
	return 0;
}

/*
 * The first time that anybody asks: after an upload most of it is known. And
 * again, without one in between.
 */
static void measure(int port, const char *path, const char *figure,
		    const char *again, double limit_ms)
{
	struct fetched got;
	double first = NAN, next = NAN;

	if (!fetch_get(port, path, NULL, &got) && got.status == 200)
		first = got.ns / 1e6;
	load_first_ms(port, path, UPLOAD, &next);
	bench_tell(figure, first, limit_ms, 1);
	bench_tell(again, next, first, .05);
}

static int of_archive(int (*make)(const char *db), const char *name,
		      void (*all)(int port))
{
	const char *db = bench_archive(name);
	struct served served;

	if (make(db) < 0 || served_start(db, NULL, &served) < 0)
		return -1;
	all(served.port);
	return served_stop(&served);
}

static void histories(int port)
{
	measure(port, "/history.json/host:h,test:short",
		"history of 2,000 runs, ms; limit",
		"... again, ms; the first time", 30);
	measure(port, "/history.json/host:h,test:long",
		"history of 10,000 runs, ms; limit",
		"... again, ms; the first time", 250);
}

static void changes(int port)
{
	measure(port, "/changes.json",
		"/changes, 1,000 lines x 200 runs, ms; limit",
		"... again, ms; the first time", 1000);
}

int bench_lines(void)
{
	return of_archive(make_lines, "lines.db", histories) |
	       of_archive(make_nights, "nights.db", changes);
}
