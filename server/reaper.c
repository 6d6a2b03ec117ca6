/* reaper.c - sockets that have to get on by a certain time. */
#include "reaper.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <time.h>

#include "mem.h"
#include "timestamp.h"

#define LOOK_EVERY_NS (250 * 1000 * 1000)

struct reaped {
	struct reaped *next, *previous;
	int fd;
	int64_t until_ns, crowded_ns; /* 0: none */
};

struct reaper {
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t stop;
	bool stopping;
	struct reaped all; /* a ring; this one stands for its ends */
	size_t n, crowded;
};

static void reap(struct reaper *r)
{
	int64_t now = time_monotonic_ns();
	struct reaped *s;

	for (s = r->all.next; s != &r->all; s = s->next) {
		int64_t until = r->n < r->crowded ? s->until_ns : s->crowded_ns;

		if (until && until < now) {
			shutdown(s->fd, SHUT_RDWR);
			s->until_ns = s->crowded_ns = 0; /* once is enough */
		}
	}
}

static void *loop(void *arg)
{
	struct reaper *r = arg;

	pthread_mutex_lock(&r->mutex);
	while (!r->stopping) {
		struct timespec until;

		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += LOOK_EVERY_NS;
		if (until.tv_nsec >= NS_PER_S) {
			until.tv_nsec -= NS_PER_S;
			until.tv_sec++;
		}
		pthread_cond_timedwait(&r->stop, &r->mutex, &until);
		reap(r);
	}
	pthread_mutex_unlock(&r->mutex);
	return NULL;
}

int reaper_start(size_t crowded, struct reaper **out, struct err *err)
{
	struct reaper *r = x_calloc(1, sizeof(*r));

	r->all.next = r->all.previous = &r->all;
	r->crowded = crowded;
	pthread_mutex_init(&r->mutex, NULL);
	pthread_cond_init(&r->stop, NULL);
	if (pthread_create(&r->thread, NULL, loop, r)) {
		x_free(r);
		return err_set(err, ERR_OS, "cannot start the reaper's thread");
	}
	*out = r;
	return 0;
}

void reaper_stop(struct reaper *r)
{
	if (!r)
		return;
	pthread_mutex_lock(&r->mutex);
	r->stopping = true;
	pthread_cond_signal(&r->stop);
	pthread_mutex_unlock(&r->mutex);
	pthread_join(r->thread, NULL);
	pthread_cond_destroy(&r->stop);
	pthread_mutex_destroy(&r->mutex);
	x_free(r);
}

struct reaped *reaper_add(struct reaper *r, int fd)
{
	struct reaped *s = x_calloc(1, sizeof(*s));

	s->fd = fd;
	pthread_mutex_lock(&r->mutex);
	r->n++;
	s->next = r->all.next;
	s->previous = &r->all;
	s->next->previous = s;
	r->all.next = s;
	pthread_mutex_unlock(&r->mutex);
	return s;
}

void reaper_allow(struct reaper *r, struct reaped *s, int64_t until_ns,
		  int64_t crowded_ns)
{
	pthread_mutex_lock(&r->mutex);
	s->until_ns = until_ns;
	s->crowded_ns = crowded_ns;
	pthread_mutex_unlock(&r->mutex);
}

void reaper_remove(struct reaper *r, struct reaped *s)
{
	pthread_mutex_lock(&r->mutex);
	r->n--;
	s->next->previous = s->previous;
	s->previous->next = s->next;
	pthread_mutex_unlock(&r->mutex);
	x_free(s);
}
