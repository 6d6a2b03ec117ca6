/* intern.c - shared rows: found by digest or text, made when missing. */
#include <sodium.h>
#include <string.h>

#include "db_private.h"
#include "order.h"

#define DIGEST_SIZE crypto_hash_sha256_BYTES

static void digest_text(crypto_hash_sha256_state *h, const char *s)
{
	/* The NUL keeps "ab","c" and "a","bc" apart. */
	crypto_hash_sha256_update(h, (const unsigned char *)s, strlen(s) + 1);
}

static bool is_option(const struct tag *t)
{
	return tag_option_name(t->key) != NULL;
}

enum part { PART_ALL, PART_OPTIONS, PART_OTHERS };

static bool in_part(const struct tag *t, enum part part)
{
	return part == PART_ALL || is_option(t) == (part == PART_OPTIONS);
}

static void digest_tags(crypto_hash_sha256_state *h, const struct tags *tags,
			enum part part)
{
	size_t i;

	for (i = 0; i < tags->n; i++)
		if (in_part(&tags->items[i], part)) {
			digest_text(h, tags->items[i].key);
			digest_text(h, tags->items[i].value);
		}
}

static int64_t inserted(struct db *db, enum sql_id id, struct err *err)
{
	if (stmt_run(db, id, err) < 0)
		return -1;
	return sqlite3_last_insert_rowid(db->handle);
}

/* The id of the row with this digest; 0: there is none. */
static int64_t by_digest(struct db *db, enum sql_id id,
			 const unsigned char digest[DIGEST_SIZE],
			 struct err *err)
{
	int64_t found = 0;

	bind_blob(stmt_take(db, id), 1, digest, DIGEST_SIZE);
	return stmt_int(db, id, &found, err) < 0 ? -1 : found;
}

/* 1: it is there, 0: it is not, -1 */
static int find_tag(struct db *db, const struct tag *tag, int64_t *id,
		    struct err *err)
{
	sqlite3_stmt *s;
	int got;

	*id = memo_tag(db, tag);
	if (*id)
		return 1;
	s = stmt_take(db, SQL_TAG_ID);
	bind_text(s, 1, tag->key);
	bind_text(s, 2, tag->value);
	got = stmt_int(db, SQL_TAG_ID, id, err);
	if (got > 0)
		memo_keep_tag(db, tag, *id);
	return got;
}

static int64_t intern_tag(struct db *db, const struct tag *tag, bool *is_new,
			  struct err *err)
{
	unsigned char key[ORDER_KEY_MAX];
	int64_t id = 0;
	sqlite3_stmt *s;

	switch (find_tag(db, tag, &id, err)) {
	case -1:
		return -1;
	case 1:
		*is_new = false;
		return id;
	}
	*is_new = true;
	/* What a name means may depend on the keys that there are. */
	bind_text(stmt_take(db, SQL_KEY_KNOWN), 1, tag->key);
	switch (stmt_int(db, SQL_KEY_KNOWN, &id, err)) {
	case -1:
		return -1;
	case 0:
		db->topics.all = true;
	}
	s = stmt_take(db, SQL_TAG_INSERT);
	bind_text(s, 1, tag->key);
	bind_text(s, 2, tag->value);
	bind_blob(s, 3, key, order_key(tag->key, tag->value, key));
	return inserted(db, SQL_TAG_INSERT, err);
}

/* Makes the members of a new set. */
static int add_members(struct db *db, enum sql_id insert, int64_t set,
		       const struct tags *tags, enum part part,
		       bool *host_is_new, struct err *err)
{
	size_t i;

	for (i = 0; i < tags->n; i++) {
		bool is_new;
		int64_t tag;
		sqlite3_stmt *s;

		if (!in_part(&tags->items[i], part))
			continue;
		tag = intern_tag(db, &tags->items[i], &is_new, err);
		if (tag < 0)
			return -1;
		if (host_is_new && is_new &&
		    !strcmp(tags->items[i].key, "host"))
			*host_is_new = true;
		s = stmt_take(db, insert);
		bind_int(s, 1, set);
		bind_int(s, 2, tag);
		if (stmt_run(db, insert, err) < 0)
			return -1;
	}
	return 0;
}

int64_t intern_unit(struct db *db, const char *spelling, struct err *err)
{
	int64_t id = memo_unit(db, spelling);
	int got;

	if (id)
		return id;
	bind_text(stmt_take(db, SQL_UNIT_ID), 1, spelling);
	got = stmt_int(db, SQL_UNIT_ID, &id, err);
	if (got > 0)
		memo_keep_unit(db, spelling, id);
	if (got)
		return got < 0 ? -1 : id;
	bind_text(stmt_take(db, SQL_UNIT_INSERT), 1, spelling);
	return inserted(db, SQL_UNIT_INSERT, err);
}

int64_t intern_param_set(struct db *db, const struct tags *params,
			 struct err *err)
{
	crypto_hash_sha256_state h;
	unsigned char digest[DIGEST_SIZE];
	int64_t id;

	crypto_hash_sha256_init(&h);
	digest_tags(&h, params, PART_ALL);
	crypto_hash_sha256_final(&h, digest);
	id = by_digest(db, SQL_PARAM_SET_ID, digest, err);
	if (id)
		return id;
	bind_blob(stmt_take(db, SQL_PARAM_SET_INSERT), 1, digest, DIGEST_SIZE);
	id = inserted(db, SQL_PARAM_SET_INSERT, err);
	if (id < 0 || add_members(db, SQL_PARAM_SET_TAG_INSERT, id, params,
				  PART_ALL, NULL, err) < 0)
		return -1;
	return id;
}

