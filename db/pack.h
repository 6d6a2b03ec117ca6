/* pack.h - the bytes of an upload as the archive keeps them. */
#ifndef PACK_H
#define PACK_H

#include <stddef.h>

/*
 * Packs from any thread.
 *
 * out       db_pack_bound(len) bytes, which are not all written
 * returns   how many there are; 0: there is no memory
 * cost      O(bytes): 4 ms a MB
 */
size_t db_pack_bound(size_t len);
size_t db_pack(const char *data, size_t len, void *out);

#endif
