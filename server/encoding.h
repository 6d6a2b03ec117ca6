/*
 * encoding.h - how an answer may be sent: packed, or not again at all.
 *
 * Headers are somebody else's text: what cannot be read asks for nothing.
 */
#ifndef ENCODING_H
#define ENCODING_H

#include <stdbool.h>

#include "buf.h"

/*
 * Does an Accept-Encoding (NULL: there is none) take gzip? Of weights only a
 * zero counts, which refuses. A client that does not ask gets bytes as they
 * are.
 * source    RFC 9110 sec. 12.5.3
 */
bool encoding_takes_gzip(const char *accept);

/*
 * Is tag, in its quotes, among those of an If-None-Match (NULL: there is
 * none)? "*" is all of them, and W/ makes no difference.
 * source    RFC 9110 sec. 8.8.3.2, 13.1.2
 */
bool encoding_holds(const char *held, const char *tag);

/*
 * Packs a body by gzip, more for speed than for size.
 * returns   false: the body is as it was, for packed it would not be less
 * cost      3 ms a megabyte of a report, 10 of random digits; memory for
 *           what it makes
 */
bool encoding_pack(struct buf *body);

#endif
