/*
 * mark.h - were stored runs changed since? Private to db/.
 *
 * Every change of a stored run is an edit, and edits have growing numbers; only
 * after a purge of the last ones those are given again, and to others.
 */
#ifndef MARK_H
#define MARK_H

#include <stdbool.h>
#include <stdint.h>

#include "err.h"

struct db;

/* The last edit of a snapshot; both 0: there was none. */
struct edit_mark {
	int64_t id, at_ns;
};

/* -1: error. O(1) */
int mark_set(struct db *db, struct edit_mark *out, struct err *err);

/*
 * Is that edit there, so that later ones have larger numbers? 1, 0, -1. O(1)
 * newer     are there such
 */
int mark_holds(struct db *db, const struct edit_mark *mark, bool *newer,
	       struct err *err);

#endif
