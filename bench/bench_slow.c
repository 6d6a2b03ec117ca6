/* bench_slow.c - uploads on a disk that takes 3 ms more for every sync. */
#include <math.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "load.h"
#include "served.h"

#define CLIENTS 64
#define SYNC_US 3000
#define TURNS   5
#define TURN_S  .5
#define SYNCS   20

#define EACH "upload, 64 clients, 3 ms disk, us; a sync"
#define P99  "upload, 64 clients, 3 ms disk, p99 ms; a sync"

/* One sync as the server has it: the wait that fault.c adds, and the disk's. */
static double sync_ns(int disk)
{
	const struct timespec wait = { 0, SYNC_US * 1000 };
	double ns[SYNCS];
	size_t i;

	for (i = 0; i < SYNCS; i++) {
		int64_t begin = bench_now_ns();

		nanosleep(&wait, NULL);
		disk_sync_ns(disk, 0);
		ns[i] = (double)(bench_now_ns() - begin);
	}
	return bench_quantile(ns, SYNCS, .5);
}

static int measure(struct load *load, int disk)
{
	double ours[TURNS], sync[TURNS];
	size_t i;

	for (i = 0; i < TURNS; i++) {
		sync[i] = sync_ns(disk);
		if (load_run(load, TURN_S) < 0)
			return -1;
		ours[i] = load_each_ns(load);
	}
	bench_tell(EACH, bench_quantile(ours, TURNS, .5) / 1e3,
		   bench_quantile(sync, TURNS, .5) / 1e3, 1 / 20.);
	bench_tell(P99, load_quantile_ns(load, .99) / 1e6,
		   bench_quantile(sync, TURNS, .5) / 1e6, 8);
	return 0;
}

int bench_slow(void)
{
	struct load_options o = { .clients = CLIENTS };
	int disk = disk_open(), failed;
	struct served served;
	struct load *load;

	if (disk < 0)
		return -1;
	failed = served_slow(bench_archive("slow.db"), &served);
	if (failed) {
		bench_tell(EACH, NAN, NAN, 1 / 20.);
		bench_tell(P99, NAN, NAN, 8);
		return failed < 0 ? -1 : 0;
	}
	o.port = served.port;
	load = load_open(&o);
	served_delay(&served, SYNC_US);
	failed = load ? measure(load, disk) : -1;
	served_delay(&served, 0);
	load_close(load);
	close(disk);
	return served_stop(&served) | failed;
}
