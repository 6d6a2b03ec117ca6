/* json_look.c - a light look at a JSON document. */
#include "json_look.h"

#include <string.h>

#include "limits.h"

/*
 * What tells whose a document is stands less deep. It also bounds how often a
 * text of unclosed brackets is gone through.
 */
#define DEPTH_MAX 8

/* ... and before so much: the rest of a large document is not looked at. */
#define KEYS_MAX 65536
#define PLAIN_MAX (1u << 20) /* bytes that are in no string */

/* Of numbers, words, and what stands between: a token has nothing else. */
static const bool plain[256] = {
	['+'] = 1, ['-'] = 1, ['.'] = 1, [':'] = 1, ['0'] = 1, ['1'] = 1,
	['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1,
	['8'] = 1, ['9'] = 1, ['a'] = 1, ['e'] = 1, ['E'] = 1, ['i'] = 1,
	['I'] = 1, ['N'] = 1, ['t'] = 1, ['y'] = 1, ['r'] = 1, ['u'] = 1,
	['f'] = 1, ['l'] = 1, ['s'] = 1, ['n'] = 1, [' '] = 1, ['\t'] = 1,
	['\n'] = 1,
};
static const bool blank[256] = { [' '] = 1, ['\t'] = 1, ['\n'] = 1 };

static bool in_object(const struct json_look *l)
{
	return l->depth && (l->objects >> (l->depth - 1)) & 1;
}

/*
 * Over as many of them as there are, in a list with their commas; false: there
 * is none.
 */
static bool skip(struct json_look *l, const bool set[256])
{
	const char *from = l->at, comma = in_object(l) ? '\0' : ',';

	while (l->at < l->end &&
	       (set[(unsigned char)*l->at] || *l->at == comma))
		l->at++;
	l->plain += (size_t)(l->at - from);
	return l->at > from && (l->evidence || l->plain < PLAIN_MAX);
}

/* Reads the string at its quote; false when it ends in no quote. */
static bool string(struct json_look *l, struct span *out)
{
	const char *from = ++l->at;

	while (l->at < l->end && *l->at != '"' && *l->at != '\n')
		l->at += *l->at == '\\' && l->at + 1 < l->end ? 2 : 1;
	if (l->at >= l->end || *l->at != '"')
		return false;
	*out = (struct span){ from, (size_t)(l->at - from) };
	l->at++;
	return true;
}

static bool open(struct json_look *l, bool object)
{
	if (l->depth == (l->evidence ? LIMIT_JSON_DEPTH : DEPTH_MAX))
		return false;
	if (!object && l->array)
		l->array(l);
	l->objects &= ~(UINT64_C(1) << l->depth);
	l->objects |= (uint64_t)object << l->depth;
	l->depth++;
	l->key_next = object;
	l->at++;
	return true;
}

static bool close(struct json_look *l, bool object)
{
	if (in_object(l) != object)
		return false;
	l->depth--;
	l->key_next = false;
	l->at++;
	return true;
}

/* One token; false where this cannot be JSON or is too deep. */
static bool step(struct json_look *l)
{
	struct span name;

	switch (*l->at) {
	case '{':
	case '[':
		return !l->key_next && open(l, *l->at == '{');
	case '}':
	case ']':
		return close(l, *l->at == '}');
	case '"':
		if (!string(l, &name))
			return false;
		if (l->key_next) {
			l->key(l, name);
			l->n_keys++;
		}
		l->key_next = false;
		return l->evidence || l->n_keys < KEYS_MAX;
	case ',':
		l->key_next = in_object(l);
		l->at++;
		return true;
	default:
		return skip(l, l->key_next ? blank : plain);
	}
}

size_t json_look(struct json_look *l, const char *data, size_t len)
{
	size_t used;

	if (!len || (*data != '{' && !(l->list && *data == '[')))
		return 0;
	l->at = data;
	l->end = data + len;
	do {
		if (!step(l))
			break;
	} while (l->depth && l->at < l->end);
	if (!l->evidence)
		return 0;
	if (l->at > l->end)
		l->at = l->end;
	line_first(l->at, (size_t)(l->end - l->at), &used);
	return (size_t)(l->at - data) + used;
}

#define KEYS N_OF(((struct json_keys *)0)->all)

/* Bits of l->seen are keys, set after set. */
static void key_of_sets(struct json_look *l, struct span name)
{
	const struct json_keys *set;
	unsigned bit = 1;
	size_t i;

	if (l->depth != 1)
		return;
	for (set = l->keys; set->all[0]; set++) {
		bool all = true;

		for (i = 0; i < KEYS; i++, bit <<= 1) {
			if (set->all[i] && span_is(name, set->all[i]))
				l->seen |= bit;
			all = all && (!set->all[i] || (l->seen & bit));
		}
		l->evidence = l->evidence || all;
	}
}

size_t json_look_keys(const char *data, size_t len,
		      const struct json_keys *keys)
{
	struct json_look l = { .key = key_of_sets, .keys = keys };

	return json_look(&l, data, len);
}
