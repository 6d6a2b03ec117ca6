/*
 * host_tags.h - what was recorded of a machine, and from when to when.
 */
#ifndef HOST_TAGS_H
#define HOST_TAGS_H

#include "db.h"

struct recorded {
	const char *key, *value;
	int64_t first_ns, last_ns; /* when its runs were measured */
	size_t n_runs;
};

/*
 * hw.*, os, kernel, nic.driver and disk.driver of the runs found: by key, of
 * each the value that was recorded last before the others. In arena.
 *
 * cost      O(runs + tags of their environments)
 */
void host_tags(const struct db_found *found, struct arena *arena,
	       struct recorded **out, size_t *n);

#endif
