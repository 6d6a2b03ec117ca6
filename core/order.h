/*
 * order.h - in which order the values of a tag come.
 *
 * Two decimal numbers (with k M G T and Ki Mi Gi Ti suffixes) compare
 * numerically and stand before everything else; everything else by the order
 * of Debian versions, with -rc, -RC, -BETA, -ALPHA and -PRERELEASE before the
 * release they lead to. Keys that hold versions (kernel, os, rev and *.version)
 * compare as versions also where a value looks like a number: kernel 6.9 comes
 * before 6.10.
 *
 * The order is stored as a key whose bytes compare by memcmp() (the shorter
 * first when one begins with the other), so that the archive can be searched
 * by it without a function of ours in the database.
 */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "limits.h"

#define ORDER_KEY_MAX (3 * LIMIT_TAG_VALUE + 8)

/*
 * The sort key of a value under a tag key; writes at most ORDER_KEY_MAX bytes.
 * returns   the length
 * source    deb-version(7) for the algorithm
 */
size_t order_key(const char *key, const char *value,
		 unsigned char out[ORDER_KEY_MAX]);

/* <0, 0, >0, as the keys would compare. */
int order_compare(const char *key, const char *x, const char *y);

/*
 * Is it a version or a number of a revision, so that the values of a key are an
 * order of time? 6.11-rc7, 13.0-RELEASE-p1, v2.3, r317849, n268123-1a2b3c4d,
 * 20261130. A hash (7 to 64 hexadecimal digits, a letter among them) is none.
 */
bool order_is_version(const char *value);

bool order_is_hash(const char *value);

/* Is it a decimal number with an optional suffix? */
bool order_number(const char *value, size_t len, double *out);

#endif
