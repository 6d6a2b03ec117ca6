/* terms.c - splitting, decoding and encoding terms. */
#include "terms.h"

#include <stdio.h>
#include <string.h>

#include "limits.h"
#include "unit.h"

int term_refuse(struct written all, const struct term *t, const char *what,
		struct err *err)
{
	err_set(err, ERR_INPUT, "'%.*s': %s",
		(int)(t->raw_len > 80 ? 80 : t->raw_len), t->raw, what);
	return err_point(err, all.s, all.len, t->offset);
}

static int bad_term(struct written all, const struct term *t, struct err *err,
		    const char *what)
{
	err_set(err, ERR_INPUT, "'%.*s' %s", (int)(t->raw_len > 80 ? 80 :
						   t->raw_len), t->raw, what);
	return err_point(err, all.s, all.len, t->offset);
}

/* A word that is neither key:value nor an option's name. */
static int no_term(struct written all, const struct term *t, struct err *err)
{
	size_t n = t->raw_len > 60 ? 60 : t->raw_len;

	bad_term(all, t, err, "is no term");
	if (t->key_len && t->key[0] >= 'a' && t->key[0] <= 'z')
		return err_hint(err, "host:%.*s?", (int)n, t->raw);
	return err_hint(err, "terms are key:value, NAME, -NAME or name=value; "
			"see /help/terms");
}

static bool is_option_name(const char *s, size_t len)
{
	size_t i;

	if (!len || s[0] < 'A' || s[0] > 'Z')
		return false;
	for (i = 1; i < len; i++)
		if (!(s[i] >= 'A' && s[i] <= 'Z') &&
		    !(s[i] >= 'a' && s[i] <= 'z') &&
		    !(s[i] >= '0' && s[i] <= '9') && s[i] != '_')
			return false;
	return len <= LIMIT_TAG_KEY - 7;
}

static int classify(struct written all, struct term *t, struct err *err)
{
	size_t at = 0;

	t->key = t->raw;
	t->key_len = t->raw_len;
	if (t->raw_len == 1 && t->raw[0] == '-') {
		t->kind = TERM_NOTHING;
		return 0;
	}
	if (t->raw_len && t->raw[0] == '-') {
		t->negate = true;
		t->key++;
		t->key_len--;
	}
	while (at < t->key_len && t->key[at] != ':' && t->key[at] != '=')
		at++;
	if (at == t->key_len) {
		t->kind = TERM_NAME;
		return is_option_name(t->key, t->key_len) ?
			       0 : no_term(all, t, err);
	}
	t->kind = t->key[at] == ':' ? TERM_KEY : TERM_OPTION;
	t->value = t->key + at + 1;
	t->value_len = t->key_len - at - 1;
	t->key_len = at;
	if (t->kind == TERM_OPTION)
		return t->negate || !at ?
			bad_term(all, t, err, "is no option") : 0;
	if (!tag_key_ok(t->key, t->key_len)) {
		bad_term(all, t, err, "has no key before ':'");
		return err_hint(err, "a key is [A-Za-z][A-Za-z0-9_.-]*, at "
				"most %u bytes", LIMIT_TAG_KEY);
	}
	return 0;
}

/*
 * unit:MB/s in a URL would be MB, and s the next segment: taken for a file's
 * name, it would change the unit without a word.
 */
static int refuse_cut_unit(struct written all, const struct term *t,
			   struct err *err)
{
	const char *end = all.s + all.len, *cut = t->raw + t->raw_len, *stop;
	char unit[64];
	int n;

	if (t->kind != TERM_KEY || t->key_len != 4 ||
	    memcmp(t->key, "unit", 4) || cut == end || *cut != '/')
		return 0;
	for (stop = cut + 1; stop < end && !strchr(",/?#", *stop);)
		stop++;
	n = (int)(stop - t->value);
	if (n >= (int)sizeof(unit))
		return 0;
	snprintf(unit, sizeof(unit), "%.*s", n, t->value);
	if (!unit_find(unit))
		return 0;
	err_set(err, ERR_INPUT, "'unit:%s': a '/' ends the terms", unit);
	err_hint(err, "unit:%.*s%%2F%s", (int)t->value_len, t->value,
		 unit + t->value_len + 1);
	return err_point(err, all.s, all.len, (size_t)(cut - all.s));
}

