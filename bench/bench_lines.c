/*
 * bench_lines.c - histories and /changes as a client gets them: the first time,
 * after an upload of the same host, and again.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "load.h"
#include "number.h"
#include "served.h"

#define TIMES  7
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

/* One request of a client that waits for it, in ns. */
static double once(struct load *load)
{
	return load_run(load, 0) < 0 ? 0 : load_each_ns(load);
}

/*
 * What takes long to make is given again for a while, whatever is uploaded:
 * each time it is asked for since another day, all of which are before the
 * first run. The first and the next request, in ns; -1: said.
 */
static int ask_changes(int port, size_t days, double *first, double *next)
{
	char path[64];
	struct load_options get = { .port = port, .clients = 1, .get = path };
	struct load *reader = load_open(&get);

	snprintf(path, sizeof(path), "/changes.json/since=%zud", days);
	*first = reader ? once(reader) : 0;
	*next = reader ? once(reader) : 0;
	load_close(reader);
	return *first > 0 && *next > 0 ? 0 : -1;
}

/* The medians of the first requests after an upload, and of the next ones. */
static int measure(int port, const char *path, const char *upload,
		   const char *figure, const char *again, double limit_ms)
{
	struct load_options get = { .port = port, .clients = 1, .get = path };
	struct load_options put = { .port = port, .clients = 1,
				    .put = upload };
	struct load *reader = load_open(&get), *writer = load_open(&put);
	double first[TIMES], next[TIMES];
	size_t i;
	int failed = reader && writer ? 0 : -1;

	for (i = 0; !failed && i < TIMES; i++) {
		failed |= once(writer) <= 0;
		first[i] = once(reader);
		next[i] = once(reader);
		failed |= first[i] <= 0 || next[i] <= 0;
	}
	load_close(reader);
	load_close(writer);
	if (failed)
		return -1;
	bench_tell(figure, bench_quantile(first, TIMES, .5) / 1e6, limit_ms, 1);
	bench_tell(again, bench_quantile(next, TIMES, .5) / 1e6,
		   bench_quantile(first, TIMES, .5) / 1e6, .05);
	return 0;
}

static int of_archive(int (*make)(const char *db), const char *name,
		      int (*all)(int port))
{
	const char *db = bench_archive(name);
	struct served served;
	int failed;

	if (make(db) < 0 || served_start(db, NULL, &served) < 0)
		return -1;
	failed = all(served.port);
	return served_stop(&served) | failed;
}

static int histories(int port)
{
	return measure(port, "/history.json/host:h,test:short", UPLOAD,
		       "history of 2,000 runs, ms; limit",
		       "... again, ms; the first time", 30) |
	       measure(port, "/history.json/host:h,test:long", UPLOAD,
		       "history of 10,000 runs, ms; limit",
		       "... again, ms; the first time", 250);
}

static int changes(int port)
{
	double first[TIMES], next[TIMES];
	size_t i;

	for (i = 0; i < TIMES; i++)
		if (ask_changes(port, 30 + i, &first[i], &next[i]) < 0)
			return -1;
	bench_tell("/changes, 1,000 lines x 200 runs, ms; limit",
		   bench_quantile(first, TIMES, .5) / 1e6, 1000, 1);
	bench_tell("... again, ms; the first time",
		   bench_quantile(next, TIMES, .5) / 1e6,
		   bench_quantile(first, TIMES, .5) / 1e6, .05);
	return 0;
}

int bench_lines(void)
{
	return of_archive(make_lines, "lines.db", histories) |
	       of_archive(make_nights, "nights.db", changes);
}
