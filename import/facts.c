/* facts.c - what a machine and its kernel are. */
#include "facts.h"

#include <string.h>

#include "clean.h"
#include "line.h"
#include "limits.h"

#define OPTION "option."

struct reader {
	struct arena *arena;
	struct facts *out;
	struct lines lines;
	struct err *err;
};

static int refuse(struct reader *x, const char *what, struct span shown)
{
	err_set(x->err, ERR_INPUT, "line %zu: %s: '%.*s'", x->lines.no, what,
		span_shown(shown, 60), shown.s);
	x->err->line = x->lines.no;
	return -1;
}

static int put(struct reader *x, const char *key, struct span value)
{
	const char *why, *copy = span_copy(value, x->arena);

	if (!value.len)
		return 0; /* an empty text is none */
	if (x->out->complete && tag_option_name(key) && span_is(value, "n")) {
		tags_remove(&x->out->tags, key); /* it need not be said */
		return 0;
	}
	if (!tag_key_ok(key, strlen(key)))
		return refuse(x, "this cannot be a tag's name", span_of(key));
	if (tag_key_reserved(key))
		return refuse(x, "a word of the archive's own, and no tag",
			      span_of(key));
	if (tag_key_asks(key))
		return refuse(x, "no key ends in .pre or .sub", span_of(key));
	if (!tag_value_ok(copy, value.len, &why))
		return refuse(x, arena_printf(x->arena, "the value %s", why),
			      value);
	tags_put(&x->out->tags, x->arena, key, copy);
	return 0;
}

/* ---- Linux ---- */

/* What stands in quotes, its backslashes resolved. */
static struct span unquoted(struct reader *x, struct span value)
{
	char *text, *to;
	size_t i;

	if (value.len < 2 || value.s[0] != '"' ||
	    value.s[value.len - 1] != '"')
		return value;
	text = to = arena_alloc(x->arena, value.len);
	for (i = 1; i < value.len - 1; i++) {
		if (value.s[i] == '\\' && i + 2 < value.len)
			i++;
		*to++ = value.s[i];
	}
	return (struct span){ text, (size_t)(to - text) };
}

static int linux_option(struct reader *x, struct span name, struct span value)
{
	return put(x, arena_printf(x->arena, OPTION "%.*s", (int)name.len,
				   name.s),
		   unquoted(x, value));
}

/* A comment, which may be "# CONFIG_X is not set" or a generated head. */
static int comment(struct reader *x, struct span line)
{
	static const char head[] = "# CONFIG_", tail[] = " is not set";
	const size_t around = sizeof(head) - 1 + sizeof(tail) - 1;

	if (span_begins(line, head) && span_ends(line, tail) &&
	    line.len > around)
		return linux_option(
			x,
			(struct span){ line.s + sizeof(head) - 1,
				       line.len - around },
			span_of("n"));
	return 0;
}

/* ---- FreeBSD ---- */

/* Words of config(5): what an argument is recorded under, and as what. */
static const struct keyword {
	const char *word, *key; /* key NULL: says nothing of the kernel */
	const char *value;      /* NULL: the argument is the value */
} keywords[] = {
	{ "options", OPTION, "y" },
	{ "option", OPTION, "y" },
	{ "nooptions", OPTION, "n" },
	{ "nooption", OPTION, "n" },
	{ "device", OPTION "device.", "y" },
	{ "devices", OPTION "device.", "y" },
	{ "nodevice", OPTION "device.", "n" },
	{ "nodevices", OPTION "device.", "n" },
	{ "cpu", OPTION "cpu.", "y" },
	{ "nocpu", OPTION "cpu.", "n" },
	{ "makeoptions", OPTION "makeoptions.", "y" },
	{ "makeoption", OPTION "makeoptions.", "y" },
	{ "nomakeoptions", OPTION "makeoptions.", "n" },
	{ "machine", OPTION "machine", NULL },
	{ "maxusers", OPTION "maxusers", NULL },
	{ "ident", "kernel.ident", NULL },
	{ "include", NULL, NULL },
	{ "files", NULL, NULL },
	{ "hints", NULL, NULL },
	{ "env", NULL, NULL },
	{ "envvar", NULL, NULL },
	{ "profile", NULL, NULL },
};

