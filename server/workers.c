/* workers.c - a bounded queue and the threads that empty it. */
#include "workers.h"

#include <pthread.h>

#include "mem.h"

struct workers {
	pthread_mutex_t mutex;
	pthread_cond_t more;
	struct work *first, **last;
	size_t n_waiting, max_waiting;
	bool stopping;
	pthread_t *threads;
	size_t n_threads, n_idle;
};

static void *loop(void *arg)
{
	struct workers *w = arg;

	pthread_mutex_lock(&w->mutex);
	for (;;) {
		struct work *work = w->first;

		if (work) {
			w->first = work->next;
			if (!w->first)
				w->last = &w->first;
			w->n_waiting--;
			pthread_mutex_unlock(&w->mutex);
			work->run(work);
			pthread_mutex_lock(&w->mutex);
		} else if (w->stopping) {
			break;
		} else {
			w->n_idle++;
			pthread_cond_wait(&w->more, &w->mutex);
			w->n_idle--;
		}
	}
	pthread_mutex_unlock(&w->mutex);
	return NULL;
}

int workers_start(size_t threads, size_t waiting, struct workers **out,
		  struct err *err)
{
	struct workers *w = x_calloc(1, sizeof(*w));

	w->last = &w->first;
	w->max_waiting = waiting;
	w->threads = x_calloc(threads, sizeof(*w->threads));
	pthread_mutex_init(&w->mutex, NULL);
	pthread_cond_init(&w->more, NULL);
	while (w->n_threads < threads &&
	       !pthread_create(&w->threads[w->n_threads], NULL, loop, w))
		w->n_threads++;
	if (w->n_threads < threads) {
		workers_stop(w);
		workers_free(w);
		return err_set(err, ERR_OS, "cannot start a worker's thread");
	}
	*out = w;
	return 0;
}

bool workers_add(struct workers *w, struct work *work)
{
	bool room;

	work->next = NULL;
	pthread_mutex_lock(&w->mutex);
	room = !w->stopping && w->n_waiting < w->max_waiting + w->n_idle;
	if (room) {
		*w->last = work;
		w->last = &work->next;
		w->n_waiting++;
		pthread_cond_signal(&w->more);
	}
	pthread_mutex_unlock(&w->mutex);
	return room;
}

void workers_stop(struct workers *w)
{
	size_t i;

	if (!w)
		return;
	pthread_mutex_lock(&w->mutex);
	w->stopping = true;
	pthread_cond_broadcast(&w->more);
	pthread_mutex_unlock(&w->mutex);
	for (i = 0; i < w->n_threads; i++)
		pthread_join(w->threads[i], NULL);
	w->n_threads = 0;
}

void workers_free(struct workers *w)
{
	if (!w)
		return;
	pthread_cond_destroy(&w->more);
	pthread_mutex_destroy(&w->mutex);
	x_free(w->threads);
	x_free(w);
}
