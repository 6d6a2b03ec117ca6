/* json_look.c - a light look at a JSON document. */
#include "json_look.h"

#include <string.h>

#include "limits.h"

/*
 * What tells whose a document is stands less deep. It also bounds how often a
 * text of unclosed brackets is gone through.
 */
#define DEPTH_MAX 8

static bool in_object(const struct json_look *l)
{
	return l->depth && (l->objects >> (l->depth - 1)) & 1;
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
		if (l->key_next)
			l->key(l, name);
		l->key_next = false;
		return true;
	case ',':
		l->key_next = in_object(l);
		l->at++;
		return true;
	default:
		/* Numbers, words, colons and blanks. */
		if (!strchr("+-.:0123456789aEeiINtyruflsn \t\n", *l->at) ||
		    (l->key_next && !strchr(" \t\n", *l->at)))
			return false;
		l->at++;
		return true;
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
