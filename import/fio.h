/*
 * fio.h - what the files of the fio importer share.
 *
 * Private to import_fio*.c.
 */
#ifndef FIO_H
#define FIO_H

#include "json_doc.h"

/* A document is held back until the next one tells that it is another run. */
struct fio {
	struct report *report;
	struct lines lines;
	struct json_read held;
	bool holds;
	bool has_json; /* what lines say stands in a document too */
	struct fio_job *job; /* of lines, being read; or NULL */
	struct span *headers; /* that announce jobs */
	size_t n_headers;
};

/* A document was read; takes what *d owns. */
void fio_document(struct fio *x, struct json_read *d);
void fio_documents_end(struct fio *x);

/* A line of the output for people; false where it is none of fio's. */
bool fio_line(struct fio *x, struct span line);
void fio_lines_end(struct fio *x);
bool fio_line_is_job(struct span line);
bool fio_line_is_header(struct span line);

/* "3;fio-3.33;job;0;0;..." */
bool fio_line_is_terse(struct span line);
void fio_terse(struct fio *x, struct span line);

/* iops, bw and the three latencies of one direction, as they are named. */
struct fio_direction {
	const char *name; /* "read" */
	bool has_iops, has_bw;
	double iops, bw;
	const char *bw_unit, *lat_unit;
	struct summary lat[3]; /* slat clat lat; mean NAN: not told */
	double p99[3];         /* NAN: not told */
};

extern const char *const fio_lat_names[3];
void fio_direction_init(struct fio_direction *v, const char *name);
void fio_direction_put(struct json_doc *x, const char *test,
		       const struct tags *params,
		       const struct fio_direction *v);

#endif
