/*
 * upload.h - from bytes and TERMS to what the archive stores.
 *
 * Used by the server, by `maxistat import` and by dry runs alike; nothing here
 * touches the archive.
 */
#ifndef UPLOAD_H
#define UPLOAD_H

#include "db.h"
#include "edit.h"
#include "options.h"
#include "report.h"
#include "terms.h"

struct upload {
	struct report report;
	struct db_upload store; /* what db_store() takes */
};

/* What came with the bytes. */
struct upload_source {
	const char *data; /* as sent, maybe packed; borrowed as long */
	size_t len;
	const struct upload_terms *terms;
	const struct db_named *env;    /* what env: of them means, or NULL */
	const struct options *options; /* format, picks */
	const char *file;              /* its name, or NULL */
	const char *sender;
	const char *key;               /* Idempotency-Key, or NULL */
	int64_t received_ns;
	int64_t file_ns;               /* when runs that tell no time were */
	                               /* measured; 0: not known */
	bool keep_told;                /* believe identity, received, by, ... */
	bool pack;                     /* it is to be stored */
};

/*
 * Imports the bytes, applies picks and TERMS, and makes everything ready:
 * summaries, identities, warnings.
 *
 * arena     owns all of it
 * errors    ERR_INPUT with the line where the bytes are wrong, or what
 *           contradicts the TERMS; nothing to store is an error too
 */
int upload_prepare(const struct upload_source *source, struct arena *arena,
		   struct upload *out, struct err *err);

/* How many tests, results and samples it holds. */
struct upload_counts {
	size_t runs, tests, results, samples, failures;
};
void upload_count(const struct upload *upload, struct upload_counts *out);

#endif
