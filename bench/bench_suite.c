/*
 * bench_suite.c - 200 series compared over 50 runs a side: warm and cold among
 * a million runs; and among 100,000 against a script that has samples as rows
 * (diy.py), and against PostgreSQL with an array a result (peer_postgres.c).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "db.h"
#include "farm.h"
#include "fetch.h"
#include "pool.h"

#define WARM_MS 40
#define COLD_MS 2000 /* a page's budget */
#define TIMES   11

#define SIDES   "/host:suite/kernel:7.1.0/kernel:7.2.0"
#define PUT     "host:suite,test:other"
#define COMMAND "bench/diy.py compare " DIY_100000 " suite 7.1.0 7.2.0"

/* The first request to a server that has just begun, of a cold archive. */
static void cold(const char *page)
{
	char path[64], figure[96];
	struct fetched got;
	struct farm farm;

	snprintf(path, sizeof(path), "%s" SIDES, page);
	snprintf(figure, sizeof(figure),
		 "%s 200 x 50 + 50 runs, cold, ms; limit", page);
	farm_cool(FARM_1000000);
	if (farm_open(FARM_1000000, &farm) < 0)
		return;
	farm_cool(FARM_1000000);
	if (fetch_get(farm.served.port, path, NULL, &got) < 0 ||
	    got.status != 200)
		got.ns = (double)NAN;
	bench_tell(figure, got.ns / 1e6, COLD_MS, 1);
	farm_close(&farm);
}

static int of_a_million(void)
{
	struct farm farm;

	cold("/compare");
	cold("/compare.json");
	farm_warm(FARM_1000000);
	if (farm_open(FARM_1000000, &farm) < 0)
		return -1;
	bench_tell("/compare 200 x 50 + 50 runs, ms; limit",
		   load_first_ms(farm.served.port, "/compare" SIDES, PUT, NULL),
		   WARM_MS, 1);
	bench_tell("/compare.json 200 x 50 + 50 runs, ms; limit",
		   load_first_ms(farm.served.port, "/compare.json" SIDES, PUT,
				 NULL),
		   WARM_MS, 1);
	farm_tell_memory(&farm, "... RssAnon, MB; limit");
	return farm_close(&farm);
}

/* The last line of what a command prints, and its time; NAN: it failed. */
static double last_number(const char *command, double *ns)
{
	int64_t begin = bench_now_ns();
	FILE *out = popen(command, "r");
	double last = NAN;
	char line[512], *end;

	while (out && fgets(line, sizeof(line), out))
		last = strtod(line, &end);
	if (!out || pclose(out))
		last = NAN;
	*ns = isnan(last) ? (double)NAN : (double)(bench_now_ns() - begin);
	return last;
}

static void against_script(struct farm *farm)
{
	double whole[TIMES], alone[TIMES], ours;
	size_t i;

	ours = load_first_ms(farm->served.port, "/compare" SIDES, PUT, NULL);
	for (i = 0; i < TIMES; i++)
		alone[i] = last_number(COMMAND, &whole[i]) * 1e3;
	bench_tell("... of 100,000 runs, ms; a script of one's own", ours,
		   bench_quantile(whole, TIMES, .5) / 1e6, 1. / 30);
	bench_tell("... ms; that without Python's import", ours,
		   bench_quantile(alone, TIMES, .5), 1. / 10);
}

/* ---- Only the loading. ---- */

struct loader {
	struct db *db;
	size_t n;
	struct err err;
};

static void load(void *arg)
{
	static const char *const kernels[] = { "7.1.0", "7.2.0" };
	const char *host = "suite";
	struct loader *l = arg;
	struct arena arena = { 0 };
	size_t i;

	l->n = 0;
	if (db_snapshot_begin(l->db, &l->err) < 0)
		return;
	for (i = 0; i < 2; i++) {
		const char *kernel = kernels[i];
		struct condition conditions[] = {
			{ .key = "host", .kind = COND_EQUAL, .values = &host,
			  .n_values = 1 },
			{ .key = "kernel", .kind = COND_EQUAL,
			  .values = &kernel, .n_values = 1 },
		};
		struct selection selection = { .conditions = conditions,
					       .n = 2 };
		struct db_found found;

		if (!db_find(l->db, &selection, true, &arena, &found, &l->err))
			l->n += found.n_samples;
	}
	db_snapshot_end(l->db);
	arena_release(&arena);
}

/* "NS SAMPLES" */
static double postgres_ns(size_t *n)
{
	const char *peer = getenv("PEER");
	char command[256], line[128] = "", *end = line;
	FILE *out;
	double ns;

	snprintf(command, sizeof(command), "bench/postgres %s " FARM_100000,
		 peer ? peer : "build/bench/peer_postgres");
	out = popen(command, "r");
	if (!out || !fgets(line, sizeof(line), out))
		line[0] = '\0';
	ns = strtod(line, &end);
	*n = strtoul(end, &end, 10);
	return !out || pclose(out) || !*n ? (double)NAN : ns;
}

static int against_postgres(void)
{
	struct loader loader = { 0 };
	double ours, theirs;
	size_t n = 0;

	if (db_open(FARM_100000, DB_READ, &loader.db, &loader.err) < 0)
		return bench_fail("%s", loader.err.msg);
	ours = bench_median_ns(load, &loader, TIMES);
	db_close(loader.db);
	theirs = postgres_ns(&n);
	if (!loader.n || (n && n != loader.n))
		return bench_fail("%zu samples are loaded, by PostgreSQL %zu",
				  loader.n, n);
	bench_tell("loading its samples, ms; PostgreSQL", ours / 1e6,
		   theirs / 1e6, 1. / 3);
	return 0;
}

int bench_suite(void)
{
	struct farm farm;
	int failed = of_a_million();

	farm_warm(FARM_100000);
	if (farm_open(FARM_100000, &farm) < 0)
		return -1;
	against_script(&farm);
	failed |= farm_close(&farm);
	return against_postgres() | failed;
}
