/* tokens.c - the lines of the file, and who of them was shown. */
#include <sodium.h>
#include <string.h>

#include "limits.h"
#include "mem.h"
#include "timestamp.h"
#include "token.h"

enum { FIELDS = 7 };

struct field {
	const char *s;
	size_t len;
};

void tokens_release(struct tokens *tokens)
{
	x_free(tokens->items);
	tokens->items = NULL;
	tokens->n = 0;
}

void tokens_add(struct tokens *tokens, const struct token *t)
{
	size_t n = tokens->n;

	/* At a power of two it grows to the next. */
	if (!(n & (n - 1)))
		tokens->items = x_realloc(tokens->items, (n ? 2 * n : 1) *
					  sizeof(*tokens->items));
	tokens->items[tokens->n++] = *t;
}

bool token_name_ok(const char *s, size_t len)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789._@+-";
	size_t i;

	for (i = 0; i < len; i++)
		if (!s[i] || !strchr(letters, s[i]))
			return false;
	return len && len <= TOKEN_NAME && !strchr("._@+-", *s);
}

/* FIELDS words with one blank between. */
static bool split(const char *s, size_t len, struct field out[FIELDS])
{
	const char *end = s + len;
	size_t i;

	for (i = 0; i < FIELDS; i++) {
		const char *blank = memchr(s, ' ', (size_t)(end - s));

		out[i].s = s;
		out[i].len = (size_t)((blank ? blank : end) - s);
		if (!out[i].len || !blank != (i == FIELDS - 1))
			return false;
		s = blank ? blank + 1 : end;
	}
	return true;
}

static bool read_hex(struct field f, unsigned char *out, size_t size)
{
	size_t n;

	return f.len == 2 * size &&
	       !sodium_hex2bin(out, size, f.s, f.len, NULL, &n, NULL) &&
	       n == size;
}

static bool read_time(struct field f, bool may_be_never, int64_t *out)
{
	struct time_span span;

	if (may_be_never && f.len == 1 && *f.s == '-') {
		*out = 0;
		return true;
	}
	/* 0 stands for never. */
	if (!time_parse(f.s, f.len, &span) || !span.has_zone ||
	    !span.from_ns)
		return false;
	*out = span.from_ns;
	return true;
}

/* What is wrong with a line, or NULL. */
static const char *read_line(const char *s, size_t len, struct token *t)
{
	unsigned char id[TOKEN_ID / 2];
	struct field f[FIELDS];
	char scope[16] = "";

	memset(t, 0, sizeof(*t));
	if (memchr(s, 0, len) || !split(s, len, f))
		return "not seven words";
	if (!read_hex(f[0], id, sizeof(id)))
		return "the id is not 12 digits of hex";
	sodium_bin2hex(t->id, sizeof(t->id), id, sizeof(id));
	if (f[1].len < sizeof(scope))
		memcpy(scope, f[1].s, f[1].len);
	if (!scope_parse(scope, &t->scope))
		return "the scope is not upload, edit or admin";
	if (!read_hex(f[2], t->digest, sizeof(t->digest)))
		return "the digest is not 64 digits of hex";
	if (!read_time(f[3], false, &t->created_ns) ||
	    !read_time(f[4], true, &t->expires_ns) ||
	    !read_time(f[5], true, &t->revoked_ns))
		return "a time that is none";
	if (!token_name_ok(f[6].s, f[6].len))
		return "the name is none";
	memcpy(t->name, f[6].s, f[6].len);
	return NULL;
}

static const struct token *find(const struct tokens *tokens, const char *id)
{
	const struct token *found = NULL;
	size_t i;

	for (i = 0; i < tokens->n; i++)
		if (!memcmp(tokens->items[i].id, id, TOKEN_ID))
			found = &tokens->items[i];
	return found;
}

static int damaged(struct tokens *out, size_t line, const char *why,
		   struct err *err)
{
	tokens_release(out);
	err_set(err, ERR_ARCHIVE, "line %zu is damaged: %s", line, why);
	err->line = line;
	return -1;
}

int tokens_parse(const char *text, size_t len, struct tokens *out,
		 struct err *err)
{
	const char *s = text, *end = text + len, *why;
	size_t line = 0;
	struct token t;

	out->items = NULL;
	out->n = 0;
	while (s < end) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));

		line++;
		/* What was cut in a name would go unseen. */
		if (!stop)
			return damaged(out, line, "it does not end", err);
		if (*s != '#') {
			why = read_line(s, (size_t)(stop - s), &t);
			if (!why && find(out, t.id))
				why = "an id that stood before";
			if (!why && out->n == LIMIT_TOKENS)
				why = "there are too many";
			if (why)
				return damaged(out, line, why, err);
			tokens_add(out, &t);
		}
		s = stop + 1;
	}
	return 0;
}

static void print_time(int64_t ns, struct buf *out)
{
	char text[TIME_SIZE] = "-";

	if (ns)
		time_print(ns, text);
	buf_str(out, text);
	buf_char(out, ' ');
}

void tokens_print(const struct tokens *tokens, struct buf *out)
{
	char digest[2 * TOKEN_DIGEST + 1];
	size_t i;

	buf_str(out, "# tokens: id scope sha256 created expires revoked name; "
		     "`maxistat token` writes this file\n");
	for (i = 0; i < tokens->n; i++) {
		const struct token *t = &tokens->items[i];

		sodium_bin2hex(digest, sizeof(digest), t->digest,
			       sizeof(t->digest));
		buf_printf(out, "%s %s %s ", t->id, scope_name(t->scope),
			   digest);
		print_time(t->created_ns, out);
		print_time(t->expires_ns, out);
		print_time(t->revoked_ns, out);
		buf_printf(out, "%s\n", t->name);
	}
}

int tokens_check(const struct tokens *tokens, const struct token_shown *shown,
		 int64_t now_ns, const struct token **out, struct err *err)
{
	static const struct token nobody;
	const struct token *found = find(tokens, shown->id);
	const struct token *t = found ? found : &nobody;
	unsigned char digest[TOKEN_DIGEST];
	int differs;

	crypto_hash_sha256(digest, shown->secret, sizeof(shown->secret));
	differs = sodium_memcmp(digest, t->digest, sizeof(digest));
	if (!found || differs)
		return err_set(err, ERR_AUTH, "this token is not known here");
	/* Only who has the secret learns this. */
	if (t->revoked_ns)
		return err_set(err, ERR_AUTH, "this token is revoked");
	if (t->expires_ns && now_ns >= t->expires_ns)
		return err_set(err, ERR_AUTH, "this token has expired");
	*out = t;
	return 0;
}
