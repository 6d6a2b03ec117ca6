/* beside.h - a piece of work in a thread of its own, beside the caller's. */
#ifndef BESIDE_H
#define BESIDE_H

#include <pthread.h>
#include <stdbool.h>

/* To start a thread takes as long as to read so many bytes. */
#define BESIDE_LEAST (256u << 10)

struct beside {
	void (*work)(void *arg);
	void *arg;
	pthread_t thread;
	bool is_thread;
};

/* Begins; where there is no thread to be had it is done at once. */
void beside_begin(struct beside *b, void (*work)(void *arg), void *arg);

/* Waits for the end. */
void beside_end(struct beside *b);

#endif
