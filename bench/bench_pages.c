/*
 * bench_pages.c - the data of every page of a lab with 65,000 runs (lab.h), the
 * first time after an upload.
 */
#include <stdio.h>

#include "bench.h"
#include "load.h"
#include "served.h"

#define TIMES    5
#define LIMIT_MS 200

static const struct {
	const char *name, *path;
} pages[] = {
	{ "the front page", "/index.json" },
	{ "/runs", "/runs.json" },
	{ "/runs of a host", "/runs.json/host:lab3" },
	{ "/run", "/run.json/60000" },
	{ "/hosts", "/hosts.json" },
	{ "/host", "/host.json/lab3" },
	{ "/tests", "/tests.json" },
	{ "/test, 25 lines x 2,200 runs", "/test.json/t3" },
	{ "/tags", "/tags.json" },
	{ "/tags of a key", "/tags.json/kernel" },
	{ "/changes since 7 days", "/changes.json/since=7d" },
	{ "/history, 10,000 runs", "/history.json/test:heartbeat" },
	{ "/history, 2,200 runs", "/history.json/host:lab3,test:t3" },
	{ "/compare, 200 rows",
	  "/compare.json/host.pre:lab/rev:n102100/rev:n102101" },
	{ "/matrix of 30 days", "/matrix.json/test/host/at:30d.." },
};

/* The median of the first requests after an upload. */
static int measure(int port, struct load *writer, const char *name,
		   const char *path)
{
	struct load_options get = { .port = port, .clients = 1, .get = path };
	struct load *reader = load_open(&get);
	double ns[TIMES];
	char figure[96];
	size_t i;
	int failed = reader ? 0 : -1;

	for (i = 0; !failed && i < TIMES; i++) {
		failed = load_run(writer, 0) | load_run(reader, 0);
		ns[i] = failed ? 0 : load_each_ns(reader);
	}
	load_close(reader);
	if (failed)
		return -1;
	snprintf(figure, sizeof(figure), "%s, ms; limit", name);
	bench_tell(figure, bench_quantile(ns, TIMES, .5) / 1e6, LIMIT_MS, 1);
	return 0;
}

int bench_pages(void)
{
	const char *db = bench_archive("pages.db");
	struct load_options put = { .clients = 1 };
	struct served served;
	struct load *writer;
	size_t i;
	int failed = 0;

	if (bench_generate(db, "lab", "65000") < 0 ||
	    served_start(db, NULL, &served) < 0)
		return -1;
	put.port = served.port;
	writer = load_open(&put);
	if (!writer)
		failed = -1;
	for (i = 0; !failed && i < sizeof(pages) / sizeof(pages[0]); i++)
		failed = measure(served.port, writer, pages[i].name,
				 pages[i].path);
	load_close(writer);
	return served_stop(&served) | failed;
}
