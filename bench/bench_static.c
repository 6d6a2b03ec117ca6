/*
 * bench_static.c - a file of web/ against a bare libmicrohttpd that answers
 * with as many bytes. The two take turns, with the same client.
 */
#include <unistd.h>

#include "bench.h"
#include "hello.h"
#include "load.h"
#include "served.h"

#define CLIENTS 64
#define TURNS   9
#define TURN_S  .25
#define PATH    "/style.css"

static int take_turns(struct load *ours, struct load *peer)
{
	double ours_ns[TURNS], peer_ns[TURNS];
	size_t i;

	if (!ours || !peer || load_run(ours, TURN_S) < 0 ||
	    load_run(peer, TURN_S) < 0)
		return -1;
	for (i = 0; i < TURNS; i++) {
		if (load_run(ours, TURN_S) < 0 || load_run(peer, TURN_S) < 0)
			return -1;
		ours_ns[i] = load_each_ns(ours);
		peer_ns[i] = load_each_ns(peer);
	}
	bench_tell(PATH ", 64 clients, us; libmicrohttpd alone",
		   bench_quantile(ours_ns, TURNS, .5) / 1e3,
		   bench_quantile(peer_ns, TURNS, .5) / 1e3, 2);
	return 0;
}

/* A first answer says how many bytes the peer is to have. */
static size_t body_bytes(int port)
{
	struct load_options o = { .port = port, .clients = 1, .get = PATH };
	struct load *load = load_open(&o);
	size_t n = load && !load_run(load, 0) ? load_body_bytes(load) : 0;

	load_close(load);
	return n;
}

int bench_static(void)
{
	struct load_options o = { .clients = CLIENTS, .get = PATH };
	struct load *ours = NULL, *peer = NULL;
	struct served served;
	int failed = -1;
	pid_t hello = 0;
	size_t bytes;

	if (served_start(bench_archive("static.db"), NULL, &served) < 0)
		return -1;
	o.port = served.port;
	bytes = body_bytes(o.port);
	ours = load_open(&o);
	o.port = bytes ? hello_start(bytes, &hello) : -1;
	if (o.port > 0) {
		peer = load_open(&o);
		failed = take_turns(ours, peer);
	}
	load_close(ours);
	load_close(peer);
	hello_stop(hello);
	return served_stop(&served) | failed;
}