static int64_t intern_option_set(struct db *db, const struct tags *tags,
				 const unsigned char digest[DIGEST_SIZE],
				 bool complete, struct err *err)
{
	int64_t id = by_digest(db, SQL_OPTION_SET_ID, digest, err);
	sqlite3_stmt *s;

	if (id)
		return id;
	s = stmt_take(db, SQL_OPTION_SET_INSERT);
	bind_blob(s, 1, digest, DIGEST_SIZE);
	bind_int(s, 2, complete);
	id = inserted(db, SQL_OPTION_SET_INSERT, err);
	if (id < 0 || add_members(db, SQL_OPTION_SET_TAG_INSERT, id, tags,
				  PART_OPTIONS, NULL, err) < 0)
		return -1;
	return id;
}

int64_t intern_environment(struct db *db, const struct tags *tags,
			   bool options_complete, bool *host_is_new,
			   struct err *err)
{
	crypto_hash_sha256_state h;
	unsigned char options[DIGEST_SIZE], digest[DIGEST_SIZE];
	int64_t id = memo_environment(db, tags, options_complete), option_set;
	sqlite3_stmt *s;

	if (id)
		return id;
	crypto_hash_sha256_init(&h);
	digest_text(&h, options_complete ? "complete" : "partial");
	digest_tags(&h, tags, PART_OPTIONS);
	crypto_hash_sha256_final(&h, options);
	crypto_hash_sha256_init(&h);
	crypto_hash_sha256_update(&h, options, sizeof(options));
	digest_tags(&h, tags, PART_OTHERS);
	crypto_hash_sha256_final(&h, digest);
	id = by_digest(db, SQL_ENVIRONMENT_ID, digest, err);
	if (id > 0)
		memo_keep_environment(db, tags, options_complete, id);
	if (id)
		return id;
	option_set = intern_option_set(db, tags, options, options_complete,
				       err);
	if (option_set < 0)
		return -1;
	s = stmt_take(db, SQL_ENVIRONMENT_INSERT);
	bind_blob(s, 1, digest, sizeof(digest));
	bind_int(s, 2, option_set);
	id = inserted(db, SQL_ENVIRONMENT_INSERT, err);
	if (id < 0 || add_members(db, SQL_ENVIRONMENT_TAG_INSERT, id, tags,
				  PART_OTHERS, host_is_new, err) < 0)
		return -1;
	return id;
}

static int64_t intern_series(struct db *db, const struct series_name *name,
			     struct err *err)
{
	int64_t params = intern_param_set(db, name->params, err), id = 0;
	enum sql_id todo = SQL_SERIES_ID;
	int pass;

	if (params < 0)
		return -1;
	for (pass = 0; pass < 2; pass++, todo = SQL_SERIES_INSERT) {
		sqlite3_stmt *s = stmt_take(db, todo);

		bind_text(s, 1, name->test);
		bind_int(s, 2, params);
		bind_text(s, 3, name->metric);
		bind_int(s, 4, name->role);
		if (pass)
			return inserted(db, todo, err);
		switch (stmt_int(db, todo, &id, err)) {
		case -1:
			return -1;
		case 1:
			return id;
		}
	}
	return -1;
}

static void list_digest(const struct series_name *names, size_t n,
			unsigned char digest[DIGEST_SIZE])
{
	crypto_hash_sha256_state h;
	size_t i;

	crypto_hash_sha256_init(&h);
	for (i = 0; i < n; i++) {
		unsigned char role = (unsigned char)names[i].role;

		digest_text(&h, names[i].test);
		digest_tags(&h, names[i].params, PART_ALL);
		/* An empty key ends the parameters. */
		digest_text(&h, "");
		digest_text(&h, names[i].metric);
		crypto_hash_sha256_update(&h, &role, 1);
	}
	crypto_hash_sha256_final(&h, digest);
}

static int add_list(struct db *db, const unsigned char digest[DIGEST_SIZE],
		    const uint32_t *ids, size_t n, int64_t *list,
		    struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_SERIES_LIST_INSERT);
	size_t i;

	bind_blob(s, 1, digest, DIGEST_SIZE);
	bind_blob(s, 2, ids, n * sizeof(*ids));
	*list = inserted(db, SQL_SERIES_LIST_INSERT, err);
	if (*list < 0)
		return -1;
	for (i = 0; i < n; i++) {
		s = stmt_take(db, SQL_SERIES_LIST_MEMBER_INSERT);
		bind_int(s, 1, ids[i]);
		bind_int(s, 2, *list);
		if (stmt_run(db, SQL_SERIES_LIST_MEMBER_INSERT, err) < 0)
			return -1;
	}
	return 0;
}

int64_t intern_series_list(struct db *db, const struct series_name *names,
			   size_t n, struct err *err)
{
	unsigned char digest[DIGEST_SIZE];
	uint32_t *ids;
	int64_t list = memo_list(db, names, n);
	size_t i;

	if (list)
		return list;
	list_digest(names, n, digest);
	list = by_digest(db, SQL_SERIES_LIST_ID, digest, err);
	if (list > 0)
		memo_keep_list(db, names, n, list);
	if (list)
		return list;
	ids = x_malloc(n * sizeof(*ids));
	for (i = 0; i < n; i++) {
		int64_t id = intern_series(db, &names[i], err);

		if (id < 0) {
			x_free(ids);
			return -1;
		}
		ids[i] = (uint32_t)id; /* little-endian machines only */
	}
	if (add_list(db, digest, ids, n, &list, err) < 0)
		list = -1;
	x_free(ids);
	return list;
}
