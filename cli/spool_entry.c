/* spool_entry.c - an upload that waits, as the bytes of a file. */
#include "spool_entry.h"

#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

#define SUM   crypto_generichash_BYTES
#define FIRST "maxistat spool 1"

/* A text that is read line by line. */
struct lines {
	const char *at, *end;
};

bool spool_url_ok(const char *url)
{
	const char *s = url;

	for (; *s; s++)
		if ((unsigned char)*s <= ' ' || *s == 0x7f)
			return false;
	return s > url && (size_t)(s - url) <= LIMIT_URL;
}

static bool is_hidden(unsigned char c)
{
	return c < 0x20 || c == 0x7f || c == '%';
}

static void print_name(struct buf *out, const char *s)
{
	for (; *s; s++)
		if (is_hidden((unsigned char)*s))
			buf_printf(out, "%%%02x", (unsigned char)*s);
		else
			buf_char(out, *s);
}

static void print_sum(const char *head, size_t head_len, const char *data,
		      size_t len, char out[2 * SUM + 1])
{
	crypto_generichash_state state;
	unsigned char sum[SUM];

	crypto_generichash_init(&state, NULL, 0, SUM);
	crypto_generichash_update(&state, (const unsigned char *)head,
				  head_len);
	crypto_generichash_update(&state, (const unsigned char *)data, len);
	crypto_generichash_final(&state, sum, SUM);
	sodium_bin2hex(out, 2 * SUM + 1, sum, SUM);
}

void spool_entry_print(const struct spool_entry *e, struct buf *out)
{
	char sum[2 * SUM + 1];

	buf_printf(out, FIRST "\nurl: %s\nkey: %s\nfile: ", e->url, e->key);
	print_name(out, e->file);
	buf_printf(out, "\nbytes: %zu\n", e->len);
	print_sum(out->data, out->len, e->data, e->len, sum);
	buf_printf(out, "sum: %s\n\n", sum);
}

/* The rest of the next line, which begins with a word. */
static bool next(struct lines *l, const char *word, const char **out,
		 size_t *len)
{
	const char *end = memchr(l->at, '\n', (size_t)(l->end - l->at));
	size_t n = strlen(word);

	if (!end || (size_t)(end - l->at) < n || memcmp(l->at, word, n))
		return false;
	*out = l->at + n;
	*len = (size_t)(end - *out);
	l->at = end + 1;
	return true;
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_hex(const char *s, size_t len, size_t want)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (digit(s[i]) < 0)
			return false;
	return len == want;
}

/* Undoes print_name(), and takes nothing that it does not print. */
static bool read_name(const char *s, size_t len, struct arena *arena,
		      const char **out)
{
	char *name = arena_alloc(arena, len + 1);
	size_t i, n = 0;

	for (i = 0; i < len; i++) {
		int c = (unsigned char)s[i];

		if (c == '%') {
			if (!is_hex(s + i + 1, len - i < 3 ? 0 : 2, 2))
				return false;
			c = digit(s[i + 1]) * 16 + digit(s[i + 2]);
			i += 2;
			if (!c || !is_hidden((unsigned char)c))
				return false;
		} else if (is_hidden((unsigned char)c)) {
			return false;
		}
		name[n++] = (char)c;
	}
	*out = name;
	return n <= LIMIT_NAME;
}

/* All but the bytes; l stands at those then, and at is where the sum begins. */
static bool read_lines(struct lines *l, struct arena *arena,
		       struct spool_entry *e, const char **at, const char **sum)
{
	const char *s;
	size_t len;
	uint64_t n;

	memset(e, 0, sizeof(*e));
	if (!next(l, FIRST, &s, &len) || len || !next(l, "url: ", &s, &len) ||
	    memchr(s, '\0', len))
		return false;
	e->url = arena_strndup(arena, s, len);
	if (!spool_url_ok(e->url) || !next(l, "key: ", &s, &len) ||
	    !is_hex(s, len, SPOOL_KEY))
		return false;
	memcpy(e->key, s, SPOOL_KEY);
	if (!next(l, "file: ", &s, &len) ||
	    !read_name(s, len, arena, &e->file) ||
	    !next(l, "bytes: ", &s, &len) || (*s == '0' && len > 1) ||
	    !number_parse_u64(s, len, LIMIT_BODY, &n))
		return false;
	e->len = (size_t)n;
	*at = l->at;
	return next(l, "sum: ", sum, &len) && is_hex(*sum, len, 2 * SUM) &&
	       next(l, "", &s, &len) && !len;
}

static int head(struct lines *l, size_t len, size_t size, struct arena *arena,
		struct spool_entry *e, const char **at, const char **sum,
		struct err *err)
{
	size_t before;

	if (!read_lines(l, arena, e, at, sum))
		return err_set(err, ERR_INPUT, "no upload, or its beginning "
			       "is damaged");
	before = len - (size_t)(l->end - l->at);
	if (before > SPOOL_HEAD || size - before != e->len)
		return err_set(err, ERR_INPUT, "damaged: %zu bytes of %zu",
			       size - before, e->len);
	return 0;
}

int spool_entry_head(const char *text, size_t len, size_t size,
		     struct arena *arena, struct spool_entry *out,
		     struct err *err)
{
	struct lines l = { text, text + len };
	const char *at, *sum;

	return head(&l, len, size, arena, out, &at, &sum, err);
}

int spool_entry_read(const char *text, size_t len, struct arena *arena,
		     struct spool_entry *out, struct err *err)
{
	struct lines l = { text, text + len };
	const char *at, *told;
	char sum[2 * SUM + 1];

	if (head(&l, len, len, arena, out, &at, &told, err) < 0)
		return -1;
	print_sum(text, (size_t)(at - text), l.at, out->len, sum);
	if (memcmp(sum, told, 2 * SUM))
		return err_set(err, ERR_INPUT, "damaged: the sum is another");
	out->data = l.at;
	return 0;
}
