/*
 * bench_static.c - a file of web/, and that a client has it already, against a
 * bare libmicrohttpd that answers with as many bytes. The two take turns, with
 * the same client.
 */
#include <stdio.h>
#include <unistd.h>

#include "bench.h"
#include "hello.h"
#include "load.h"
#include "served.h"

#define CLIENTS 64
#define TURNS   9
#define TURN_S  .25
#define PATH    "/style.css"
#define FIGURE  ", 64 clients, us; libmicrohttpd alone"

static int take_turns(const char *figure, struct load *ours, struct load *peer)
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
	bench_tell(figure, bench_quantile(ours_ns, TURNS, .5) / 1e3,
		   bench_quantile(peer_ns, TURNS, .5) / 1e3, 2);
	return 0;
}

/* A first answer says how many bytes the peer is to have, and the tag. */
static int ask_first(int port, size_t *bytes, char *tag, size_t size)
{
	struct load_options o = { .port = port, .clients = 1, .get = PATH };
	struct load *load = load_open(&o);
	int failed = !load || load_run(load, 0) < 0 ? -1 : 0;

	if (!failed) {
		*bytes = load_body_bytes(load);
		snprintf(tag, size, "%s", load_tag(load));
		if (!*tag)
			failed = bench_fail(PATH " has no tag");
	}
	load_close(load);
	return failed;
}

/* tag NULL: the file is sent. */
static int against_hello(const char *figure, int port, const char *tag,
			 size_t bytes)
{
	struct load_options o = { .port = port, .clients = CLIENTS,
				  .get = PATH, .tag = tag };
	struct load *ours = load_open(&o), *peer = NULL;
	int failed = -1;
	pid_t hello = 0;

	o.tag = NULL;
	o.port = hello_start(bytes, &hello);
	if (o.port > 0) {
		peer = load_open(&o);
		failed = take_turns(figure, ours, peer);
	}
	load_close(ours);
	load_close(peer);
	hello_stop(hello);
	return failed;
}

int bench_static(void)
{
	struct served served;
	size_t bytes = 0;
	char tag[64];
	int failed;

	if (served_start(bench_archive("static.db"), NULL, &served) < 0)
		return -1;
	failed = ask_first(served.port, &bytes, tag, sizeof(tag));
	if (!failed)
		failed = against_hello(PATH FIGURE, served.port, NULL, bytes);
	if (!failed)
		failed = against_hello("a 304" FIGURE, served.port, tag, 0);
	return served_stop(&served) | failed;
}
