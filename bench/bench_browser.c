/*
 * bench_browser.c - every page of a lab with 65,000 runs (lab.h) in a browser
 * that has seen none before, as bench_browser.mjs measures it: the time until
 * it is drawn, and the bytes that are sent for it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "served.h"

#define LIMIT_MS 1000
#define LIMIT_KB 200
#define SKIP     "1..0 # SKIP "

/* "NAME\tMS\tKB\n" as two figures, or why there is none; -1: neither. */
static int tell(char *line)
{
	char *ms = strchr(line, '\t'), *kb = ms ? strchr(ms + 1, '\t') : NULL;
	char figure[96], *end;

	if (!strncmp(line, SKIP, strlen(SKIP))) {
		fprintf(stderr, "bench: browser is skipped: %s",
			line + strlen(SKIP));
		return 0;
	}
	if (!kb)
		return bench_fail("bench_browser.mjs: %s", line);
	*ms = *kb = '\0';
	snprintf(figure, sizeof(figure), "%.60s: drawn, ms; limit", line);
	bench_tell(figure, strtod(ms + 1, &end), LIMIT_MS, 1);
	snprintf(figure, sizeof(figure), "%.60s: sent, kB; limit", line);
	bench_tell(figure, strtod(kb + 1, &end), LIMIT_KB, 1);
	return 0;
}

static int measure(int port)
{
	char command[128], line[256];
	int failed = 0;
	FILE *pages;

	snprintf(command, sizeof(command),
		 "exec tests/browser/e2e bench/bench_browser.mjs "
		 "http://127.0.0.1:%d",
		 port);
	pages = popen(command, "r");
	if (!pages)
		return bench_fail("tests/browser/e2e cannot be run");
	while (!failed && fgets(line, sizeof(line), pages))
		failed = tell(line);
	if (pclose(pages) && !failed)
		failed = bench_fail("bench_browser.mjs fails");
	return failed;
}

int bench_browser(void)
{
	const char *db = bench_archive("browser.db");
	struct served served;
	int failed;

	if (bench_generate(db, "lab", "65000") < 0 ||
	    served_start(db, NULL, &served) < 0)
		return -1;
	failed = measure(served.port);
	return served_stop(&served) | failed;
}
