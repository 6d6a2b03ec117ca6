/* number.c - decimal numbers, read strictly. */
#include "number.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mem.h"

static size_t digits(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && s[n] >= '0' && s[n] <= '9')
		n++;
	return n;
}

/* Is all of it a decimal number by the grammar of number.h? */
static bool well_formed(const char *s, size_t len)
{
	size_t i = len && (s[0] == '+' || s[0] == '-') ? 1 : 0;
	size_t whole, part = 0;

	if (!len)
		return false; /* s may be NULL */
	whole = digits(s + i, len - i);
	i += whole;
	if (i < len && s[i] == '.') {
		part = digits(s + i + 1, len - i - 1);
		i += 1 + part;
	}
	if (whole + part == 0)
		return false;
	if (i < len && (s[i] == 'e' || s[i] == 'E')) {
		size_t e;

		i++;
		if (i < len && (s[i] == '+' || s[i] == '-'))
			i++;
		e = digits(s + i, len - i);
		if (!e)
			return false;
		i += e;
	}
	return i == len;
}

static bool names_nonfinite(const char *s, size_t len)
{
	static const char *const words[] = { "nan", "inf", "infinity" };
	size_t i;

	if (len && (s[0] == '+' || s[0] == '-')) {
		s++;
		len--;
	}
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (len == strlen(words[i]) && !strncasecmp(s, words[i], len))
			return true;
	return false;
}

/*
 * Up to 15 digits, of which some may stand behind a point: the digits and the
 * power of ten are exact doubles, so that one division rounds correctly. false:
 * it is something else, maybe no number.
 * source: Clinger 1990, How to read floating point numbers accurately, sec. 3
 */
static bool fast(const char *s, size_t len, double *out)
{
	static const double tens[] = {
		1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
		1e22
	};
	size_t i = s[0] == '+' || s[0] == '-' ? 1 : 0;
	size_t n = 0, after = 0;
	bool point = false;
	uint64_t m = 0;

	for (; i < len; i++) {
		if (s[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (s[i] < '0' || s[i] > '9' || ++n > 15)
			return false;
		m = m * 10 + (uint64_t)(s[i] - '0');
		after += point;
	}
	if (!n)
		return false;
	*out = (double)m / tens[after];
	if (s[0] == '-')
		*out = -*out;
	return true;
}

enum number_status number_parse(const char *s, size_t len, double *out)
{
	char copy[128], *text = copy, *end;
	double x;

	if (len && fast(s, len, out))
		return NUMBER_OK;
	if (!well_formed(s, len))
		return names_nonfinite(s, len) ? NUMBER_NONFINITE : NUMBER_BAD;
	if (len >= sizeof(copy))
		text = x_malloc(len + 1);
	memcpy(text, s, len);
	text[len] = '\0';
	x = strtod(text, &end);
	assert(end == text + len);
	if (text != copy)
		x_free(text);
	if (!isfinite(x))
		return NUMBER_RANGE;
	*out = x;
	return NUMBER_OK;
}

const char *number_problem(enum number_status status)
{
	switch (status) {
	case NUMBER_NONFINITE:
		return "is not finite";
	case NUMBER_RANGE:
		return "is out of range";
	default:
		return "is not a number";
	}
}

bool number_parse_u64(const char *s, size_t len, uint64_t max, uint64_t *out)
{
	uint64_t x = 0;
	size_t i;

	if (!len)
		return false;
	for (i = 0; i < len; i++) {
		uint64_t d = (uint64_t)(s[i] - '0');

		if (s[i] < '0' || s[i] > '9' || d > max || x > (max - d) / 10)
			return false;
		x = x * 10 + d;
	}
	*out = x;
	return true;
}
