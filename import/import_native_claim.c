/*
 * import_native_claim.c - is this JSON the archive's own?
 *
 * Known by results[].test, results[].metrics, results[].failure, a list of
 * failures, or format with raw; never by the order of keys.
 */
#include "json_look.h"
#include "native.h"

enum { OTHER, RESULTS, FAILURES };    /* look.member */
enum { FORMAT = 1, RAW = 2 };         /* look.seen */

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 1) {
		l->member = span_is(name, "results") ? RESULTS :
			    span_is(name, "failures") ? FAILURES : OTHER;
		if (span_is(name, "format"))
			l->seen |= FORMAT;
		if (span_is(name, "raw"))
			l->seen |= RAW;
		l->evidence = l->evidence || l->seen == (FORMAT | RAW);
	} else if (l->depth == 3 && l->member == RESULTS) {
		l->evidence = l->evidence || span_is(name, "test") ||
			span_is(name, "metrics") || span_is(name, "failure");
	}
}

static void array(struct json_look *l)
{
	if (l->depth == 1 && l->member == FAILURES)
		l->evidence = true;
}

/* Bytes of the document that begins here; 0: it is none of ours. */
static size_t document(const char *data, size_t len)
{
	struct json_look l = { .key = key, .array = array };

	return json_look(&l, data, len);
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
