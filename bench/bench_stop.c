/*
 * bench_stop.c - SIGTERM while a hundred uploads wait for a disk of 300 ms: all
 * are answered, and then the server ends.
 */
#include <math.h>
#include <unistd.h>

#include "bench.h"
#include "load.h"
#include "served.h"

#define CLIENTS  100
#define SYNC_US  300000
#define LIMIT_S  2
#define SENT_US  200000 /* by when the server has them all */

#define TOOK "SIGTERM, 100 uploads, 300 ms disk, s; limit"
#define LOST "... not acknowledged; of 100"

static int measure(struct served *served, struct load *load)
{
	int64_t begin;
	int failed;

	if (load_run(load, 0) < 0)
		return -1;
	served_delay(served, SYNC_US);
	if (load_begin(load, 0) < 0)
		return -1;
	usleep(SENT_US);
	begin = bench_now_ns();
	failed = served_stop(served);
	bench_tell(TOOK, failed ? (double)NAN :
		   (double)(bench_now_ns() - begin) / 1e9, LIMIT_S, 1);
	failed |= load_end(load);
	bench_tell(LOST, 2 * CLIENTS - (double)load_count(load), CLIENTS, 0);
	return failed;
}

int bench_stop(void)
{
	struct load_options o = { .clients = CLIENTS };
	struct served served;
	struct load *load;
	int failed = served_slow(bench_archive("stop.db"), &served);

	if (failed) {
		bench_tell(TOOK, NAN, LIMIT_S, 1);
		bench_tell(LOST, NAN, CLIENTS, 0);
		return failed < 0 ? -1 : 0;
	}
	o.port = served.port;
	load = load_open(&o);
	failed = load ? measure(&served, load) : -1;
	load_close(load);
	return failed;
}
