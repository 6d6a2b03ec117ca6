/*
 * founds.h - what selections found, as a connection keeps it. Private to db/.
 *
 * The page of a host reads all that it measured, of which an upload adds one
 * run. As long as no run was changed, what was found before is right, and only
 * the runs stored since are to be looked at.
 */
#ifndef FOUNDS_H
#define FOUNDS_H

#include "db.h"
#include "mark.h"
#include "mem.h"

struct kept_found {
	char *selection;
	struct arena arena;  /* of all that was found */
	struct db_found found;
	int64_t last_run;    /* later ones were not looked at */
	size_t bytes;        /* of arena, when it was made */
	uint64_t used;       /* the larger, the later */
};

struct founds {
	struct kept_found **items;
	size_t n;
	uint64_t clock;
	struct edit_mark mark; /* that all of them are of */
};

/* 15,000 runs with a result each, or 2,000 with 40. */
#define FOUNDS_BYTES (12u << 20)

/*
 * What is kept of a selection; *out NULL: nothing is. Forgets all where a run
 * was changed. O(kept)
 */
int founds_find(struct db *db, const char *selection, struct kept_found **out,
		struct err *err);

/* A new one, empty. Stays until the next founds_trim(). -1: error */
int founds_add(struct db *db, const char *selection, struct kept_found **out,
	       struct err *err);

void founds_drop(struct db *db, struct kept_found *found);

/* Between snapshots: keeps what was used last, in a few MB. */
void founds_trim(struct db *db);
void founds_forget(struct db *db);

#endif