static const struct keyword *keyword_of(struct span word)
{
	size_t i;

	for (i = 0; i < N_OF(keywords); i++)
		if (span_is(word, keywords[i].word))
			return &keywords[i];
	return NULL;
}

static int freebsd(struct reader *x, const struct keyword *k, struct span rest)
{
	struct span name = unquoted(x, span_trim(rest)), value;
	const char *equals;

	if (!k->key)
		return 0;
	if (!name.len)
		return refuse(x, "a name was expected behind",
			      span_of(k->word));
	if (!k->value)
		return put(x, k->key, name);
	value = span_of(k->value);
	equals = memchr(name.s, '=', name.len);
	if (equals) {
		value = span_trim((struct span){
			equals + 1, name.len - (size_t)(equals + 1 - name.s) });
		name = span_trim((struct span){ name.s,
						(size_t)(equals - name.s) });
		value = unquoted(x, value);
	}
	return put(x, arena_printf(x->arena, "%s%.*s", k->key, (int)name.len,
				   name.s), value);
}

/* ---- Plain facts ---- */

static int fact(struct reader *x, struct span key, struct span value)
{
	const char *name = tag_key_canonical(span_copy(key, x->arena),
					     x->arena);
	const char *old = tags_get(&x->out->tags, name);

	if (!value.len)
		return refuse(x, "a value was expected behind", key);
	if (old && !span_is(value, old))
		return refuse(x, arena_printf(x->arena, "it was '%.60s' before",
					      old), value);
	return put(x, name, value);
}

static int read_line(struct reader *x, struct span line)
{
	struct span rest = line, word, key, value;
	const struct keyword *k;
	const char *equals;

	if (span_begins(line, "#"))
		return comment(x, line);
	equals = memchr(line.s, '=', line.len);
	if (span_begins(line, "CONFIG_") && equals)
		return linux_option(
			x,
			(struct span){ line.s + 7,
				       (size_t)(equals - line.s) - 7 },
			(struct span){ equals + 1, line.len -
				       (size_t)(equals + 1 - line.s) });
	line_field(&rest, &word);
	k = keyword_of(word);
	if (k)
		return freebsd(x, k, rest);
	if (!line_key_value(line, ':', &key, &value))
		return refuse(x, "key: value, CONFIG_X=y or options X was "
			      "expected", line);
	return fact(x, key, value);
}

/* What config(8) and kconfig write into a config that is full. */
static bool is_complete(struct span text)
{
	return span_find(text, "Automatically generated file; DO NOT EDIT") ||
	       span_find(text, "CONFIG_AUTOGENERATED");
}

static size_t count_options(const struct tags *t)
{
	size_t n = 0, i;

	for (i = 0; i < t->n; i++)
		n += tag_option_name(t->items[i].key) != NULL;
	return n;
}

int facts_parse(const char *data, size_t len, struct arena *arena,
		struct facts *out, struct err *err)
{
	struct reader x = { .arena = arena, .out = out, .err = err };
	struct report r;
	struct span text, line;

	memset(out, 0, sizeof(*out));
	report_init(&r, arena);
	if (text_clean(data, len, &r, &text, err) < 0)
		return -1;
	if (r.n_errors) {
		err_set(err, ERR_INPUT, "line %zu: %s", r.errors[0].line,
			r.errors[0].text);
		err->line = r.errors[0].line;
		return -1;
	}
	out->complete = is_complete(text);
	lines_init(&x.lines, text.s, text.len);
	while (lines_next(&x.lines, &line)) {
		line = span_trim(line);
		if (line.len && read_line(&x, line) < 0)
			return -1;
	}
	out->n_options = count_options(&out->tags);
	if (out->tags.n > LIMIT_RUN_TAGS)
		return err_set(err, ERR_TOO_BIG, "there are more than %u facts",
			       (unsigned)LIMIT_RUN_TAGS);
	if (!out->tags.n)
		return err_set(err, ERR_INPUT, "there is no fact in it");
	return 0;
}
