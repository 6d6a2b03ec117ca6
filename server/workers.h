/*
 * workers.h - threads for work that would keep others waiting.
 *
 * Jobs are begun in the order they came, at most as many at a time as there are
 * threads; when too many wait already, one more is refused.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"

struct work {
	/* Runs in a worker's thread; work may be gone when it returns. */
	void (*run)(struct work *work);
	struct work *next; /* private */
};

struct workers;

/*
 * threads     how many run at once, at least 1
 * waiting     how many more may wait
 * errors      ERR_OS
 */
int workers_start(size_t threads, size_t waiting, struct workers **out,
		  struct err *err);

/*
 * Never blocks. false: too many wait, or it is stopped; run will not be called.
 */
bool workers_add(struct workers *workers, struct work *work);

/* Finishes what waits, and ends the threads; NULL is fine. */
void workers_stop(struct workers *workers);

/* Frees what is stopped, once nobody can call workers_add(); NULL is fine. */
void workers_free(struct workers *workers);

#endif
