/* tags.c - key:value facts of a run, parameters of a result. */
#include "tags.h"

#include <string.h>

#include "limits.h"

/* Where key stands, or where it would have to stand. */
static size_t place(const struct tags *t, const char *key, bool *found)
{
	size_t lo = 0, hi = t->n;

	*found = false;
	/* Most come in their order. */
	if (hi && strcmp(t->items[hi - 1].key, key) < 0)
		return hi;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int c = strcmp(t->items[mid].key, key);

		if (!c) {
			*found = true;
			return mid;
		}
		if (c < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const char *tags_get(const struct tags *t, const char *key)
{
	bool found;
	size_t i = place(t, key, &found);

	return found ? t->items[i].value : NULL;
}

void tags_put(struct tags *t, struct arena *a, const char *key,
	      const char *value)
{
	bool found;
	size_t i = place(t, key, &found);

	if (found) {
		t->items[i].value = value;
		return;
	}
	if (t->n > LIMIT_RUN_TAGS)
		return; /* refused already; each would move all the others */
	t->items = arena_grow(a, t->items, t->n, sizeof(*t->items));
	memmove(t->items + i + 1, t->items + i,
		(t->n - i) * sizeof(*t->items));
	t->items[i] = (struct tag){ key, value };
	t->n++;
}

void tags_setn(struct tags *t, struct arena *a, const char *key, size_t key_len,
	       const char *value, size_t value_len)
{
	tags_put(t, a, arena_strndup(a, key, key_len),
		 arena_strndup(a, value, value_len));
}

void tags_set(struct tags *t, struct arena *a, const char *key,
	      const char *value)
{
	tags_setn(t, a, key, strlen(key), value, strlen(value));
}

bool tags_remove(struct tags *t, const char *key)
{
	bool found;
	size_t i = place(t, key, &found);

	if (!found)
		return false;
	memmove(t->items + i, t->items + i + 1,
		(t->n - i - 1) * sizeof(*t->items));
	t->n--;
	return true;
}

bool tags_equal(const struct tags *x, const struct tags *y)
{
	size_t i;

	if (x->n != y->n)
		return false;
	for (i = 0; i < x->n; i++)
		if (strcmp(x->items[i].key, y->items[i].key) ||
		    strcmp(x->items[i].value, y->items[i].value))
			return false;
	return true;
}

static bool is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool tag_key_ok(const char *key, size_t len)
{
	size_t i;

	if (!len || len > LIMIT_TAG_KEY || !is_alpha(key[0]))
		return false;
	for (i = 1; i < len; i++)
		if (!is_alpha(key[i]) && !(key[i] >= '0' && key[i] <= '9') &&
		    key[i] != '_' && key[i] != '.' && key[i] != '-')
			return false;
	return true;
}

size_t utf8_length(const char *s, size_t len)
{
	const unsigned char *u = (const unsigned char *)s;
	unsigned long c;
	size_t n, i;

	if (!len)
		return 0;
	if (u[0] < 0x80)
		return 1;
	n = u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : u[0] >= 0xc2 ? 2 : 0;
	if (!n || u[0] > 0xf4 || n > len)
		return 0;
	c = u[0] & (0x7fu >> n);
	for (i = 1; i < n; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (u[i] & 0x3fu);
	}
	/* Overlong forms, surrogates and what lies past Unicode. */
	if ((n == 3 && c < 0x800) || (n == 4 && c < 0x10000) ||
	    (c >= 0xd800 && c <= 0xdfff) || c > 0x10ffff)
		return 0;
	return n;
}

bool utf8_ok(const char *s, size_t len)
{
	while (len) {
		size_t n = utf8_length(s, len);

		if (!n)
			return false;
		s += n;
		len -= n;
	}
	return true;
}

static unsigned long code_point(const char *s, size_t n)
{
	const unsigned char *u = (const unsigned char *)s;
	unsigned long c = n == 1 ? u[0] : u[0] & (0x7fu >> n);
	size_t i;

	for (i = 1; i < n; i++)
		c = c << 6 | (u[i] & 0x3fu);
	return c;
}

bool utf8_hidden(unsigned long c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c ||
	       c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

unsigned long utf8_next(const char **s, size_t *len)
{
	size_t n = utf8_length(*s, *len);
	unsigned long c = n ? code_point(*s, n) : UTF8_BAD;

	n = n ? n : 1;
	*s += n;
	*len -= n;
	return c;
}

const char *tag_option_name(const char *key)
{
	static const char prefix[] = "option.";

	return strncmp(key, prefix, sizeof(prefix) - 1) ?
		NULL : key + sizeof(prefix) - 1;
}

bool tag_value_ok(const char *value, size_t len, const char **why)
{
	*why = !len ? "is empty" :
	       len > LIMIT_TAG_VALUE ? "is longer than 512 bytes" : NULL;
	while (!*why && len) {
		unsigned long c;

		/* Most are printable ASCII. */
		if (*value >= ' ' && *value <= '~') {
			value++;
			len--;
			continue;
		}
		c = utf8_next(&value, &len);
		if (c == UTF8_BAD)
			*why = "is not UTF-8";
		else if (utf8_hidden(c))
			*why = "holds a control character";
	}
	return !*why;
}

bool tag_key_reserved(const char *key)
{
	static const char *const words[] = {
		"run", "upload", "received", "format", "by", "last", "at",
		"env", "role", "pick", "test", "metric", "unit", "better"
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (*key == *words[i] && !strcmp(key, words[i]))
			return true;
	return false;
}

bool tag_key_asks(const char *key)
{
	size_t n = strlen(key);

	return n > 4 && (!strcmp(key + n - 4, ".pre") ||
			 !strcmp(key + n - 4, ".sub"));
}

const char *tag_key_canonical(const char *key, struct arena *a)
{
	if (!strncmp(key, "CONFIG_", 7) && key[7])
		return arena_printf(a, "option.%s", key + 7);
	return key;
}
