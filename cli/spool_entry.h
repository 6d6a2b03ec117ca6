/*
 * spool_entry.h - an upload that waits, as the bytes of a file:
 *
 *	maxistat spool 1
 *	url: http://lab:8421/runs/host:apu2
 *	key: 0123456789abcdef0123456789abcdef
 *	file: off.txt
 *	bytes: 24
 *	sum: (64 hexadecimal digits)
 *
 * an empty line, and the bytes. The sum is BLAKE2b, 32 bytes, over the lines
 * before its own and the bytes: a file that lost a part says so. In the file's
 * name control characters and '%' are written %XX. Who may upload is not there.
 *
 * Pure: no file and no network. sodium_init() has been called.
 */
#ifndef SPOOL_ENTRY_H
#define SPOOL_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "err.h"
#include "limits.h"
#include "mem.h"

#define SPOOL_KEY 32 /* digits */
/* No longer is what stands before the bytes. */
#define SPOOL_HEAD ((size_t)LIMIT_URL + 4 * LIMIT_NAME)

struct spool_entry {
	const char *url;
	char key[SPOOL_KEY + 1]; /* the Idempotency-Key */
	const char *file;        /* its name, for messages */
	const char *data;        /* borrowed; NULL: only the head was read */
	size_t len;
};

/* May it be a URL of an entry: printable, not too long? */
bool spool_url_ok(const char *url);

/* What stands before the bytes; file is at most LIMIT_NAME bytes. */
void spool_entry_print(const struct spool_entry *e, struct buf *out);

/*
 * Reads the lines of a file's beginning of at most SPOOL_HEAD bytes.
 *
 * size      of the whole file
 * errors    ERR_INPUT: no entry, or another size than it says
 */
int spool_entry_head(const char *text, size_t len, size_t size,
		     struct arena *arena, struct spool_entry *out,
		     struct err *err);

/*
 * Reads a whole file; out->data points into it.
 * errors    ERR_INPUT, also where the sum is another
 */
int spool_entry_read(const char *text, size_t len, struct arena *arena,
		     struct spool_entry *out, struct err *err);

#endif
