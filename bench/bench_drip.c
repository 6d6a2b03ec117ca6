/*
 * bench_drip.c - more clients than there are places, all of them slow: some
 * drip their headers, some a body, some read an answer byte by byte. Who loses
 * a place comes back at once. Meanwhile somebody wants a page.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench.h"
#include "load.h"
#include "served.h"

#define DRIPS     60
#define PLACES    "50"
#define DRIP_US   500000
#define GETS      12
#define PAUSE_US  250000
#define LIMIT_S   2
#define BIG       200000 /* samples */
#define SETTLE_US 200000 /* by when they have all places */

struct dripper {
	int port, fds[DRIPS];
	pthread_t thread;
	atomic_bool stopping;
};

enum kind { HEADS, BODIES, READS, KINDS };

static int drip_open(int port, size_t kind)
{
	int fd = load_connect(port), little = 1;
	char out[256];

	if (fd < 0)
		return -1;
	/* What the kernel takes for a client does not count as read. */
	if (kind == READS)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &little, sizeof(little));
	snprintf(out, sizeof(out), "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s",
		 kind == BODIES ? "PUT /runs/host:slow" :
		 kind == READS ? "GET /samples/host:big" : "GET /", port,
		 kind == BODIES ? "Content-Length: 60000000\r\n\r\n1" :
		 kind == READS ? "\r\n" : "X: ");
	send(fd, out, strlen(out), MSG_NOSIGNAL);
	return fd;
}

/* One byte more of what it does; false: the connection is gone. */
static bool drip(int fd, size_t kind)
{
	char byte;

	if (kind != READS && send(fd, "1", 1, MSG_NOSIGNAL) != 1)
		return false;
	return recv(fd, &byte, 1, MSG_DONTWAIT) > 0 || errno == EAGAIN;
}

static void *drip_all(void *arg)
{
	struct dripper *d = arg;
	size_t i;

	while (!atomic_load(&d->stopping)) {
		for (i = 0; i < DRIPS; i++) {
			if (d->fds[i] >= 0 && drip(d->fds[i], i % KINDS))
				continue;
			if (d->fds[i] >= 0)
				close(d->fds[i]);
			d->fds[i] = drip_open(d->port, i % KINDS);
		}
		usleep(DRIP_US);
	}
	for (i = 0; i < DRIPS; i++)
		if (d->fds[i] >= 0)
			close(d->fds[i]);
	return NULL;
}

/* A client that nobody knows yet; the worst of some. */
static int measure(int port)
{
	struct load_options o = { .port = port, .clients = 1,
				  .get = "/health" };
	double worst = 0;
	int i;

	for (i = 0; i < GETS; i++) {
		int64_t begin = bench_now_ns();
		struct load *load = load_open(&o);
		int failed = load ? load_run(load, 0) : -1;
		double took = (double)(bench_now_ns() - begin);

		load_close(load);
		if (failed)
			return -1;
		worst = took > worst ? took : worst;
		usleep(PAUSE_US);
	}
	bench_tell("60 slow clients in " PLACES " places, a GET, s; limit",
		   worst / 1e9, LIMIT_S, 1);
	return 0;
}

/* What the readers ask for: more than the sockets hold. */
static int make_archive(const char *db)
{
	struct sample_set set = bench_samples(BIG, 1000, 25, 1);
	const char *text = bench_file("big.txt");
	int failed = bench_write(text, &set) < 0 ||
		     bench_import(db, "host:big", text) < 0;

	free((void *)(uintptr_t)set.samples);
	return failed ? -1 : 0;
}

int bench_drip(void)
{
	static const char *const few[] = { "--max-connections", PLACES, NULL };
	const char *db = bench_archive("drip.db");
	struct dripper d = { 0 };
	struct served served;
	int failed, i;

	if (make_archive(db) < 0 || served_start(db, few, &served) < 0)
		return -1;
	d.port = served.port;
	for (i = 0; i < DRIPS; i++)
		d.fds[i] = drip_open(d.port, (size_t)i % KINDS);
	if (pthread_create(&d.thread, NULL, drip_all, &d))
		return bench_fail("a thread cannot be started");
	usleep(SETTLE_US);
	failed = measure(served.port);
	atomic_store(&d.stopping, true);
	pthread_join(d.thread, NULL);
	return served_stop(&served) | failed;
}
