/*
 * bench_pages.c - the data of every page of a lab with 65,000 runs (lab.h), the
 * first time after an upload of what it is about.
 */
#include <stdio.h>

#include "bench.h"
#include "load.h"
#include "served.h"

#define LIMIT_MS 200
#define LAB3     "host:lab3,test:other"

static const struct {
	const char *name, *path;
	const char *put; /* of what is uploaded before; NULL: host:x,test:t */
} pages[] = {
	{ "the front page", "/index.json", NULL },
	{ "/runs", "/runs.json", NULL },
	{ "/runs of a host", "/runs.json/host:lab3", NULL },
	{ "/run", "/run.json/60000", NULL },
	{ "/hosts", "/hosts.json", NULL },
	{ "/host", "/host.json/lab3", LAB3 },
	{ "/tests", "/tests.json", NULL },
	{ "/test, 25 lines x 2,200 runs", "/test.json/t3", "host:x,test:t3" },
	{ "/tags", "/tags.json", NULL },
	{ "/tags of a key", "/tags.json/kernel", NULL },
	{ "/changes since 7 days", "/changes.json/since=7d", NULL },
	{ "/history, 10,000 runs", "/history.json/test:heartbeat",
	  "host:x,test:heartbeat" },
	{ "/history, 2,200 runs", "/history.json/host:lab3,test:t3", LAB3 },
	{ "/compare, 200 rows",
	  "/compare.json/host.pre:lab/rev:n102100/rev:n102101", NULL },
	{ "/matrix of 30 days", "/matrix.json/test/host/at:30d..", NULL },
};

static void measure(int port, size_t page)
{
	char figure[96];

	snprintf(figure, sizeof(figure), "%s, ms; limit", pages[page].name);
	bench_tell(figure, load_first_ms(port, pages[page].path,
					 pages[page].put, NULL), LIMIT_MS, 1);
}

int bench_pages(void)
{
	const char *db = bench_archive("pages.db");
	struct served served;
	size_t i;

	if (bench_generate(db, "lab", "65000") < 0 ||
	    served_start(db, NULL, &served) < 0)
		return -1;
	for (i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		measure(served.port, i);
	return served_stop(&served);
}
