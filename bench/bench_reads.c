/*
 * bench_reads.c - a run's page, asked for at a steady rate, while others upload
 * as fast as they can.
 */
#include "bench.h"
#include "load.h"
#include "served.h"

#define UPLOADERS 8
#define READERS   32
#define PER_S     300
#define SECONDS   7
#define LIMIT_MS  20

static int measure(struct load *readers, struct load *uploaders)
{
	int failed;

	/* There has to be a run to be read. */
	if (!readers || !uploaders || load_run(uploaders, .2) < 0 ||
	    load_begin(uploaders, SECONDS + 60) < 0)
		return -1;
	failed = load_run(readers, SECONDS);
	failed |= load_end(uploaders);
	if (!failed)
		bench_tell("300 GET/s beside 8 uploaders, p99 ms; limit",
			   load_quantile_ns(readers, .99) / 1e6, LIMIT_MS, 1);
	return failed;
}

int bench_reads(void)
{
	struct load_options reads = { .clients = READERS, .rate = PER_S,
				      .get = "/run/1.json" };
	struct load_options writes = { .clients = UPLOADERS };
	struct load *readers, *uploaders;
	struct served served;
	int failed;

	if (served_start(bench_archive("reads.db"), NULL, &served) < 0)
		return -1;
	reads.port = writes.port = served.port;
	readers = load_open(&reads);
	uploaders = load_open(&writes);
	failed = measure(readers, uploaders);
	load_close(readers);
	load_close(uploaders);
	return served_stop(&served) | failed;
}
