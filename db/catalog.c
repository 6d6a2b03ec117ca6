/* catalog.c - shared rows by id, read once a connection. */
#include <string.h>

#include "db_private.h"

/* So many tags of environments are kept from one snapshot to the next. */
#define ENV_TAGS_KEPT 65536

/* Grows an array that is indexed by id; new places are NULL. */
static void *slots(void *array, size_t *n, int64_t id)
{
	size_t want = *n ? *n : 64;

	while (want <= (size_t)id)
		want *= 2;
	if (want == *n)
		return array;
	array = x_realloc(array, want * sizeof(void *));
	memset((char *)array + *n * sizeof(void *), 0,
	       (want - *n) * sizeof(void *));
	*n = want;
	return array;
}

void catalog_forget(struct db *db)
{
	struct db_cache *c = &db->cache;

	x_free(c->option_sets);
	x_free(c->param_sets);
	x_free(c->series);
	x_free(c->lists);
	x_free(c->units);
	x_free(c->tags);
	x_free(c->env_tags);
	*c = (struct db_cache){ .arena = c->arena,
				.env_arena = c->env_arena,
				.counts_arena = c->counts_arena };
	memo_forget(db);
	census_forget(db);
	postings_forget(db);
	spans_forget(db);
	founds_forget(db);
}

static int missing(const char *what, int64_t id, struct err *err)
{
	return err_set(err, ERR_ARCHIVE, "the archive lacks %s %lld", what,
		       (long long)id);
}

static struct tag *read_tag(struct db *db, int64_t id, struct arena *arena,
			    struct err *err)
{
	struct tag *tag = NULL;
	sqlite3_stmt *s = stmt_take(db, SQL_TAG);
	int got;

	bind_int(s, 1, id);
	got = stmt_step(db, SQL_TAG, err);
	if (got < 0)
		return NULL;
	if (got) {
		tag = arena_alloc(arena, sizeof(*tag));
		tag->key = stmt_text(s, 0, arena);
		tag->value = stmt_text(s, 1, arena);
	} else {
		missing("tag", id, err);
	}
	stmt_done(db, SQL_TAG);
	return tag;
}

/* Of a set that is kept: so is the tag. */
static const struct tag *kept_tag(struct db *db, int64_t id, struct err *err)
{
	struct db_cache *c = &db->cache;

	c->tags = slots(c->tags, &c->n.tags, id);
	if (!c->tags[id])
		c->tags[id] = read_tag(db, id, &c->arena, err);
	return c->tags[id];
}

const struct tag *catalog_tag(struct db *db, int64_t id, struct err *err)
{
	struct db_cache *c = &db->cache;

	if ((size_t)id < c->n.tags && c->tags[id])
		return c->tags[id];
	c->env_tags = slots(c->env_tags, &c->n.env_tags, id);
	if (!c->env_tags[id]) {
		c->env_tags[id] = read_tag(db, id, &c->env_arena, err);
		c->n_env_tags++;
	}
	return c->env_tags[id];
}

void catalog_trim(struct db *db)
{
	struct db_cache *c = &db->cache;

	if (c->n_env_tags < ENV_TAGS_KEPT)
		return;
	founds_forget(db); /* what is kept there has these */
	memset(c->env_tags, 0, c->n.env_tags * sizeof(*c->env_tags));
	c->n_env_tags = 0;
	arena_release(&c->env_arena);
}

/* Adds the tags whose ids a statement with one integer gives. */
static int read_tags(struct db *db, enum sql_id sql, int64_t id,
		     const struct tag *(*tag_of)(struct db *db, int64_t id,
						 struct err *err),
		     struct tags *out, struct arena *arena, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, sql);
	int got;

	bind_int(s, 1, id);
	while ((got = stmt_step(db, sql, err)) > 0) {
		const struct tag *tag =
			tag_of(db, sqlite3_column_int64(s, 0), err);

		if (!tag) {
			stmt_done(db, sql);
			return -1;
		}
		tags_put(out, arena, tag->key, tag->value);
	}
	if (got < 0)
		return -1;
	stmt_done(db, sql);
	return 0;
}

