/* json_scan.c - the guard before cJSON: one pass over a JSON document. */
#include "json_scan.h"

#include <string.h>

#include "limits.h"
#include "mem.h"
#include "tags.h"

#define NUMBER_LENGTH_MAX 1000
static bool fail(struct json_scan *s, const char *what)
{
	if (!s->error)
		s->error = what;
	return false;
}

/* Grows a vector that doubles at powers of two. */
static void *grow(void *vec, size_t n, size_t size)
{
	if (n & (n - 1))
		return vec;
	return x_realloc(vec, (n ? 2 * n : 1) * size);
}

static void skip_blanks(struct json_scan *s)
{
	while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' ||
				  *s->at == '\n' || *s->at == '\r')) {
		s->line += *s->at == '\n';
		s->at++;
	}
}

/* The next character that is no blank; 0 at the end. */
static char peek(struct json_scan *s)
{
	skip_blanks(s);
	return s->at < s->end ? *s->at : '\0';
}

/* Copies one structural character. */
static void take(struct json_scan *s)
{
	buf_char(&s->text, *s->at++);
}

/* Strings */

static bool hex4(const struct json_scan *s, const char *at, unsigned *out)
{
	unsigned v = 0;
	int i;

	if (s->end - at < 4)
		return false;
	for (i = 0; i < 4; i++) {
		char c = at[i];
		unsigned d = c >= '0' && c <= '9' ? (unsigned)(c - '0') :
			     c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 :
			     c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 :
			     16;

		if (d == 16)
			return false;
		v = 16 * v + d;
	}
	*out = v;
	return true;
}

/*
 * The length of the escape at `at`; 0 where it is none.
 * surrogate  out: a lone one, else 0
 */
static size_t escape(struct json_scan *s, unsigned *surrogate)
{
	unsigned c, low;

	*surrogate = 0;

	if (s->end - s->at < 2)
		return 0;
	if (s->at[1] != 'u')
		return strchr("\"\\/bfnrt", s->at[1]) && s->at[1] ? 2 : 0;
	if (!hex4(s, s->at + 2, &c))
		return 0;
	if (!c) {
		fail(s, "\\u0000 in a string");
		return 0;
	}
	if (c < 0xd800 || c > 0xdfff)
		return 6;
	if (c < 0xdc00 && s->end - s->at >= 12 && s->at[6] == '\\' &&
	    s->at[7] == 'u' && hex4(s, s->at + 8, &low) && low >= 0xdc00 &&
	    low <= 0xdfff)
		return 12;
	*surrogate = c;
	return 6;
}

/*
 * A lone surrogate becomes the three bytes that would be its UTF-8 and are
 * none, so that no name or tag with it is taken; others are still read.
 */
static void add_surrogate(struct json_scan *s, unsigned c)
{
	buf_char(&s->text, (char)(0xe0 | c >> 12));
	buf_char(&s->text, (char)(0x80 | (c >> 6 & 0x3f)));
	buf_char(&s->text, (char)(0x80 | (c & 0x3f)));
	if (!s->surrogate_line)
		s->surrogate_line = s->line;
}

/* Reads a string and copies it; `at` stands on its quote. */
static bool scan_string(struct json_scan *s)
{
	const char *from = s->at++;
	unsigned surrogate = 0;
	size_t n;

	while (s->at < s->end && *s->at != '"') {
		unsigned char c = (unsigned char)*s->at;

		if (c < 0x20)
			return fail(s, c == '\n' ? "a line ends inside a string"
				    : "a control character in a string");
		n = c == '\\' ? escape(s, &surrogate) :
			utf8_length(s->at, (size_t)(s->end - s->at));
		if (!n)
			return fail(s, c == '\\' ? "a bad escape in a string" :
				    "invalid UTF-8 in a string");
		if (surrogate) {
			buf_add(&s->text, from, (size_t)(s->at - from));
			add_surrogate(s, surrogate);
			from = s->at + n;
			surrogate = 0;
		}
		s->at += n;
	}
	if (s->at == s->end)
		return fail(s, "truncated inside a string");
	s->at++;
	buf_add(&s->text, from, (size_t)(s->at - from));
	return true;
}

/* Numbers */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits(const char *s, const char *end)
{
	size_t n = 0;

	while (s + n < end && is_digit(s[n]))
		n++;
	return n;
}

