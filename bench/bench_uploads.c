/*
 * bench_uploads.c - uploads that are on the disk when they are acknowledged,
 * against what the disk can do: 4 KiB overwritten and synced. The two take
 * turns, for the disk may be shared; a figure is the median of its turns.
 *
 * With one client nothing happens at once: client, server and disk wait for
 * each other. That row is measured on one processor, the disk's own, for both
 * sides; else it tells what it costs to wake a sleeping one (40 us each time on
 * a virtual machine), which a loop of syncs never does.
 */
#include <sched.h>
#include <unistd.h>

#include "bench.h"
#include "load.h"
#include "served.h"

#define TURNS   11
#define LOAD_S  .25
#define SYNC_S  .12

static int take_turns(struct load *load, int disk, const char *figure,
		      double goal)
{
	double ours[TURNS], sync[TURNS + 1];
	size_t i;

	/* The first turn counts not: all is new to the archive. */
	if (load_run(load, LOAD_S) < 0)
		return -1;
	for (i = 0; i < TURNS; i++) {
		sync[i] = disk_sync_ns(disk, SYNC_S);
		if (load_run(load, LOAD_S) < 0)
			return -1;
		ours[i] = load_each_ns(load);
	}
	sync[TURNS] = disk_sync_ns(disk, SYNC_S);
	bench_tell(figure, bench_quantile(ours, TURNS, .5) / 1e3,
		   bench_quantile(sync, TURNS + 1, .5) / 1e3, goal);
	return 0;
}

static int measure(int port, int disk, size_t clients, const char *figure,
		   double goal)
{
	struct load_options o = { .port = port, .clients = clients };
	struct load *load = load_open(&o);
	int failed = load ? take_turns(load, disk, figure, goal) : -1;

	load_close(load);
	return failed;
}

static int measure_alone(const struct served *served, int disk)
{
	cpu_set_t all, one;
	int failed;

	if (sched_getaffinity(0, sizeof(all), &all) ||
	    disk_processor(disk, &all, &one) < 0 ||
	    served_confine(served, &one) < 0)
		return bench_fail("the processor cannot be chosen");
	failed = measure(served->port, disk, 1,
			 "upload, 1 client, us; an fdatasync", 2.5);
	return served_confine(served, &all) | failed;
}

int bench_uploads(void)
{
	struct served served;
	int disk = disk_open(), failed;

	if (disk < 0 ||
	    served_start(bench_archive("uploads.db"), NULL, &served) < 0)
		return -1;
	failed = measure(served.port, disk, 64,
			 "upload, 64 clients, us; an fdatasync", .5) |
		 measure_alone(&served, disk);
	close(disk);
	return served_stop(&served) | failed;
}
