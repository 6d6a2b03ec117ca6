/* memo.h - what the writer interned lately. Private to db/. */
#ifndef MEMO_H
#define MEMO_H

#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "tags.h"

struct db;
struct series_name;
struct memo_slot;

/*
 * Ids of what the writer interned lately: most uploads of a script differ in
 * little but their samples, a farm has its hosts in turn, and to find a row by
 * its text or digest costs as much as to store a result. What is longer than
 * 1 KiB is not kept, and of two that fall on one place the later one is; so it
 * never holds more than 4 MiB. Forgotten with the catalog, as after a rollback:
 * a row that was made may be gone then.
 */
struct db_memo {
	struct memo_slot *slots; /* NULL: nothing was kept yet */
	struct buf key;          /* of what is looked for */
};

/* The ids of what was interned before; 0: not known. O(bytes) */
int64_t memo_environment(struct db *db, const struct tags *tags,
			 bool options_complete);
int64_t memo_list(struct db *db, const struct series_name *names, size_t n);
int64_t memo_tag(struct db *db, const struct tag *tag);
int64_t memo_unit(struct db *db, const char *spelling);

/* Keeps the id of what they were asked for. */
void memo_keep_environment(struct db *db, const struct tags *tags,
			   bool options_complete, int64_t id);
void memo_keep_list(struct db *db, const struct series_name *names, size_t n,
		    int64_t id);
void memo_keep_tag(struct db *db, const struct tag *tag, int64_t id);
void memo_keep_unit(struct db *db, const char *spelling, int64_t id);

void memo_forget(struct db *db);

#endif
