/*
 * census.h - what the environments of the archive have: how many live runs, the
 * newest one's time, the newest run. Private to db/.
 *
 * There are 10^5 of them and more, and a row each is what a list of hosts or
 * the newest runs of a kernel would cost. So a connection keeps these figures,
 * and before it uses them brings them up to date by the runs that were stored
 * and edited since.
 */
#ifndef CENSUS_H
#define CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"

struct db;

struct env_count {
	int64_t last_run;    /* no run of it has a larger id; 0: none has one */
	int64_t newest_ns;   /* of the live runs; INT64_MIN: there are none */
	uint32_t live_runs;
	uint32_t option_set;
};

struct census {
	struct env_count *envs; /* by id */
	size_t n;
	int64_t last_run, last_edit; /* that are known here */
	size_t live_runs;            /* of all */
	struct env_count *options;   /* by option set; NULL: not added up */
	size_t n_options;
};

/*
 * Makes db->census tell of this snapshot.
 * cost      O(runs and environments) the first time, then O(series lists + runs
 *           stored and edited since)
 */
int census_update(struct db *db, struct err *err);

/* Of an environment of this snapshot; after census_update(). */
const struct env_count *census_of(struct db *db, int64_t environment);

/*
 * The same of an option set: all environments with it. last_run is not told.
 * cost      O(environments) the first time after a census_update()
 */
const struct env_count *census_of_options(struct db *db, int64_t set);

void census_forget(struct db *db);

#endif
