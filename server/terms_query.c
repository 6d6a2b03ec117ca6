/* terms_query.c - the terms of a question. */
#include <stdio.h>
#include <string.h>

#include "limits.h"
#include "number.h"
#include "terms.h"
#include "timestamp.h"

/* What every step needs. */
struct reader {
	struct written all;
	const struct term *term;
	struct arena *arena;
	int64_t now_ns;
	struct err *err;
};

static int refuse(const struct reader *r, const char *what)
{
	return term_refuse(r->all, r->term, what, r->err);
}

static int decode(const struct reader *r, const char *raw, size_t len,
		  const char **out)
{
	const char *why;

	if (terms_decode(r->all, raw, len, r->arena, out, r->err) < 0)
		return -1;
	if (!tag_value_ok(*out, strlen(*out), &why)) {
		err_set(r->err, ERR_INPUT, "the value %s", why);
		return err_point(r->err, r->all.s, r->all.len,
				 (size_t)(raw - r->all.s));
	}
	return 0;
}

/* The place of ".." in a raw value; NULL if there is none. */
static const char *find_range(const char *s, size_t len)
{
	size_t i;

	for (i = 0; i + 1 < len; i++)
		if (s[i] == '.' && s[i + 1] == '.')
			return s + i;
	return NULL;
}

static bool takes_ids(const char *key)
{
	return !strcmp(key, "run") || !strcmp(key, "upload");
}

static int check_id(const struct reader *r, const char *key, const char *value)
{
	uint64_t ignored;

	if (takes_ids(key) && !number_parse_u64(value, strlen(value), INT64_MAX,
						&ignored))
		return refuse(r, "a run and an upload are numbers");
	return 0;
}

static int add_value(const struct reader *r, struct condition *c,
		     const char *value)
{
	if (c->n_values == LIMIT_VALUES)
		return refuse(r, "more than 64 alternatives");
	if (check_id(r, c->key, value) < 0)
		return -1;
	c->values = arena_grow(r->arena, c->values, c->n_values,
			       sizeof(*c->values));
	c->values[c->n_values++] = value;
	return 0;
}

/* a~b~c, each not empty. */
static int read_alternatives(const struct reader *r, struct condition *c)
{
	const char *s = r->term->value, *end = s + r->term->value_len;

	for (;;) {
		const char *tilde = memchr(s, '~', (size_t)(end - s));
		const char *stop = tilde ? tilde : end, *value;

		if (stop == s)
			return refuse(r, "an alternative is empty");
		if (decode(r, s, (size_t)(stop - s), &value) < 0 ||
		    add_value(r, c, value) < 0)
			return -1;
		if (!tilde)
			return 0;
		s = tilde + 1;
	}
}

static int read_range(const struct reader *r, struct condition *c,
		      const char *dots)
{
	const char *s = r->term->value, *end = s + r->term->value_len;

	c->kind = COND_RANGE;
	if (dots == s && dots + 2 == end)
		return refuse(r, "a range needs at least one end");
	if (memchr(s, '~', r->term->value_len))
		return refuse(r, "a range and alternatives do not mix");
	if (find_range(dots + 2, (size_t)(end - dots - 2)))
		return refuse(r, "a range has two ends; write .. inside a "
			      "value as .%2E");
	if (dots > s && decode(r, s, (size_t)(dots - s), &c->lo) < 0)
		return -1;
	if (dots + 2 < end &&
	    decode(r, dots + 2, (size_t)(end - dots - 2), &c->hi) < 0)
		return -1;
	if ((c->lo && check_id(r, c->key, c->lo) < 0) ||
	    (c->hi && check_id(r, c->key, c->hi) < 0))
		return -1;
	return 0;
}

/*
 * One end or value of at: a time, or a length back from now. link gets it as a
 * link has it, a relative one resolved.
 */
static int read_time(const struct reader *r, const char *raw, size_t len,
		     struct time_span *out, bool *relative, struct buf *link)
{
	char printed[TIME_SIZE];
	const char *text;
	int64_t back;

	*relative = false;
	if (terms_decode(r->all, raw, len, r->arena, &text, r->err) < 0)
		return -1;
	if (time_parse(text, strlen(text), out)) {
		terms_encode(link, text);
		return 0;
	}
	if (!time_parse_length(text, strlen(text), &back))
		return refuse(r, "not a time; 2026-11-30T08:00:00Z, 2026-11, "
			      "7d.. are");
	*relative = true;
	/* Nothing was measured before 1970. */
	out->from_ns = out->to_ns = back < r->now_ns ? r->now_ns - back : 0;
	time_print(out->from_ns, printed);
	buf_str(link, printed);
	return 0;
}

