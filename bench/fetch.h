/*
 * fetch.h - one request on a connection of its own, its answer read to the end,
 * however long it is. load.h is for many short ones.
 */
#ifndef FETCH_H
#define FETCH_H

#include <stddef.h>

#include "buf.h"

struct fetched {
	int status;
	size_t bytes; /* of the body; one sent in chunks with their lengths */
	double ns;    /* from before it connects to the last byte */
};

/*
 * body      takes what fits in it of the body; NULL: nothing is kept
 * returns   -1: there is no answer, or not all of it; said already
 */
int fetch_get(int port, const char *path, struct buf *body,
	      struct fetched *out);

/* The same until so many bytes of the body have come; the rest is refused. */
int fetch_some(int port, const char *path, size_t bytes, struct fetched *out);

/* PUT of so many bytes. */
int fetch_put(int port, const char *path, const char *data, size_t len,
	      struct fetched *out);

#endif