int terms_split(struct written all, size_t offset, size_t len,
		struct arena *arena, struct segment *out, struct err *err)
{
	const char *end = all.s + offset + len, *s = all.s + offset;

	memset(out, 0, sizeof(*out));
	out->raw = s;
	out->raw_len = len;
	out->offset = offset;
	out->options_only = true;
	if (!len) {
		err_set(err, ERR_INPUT, "an empty segment");
		err_hint(err, "write - for no condition");
		return err_point(err, all.s, all.len, offset);
	}
	for (;;) {
		const char *comma = memchr(s, ',', (size_t)(end - s));
		const char *stop = comma ? comma : end;
		struct term t = { .raw = s, .raw_len = (size_t)(stop - s),
				  .offset = (size_t)(s - all.s) };

		if (!t.raw_len) {
			err_set(err, ERR_INPUT, "an empty term");
			return err_point(err, all.s, all.len, t.offset);
		}
		if (classify(all, &t, err) < 0 ||
		    refuse_cut_unit(all, &t, err) < 0)
			return -1;
		if (out->n == LIMIT_TERMS)
			return err_set(err, ERR_INPUT, "more than %u terms",
				       LIMIT_TERMS);
		out->terms = arena_grow(arena, out->terms, out->n,
					sizeof(*out->terms));
		out->terms[out->n++] = t;
		out->options_only &= t.kind == TERM_OPTION;
		if (!comma)
			return 0;
		s = comma + 1;
	}
}

const char *term_option_key(const struct term *t, struct arena *arena)
{
	size_t skip = t->key_len > 7 && !memcmp(t->key, "CONFIG_", 7) ? 7 : 0;

	return arena_printf(arena, "option.%.*s", (int)(t->key_len - skip),
			    t->key + skip);
}

static int hex(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

int terms_decode(struct written all, const char *raw, size_t len,
		 struct arena *arena, const char **out, struct err *err)
{
	char *s = arena_alloc(arena, len + 1);
	size_t n = 0, i;

	for (i = 0; i < len; i++) {
		int c = (unsigned char)raw[i];

		if (c == '%') {
			int hi = i + 2 < len ? hex(raw[i + 1]) : -1;
			int lo = i + 2 < len ? hex(raw[i + 2]) : -1;

			if (hi < 0 || lo < 0) {
				err_set(err, ERR_INPUT, "a bad %% escape; two "
					"hexadecimal digits follow a %%");
				return err_point(err, all.s, all.len,
						 (size_t)(raw + i - all.s));
			}
			c = hi * 16 + lo;
		}
		if (c < 0x20 || c == 0x7f) {
			err_set(err, ERR_INPUT,
				"a control byte (0x%02x) in a term",
				(unsigned)c);
			return err_point(err, all.s, all.len,
					 (size_t)(raw + i - all.s));
		}
		if (raw[i] == '%')
			i += 2;
		s[n++] = (char)c;
	}
	*out = s;
	return 0;
}

void terms_encode(struct buf *out, const char *value)
{
	const unsigned char *s = (const unsigned char *)value;

	for (; *s; s++) {
		bool plain = (*s >= 'A' && *s <= 'Z') ||
			     (*s >= 'a' && *s <= 'z') ||
			     (*s >= '0' && *s <= '9') ||
			     strchr("-._:@+", *s);

		if (plain && *s == '.' && (const char *)s > value &&
		    s[-1] == '.')
			plain = false;
		if (plain)
			buf_char(out, (char)*s);
		else
			buf_printf(out, "%%%02X", *s);
	}
}

void terms_link(struct buf *out, const struct selection *selection)
{
	size_t i;

	for (i = 0; i < selection->n; i++) {
		if (i)
			buf_char(out, ',');
		buf_str(out, selection->conditions[i].text);
	}
	if (selection->last)
		buf_printf(out, "%slast:%zu", i ? "," : "", selection->last);
	else if (!i)
		buf_char(out, '-');
}

void tag_word(struct buf *out, const char *key, const char *value)
{
	const char *option = tag_option_name(key);

	if (option && !strcmp(value, "y"))
		buf_str(out, option);
	else if (option && !strcmp(value, "n"))
		buf_printf(out, "-%s", option);
	else
		buf_printf(out, "%s:%s", key, value);
}
