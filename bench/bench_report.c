/*
 * bench_report.c - a report of 200 rows as the server makes it, from the URL to
 * the last byte, on an archive made here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "local.h"
#include "number.h"

#define ROWS  200
#define TIMES 11

#define LIMIT_MS 50

struct job {
	struct server *server;
	const char *path;
	int status;
};

static void get(void *arg)
{
	struct job *job = arg;
	struct page page = { 0 };

	local_page(job->server, job->path, NULL, &page);
	job->status = page.status;
	buf_release(&page.body);
}

/* One side: a native document with ROWS results of n samples. */
static void write_side(FILE *f, size_t n, size_t rev)
{
	size_t i, j;

	fprintf(f, "{\"tags\":{\"host\":\"h\",\"n\":\"%zu\",\"rev\":\"%zu\"},"
		   "\"results\":[", n, rev);
	for (i = 0; i < ROWS; i++) {
		struct sample_set set = bench_samples(
			n, 1000 + (double)(i * rev % 7), 20, i * 2 + rev);

		fprintf(f, "%s{\"test\":\"t%zu\",\"metrics\":[{"
			   "\"name\":\"rate\",\"unit\":\"op/s\","
			   "\"better\":\"higher\",\"samples\":[",
			i ? "," : "", i);
		for (j = 0; j < n; j++) {
			char text[NUMBER_SIZE];

			number_print(set.samples[j], text);
			fprintf(f, "%s%s", j ? "," : "", text);
		}
		fputs("]}]}", f);
		free((void *)(uintptr_t)set.samples);
	}
	fputs("]}\n", f);
}

static int make_archive(const char *db)
{
	const char *text = bench_file("rows.jsonl");
	FILE *f = text ? fopen(text, "w") : NULL;
	size_t rev;

	if (!f)
		return bench_fail("cannot write a file in build/bench");
	for (rev = 1; rev <= 2; rev++) {
		write_side(f, 50, rev);
		write_side(f, 20, rev);
	}
	if (fclose(f))
		return bench_fail("cannot write '%s'", text);
	return bench_import(db, NULL, text);
}

static int measure(struct server *server, const char *path, const char *figure)
{
	struct job job = { .server = server, .path = path };
	double ns = bench_median_ns(get, &job, TIMES);

	if (job.status != 200)
		return bench_fail("%s: %d", path, job.status);
	bench_tell(figure, ns / 1e6, LIMIT_MS, 1);
	return 0;
}

int bench_report(void)
{
	const char *db = bench_archive("report.db");
	struct server server = { 0 };
	struct err err = { 0 };
	int failed;

	if (make_archive(db) < 0)
		return -1;
	if (db_pool_open(db, &server.readers, &err) < 0)
		return bench_fail("%s", err.msg);
	failed = measure(&server, "/compare/n:50/rev:1/rev:2",
			 "200 rows of 2 x 50, text, ms; limit") |
		 measure(&server, "/compare.json/n:50/rev:1/rev:2",
			 "200 rows of 2 x 50, JSON, ms; limit") |
		 measure(&server, "/compare/n:20/rev:1/rev:2",
			 "200 rows of 2 x 20, exact ranks, ms; limit");
	db_pool_close(server.readers);
	return failed;
}
