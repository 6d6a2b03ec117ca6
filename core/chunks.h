/*
 * chunks.h - the memory of arenas. Private to mem.c.
 *
 * The system clears every page that it gives: for a large comparison that took
 * as long as all that is done with it. So what an arena has released serves the
 * next one, whichever thread has it; up to CHUNKS_SPARE bytes are kept so.
 */
#ifndef CHUNKS_H
#define CHUNKS_H

#include <stddef.h>

/* A sanitizer sees a use after the release only where there is no next use. */
#if defined(__SANITIZE_ADDRESS__)
#define CHUNKS_SPARE 0u
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHUNKS_SPARE 0u
#endif
#endif
#ifndef CHUNKS_SPARE
#define CHUNKS_SPARE (32u << 20)
#endif

struct arena_chunk {
	struct arena_chunk *next;
	size_t size; /* of the payload */
};

/* The payload begins at the first aligned byte behind the header. */
#define CHUNK_ALIGN 16u
#define CHUNK_HEADER \
	((sizeof(struct arena_chunk) + CHUNK_ALIGN - 1) & \
	 ~(size_t)(CHUNK_ALIGN - 1))

/* Of at least so many bytes, not zeroed; NULL: there is no memory. */
struct arena_chunk *chunk_take(size_t size);
void chunk_give(struct arena_chunk *chunk);

#endif
