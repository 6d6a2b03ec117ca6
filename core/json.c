/* json.c - writing JSON into a buf: begin, append, end. */
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "number.h"

void json_init(struct json *j, struct buf *out)
{
	j->out = out;
	j->comma = false;
}

/* How much of a text is letters of ASCII that stand for themselves. */
static size_t plain(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && s[n] >= ' ' && s[n] < 0x7f && s[n] != '"' &&
	       s[n] != '\\')
		n++;
	return n;
}

static void escaped(struct buf *out, const char *s, size_t len)
{
	buf_char(out, '"');
	while (len) {
		const char *from = s;
		size_t n = plain(s, len);
		unsigned long c;

		if (n) {
			buf_add(out, s, n);
			s += n;
			len -= n;
			continue;
		}
		c = utf8_next(&s, &len);
		if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", (char)c);
		else if (c == '\n')
			buf_str(out, "\\n");
		else if (c == '\t')
			buf_str(out, "\\t");
		else if (c == UTF8_BAD)
			buf_str(out, "\\ufffd");
		else if (utf8_hidden(c))
			buf_printf(out, "\\u%04lx", c);
		else
			buf_add(out, from, (size_t)(s - from));
	}
	buf_char(out, '"');
}

/* The comma and the key before a value. */
static void begin(struct json *j, const char *key)
{
	if (j->comma)
		buf_char(j->out, ',');
	if (key) {
		escaped(j->out, key, strlen(key));
		buf_char(j->out, ':');
	}
	j->comma = true;
}

void json_object(struct json *j, const char *key)
{
	begin(j, key);
	buf_char(j->out, '{');
	j->comma = false;
}

void json_object_end(struct json *j)
{
	buf_char(j->out, '}');
	j->comma = true;
}

void json_array(struct json *j, const char *key)
{
	begin(j, key);
	buf_char(j->out, '[');
	j->comma = false;
}

void json_array_end(struct json *j)
{
	buf_char(j->out, ']');
	j->comma = true;
}

void json_stringn(struct json *j, const char *key, const char *value,
		  size_t len)
{
	begin(j, key);
	escaped(j->out, value, len);
}

void json_string(struct json *j, const char *key, const char *value)
{
	if (value)
		json_stringn(j, key, value, strlen(value));
	else
		json_null(j, key);
}

static void number(struct buf *out, double x)
{
	char text[NUMBER_SIZE];

	if (isfinite(x))
		buf_add(out, text, number_print(x, text));
	else
		buf_str(out, "null");
}

void json_number(struct json *j, const char *key, double value)
{
	begin(j, key);
	number(j->out, value);
}

void json_int(struct json *j, const char *key, int64_t value)
{
	begin(j, key);
	buf_printf(j->out, "%" PRId64, value);
}

void json_bool(struct json *j, const char *key, bool value)
{
	begin(j, key);
	buf_str(j->out, value ? "true" : "false");
}

void json_null(struct json *j, const char *key)
{
	begin(j, key);
	buf_str(j->out, "null");
}

void json_doubles(struct json *j, const char *key, const double *x, size_t n)
{
	size_t i;

	json_array(j, key);
	for (i = 0; i < n; i++)
		json_number(j, NULL, x[i]);
	json_array_end(j);
}

void json_tags(struct json *j, const char *key, const struct tags *tags)
{
	size_t i;

	json_object(j, key);
	for (i = 0; i < tags->n; i++)
		json_string(j, tags->items[i].key, tags->items[i].value);
	json_object_end(j);
}
