/*
 * postings.h - the environments in which a condition holds, as a connection
 * keeps them. Private to db/.
 *
 * An environment is never changed: what was found of it once stays true, and
 * only those that were made since are to be asked.
 */
#ifndef POSTINGS_H
#define POSTINGS_H

#include "bitmap.h"

struct db;

struct posting {
	char *condition;
	struct bitmap envs; /* by id */
	int64_t last;       /* of them; those after it were not asked */
	uint64_t used;      /* the larger, the later */
};

struct postings {
	struct posting **items;
	size_t n;
	uint64_t clock;
};

/* What is kept of a condition; NULL: nothing is. O(conditions kept) */
struct posting *postings_find(struct db *db, const char *condition);

/* A new one, empty, to be filled. Stays until the next postings_trim(). */
struct posting *postings_add(struct db *db, const char *condition);

void postings_drop(struct db *db, struct posting *posting);

/* Between snapshots: keeps what was used last, in a few MB. */
void postings_trim(struct db *db);
void postings_forget(struct db *db);

#endif
