/*
 * fuzz_terms.c - any URL into the grammar (libFuzzer).
 *
 *	make fuzz && mkdir -p corpus
 *	build/fuzz/fuzz_terms -max_total_time=60 corpus tests/fuzz/terms
 *
 * What can be read is printed as a link, and the link must be safe unquoted in
 * a shell, be readable, and print as itself. Seeds are in tests/fuzz/terms.
 */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "limits.h"
#include "options.h"
#include "terms.h"

#define NOW_NS INT64_C(1800000000000000000)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(const struct err *err, size_t len)
{
	assert(err->code == ERR_INPUT);
	assert(err->msg[0]);
	assert(!err->has_offset || err->offset <= len);
	assert(!err->has_offset || err->caret <= strlen(err->text) ||
	       strlen(err->text) == sizeof(err->text) - 1);
}

static void check_safe(const char *link)
{
	assert(strspn(link, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			    "abcdefghijklmnopqrstuvwxyz"
			    "0123456789-._:@+~%,=") == strlen(link));
}

static bool split(const char *s, struct arena *arena, struct segment *out)
{
	struct written all = { s, strlen(s) };
	struct err err = { 0 };

	if (!terms_split(all, 0, all.len, arena, out, &err))
		return true;
	check_error(&err, all.len);
	return false;
}

/* The link of a segment read as a question; NULL where it is none. */
static const char *query(const char *s, struct arena *arena)
{
	struct written all = { s, strlen(s) };
	struct selection sel = { 0 };
	struct err err = { 0 };
	struct segment seg;
	struct buf link;
	const char *text;
	size_t i;

	if (!split(s, arena, &seg))
		return NULL;
	if (terms_query(all, &seg, NOW_NS, arena, &sel, &err) < 0) {
		check_error(&err, all.len);
		return NULL;
	}
	for (i = 0; i < sel.n; i++)
		assert(sel.conditions[i].n_values <= LIMIT_VALUES);
	buf_init(&link, 64u << 20);
	terms_link(&link, &sel);
	text = arena_strndup(arena, link.data, link.len);
	buf_release(&link);
	return text;
}

static const char *upload(const char *s, struct arena *arena)
{
	struct written all = { s, strlen(s) };
	struct upload_terms terms = { 0 };
	struct err err = { 0 };
	struct segment seg;

	if (!split(s, arena, &seg))
		return NULL;
	if (terms_upload(all, &seg, arena, &terms, &err) < 0) {
		check_error(&err, all.len);
		return NULL;
	}
	return upload_terms_print(&terms, arena);
}

/* The options of a segment and of what stands behind '?'. */
static const char *options(const char *s, size_t question, enum takes takes,
			   struct arena *arena)
{
	struct written all = { s, strlen(s) };
	struct segment seg = { 0 };
	struct err err = { 0 };
	struct options out;
	size_t query_at = question < all.len ? question + 1 : all.len;

	if (question && terms_split(all, 0, question, arena, &seg, &err) < 0) {
		check_error(&err, all.len);
		return NULL;
	}
	if (options_read(all, takes, &seg, question ? 1 : 0, query_at,
			 all.len - query_at, arena, &out, &err) < 0) {
		check_error(&err, all.len);
		return NULL;
	}
	return options_link(&out, takes, arena);
}

static void check_options(const char *s, enum takes takes, struct arena *arena)
{
	const char *link = options(s, strcspn(s, "?"), takes, arena), *again;

	if (!link || !*link)
		return;
	check_safe(link);
	again = options(link, strlen(link), takes, arena);
	assert(again && !strcmp(again, link));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum takes takes[] = { TAKES_REPORT, TAKES_PLOT,
					    TAKES_LIST, TAKES_UPLOAD,
					    TAKES_CHECK };
	struct arena arena;
	const char *s, *link, *again;
	size_t i;

	/* A seed is a line of a file. */
	if (size && data[size - 1] == '\n')
		size--;
	if (size > LIMIT_URL || memchr(data, 0, size))
		return 0;
	arena_init(&arena);
	s = arena_strndup(&arena, (const char *)data, size);
	link = query(s, &arena);
	if (link) {
		check_safe(link);
		again = query(link, &arena);
		assert(again && !strcmp(again, link));
	}
	link = upload(s, &arena);
	if (link) {
		check_safe(link);
		again = upload(link, &arena);
		assert(again && !strcmp(again, link));
	}
	for (i = 0; i < sizeof(takes) / sizeof(takes[0]); i++)
		check_options(s, takes[i], &arena);
	arena_release(&arena);
	return 0;
}
