/*
 * tags.h - key:value facts of a run, parameters of a result.
 *
 * One value a key; kept sorted by key (strcmp), so that two equal sets have
 * equal arrays. Keys [A-Za-z][A-Za-z0-9_.-]* of at most LIMIT_TAG_KEY bytes,
 * values UTF-8 of at most LIMIT_TAG_VALUE bytes. Strings are in the arena.
 */
#ifndef TAGS_H
#define TAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "mem.h"

struct tag {
	const char *key, *value;
};

struct tags {
	struct tag *items;
	size_t n;
};

/* NULL where the key is not there. */
const char *tags_get(const struct tags *t, const char *key);

/*
 * Replaces the value of a key that is there; copies neither. A set grows to one
 * more than LIMIT_RUN_TAGS, which tells that it is too large.
 */
void tags_put(struct tags *t, struct arena *a, const char *key,
	      const char *value);

/* The same, and copies both into the arena. */
void tags_set(struct tags *t, struct arena *a, const char *key,
	      const char *value);
void tags_setn(struct tags *t, struct arena *a, const char *key, size_t key_len,
	       const char *value, size_t value_len);
bool tags_remove(struct tags *t, const char *key); /* was it there? */

bool tags_equal(const struct tags *x, const struct tags *y);

/* Are these bytes a key, by grammar and length? Reserved words pass. */
bool tag_key_ok(const char *key, size_t len);

/*
 * Is this a value: 1..LIMIT_TAG_VALUE bytes of valid UTF-8 without control or
 * bidirectional-override characters? why is a word for the message, or NULL.
 */
bool tag_value_ok(const char *value, size_t len, const char **why);

/*
 * Words that the grammar needs for itself and that no tag may be called:
 * run upload received format by last at env role pick test metric unit better.
 */
bool tag_key_reserved(const char *key);

/* Does it end in .pre or .sub, which ask for a part of a value? None may. */
bool tag_key_asks(const char *key);

/* NAME of the key option.NAME, a kernel option; NULL: it is another key. */
const char *tag_option_name(const char *key);

/*
 * The key under which a tag is kept: CONFIG_NAME is option.NAME. Returns key
 * itself or a copy in the arena.
 */
const char *tag_key_canonical(const char *key, struct arena *a);

/* Length of the valid UTF-8 sequence at s (1..4), 0 where it is not valid. */
size_t utf8_length(const char *s, size_t len);
bool utf8_ok(const char *s, size_t len);

#define UTF8_BAD 0xfffffffful

/*
 * Takes the next code point off (*s, *len), which must not be empty; an
 * invalid byte is taken alone and gives UTF8_BAD.
 */
unsigned long utf8_next(const char **s, size_t *len);

/*
 * Control, C1 and bidirectional characters, which a terminal or a reader may
 * obey instead of showing: never stored in a name, never printed raw.
 */
bool utf8_hidden(unsigned long c);

#endif
