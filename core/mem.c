/* mem.c - memory that cannot fail, and arenas. */
#include "mem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chunks.h"

#define CHUNK_MIN 8192u
#define CHUNK_MAX ((8u << 20) - CHUNK_HEADER)

static _Noreturn void no_memory(size_t size)
{
	fprintf(stderr, "maxistat: out of memory (%zu bytes)\n", size);
	abort();
}

void *x_malloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		no_memory(size);
	return p;
}

void *x_calloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		no_memory(n * size);
	return p;
}

void *x_realloc(void *p, size_t size)
{
	void *q = realloc(p, size ? size : 1);

	if (!q)
		no_memory(size);
	return q;
}

char *x_strdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(x_malloc(n), s, n);
}

void x_free(void *p)
{
	free(p);
}

void arena_init(struct arena *a)
{
	memset(a, 0, sizeof(*a));
}

void arena_release(struct arena *a)
{
	struct arena_chunk *c, *next;

	for (c = a->chunks; c; c = next) {
		next = c->next;
		chunk_give(c);
	}
	arena_init(a);
}

void arena_adopt(struct arena *to, struct arena *from)
{
	struct arena_chunk **last = &from->chunks;

	while (*last)
		last = &(*last)->next;
	if (to->chunks) {
		*last = to->chunks->next;
		to->chunks->next = from->chunks;
	} else {
		to->chunks = from->chunks;
		to->used = from->used;
	}
	to->total += from->total;
	arena_init(from);
}

/* Room for size bytes at a multiple of align, not zeroed. */
static void *take(struct arena *a, size_t size, size_t align)
{
	struct arena_chunk *c = a->chunks;
	size_t at = (a->used + align - 1) & ~(align - 1);

	if (!c || at > c->size || c->size - at < size) {
		/* Chunks grow with the arena, so that their number stays
		 * logarithmic and small requests stay cheap. */
		size_t bytes = a->total / 4;

		if (bytes > CHUNK_MAX)
			bytes = CHUNK_MAX;
		if (bytes < CHUNK_MIN)
			bytes = CHUNK_MIN;
		if (bytes < size)
			bytes = size;
		c = chunk_take(bytes);
		if (!c)
			no_memory(bytes);
		c->next = a->chunks;
		a->chunks = c;
		at = 0;
	}
	a->used = at + size;
	a->total += size;
	return (char *)c + CHUNK_HEADER + at;
}

void *arena_room(struct arena *a, size_t size)
{
	size_t need = ((size ? size : 1) + CHUNK_ALIGN - 1) &
		      ~(size_t)(CHUNK_ALIGN - 1);

	if (need < size)
		no_memory(size);
	return take(a, need, CHUNK_ALIGN);
}

void *arena_alloc(struct arena *a, size_t size)
{
	return memset(arena_room(a, size), 0, size);
}

char *arena_bytes(struct arena *a, size_t size)
{
	return take(a, size, 1);
}

char *arena_strndup(struct arena *a, const char *s, size_t len)
{
	char *p = arena_bytes(a, len + 1);

	if (len)
		memcpy(p, s, len);
	p[len] = '\0';
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	int n;
	char *p;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	assert(n >= 0);
	p = arena_bytes(a, (size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(p, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return p;
}

void *arena_grow(struct arena *a, void *vec, size_t n, size_t elem_size)
{
	size_t cap, old = n * elem_size;
	char *bigger;

	if (n & (n - 1) || (n == 0 && vec))
		return vec;
	cap = n ? 2 * n : 1;
	if (cap > SIZE_MAX / elem_size)
		no_memory(cap);
	bigger = arena_room(a, cap * elem_size);
	if (n)
		memcpy(bigger, vec, old);
	memset(bigger + old, 0, cap * elem_size - old);
	return bigger;
}
