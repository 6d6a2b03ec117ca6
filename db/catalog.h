/* catalog.h - shared rows by id, read once a connection. Private to db/. */
#ifndef CATALOG_H
#define CATALOG_H

#include "db.h"
#include "idmap.h"
#include "list.h"

/*
 * Rows that never change once they are stored, kept by id for as long as the
 * connection lives. Strings are in db->cache.
 */
struct db_cache {
	struct arena arena;
	struct db_option_set **option_sets;
	struct tags **param_sets;
	struct db_series **series;
	struct series_list **lists;
	const char **units;
	struct tag **tags; /* of option sets and parameters */
	/* Of environments: 10^6 commits are not to be kept. */
	struct arena env_arena;
	struct tag **env_tags;
	size_t n_env_tags;
	struct arena counts_arena;
	struct idmap tag_counts; /* environments of a tag, for choices */
	int64_t counted_at;      /* the newest environment then */
	struct db_count *keys;   /* of tags up to last_tag, by name */
	size_t n_keys;
	int64_t last_tag; /* 0: not read yet */
	const char **param_keys; /* of param_sets up to last_param_set */
	size_t n_param_keys;
	int64_t last_param_set;
	struct {
		size_t option_sets, param_sets, series, lists, units, tags,
			env_tags;
	} n; /* allocated, indexed by id */
};

struct series_list {
	int64_t id;
	const struct db_series **series;
	size_t n;
};

/* By id; NULL with err set if it cannot be read. */
const struct db_option_set *catalog_option_set(struct db *db, int64_t id,
					       struct err *err);
const struct tags *catalog_params(struct db *db, int64_t id, struct err *err);
const struct db_series *catalog_series(struct db *db, int64_t id,
				       struct err *err);
const struct series_list *catalog_list(struct db *db, int64_t id,
				       struct err *err);
const char *catalog_unit(struct db *db, int64_t id, struct err *err);
const struct tag *catalog_tag(struct db *db, int64_t id, struct err *err);
/* Is it a parameter of some series? cost: O(parameter sets) once */
int catalog_is_parameter(struct db *db, const char *key, bool *out,
			 struct err *err);
/* Drops the tags of environments where they have become many. */
void catalog_trim(struct db *db);
/*
 * After a rollback: an id may come to mean another row. What was given out
 * stays readable until the connection is closed.
 */
void catalog_forget(struct db *db);
/*
 * An environment, in the caller's arena (there may be 10^5 of them); its
 * strings are readable until the next snapshot is begun.
 */
struct db_env *catalog_env(struct db *db, int64_t id, struct arena *arena,
			   struct err *err);

#endif
