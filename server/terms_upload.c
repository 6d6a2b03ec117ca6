/* terms_upload.c - the terms of an upload: what is recorded. */
#include <string.h>

#include "limits.h"
#include "terms.h"
#include "timestamp.h"

struct reader {
	struct written all;
	const struct term *term;
	struct arena *arena;
	struct err *err;
};

static int refuse(const struct reader *r, const char *what)
{
	return term_refuse(r->all, r->term, what, r->err);
}

static int read_value(const struct reader *r, const char **out)
{
	const struct term *t = r->term;
	const char *why;
	size_t i;

	if (!t->value_len)
		return refuse(r, "an upload records a value; key: alone is a "
			      "question");
	for (i = 0; i < t->value_len; i++) {
		if (t->value[i] == '~')
			return refuse(r, "alternatives are for questions; "
				      "write ~ inside a value as %7E");
		if (i && t->value[i] == '.' && t->value[i - 1] == '.')
			return refuse(r, "a range is for questions; write .. "
				      "inside a value as .%2E");
	}
	if (terms_decode(r->all, t->value, t->value_len, r->arena, out,
			 r->err) < 0)
		return -1;
	if (!tag_value_ok(*out, strlen(*out), &why)) {
		err_set(r->err, ERR_INPUT, "the value %s", why);
		return err_point(r->err, r->all.s, r->all.len,
				 (size_t)(t->value - r->all.s));
	}
	return 0;
}

static int read_at(const struct reader *r, const char *value,
		   struct upload_terms *out)
{
	struct time_span t;

	if (out->has_at)
		return refuse(r, "stands there twice");
	if (!time_parse(value, strlen(value), &t) ||
	    !time_is_dated(&t))
		return refuse(r, "at takes a time with a zone "
			      "(2026-11-30T08:00:00Z) or a date");
	if (t.has_clock && !t.has_zone) {
		refuse(r, "the time has no zone");
		return err_hint(r->err, "add Z for UTC, or +01:00");
	}
	out->has_at = true;
	out->at_ns = t.from_ns;
	return 0;
}

/* The pseudo keys of a result. 1: it was one, 0: no, -1: error. */
static int read_pseudo(const struct reader *r, const char *key,
		       const char *value, struct upload_terms *out)
{
	struct {
		const char *key;
		const char **slot;
	} texts[] = { { "test", &out->test },
		      { "metric", &out->metric },
		      { "unit", &out->unit },
		      { "env", &out->env } };
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!strcmp(texts[i].key, key)) {
			if (*texts[i].slot)
				return refuse(r, "stands there twice");
			*texts[i].slot = value;
			return 1;
		}
	if (!strcmp(key, "at"))
		return read_at(r, value, out) < 0 ? -1 : 1;
	if (strcmp(key, "better"))
		return 0;
	if (out->better != BETTER_UNKNOWN)
		return refuse(r, "stands there twice");
	if (!better_parse(value, &out->better))
		return refuse(r, "better is higher, lower or none");
	return 1;
}

static int record(const struct reader *r, const char *key, const char *value,
		  struct upload_terms *out)
{
	if (tag_key_reserved(key))
		return refuse(r, "this word is reserved and no tag");
	if (tag_key_asks(key))
		return refuse(r, "no key ends in .pre or .sub");
	if (tags_get(&out->tags, key))
		return refuse(r, "the key stands there twice; an upload "
			      "records one value a key");
	tags_set(&out->tags, r->arena, key, value);
	return 0;
}

static int read_key(const struct reader *r, struct upload_terms *out)
{
	const struct term *t = r->term;
	const char *key = tag_key_canonical(
		arena_strndup(r->arena, t->key, t->key_len), r->arena);
	const char *value;
	int got;

	if (t->negate)
		return refuse(r, "an upload records what is, not what is not");
	if (read_value(r, &value) < 0)
		return -1;
	got = read_pseudo(r, key, value, out);
	return got ? (got < 0 ? -1 : 0) : record(r, key, value, out);
}

int terms_upload(struct written all, const struct segment *segment,
		 struct arena *arena, struct upload_terms *out,
		 struct err *err)
{
	struct reader r = { all, NULL, arena, err };
	size_t i;

	for (i = 0; i < segment->n; i++) {
		const struct term *t = r.term = &segment->terms[i];
		int failed = 0;

		if (t->kind == TERM_KEY)
			failed = read_key(&r, out);
		else if (t->kind == TERM_NAME)
			failed = record(&r, term_option_key(t, arena),
					t->negate ? "n" : "y", out);
		if (failed < 0)
			return -1;
	}
	return 0;
}

static void print_one(struct buf *b, const char *key, const char *value)
{
	if (!value)
		return;
	buf_printf(b, "%s%s:", b->len ? "," : "", key);
	terms_encode(b, value);
}

const char *upload_terms_print(const struct upload_terms *terms,
			       struct arena *arena)
{
	char at[TIME_SIZE];
	struct buf b;
	char *out;
	size_t i;

	buf_init(&b, LIMIT_URL * 4);
	for (i = 0; i < terms->tags.n; i++)
		print_one(&b, terms->tags.items[i].key,
			  terms->tags.items[i].value);
	print_one(&b, "env", terms->env);
	print_one(&b, "test", terms->test);
	print_one(&b, "metric", terms->metric);
	print_one(&b, "unit", terms->unit);
	print_one(&b, "better", better_name(terms->better));
	if (terms->has_at) {
		time_print(terms->at_ns, at);
		print_one(&b, "at", at);
	}
	out = b.len ? arena_strndup(arena, b.data, b.len) :
		      arena_strdup(arena, "-");
	buf_release(&b);
	return out;
}
