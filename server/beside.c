/* beside.c - a piece of work in a thread of its own, beside the caller's. */
#include "beside.h"

#include <stddef.h>

static void *run(void *arg)
{
	struct beside *b = arg;

	b->work(b->arg);
	return NULL;
}

void beside_begin(struct beside *b, void (*work)(void *arg), void *arg)
{
	b->work = work;
	b->arg = arg;
	b->is_thread = !pthread_create(&b->thread, NULL, run, b);
	if (!b->is_thread)
		work(arg);
}

void beside_end(struct beside *b)
{
	if (b->is_thread)
		pthread_join(b->thread, NULL);
}
