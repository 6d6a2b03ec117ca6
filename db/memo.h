/* memo.h - what the writer interned last. Private to db/. */
#ifndef MEMO_H
#define MEMO_H

#include <stdint.h>

#include "tags.h"

struct db;
struct series_name;

/*
 * What the writer interned last: most uploads of a script differ in nothing but
 * their samples, and to find a set by its digest costs as much as to store a
 * result. Strings are in its arena; forgotten with the catalog.
 */
struct db_memo {
	struct arena arena;
	struct tags tags;          /* of an environment */
	bool options_complete;
	int64_t environment;       /* 0: none */
	const char *test, *metric; /* of a list of one series */
	struct tags params;
	int role;
	int64_t list;              /* 0: none */
};

/* The ids of what was interned last; 0: it was something else. */
int64_t memo_environment(const struct db *db, const struct tags *tags,
			 bool options_complete);
void memo_keep_environment(struct db *db, const struct tags *tags,
			   bool options_complete, int64_t id);
int64_t memo_list(const struct db *db, const struct series_name *names,
		  size_t n);
void memo_keep_list(struct db *db, const struct series_name *names, size_t n,
		    int64_t id);
void memo_forget(struct db *db);

#endif
