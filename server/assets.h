/*
 * assets.h - the files of web/, carried inside the program.
 */
#ifndef ASSETS_H
#define ASSETS_H

#include <stddef.h>

struct asset {
	const char *path; /* "/style.css" */
	const char *type; /* Content-Type */
	const unsigned char *data;
	size_t len;
};

/* All of them, *n. */
const struct asset *assets_all(size_t *n);

/* Exactly this path, or NULL. There is no file system behind it. */
const struct asset *asset_find(const char *path);

#endif
