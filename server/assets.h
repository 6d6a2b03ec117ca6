/*
 * assets.h - the files of web/, carried inside the program, each also packed by
 * gzip. What stands where npm had brought uPlot: /uplot.js, .css, .txt.
 */
#ifndef ASSETS_H
#define ASSETS_H

#include <stddef.h>

struct asset {
	const char *path; /* "/style.css" */
	const char *type; /* Content-Type */
	const unsigned char *data;
	size_t len;
	const char *tag; /* an entity tag, in quotes, that the bytes make */
	const unsigned char *packed;
	size_t packed_len; /* 0: that would not be less */
	const char *packed_tag;
};

/* All of them, *n. */
const struct asset *assets_all(size_t *n);

/* Exactly this path, or NULL. There is no file system behind it. */
const struct asset *asset_find(const char *path);

#endif
