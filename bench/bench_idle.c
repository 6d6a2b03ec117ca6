/* bench_idle.c - a thousand connections that have had an answer, and wait. */
#include <sys/resource.h>

#include "bench.h"
#include "load.h"
#include "served.h"

#define IDLE      1000
#define LIMIT_MB  64
#define LIMIT_MS  10
#define SECONDS   .5

static int measure(const struct served *served, struct load *idle,
		   struct load *one)
{
	if (!idle || !one || load_run(idle, 0) < 0)
		return -1;
	bench_tell("1,000 idle connections, MB of memory; limit",
		   bench_memory_bytes(served->pid, "VmRSS:") / 1e6, LIMIT_MB,
		   1);
	if (load_run(one, SECONDS) < 0)
		return -1;
	bench_tell("a GET beside them, p99 ms; limit",
		   load_quantile_ns(one, .99) / 1e6, LIMIT_MS, 1);
	return 0;
}

int bench_idle(void)
{
	struct load_options o = { .clients = IDLE, .get = "/health" };
	struct rlimit files;
	struct load *idle, *one;
	struct served served;
	int failed;

	if (!getrlimit(RLIMIT_NOFILE, &files)) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	if (served_start(bench_archive("idle.db"), NULL, &served) < 0)
		return -1;
	o.port = served.port;
	idle = load_open(&o);
	o.clients = 1;
	one = load_open(&o);
	failed = measure(&served, idle, one);
	load_close(idle);
	load_close(one);
	return served_stop(&served) | failed;
}
