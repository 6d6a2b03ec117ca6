/*
 * figures.h - every figure of a comparison, from one table: JSON, detail=1 and
 * /help/stats print the same.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include "json.h"
#include "verdict.h"

/* An object of all of them under a key; what is not defined is null. */
void figures_json(const struct comparison *c, struct json *j, const char *key);

/* A line each of those that are defined; unit may be NULL. */
void figures_text(const struct comparison *c, const char *unit,
		  struct buf *out);

/* Name and meaning, a line each. */
void figures_help(struct buf *out);

#endif
