/*
 * spans.h - which runs may be of a time, as a connection keeps it. Private to
 * db/.
 *
 * Runs are stored more or less in the order they were measured in. Of so many
 * ids in a row the earliest and the latest time are kept: who wants the newest
 * runs of a time long past need not look at those of other times. Brought up to
 * date by what was stored and edited since; a run that is gone or was corrected
 * leaves a span wider than it need be.
 * source    PostgreSQL 15, ch. 71, BRIN Indexes
 */
#ifndef SPANS_H
#define SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "mark.h"
#include "selection.h"

struct db;

struct span {
	int64_t first_ns, last_ns; /* first > last: no runs */
};

struct spans {
	struct span *items; /* by id / size */
	size_t n;
	int64_t size;       /* ids of each */
	int64_t last_run;      /* that is known here */
	struct edit_mark mark; /* and the last edit */
};

/*
 * Makes db->spans tell of this snapshot.
 * cost      O(runs) the first time, then O(runs stored and edited since)
 */
int spans_update(struct db *db, struct err *err);

/*
 * The newest ids within lo..hi whose runs may be of the times of a condition on
 * `at`; after spans_update(). O(spans)
 * returns   false: there are none
 */
bool spans_newest(const struct db *db, const struct condition *times,
		  int64_t lo, int64_t hi, int64_t *from, int64_t *to);

void spans_forget(struct db *db);

#endif
