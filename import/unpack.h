/*
 * unpack.h - gzip and zstd: what was packed, within bounds.
 */
#ifndef UNPACK_H
#define UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "mem.h"

/* Does it begin as gzip (RFC 1952) or zstd (RFC 8878)? */
bool is_packed(const char *data, size_t len);

/*
 * Replaces what is packed by what is in it, twice if need be (a .gz that was
 * packed once more on its way); anything else stays as it is.
 *
 * data, len in and out; what is unpacked is in the arena
 * errors    ERR_INPUT: damaged, cut off, or with bytes behind its end;
 *           ERR_TOO_BIG: more than LIMIT_BODY, or than LIMIT_RATIO times as
 *           much as was sent, which no output of a tool comes to
 * cost      O(bytes unpacked), never more than the bounds allow
 */
int unpack(const char **data, size_t *len, struct arena *arena,
	   struct err *err);

#endif