static int add_span(const struct reader *r, struct condition *c, int64_t from,
		    int64_t to)
{
	int64_t *froms, *tos;

	if (c->n_values == LIMIT_VALUES)
		return refuse(r, "more than 64 times");
	froms = arena_grow(r->arena, (void *)(uintptr_t)c->from_ns, c->n_values,
			   sizeof(*froms));
	tos = arena_grow(r->arena, (void *)(uintptr_t)c->to_ns, c->n_values,
			 sizeof(*tos));
	froms[c->n_values] = from;
	tos[c->n_values++] = to;
	c->from_ns = froms;
	c->to_ns = tos;
	return 0;
}

static int read_at_range(const struct reader *r, struct condition *c,
			 const char *dots, struct buf *text)
{
	const char *s = r->term->value, *end = s + r->term->value_len;
	struct time_span lo = { 0 }, hi = { 0 };
	bool relative;

	if (memchr(s, '~', r->term->value_len))
		return refuse(r, "a range and alternatives do not mix");
	if (find_range(dots + 2, (size_t)(end - dots - 2)))
		return refuse(r, "a range has two ends");
	if (dots > s &&
	    read_time(r, s, (size_t)(dots - s), &lo, &relative, text) < 0)
		return -1;
	buf_str(text, "..");
	hi.to_ns = INT64_MAX;
	if (dots + 2 < end && read_time(r, dots + 2, (size_t)(end - dots - 2),
					&hi, &relative, text) < 0)
		return -1;
	return add_span(r, c, lo.from_ns, hi.to_ns);
}

static int read_at(const struct reader *r, struct condition *c,
		   struct buf *text)
{
	const char *s = r->term->value, *end = s + r->term->value_len;
	const char *dots = find_range(s, r->term->value_len);

	c->kind = COND_EQUAL;
	if (dots) {
		if (r->term->value_len == 2)
			return refuse(r, "a range needs at least one end");
		return read_at_range(r, c, dots, text);
	}
	for (;;) {
		const char *tilde = memchr(s, '~', (size_t)(end - s));
		const char *stop = tilde ? tilde : end;
		struct time_span t;
		bool relative;

		if (read_time(r, s, (size_t)(stop - s), &t, &relative, text) <
		    0)
			return -1;
		if (relative)
			return refuse(r, "a length of time is the end of a "
				      "range: at:7d..");
		if (add_span(r, c, t.from_ns, t.to_ns) < 0)
			return -1;
		if (!tilde)
			return 0;
		buf_char(text, '~');
		s = tilde + 1;
	}
}

/* key.pre:x and key.sub:x: the key without its end. */
static enum condition_kind take_suffix(char *key)
{
	size_t n = strlen(key);

	if (n > 4 && !strcmp(key + n - 4, ".pre")) {
		key[n - 4] = '\0';
		return COND_PREFIX;
	}
	if (n > 4 && !strcmp(key + n - 4, ".sub")) {
		key[n - 4] = '\0';
		return COND_CONTAINS;
	}
	return COND_EQUAL;
}

/* The canonical text of a condition that is not a time. */
static const char *link_text(const struct reader *r, const struct condition *c,
			     const char *written_key)
{
	struct buf b;
	char *text;
	size_t i;

	buf_init(&b, LIMIT_URL * 4);
	if (c->negate || c->kind == COND_RECORDED)
		buf_char(&b, '-');
	buf_printf(&b, "%s:", written_key);
	if (c->kind == COND_RANGE) {
		if (c->lo)
			terms_encode(&b, c->lo);
		buf_str(&b, "..");
		if (c->hi)
			terms_encode(&b, c->hi);
	}
	for (i = 0; i < c->n_values; i++) {
		if (i)
			buf_char(&b, '~');
		terms_encode(&b, c->values[i]);
	}
	text = arena_strndup(r->arena, b.data, b.len);
	buf_release(&b);
	return text;
}

/* The value of key.pre: and key.sub: is one text. */
static int read_text(const struct reader *r, struct condition *c,
		     const char *written_key)
{
	const struct term *t = r->term;
	const char *value;

	if (!strcmp(c->key, "at") || takes_ids(c->key))
		return refuse(r, "at, run and upload have no .pre and .sub");
	if (!t->value_len)
		return refuse(r, ".pre and .sub take a text");
	if (find_range(t->value, t->value_len) ||
	    memchr(t->value, '~', t->value_len))
		return refuse(r, ".pre and .sub take one text; write ~ inside "
			      "it as %7E, .. as .%2E");
	if (decode(r, t->value, t->value_len, &value) < 0 ||
	    add_value(r, c, value) < 0)
		return -1;
	c->text = link_text(r, c, written_key);
	return 0;
}

