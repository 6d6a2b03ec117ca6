/*
 * bench_million.c - lists of an archive of a million runs, each the first time
 * after an upload: whatever is asked of /runs, the pages of hosts and tests,
 * what there is, and a query of tags to its end.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "db.h"
#include "farm.h"

#define LIST_MS  5
#define THERE_MS 20
#define QUERY_MS 3
#define TIMES    11

/*
 * Four terms, one of them none and one a range: 72,000 environments have the
 * commonest of them, and 600 have all.
 */
#define QUERY "nic.driver:ice,site:site3,-governor:governor0," \
	      "rev:n100200..n100299"

/*
 * Runs are stored in the order they were measured in, so kernel 6.1.0 is of the
 * oldest and 6.27.0 of the newest; heartbeat is one line of 10,000 runs, s0 a
 * test of a hundred, both spread over all.
 */
static const char *const lists[] = {
	"/runs.json",
	"/runs.json/host:lab3",
	"/runs.json/host:suite",
	"/runs.json/os:Linux",
	"/runs.json/-os:Linux~plan9",
	"/runs.json/nic.driver:ice",
	"/runs.json/hw.bios:1.7",
	"/runs.json/kernel:6.1.0",
	"/runs.json/kernel.sub:1.0",
	"/runs.json/-kernel:6.26.0~6.27.0~6.28.0",
	"/runs.json/-host:lab3",
	"/runs.json/rev:n100003",
	"/runs.json/rev:n100003..n100012",
	"/runs.json/rev:n100003..",
	"/runs.json/VIMAGE",
	"/runs.json/-VIMAGE,option.OPT_0007:y",
	"/runs.json/option.VIMAGE:",
	"/runs.json/test:t3",
	"/runs.json/test:heartbeat",
	"/runs.json/test:s0",
	"/runs.json/metric:m3",
	"/runs.json/unit:pkt%2Fs",
	"/runs.json/at:1d..",
	"/runs.json/at:300d..200d",
	"/runs.json/run:..1000",
	"/runs.json/upload:7",
	"/runs.json/os:Linux,test:s0",
	"/runs.json/nic.driver:ice,kernel:6.1.0",
	"/runs.json/host:lab1,kernel:6.1.0,metric:rate",
	"/runs.json/nic.driver:ice~igb,VIMAGE,at:400d..300d",
	"/runs.json/" QUERY,
};

/* Each after an upload of the very host or test that it is about. */
static const struct {
	const char *path, *put;
} pages[] = {
	{ "/host.json/lab3", "host:lab3,test:other" },
	{ "/host.json/suite", "host:suite,test:other" },
	{ "/host.json/watch", "host:watch,test:other" },
	{ "/test.json/t3", "host:x,test:t3" },
	{ "/test.json/s0", "host:x,test:s0" },
	{ "/test.json/heartbeat", "host:x,test:heartbeat" },
};

static void measure(const struct farm *farm, const char *path, const char *put,
		    double limit_ms)
{
	char figure[128];

	snprintf(figure, sizeof(figure), "%s, ms; limit", path);
	bench_tell(figure, load_first_ms(farm->served.port, path, put, NULL),
		   limit_ms, 1);
}

/* The front page may be one that was kept a while, and says so. */
static void what_there_is(const struct farm *farm)
{
	measure(farm, "/index.json", NULL, THERE_MS);
	measure(farm, "/tags.json", NULL, THERE_MS);
}

struct query {
	struct db *db;
	const struct selection *selection;
	size_t n;
	struct err err;
};

static void count(void *arg)
{
	struct query *q = arg;
	struct arena arena = { 0 };

	if (db_count_runs(q->db, q->selection, &arena, &q->n, &q->err) < 0)
		q->n = 0;
	arena_release(&arena);
}

/* The same terms in the process, all runs that they mean. */
static int query(const char *archive)
{
	const char *nic = "ice", *site = "site3", *governor = "governor0";
	struct condition conditions[] = {
		{ .key = "nic.driver", .kind = COND_EQUAL, .values = &nic,
		  .n_values = 1 },
		{ .key = "site", .kind = COND_EQUAL, .values = &site,
		  .n_values = 1 },
		{ .key = "governor", .kind = COND_EQUAL, .negate = true,
		  .values = &governor, .n_values = 1 },
		{ .key = "rev", .kind = COND_RANGE, .lo = "n100200",
		  .hi = "n100299" },
	};
	struct selection selection = { .conditions = conditions, .n = 4 };
	struct query q = { .selection = &selection };
	double ns;

	if (db_open(archive, DB_READ, &q.db, &q.err) < 0)
		return bench_fail("%s", q.err.msg);
	ns = bench_median_ns(count, &q, TIMES);
	db_close(q.db);
	if (!q.n)
		return bench_fail("no runs of four terms: %s", q.err.msg);
	bench_tell("4 terms, 250,000 environments, ms; limit", ns / 1e6,
		   QUERY_MS, 1);
	return 0;
}

int bench_million(void)
{
	struct farm farm;
	size_t i;
	int failed;

	farm_warm(FARM_1000000);
	if (farm_open(FARM_1000000, &farm) < 0)
		return -1;
	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		measure(&farm, lists[i], NULL, LIST_MS);
	for (i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		measure(&farm, pages[i].path, pages[i].put, LIST_MS);
	what_there_is(&farm);
	failed = query(FARM_1000000);
	farm_tell_memory(&farm, "... RssAnon after these, MB; limit");
	failed |= farm_close(&farm);
	bench_tell("/index.json of a new server, ms; limit",
		   farm_made_ms(FARM_1000000, "/index.json"), THERE_MS, 1);
	return failed;
}
