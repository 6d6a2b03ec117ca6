/*
 * import_listing.h - the table of `maxistat import --dry`: a row a file.
 */
#ifndef IMPORT_LISTING_H
#define IMPORT_LISTING_H

#include <stdio.h>

#include "text.h"
#include "upload.h"

struct import_listing {
	struct table table;
};

/* with_time: a column of when the first run was measured, too */
void import_list_init(struct import_listing *l, struct arena *arena,
		      bool with_time);
void import_list(struct import_listing *l, const char *path,
		 const struct upload *upload);
int import_list_print(const struct import_listing *l, FILE *out,
		      struct err *err);

#endif