/* RFC 8259's grammar; 0 where no number stands. */
static size_t number_length(struct json_scan *s)
{
	const char *p = s->at;
	size_t n;

	p += p < s->end && *p == '-';
	n = digits(p, s->end);
	if (!n)
		return 0;
	if (n > 1 && *p == '0') {
		fail(s, "a number with a leading zero");
		return 0;
	}
	p += n;
	if (p < s->end && *p == '.') {
		n = digits(p + 1, s->end);
		if (!n)
			return 0;
		p += n + 1;
	}
	if (p < s->end && (*p == 'e' || *p == 'E')) {
		p++;
		p += p < s->end && (*p == '+' || *p == '-');
		n = digits(p, s->end);
		if (!n)
			return 0;
		p += n;
	}
	return (size_t)(p - s->at);
}

static bool begins(const struct json_scan *s, const char *word)
{
	return span_begins((struct span){ s->at, (size_t)(s->end - s->at) },
			   word);
}

/* A number or one of the words for what is none; false at anything else. */
static bool number_token(struct json_scan *s, struct span *out)
{
	static const char *const words[] = {
		"NaN", "Infinity", "-Infinity",
		"nan", "-nan", "-NaN", "inf", "-inf"
	};
	size_t i, n = number_length(s), n_words = s->loose ? N_OF(words) : 3;

	for (i = 0; i < n_words && !n; i++)
		if (begins(s, words[i]))
			n = strlen(words[i]);
	if (!n)
		return false;
	if (n > NUMBER_LENGTH_MAX)
		return fail(s, "a number of more than 1000 characters");
	*out = (struct span){ s->at, n };
	s->at += n;
	return true;
}

/* What stands in the copy for a number or an array. */
static void add_index(struct json_scan *s, size_t index)
{
	char text[24];
	size_t at = sizeof(text);

	do {
		text[--at] = (char)('0' + index % 10);
		index /= 10;
	} while (index);
	buf_add(&s->text, text + at, sizeof(text) - at);
}

static bool scan_number(struct json_scan *s)
{
	struct span number;

	if (!number_token(s, &number))
		return fail(s, s->at == s->end ? "truncated" :
			    "a value was expected");
	if (!s->loose && !is_digit(number.s[number.len - 1]))
		return fail(s, "NaN and Infinity are no JSON");
	s->numbers = grow(s->numbers, s->n_numbers, sizeof(*s->numbers));
	s->numbers[s->n_numbers] = (struct json_number){
		(uint32_t)(number.s - s->start), (uint32_t)number.len };
	add_index(s, s->n_numbers++);
	return true;
}

static bool scan_value(struct json_scan *s, unsigned depth);

/* An element that is no number: read it, keep nothing of it. */
static bool skip_element(struct json_scan *s, struct json_samples *a,
			 unsigned depth)
{
	size_t len = s->text.len;
	const char *from = s->at;

	if (!scan_value(s, depth))
		return false;
	s->text.len = len;
	if (!a->bad) {
		a->bad = true;
		a->bad_index = s->n_values - a->from;
		a->bad_text = (struct span){ from, (size_t)(s->at - from) };
	}
	return true;
}

static bool scan_sample(struct json_scan *s, struct json_samples *a,
			unsigned depth)
{
	char c = peek(s);
	struct span number;
	double v = 0;

	if (!c)
		return fail(s, "truncated inside samples");
	if (c != '-' && !is_digit(c) && c != 'N' && c != 'I')
		return skip_element(s, a, depth);
	if (!number_token(s, &number))
		return fail(s, "a bad number in samples");
	if (span_number(number, &v) != NUMBER_OK && !a->bad) {
		a->bad = true;
		a->bad_index = s->n_values - a->from;
		a->bad_text = number;
	}
	if (s->n_values == LIMIT_SAMPLES)
		return fail(s, "too many samples in one document");
	s->values = grow(s->values, s->n_values, sizeof(double));
	s->values[s->n_values++] = v;
	return true;
}

/* The array of "samples"; `at` stands on its bracket. */
static bool scan_samples(struct json_scan *s, unsigned depth)
{
	struct json_samples a = { .from = s->n_values };

	s->at++;
	if (peek(s) != ']')
		for (;;) {
			if (!scan_sample(s, &a, depth))
				return false;
			if (peek(s) == ']')
				break;
			if (peek(s) != ',')
				return fail(s, peek(s) ? "a comma was expected"
					    " in samples" :
					    "truncated inside samples");
			s->at++;
		}
	s->at++;
	a.n = s->n_values - a.from;
	s->arrays = grow(s->arrays, s->n_arrays, sizeof(a));
	s->arrays[s->n_arrays] = a;
	add_index(s, s->n_arrays++);
	return true;
}

