/*
 * import_terms.h - what is recorded with a file, and how it is read.
 *
 * The same grammar as TERMS of a URL: --tags, a line of a map and a pattern's
 * TERMS all add to one of these.
 */
#ifndef IMPORT_TERMS_H
#define IMPORT_TERMS_H

#include "options.h"
#include "terms.h"

struct import_terms {
	struct options options;
	struct upload_terms terms;
};

void import_terms_init(struct import_terms *t);

/* A copy to which can be added without changing the one that it was made of. */
void import_terms_copy(struct import_terms *to, const struct import_terms *from,
		       struct arena *arena);

/*
 * Adds the terms and options that stand in a piece of what was written.
 * errors ERR_INPUT that points into `all`, also for a key that is there already
 */
int import_terms_add(struct import_terms *t, struct written all, size_t offset,
		     size_t len, struct arena *arena, struct err *err);

#endif