static int read_values(const struct reader *r, struct condition *c,
		       const char *written_key)
{
	const char *dots = find_range(r->term->value, r->term->value_len);

	if (c->kind != COND_EQUAL)
		return read_text(r, c, written_key);
	if (!r->term->value_len && takes_ids(c->key))
		return check_id(r, c->key, "");
	if (!r->term->value_len) {
		/* "key:" is not recorded, "-key:" is recorded. */
		c->kind = r->term->negate ? COND_RECORDED : COND_MISSING;
		c->negate = false;
	} else if (dots) {
		if (read_range(r, c, dots) < 0)
			return -1;
	} else if (read_alternatives(r, c) < 0) {
		return -1;
	}
	c->text = link_text(r, c, written_key);
	return 0;
}

static int read_last(const struct reader *r, struct selection *out)
{
	uint64_t n;

	if (!number_parse_u64(r->term->value, r->term->value_len, 1000000,
			      &n) || !n)
		return refuse(r, "last takes a whole number from 1 on");
	if (out->last)
		return refuse(r, "last stands there twice");
	out->last = (size_t)n;
	return 0;
}

static bool never_negated(const char *key)
{
	return !strcmp(key, "run") || !strcmp(key, "last") ||
	       !strcmp(key, "env");
}

/* The same key twice means either value. */
static struct condition *same_key(struct selection *s,
				  const struct condition *c)
{
	size_t i;

	if (c->negate || c->kind != COND_EQUAL)
		return NULL;
	for (i = 0; i < s->n; i++)
		if (s->conditions[i].kind == COND_EQUAL &&
		    !s->conditions[i].negate &&
		    !strcmp(s->conditions[i].key, c->key))
			return &s->conditions[i];
	return NULL;
}

static int merge(const struct reader *r, struct condition *into,
		 const struct condition *c)
{
	const char *value = strchr(c->text, ':') + 1;
	size_t i;

	for (i = 0; i < c->n_values; i++)
		if (c->values ? add_value(r, into, c->values[i]) < 0 :
				add_span(r, into, c->from_ns[i], c->to_ns[i]) <
					0)
			return -1;
	into->text = arena_printf(r->arena, "%s~%s", into->text, value);
	return 0;
}

static int add(const struct reader *r, struct selection *out,
	       const struct condition *c)
{
	struct condition *same = same_key(out, c);

	if (same)
		return merge(r, same, c);
	out->conditions = arena_grow(r->arena, out->conditions, out->n,
				     sizeof(*out->conditions));
	out->conditions[out->n++] = *c;
	return 0;
}

static int read_key(const struct reader *r, struct selection *out)
{
	const struct term *t = r->term;
	const char *written = arena_strndup(r->arena, t->key, t->key_len);
	char *key = arena_strdup(r->arena,
				 tag_key_canonical(written, r->arena));
	struct condition c = { .negate = t->negate };
	struct buf text;

	if (t->negate && never_negated(key))
		return refuse(r, "this key cannot be negated");
	if (!strcmp(key, "last"))
		return read_last(r, out);
	if (!strcmp(key, "env"))
		return refuse(r, "env names an environment of an upload, not "
			      "of a question");
	written = arena_strdup(r->arena, key);
	c.kind = take_suffix(key);
	c.key = key;
	if (strcmp(key, "at") || c.kind != COND_EQUAL)
		return read_values(r, &c, written) < 0 ? -1 : add(r, out, &c);
	buf_init(&text, LIMIT_URL);
	buf_printf(&text, "%sat:", t->negate ? "-" : "");
	if (read_at(r, &c, &text) < 0) {
		buf_release(&text);
		return -1;
	}
	c.text = arena_strndup(r->arena, text.data, text.len);
	buf_release(&text);
	return add(r, out, &c);
}

static int read_name(const struct reader *r, struct selection *out)
{
	const struct term *t = r->term;
	struct condition c = { 0 };

	c.key = term_option_key(t, r->arena);
	c.kind = t->negate ? COND_OPTION_OFF : COND_OPTION_ON;
	c.text = arena_strndup(r->arena, t->raw, t->raw_len);
	return add(r, out, &c);
}

int terms_query(struct written all, const struct segment *segment,
		int64_t now_ns, struct arena *arena, struct selection *out,
		struct err *err)
{
	struct reader r = { all, NULL, arena, now_ns, err };
	size_t i;

	for (i = 0; i < segment->n; i++) {
		int failed = 0;

		r.term = &segment->terms[i];
		if (r.term->kind == TERM_KEY)
			failed = read_key(&r, out);
		else if (r.term->kind == TERM_NAME)
			failed = read_name(&r, out);
		if (failed < 0)
			return -1;
	}
	return 0;
}
