/* chunks.c - the memory of arenas. */
#include "chunks.h"

#include <pthread.h>
#include <stdlib.h>

/* Chunks of 64 KiB to 8 MiB, each twice the one before, are worth keeping. */
#define SMALLEST 16
#define SIZES    8

static struct {
	pthread_mutex_t mutex;
	struct arena_chunk *of_size[SIZES];
	size_t bytes;
} spare = { .mutex = PTHREAD_MUTEX_INITIALIZER };

/* Of a chunk with its header; SIZES: it is none of them. */
static size_t size_of(size_t bytes)
{
	size_t i = 0;

	while (i < SIZES && (size_t)1 << (SMALLEST + i) < bytes)
		i++;
	return bytes > (size_t)1 << (SMALLEST - 1) ? i : SIZES;
}

static struct arena_chunk *take_spare(size_t i)
{
	struct arena_chunk *c;

	pthread_mutex_lock(&spare.mutex);
	c = spare.of_size[i];
	if (c) {
		spare.of_size[i] = c->next;
		spare.bytes -= (size_t)1 << (SMALLEST + i);
	}
	pthread_mutex_unlock(&spare.mutex);
	return c;
}

struct arena_chunk *chunk_take(size_t size)
{
	size_t bytes = CHUNK_HEADER + size, i = size_of(bytes);
	struct arena_chunk *c = i < SIZES ? take_spare(i) : NULL;

	if (c)
		return c;
	if (i < SIZES)
		bytes = (size_t)1 << (SMALLEST + i);
	c = bytes > size ? malloc(bytes) : NULL;
	if (c)
		c->size = bytes - CHUNK_HEADER;
	return c;
}

void chunk_give(struct arena_chunk *c)
{
	size_t bytes = CHUNK_HEADER + c->size, i = size_of(bytes);

	if (i < SIZES) {
		pthread_mutex_lock(&spare.mutex);
		if (spare.bytes + bytes <= CHUNKS_SPARE) {
			c->next = spare.of_size[i];
			spare.of_size[i] = c;
			spare.bytes += bytes;
			c = NULL;
		}
		pthread_mutex_unlock(&spare.mutex);
	}
	free(c);
}
