/*
 * import_native_claim.c - is this JSON the archive's own?
 *
 * Known by results[].test, results[].metrics, results[].failure, a list of
 * failures, or format with raw; never by the order of keys. A light scan over
 * brackets and strings: what is wrong with a document is json_scan.c's to say.
 */
#include <string.h>

#include "limits.h"
#include "native.h"

/*
 * What tells a native document stands less deep. It also bounds how often a
 * text of unclosed brackets is gone through.
 */
#define DEPTH_MAX 8

struct look {
	const char *at, *end;
	unsigned depth;       /* 1: in the document */
	uint64_t objects;     /* bit d: the container at depth d is an object */
	bool key_next;        /* a string here would be a key */
	enum { OTHER, RESULTS, FAILURES } member; /* of the document, now */
	bool format, raw, evidence;
};

static bool in_object(const struct look *l)
{
	return l->depth && (l->objects >> (l->depth - 1)) & 1;
}

/* Reads the string at its quote; false when it ends in no quote. */
static bool string(struct look *l, struct span *out)
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

static void key(struct look *l, struct span name)
{
	if (l->depth == 1) {
		l->member = span_is(name, "results") ? RESULTS :
			    span_is(name, "failures") ? FAILURES : OTHER;
		l->format = l->format || span_is(name, "format");
		l->raw = l->raw || span_is(name, "raw");
		l->evidence = l->evidence || (l->format && l->raw);
	} else if (l->depth == 3 && l->member == RESULTS) {
		l->evidence = l->evidence || span_is(name, "test") ||
			span_is(name, "metrics") || span_is(name, "failure");
	}
}

static bool open(struct look *l, bool object)
{
	if (l->depth == (l->evidence ? LIMIT_JSON_DEPTH : DEPTH_MAX))
		return false;
	if (!object && l->depth == 1 && l->member == FAILURES)
		l->evidence = true;
	l->objects &= ~(UINT64_C(1) << l->depth);
	l->objects |= (uint64_t)object << l->depth;
	l->depth++;
	l->key_next = object;
	l->at++;
	return true;
}

static bool close(struct look *l, bool object)
{
	if (in_object(l) != object)
		return false;
	l->depth--;
	l->key_next = false;
	l->at++;
	return true;
}

/* One token; false where this cannot be JSON or is too deep. */
static bool step(struct look *l)
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
			key(l, name);
		l->key_next = false;
		return true;
	case ',':
		l->key_next = in_object(l);
		l->at++;
		return true;
	default:
		/* Numbers, words, colons and blanks. */
		if (!strchr("+-.:0123456789aEeINtyruflsn \t\n", *l->at) ||
		    (l->key_next && !strchr(" \t\n", *l->at)))
			return false;
		l->at++;
		return true;
	}
}

/* Bytes of the document that begins here; 0: it is none of ours. */
static size_t document(const char *data, size_t len)
{
	struct look l = { .at = data, .end = data + len };
	size_t used;

	if (!len || *data != '{')
		return 0;
	do {
		if (!step(&l))
			break;
	} while (l.depth && l.at < l.end);
	if (!l.evidence)
		return 0;
	if (l.at > l.end)
		l.at = l.end;
	line_first(l.at, (size_t)(l.end - l.at), &used);
	return (size_t)(l.at - data) + used;
}

static size_t blank_lines(const char *data, size_t len)
{
	size_t n = 0, used;

	while (n < len && span_blank(line_first(data + n, len - n, &used)))
		n += used;
	return n;
}

/*
 * Behind a document of ours a '{' begins one more, also where it is cut off or
 * damaged: it must not pass for prose.
 */
size_t native_claim(const char *data, size_t len)
{
	size_t n = document(data, len), next = n, used;

	while (n && next < len) {
		next = n + blank_lines(data + n, len - n);
		if (next >= len || data[next] != '{')
			break;
		used = document(data + next, len - next);
		if (!used)
			line_first(data + next, len - next, &used);
		n = next = next + used;
	}
	return n;
}
