/*
 * import_upload.h - a file on its way into the archive: read, then prepared.
 *
 * Nothing here touches the archive or prints, so that one thread can do it
 * while another one stores.
 */
#ifndef IMPORT_UPLOAD_H
#define IMPORT_UPLOAD_H

#include "import_files.h"
#include "upload.h"

/* How far a file has come. */
enum import_stage {
	IMPORT_NEW,
	IMPORT_READ,     /* the bytes and the terms are there */
	IMPORT_PREPARED, /* ... and what db_store() takes */
	IMPORT_FAILED,   /* err says why */
};

struct import_upload {
	struct import_upload *next;     /* of a list, whoever has it */
	const struct import_file *file; /* borrowed */
	enum import_stage stage;
	struct err err;
	struct buf data;
	struct arena arena;             /* owns all below */
	struct import_terms terms;
	struct upload_source source;    /* env: of it is the caller's */
	struct upload upload;
	struct upload_counts counts;    /* of it */
};

/* stored: it is to be stored, not only looked at */
struct import_upload *import_upload_new(const struct import_file *file,
					bool stored);
void import_upload_free(struct import_upload *u); /* NULL is fine */

/*
 * Reads the file, and what is recorded with it.
 *
 * at_mtime  runs that tell no time have the file's
 * returns   -1, IMPORT_FAILED: errors of file_read(), import_file_terms()
 */
int import_upload_read(struct import_upload *u,
		       const struct import_files *files, bool at_mtime);

/*
 * Makes all ready, as upload_prepare(), of one that was read.
 * returns   -1, IMPORT_FAILED
 */
int import_upload_prepare(struct import_upload *u);

/* The bytes that it holds: as read, and what was made of them. */
size_t import_upload_size(const struct import_upload *u);

#endif