const struct db_option_set *catalog_option_set(struct db *db, int64_t id,
					       struct err *err)
{
	struct db_cache *c = &db->cache;
	struct db_option_set *set;
	int64_t complete;
	int got;

	c->option_sets = slots(c->option_sets, &c->n.option_sets, id);
	if (c->option_sets[id])
		return c->option_sets[id];
	bind_int(stmt_take(db, SQL_OPTION_SET), 1, id);
	got = stmt_int(db, SQL_OPTION_SET, &complete, err);
	if (got == 0)
		missing("option set", id, err);
	if (got <= 0)
		return NULL;
	set = arena_alloc(&c->arena, sizeof(*set));
	set->id = id;
	set->complete = complete != 0;
	if (read_tags(db, SQL_OPTION_SET_TAGS, id, kept_tag, &set->tags,
		      &c->arena, err) < 0)
		return NULL;
	return c->option_sets[id] = set;
}

const struct tags *catalog_params(struct db *db, int64_t id, struct err *err)
{
	struct db_cache *c = &db->cache;
	struct tags *tags;

	c->param_sets = slots(c->param_sets, &c->n.param_sets, id);
	if (c->param_sets[id])
		return c->param_sets[id];
	tags = arena_alloc(&c->arena, sizeof(*tags));
	if (read_tags(db, SQL_PARAM_SET_TAGS, id, kept_tag, tags, &c->arena,
		      err) < 0)
		return NULL;
	return c->param_sets[id] = tags;
}

const struct db_series *catalog_series(struct db *db, int64_t id,
				       struct err *err)
{
	struct db_cache *c = &db->cache;
	const struct tags *params;
	struct db_series *series;
	sqlite3_stmt *s;
	int got;

	c->series = slots(c->series, &c->n.series, id);
	if (c->series[id])
		return c->series[id];
	s = stmt_take(db, SQL_SERIES);
	bind_int(s, 1, id);
	got = stmt_step(db, SQL_SERIES, err);
	if (got < 0)
		return NULL;
	series = arena_alloc(&c->arena, sizeof(*series));
	series->id = id;
	if (got) {
		series->test = stmt_text(s, 0, &c->arena);
		series->param_set = sqlite3_column_int64(s, 1);
		series->metric = stmt_text(s, 2, &c->arena);
		series->role = (enum role)sqlite3_column_int(s, 3);
	} else {
		missing("series", id, err);
	}
	stmt_done(db, SQL_SERIES);
	params = got ? catalog_params(db, series->param_set, err) : NULL;
	if (!params)
		return NULL;
	series->params = *params;
	return c->series[id] = series;
}

/* The ids of a stored list; their number in *n. NULL with err set. */
static uint32_t *list_ids(struct db *db, int64_t id, size_t *n,
			  struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_SERIES_LIST);
	uint32_t *ids = NULL;
	int got;

	bind_int(s, 1, id);
	got = stmt_step(db, SQL_SERIES_LIST, err);
	if (got < 0)
		return NULL;
	if (got) {
		size_t bytes = (size_t)sqlite3_column_bytes(s, 0);

		*n = bytes / sizeof(*ids);
		ids = x_malloc(bytes);
		if (bytes)
			memcpy(ids, sqlite3_column_blob(s, 0), bytes);
	} else {
		missing("series list", id, err);
	}
	stmt_done(db, SQL_SERIES_LIST);
	return ids;
}

const struct series_list *catalog_list(struct db *db, int64_t id,
				       struct err *err)
{
	struct db_cache *c = &db->cache;
	struct series_list *list;
	uint32_t *ids;
	size_t n, i;

	c->lists = slots(c->lists, &c->n.lists, id);
	if (c->lists[id])
		return c->lists[id];
	ids = list_ids(db, id, &n, err);
	if (!ids)
		return NULL;
	list = arena_alloc(&c->arena, sizeof(*list));
	list->id = id;
	list->n = n;
	list->series = arena_alloc(&c->arena, n * sizeof(*list->series));
	for (i = 0; i < n; i++) {
		list->series[i] = catalog_series(db, ids[i], err);
		if (!list->series[i]) {
			x_free(ids);
			return NULL;
		}
	}
	x_free(ids);
	return c->lists[id] = list;
}