/* Is it a list of lists, or of nothing told? asv has those. */
static bool holds_lists(const struct json_scan *s)
{
	const char *p = s->at + 1;

	while (p < s->end && strchr(" \t\n\r,nul", *p))
		p++;
	return p < s->end && *p == '[';
}

/* Structure */

static bool is_unread(const struct json_scan *s, struct span quoted)
{
	const struct span key = { quoted.s + 1, quoted.len - 2 };
	size_t i;

	for (i = 0; s->unread && s->unread[i]; i++)
		if (span_is(key, s->unread[i]))
			return true;
	return false;
}

static bool scan_unread(struct json_scan *s, unsigned depth)
{
	size_t len = s->text.len, n_numbers = s->n_numbers;

	if (!scan_value(s, depth))
		return false;
	s->text.len = len;
	s->n_numbers = n_numbers;
	buf_char(&s->text, '0');
	return true;
}

static bool scan_member(struct json_scan *s, unsigned depth)
{
	const char *key = s->at;
	size_t key_len;
	bool samples;

	if (peek(s) != '"')
		return fail(s, peek(s) ? "a key in quotes was expected" :
			    "truncated inside an object");
	key = s->at;
	if (!scan_string(s))
		return false;
	key_len = (size_t)(s->at - key);
	samples = key_len == 9 && !memcmp(key, "\"samples\"", 9);
	if (peek(s) != ':')
		return fail(s, peek(s) ? "a colon was expected" :
			    "truncated inside an object");
	take(s);
	if (is_unread(s, (struct span){ key, key_len }))
		return scan_unread(s, depth);
	if (!samples)
		return scan_value(s, depth);
	if (peek(s) == '[' && !holds_lists(s))
		return scan_samples(s, depth);
	/* A bare number would look like an array's index. */
	if (is_digit(peek(s)) || (s->at < s->end && strchr("-NI", *s->at)))
		return fail(s, "samples must be an array");
	return scan_value(s, depth);
}

static bool scan_container(struct json_scan *s, unsigned depth, bool object)
{
	char close = object ? '}' : ']';

	if (depth == LIMIT_JSON_DEPTH)
		return fail(s, "nested too deep: more than 64 levels");
	take(s);
	if (peek(s) == close) {
		take(s);
		return true;
	}
	for (;;) {
		if (object ? !scan_member(s, depth + 1) :
		    !scan_value(s, depth + 1))
			return false;
		if (peek(s) == close) {
			take(s);
			return true;
		}
		if (peek(s) != ',')
			return fail(s, peek(s) ? "a comma was expected" :
				    "truncated");
		take(s);
	}
}

static bool scan_value(struct json_scan *s, unsigned depth)
{
	static const char *const words[] = { "true", "false", "null" };
	size_t i;

	if (s->n_nodes++ == LIMIT_JSON_VALUES)
		return fail(s, "more than 8,000,000 values");
	switch (peek(s)) {
	case '\0':
		return fail(s, "truncated");
	case '{':
		return scan_container(s, depth, true);
	case '[':
		return scan_container(s, depth, false);
	case '"':
		return scan_string(s);
	default:
		break;
	}
	for (i = 0; i < N_OF(words); i++)
		if (*s->at == *words[i] && begins(s, words[i])) {
			buf_str(&s->text, words[i]);
			s->at += strlen(words[i]);
			return true;
		}
	return scan_number(s);
}

bool json_scan(struct json_scan *s, const char *data, size_t len, bool loose,
	       const char *const *unread)
{
	memset(s, 0, sizeof(*s));
	s->loose = loose;
	s->unread = unread;
	s->start = data;
	s->at = data;
	s->end = data + len;
	s->line = 1;
	if (len > UINT32_MAX)
		return fail(s, "a document of more than 4 GB");
	/* A number of one digit may become an index of eight. */
	buf_init(&s->text, 8 * len + 64);
	return scan_value(s, 0);
}

void json_scan_release(struct json_scan *s)
{
	buf_release(&s->text);
	x_free(s->numbers);
	x_free(s->arrays);
	x_free(s->values);
	memset(s, 0, sizeof(*s));
}
