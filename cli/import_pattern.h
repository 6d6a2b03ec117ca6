/*
 * import_pattern.h - what the path of a file tells: {host}/{rev:0-9}.{test}.txt
 *
 * A pattern fits a whole path, byte for byte, but for
 *
 *	{key}           one byte or more, up to what stands behind it or the
 *	                end, never a '/': as few as let the whole fit
 *	{key:A-Za-z_}   one or more of these bytes: as many as let it fit
 *	[part]          may be missing
 *	[part|TERMS]    the same; where it is missing TERMS are recorded
 *	[part|TERMS|TERMS]   ... and where it is there, the second ones
 *	\c              the byte c itself
 *
 * What {key} stands for is recorded as key:value. A key is that of a tag, or
 * test, metric, unit, better or at. Parts may stand in parts.
 */
#ifndef IMPORT_PATTERN_H
#define IMPORT_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "mem.h"

struct pattern {
	const char *written;          /* borrowed */
	struct pattern_piece *pieces; /* in arena */
	size_t n;
};

/* errors ERR_INPUT that points to the place, with a hint */
int pattern_read(const char *written, struct arena *arena, struct pattern *out,
		 struct err *err);

/*
 * The terms that a path tells, encoded, "-" where it tells none; in arena.
 * returns   NULL where the pattern does not fit
 * cost      pieces x the path's length x the length of a folder's name
 */
const char *pattern_terms(const struct pattern *pattern, const char *path,
			  struct arena *arena);

#endif
