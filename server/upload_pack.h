/* upload_pack.h - an upload is packed while it is read. */
#ifndef UPLOAD_PACK_H
#define UPLOAD_PACK_H

#include "db.h"

struct upload_pack;

/*
 * Begins to pack in a thread of its own: what takes the longest of storing a
 * large upload needs nothing that is in it. NULL: it is too small to be worth
 * it, and db_store() packs.
 *
 * data      borrowed until upload_pack_end()
 * arena     holds all of it
 */
struct upload_pack *upload_pack_begin(const char *data, size_t len,
				      struct arena *arena);

/* Waits for the end; out is told what was made, in arena. NULL is fine. */
void upload_pack_end(struct upload_pack *pack, struct db_upload *out);

#endif
