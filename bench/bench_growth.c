/*
 * bench_growth.c - what must not grow with the archive: two sets of 40 samples
 * compared in an archive of a thousand runs and of a million, and the history
 * of a line of 10,000 runs among a million. Each the first time after an
 * upload of its host.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "change.h"
#include "db.h"
#include "farm.h"
#include "fetch.h"

#define COMPARE_MS 1
#define GROWTH     1.5
#define FIRST_MS   50
#define NEXT_MS    5
#define TURNS      5
#define TIMES      5

/* Four rounds of a night on a host, and of the next one with the same test. */
#define COMPARE "/host:lab3,test:t22,metric:m4/rev:n100005/rev:n100013"
#define HISTORY "/history.json/host:watch,test:heartbeat"
#define WATCHED "host:watch,test:other"
#define PUT     "host:lab3,test:other"

/* Else it is something else that is measured. */
static int look(const struct farm *farm)
{
	struct fetched got;
	struct buf body;
	int failed;

	buf_init(&body, 1u << 20);
	failed = fetch_get(farm->served.port, "/compare.json" COMPARE, &body,
			   &got);
	if (!failed && (got.status != 200 || !strstr(body.data, "\"n\":40")))
		failed = bench_fail("no sets of 40 samples in '%s'", farm->db);
	buf_release(&body);
	return failed;
}

/* The two archives take turns. */
static void compare(struct farm *small, struct farm *large, const char *page)
{
	double of_small[TURNS], of_large[TURNS], ms;
	char path[128], figure[96];
	size_t i;

	snprintf(path, sizeof(path), "%s" COMPARE, page);
	for (i = 0; i < TURNS; i++) {
		of_small[i] = load_first_ms(small->served.port, path, PUT,
					    NULL);
		of_large[i] = load_first_ms(large->served.port, path, PUT,
					    NULL);
	}
	ms = bench_quantile(of_large, TURNS, .5);
	snprintf(figure, sizeof(figure),
		 "%s 2 x 40 of a million runs, ms; limit", page);
	bench_tell(figure, ms, COMPARE_MS, 1);
	bench_tell("... ms; of a thousand runs", ms,
		   bench_quantile(of_small, TURNS, .5), GROWTH);
}

struct line {
	double *values;
	size_t n;
};

static void detect(void *arg)
{
	static const struct change_options options = { .alpha = CHANGE_ALPHA };
	const struct line *line = arg;
	struct changes changes;
	struct arena arena = { 0 };

	stats_changes(line->values, line->n, &options, &arena, &changes);
	arena_release(&arena);
}

/* The medians of the line as it is stored, in its order. */
static int read_line(const char *archive, struct arena *arena,
		     struct line *line)
{
	const char *host = "watch", *test = "heartbeat";
	struct condition conditions[] = {
		{ .key = "host", .kind = COND_EQUAL, .values = &host,
		  .n_values = 1 },
		{ .key = "test", .kind = COND_EQUAL, .values = &test,
		  .n_values = 1 },
	};
	struct selection selection = { .conditions = conditions, .n = 2 };
	struct err err = { 0 };
	struct db_found found;
	struct db *db;
	size_t i;
	int failed;

	if (db_open(archive, DB_READ, &db, &err) < 0)
		return bench_fail("%s", err.msg);
	failed = db_find(db, &selection, false, arena, &found, &err);
	if (!failed) {
		line->n = found.n_results;
		line->values = arena_alloc(arena, line->n * sizeof(double));
		for (i = 0; i < line->n; i++)
			line->values[i] = found.results[i].set.summary.median;
	}
	db_close(db);
	return failed ? bench_fail("%s", err.msg) : 0;
}

/* The limit is that of all but the search for change points, and that. */
static int history(struct farm *farm)
{
	struct arena arena = { 0 };
	struct line line = { 0 };
	double first, next;
	int failed = read_line(farm->db, &arena, &line);

	if (!failed && line.n != CHANGE_RUNS_MAX)
		failed = bench_fail("the line has %zu runs", line.n);
	if (!failed) {
		double detection = bench_median_ns(detect, &line, TIMES) / 1e6;

		first = load_first_ms(farm->served.port, HISTORY, WATCHED,
				      &next);
		bench_tell("history, 10,000 of a million runs, ms; "
			   "50 + detection", first, FIRST_MS + detection, 1);
		bench_tell("... again, ms; limit", next, NEXT_MS, 1);
	}
	arena_release(&arena);
	return failed;
}

int bench_growth(void)
{
	struct farm small, large;
	int failed;

	farm_warm(FARM_1000000);
	if (farm_open(FARM_1000, &small) < 0)
		return -1;
	if (farm_open(FARM_1000000, &large) < 0) {
		farm_close(&small);
		return -1;
	}
	failed = look(&small) | look(&large);
	if (!failed) {
		compare(&small, &large, "/compare");
		compare(&small, &large, "/compare.json");
		failed = history(&large);
		farm_tell_memory(&large, "... RssAnon after these, MB; limit");
	}
	return farm_close(&small) | farm_close(&large) | failed;
}
