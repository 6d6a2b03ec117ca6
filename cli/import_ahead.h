/*
 * import_ahead.h - reads and prepares files while those before are stored.
 *
 * One thread does so, in order, ahead of the caller; nobody else may change
 * what it was given until import_ahead_stop(). What it cannot do it leaves to
 * the caller's turn, with a lower stage: what is no regular file (the standard
 * input may wait for somebody who types) is IMPORT_NEW; a file with env: in its
 * terms, which only the archive knows, is IMPORT_READ.
 *
 * Besides the upload that the caller has and the one that is being prepared, so
 * many wait as have, without the last of them, less than 64 MiB together; at
 * most 256.
 */
#ifndef IMPORT_AHEAD_H
#define IMPORT_AHEAD_H

#include "import_upload.h"

struct import_ahead;

/*
 * files     borrowed, as long as it lives
 * stored    they are to be stored, not only looked at
 * errors    ERR_OS: there is no thread to be had
 */
int import_ahead_start(const struct import_files *files, bool at_mtime,
		       bool stored, struct import_ahead **out,
		       struct err *err);

/* The next file, for the caller to free; waits. NULL: there are no more. */
struct import_upload *import_ahead_next(struct import_ahead *a);

/* Waits until what is being prepared is ready, and frees all that waits. */
void import_ahead_stop(struct import_ahead *a);

#endif
