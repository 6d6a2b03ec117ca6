/* memo.c - what the writer interned lately. */
#include <string.h>

#include "db_private.h"

#define SLOTS   4096
#define KEY_MAX 1024

struct memo_slot {
	char *key; /* NULL: free */
	size_t len;
	int64_t id;
};

/* The first byte of a key: ids are of one table. */
enum kind {
	KIND_ENVIRONMENT, KIND_COMPLETE_ENVIRONMENT, KIND_LIST, KIND_TAG,
	KIND_UNIT
};

static void key_begin(struct db *db, enum kind kind)
{
	db->memo.key.max = KEY_MAX;
	buf_clear(&db->memo.key);
	buf_char(&db->memo.key, (char)kind);
}

/* With its NUL, which keeps "ab","c" and "a","bc" apart. */
static void key_text(struct db *db, const char *s)
{
	buf_add(&db->memo.key, s, strlen(s) + 1);
}

static void key_tags(struct db *db, const struct tags *tags)
{
	size_t i;

	for (i = 0; i < tags->n; i++) {
		key_text(db, tags->items[i].key);
		key_text(db, tags->items[i].value);
	}
}

static void key_environment(struct db *db, const struct tags *tags,
			    bool options_complete)
{
	key_begin(db, options_complete ? KIND_COMPLETE_ENVIRONMENT :
					 KIND_ENVIRONMENT);
	key_tags(db, tags);
}

static void key_list(struct db *db, const struct series_name *names, size_t n)
{
	size_t i;

	key_begin(db, KIND_LIST);
	for (i = 0; i < n; i++) {
		key_text(db, names[i].test);
		key_tags(db, names[i].params);
		/* An empty key ends the parameters. */
		key_text(db, "");
		key_text(db, names[i].metric);
		buf_char(&db->memo.key, (char)names[i].role);
	}
}

static void key_tag(struct db *db, const struct tag *tag)
{
	key_begin(db, KIND_TAG);
	key_text(db, tag->key);
	key_text(db, tag->value);
}

static void key_unit(struct db *db, const char *spelling)
{
	key_begin(db, KIND_UNIT);
	key_text(db, spelling);
}

/* The place of the key: any that spreads them will do, a clash costs little. */
static size_t place(const struct buf *key)
{
	const char *s = key->data;
	size_t len = key->len;
	uint64_t h = len, word;

	for (; len; s += sizeof(word), len -= sizeof(word)) {
		word = 0;
		memcpy(&word, s, len < sizeof(word) ? len : sizeof(word));
		h = (h ^ word) * UINT64_C(0x9fb21c651e98df25);
		h ^= h >> 32;
		if (len < sizeof(word))
			break;
	}
	return h % SLOTS;
}

static int64_t find(const struct db *db)
{
	const struct buf *key = &db->memo.key;
	const struct memo_slot *s;

	if (!db->memo.slots || key->over)
		return 0;
	s = &db->memo.slots[place(key)];
	return s->key && s->len == key->len &&
	       !memcmp(s->key, key->data, key->len) ? s->id : 0;
}

static void keep(struct db *db, int64_t id)
{
	const struct buf *key = &db->memo.key;
	struct memo_slot *s;

	if (key->over)
		return;
	if (!db->memo.slots)
		db->memo.slots = x_calloc(SLOTS, sizeof(*s));
	s = &db->memo.slots[place(key)];
	s->key = x_realloc(s->key, key->len);
	memcpy(s->key, key->data, key->len);
	s->len = key->len;
	s->id = id;
}

int64_t memo_environment(struct db *db, const struct tags *tags,
			 bool options_complete)
{
	key_environment(db, tags, options_complete);
	return find(db);
}

void memo_keep_environment(struct db *db, const struct tags *tags,
			   bool options_complete, int64_t id)
{
	key_environment(db, tags, options_complete);
	keep(db, id);
}

int64_t memo_list(struct db *db, const struct series_name *names, size_t n)
{
	key_list(db, names, n);
	return find(db);
}

void memo_keep_list(struct db *db, const struct series_name *names, size_t n,
		    int64_t id)
{
	key_list(db, names, n);
	keep(db, id);
}

int64_t memo_tag(struct db *db, const struct tag *tag)
{
	key_tag(db, tag);
	return find(db);
}

void memo_keep_tag(struct db *db, const struct tag *tag, int64_t id)
{
	key_tag(db, tag);
	keep(db, id);
}

int64_t memo_unit(struct db *db, const char *spelling)
{
	key_unit(db, spelling);
	return find(db);
}

void memo_keep_unit(struct db *db, const char *spelling, int64_t id)
{
	key_unit(db, spelling);
	keep(db, id);
}

void memo_forget(struct db *db)
{
	size_t i;

	for (i = 0; db->memo.slots && i < SLOTS; i++)
		x_free(db->memo.slots[i].key);
	x_free(db->memo.slots);
	db->memo.slots = NULL;
	buf_release(&db->memo.key);
}
