/*
 * mem.h - memory that cannot fail, and arenas.
 *
 * Running out of memory aborts with one line on stderr: every input is bounded
 * before it is read, so it is a bug or a machine that is beyond help. An arena
 * owns everything of one request, upload or command and is released at once.
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>

void *x_malloc(size_t size);           /* never NULL; free with x_free */
void *x_calloc(size_t n, size_t size); /* zeroed; overflow aborts */
void *x_realloc(void *p, size_t size);
char *x_strdup(const char *s);
void x_free(void *p);

struct arena_chunk;
struct arena {
	struct arena_chunk *chunks; /* newest first */
	size_t used;                /* bytes used in the newest chunk */
	size_t total;               /* bytes handed out, for limits */
};

void arena_init(struct arena *a);    /* {0} is the same */
void arena_release(struct arena *a); /* frees all; a is empty again */

/* All of `from` becomes part of `to`; from is empty again. O(chunks of from) */
void arena_adopt(struct arena *to, struct arena *from);

void *arena_alloc(struct arena *a, size_t size); /* zeroed, aligned to 16 */
void *arena_room(struct arena *a, size_t size);  /* aligned, not zeroed */
char *arena_bytes(struct arena *a, size_t size); /* neither; for texts */
char *arena_strndup(struct arena *a, const char *s, size_t len);
char *arena_strdup(struct arena *a, const char *s);
char *arena_printf(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Makes room for one more element of a vector in an arena: when n is a power
 * of two the vector moves to twice its size (the old one stays in the arena
 * until it is released; at most as much again).
 * returns   the vector, to be assigned back; element n is zeroed
 */
void *arena_grow(struct arena *a, void *vec, size_t n, size_t elem_size);

#endif