static bool among(const char *const *keys, size_t n, const char *key)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(keys[i], key))
			return true;
	return false;
}

/* Parameters are never taken away, so that only new ones are looked at. */
int catalog_is_parameter(struct db *db, const char *key, bool *out,
			 struct err *err)
{
	struct db_cache *c = &db->cache;
	sqlite3_stmt *s = stmt_take(db, SQL_PARAM_KEYS_SINCE);
	int got;

	bind_int(s, 1, c->last_param_set);
	while ((got = stmt_step(db, SQL_PARAM_KEYS_SINCE, err)) > 0) {
		const char *name = (const char *)sqlite3_column_text(s, 0);

		c->last_param_set = sqlite3_column_int64(s, 1);
		if (among(c->param_keys, c->n_param_keys, name))
			continue;
		c->param_keys = arena_grow(&c->arena, c->param_keys,
					   c->n_param_keys,
					   sizeof(*c->param_keys));
		c->param_keys[c->n_param_keys++] = arena_strdup(&c->arena,
								name);
	}
	if (got < 0) {
		c->last_param_set = 0; /* half a set may be missing */
		return -1;
	}
	stmt_done(db, SQL_PARAM_KEYS_SINCE);
	*out = among(c->param_keys, c->n_param_keys, key);
	return 0;
}

const char *catalog_unit(struct db *db, int64_t id, struct err *err)
{
	struct db_cache *c = &db->cache;
	sqlite3_stmt *s;
	int got;

	c->units = slots(c->units, &c->n.units, id);
	if (c->units[id])
		return c->units[id];
	s = stmt_take(db, SQL_UNIT);
	bind_int(s, 1, id);
	got = stmt_step(db, SQL_UNIT, err);
	if (got < 0)
		return NULL;
	if (got)
		c->units[id] = stmt_text(s, 0, &c->arena);
	else
		missing("unit", id, err);
	stmt_done(db, SQL_UNIT);
	return c->units[id];
}

/* To which tags can be added, as to any set. */
static void copy_tags(const struct tags *from, struct arena *arena,
		      struct tags *to)
{
	size_t cap = 1;

	while (cap < from->n)
		cap *= 2;
	to->items = arena_alloc(arena, cap * sizeof(*to->items));
	to->n = from->n;
	if (from->n)
		memcpy(to->items, from->items, from->n * sizeof(*to->items));
}

struct db_env *catalog_env(struct db *db, int64_t id, struct arena *arena,
			   struct err *err)
{
	struct db_env *env = arena_alloc(arena, sizeof(*env));
	struct arena scratch = { 0 };
	struct tags tags = { 0 };
	int64_t option_set;
	int got;

	env->id = id;
	bind_int(stmt_take(db, SQL_ENVIRONMENT), 1, id);
	got = stmt_int(db, SQL_ENVIRONMENT, &option_set, err);
	if (got == 0)
		missing("environment", id, err);
	if (got <= 0)
		return NULL;
	/* It grows apart: what it was moved from would be as much again. */
	got = read_tags(db, SQL_ENVIRONMENT_TAGS, id, catalog_tag, &tags,
			&scratch, err);
	if (!got)
		copy_tags(&tags, arena, &env->tags);
	arena_release(&scratch);
	if (got < 0)
		return NULL;
	env->options = catalog_option_set(db, option_set, err);
	return env->options ? env : NULL;
}

struct tags db_env_tags(const struct db_env *env, struct arena *arena)
{
	struct tags all = { 0 };
	size_t i;

	for (i = 0; i < env->options->tags.n; i++)
		tags_put(&all, arena, env->options->tags.items[i].key,
			 env->options->tags.items[i].value);
	for (i = 0; i < env->tags.n; i++)
		tags_put(&all, arena, env->tags.items[i].key,
			 env->tags.items[i].value);
	return all;
}

const char *db_env_tag(const struct db_env *env, const char *key)
{
	return tags_get(tag_option_name(key) ? &env->options->tags : &env->tags,
			key);
}
