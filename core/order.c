/* order.c - in which order the values of a tag come. */
#include "order.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "number.h"

enum { CLASS_NUMBER = 'n', CLASS_VERSION = 'v' };

/* Bytes of the key: lower sorts first. */
enum { BEFORE_END = 0x01, END = 0x02, NOT_ASCII = 0xff };

bool order_number(const char *value, size_t len, double *out)
{
	static const struct {
		const char *suffix;
		double factor;
	} suffixes[] = { { "Ki", 1024. }, { "Mi", 1048576. },
			 { "Gi", 1073741824. }, { "Ti", 1099511627776. },
			 { "k", 1e3 }, { "K", 1e3 }, { "M", 1e6 },
			 { "G", 1e9 }, { "T", 1e12 } };
	double factor = 1;
	size_t i;

	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t n = strlen(suffixes[i].suffix);

		if (len > n &&
		    !memcmp(value + len - n, suffixes[i].suffix, n)) {
			factor = suffixes[i].factor;
			len -= n;
			break;
		}
	}
	if (number_parse(value, len, out) != NUMBER_OK)
		return false;
	*out *= factor;
	return isfinite(*out);
}

static bool is_version_key(const char *key)
{
	static const char *const names[] = { "kernel", "os", "rev", "version" };
	const char *dot = strrchr(key, '.');
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(key, names[i]))
			return true;
	return dot && !strcmp(dot, ".version");
}

/* Bytes that compare as the doubles do: sign flipped, negatives mirrored. */
static size_t number_key(double x, unsigned char *out)
{
	uint64_t bits;
	size_t i;

	if (x == 0)
		x = 0; /* -0 is 0 */
	memcpy(&bits, &x, sizeof(bits));
	bits = bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
	for (i = 0; i < 8; i++)
		out[i] = (unsigned char)(bits >> (56 - 8 * i));
	return 8;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Does a pre-release word stand here, behind its '-'? -preempt is none. */
static bool is_prerelease(const char *s)
{
	static const char *const words[] = { "rc", "alpha", "beta", "pre",
					     "prerelease" };
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t n = strlen(words[i]);

		if (!strncasecmp(s, words[i], n) && !is_letter(s[n]))
			return true;
	}
	return false;
}

static unsigned char rank(const char *s)
{
	unsigned char c = (unsigned char)*s;

	if (c == '~' || (c == '-' && is_prerelease(s + 1)))
		return BEFORE_END;
	if (is_letter(*s))
		return c;
	return c < 0x80 ? c | 0x80 : NOT_ASCII;
}

/*
 * A version is runs of other characters and runs of digits in turn; a run of
 * others ends with END, a run of digits is its length and its digits.
 */
static size_t version_key(const char *s, unsigned char *out)
{
	size_t n = 0;

	while (*s) {
		size_t d = 0;

		for (; *s && !is_digit(*s); s++) {
			out[n++] = rank(s);
			if (out[n - 1] == NOT_ASCII)
				out[n++] = (unsigned char)*s;
		}
		out[n++] = END;
		while (*s == '0')
			s++;
		while (is_digit(s[d]))
			d++;
		out[n++] = (unsigned char)(d >> 8);
		out[n++] = (unsigned char)d;
		memcpy(out + n, s, d);
		n += d;
		s += d;
	}
	out[n++] = END;
	return n;
}

size_t order_key(const char *key, const char *value,
		 unsigned char out[ORDER_KEY_MAX])
{
	size_t len = strlen(value);
	double x;

	if (!is_version_key(key) && order_number(value, len, &x)) {
		out[0] = CLASS_NUMBER;
		return 1 + number_key(x, out + 1);
	}
	out[0] = CLASS_VERSION;
	if (len > LIMIT_TAG_VALUE)
		return 1;
	return 1 + version_key(value, out + 1);
}

int order_compare(const char *key, const char *x, const char *y)
{
	unsigned char kx[ORDER_KEY_MAX], ky[ORDER_KEY_MAX];
	size_t nx = order_key(key, x, kx), ny = order_key(key, y, ky);
	int c = memcmp(kx, ky, nx < ny ? nx : ny);

	return c ? c : nx < ny ? -1 : nx > ny;
}

#define HASH_MIN 7
#define HASH_MAX 64

bool order_is_hash(const char *value)
{
	size_t n = strlen(value);

	return n >= HASH_MIN && n <= HASH_MAX &&
	       strspn(value, "0123456789abcdefABCDEF") == n &&
	       strspn(value, "0123456789") < n;
}

bool order_is_version(const char *value)
{
	const char *s = value;

	if (order_is_hash(value))
		return false;
	s += *s && strchr("rnv", *s);
	if (!is_digit(*s))
		return false;
	for (; *s; s++)
		if (!is_digit(*s) && !is_letter(*s) && !strchr(".-+~_", *s))
			return false;
	return true;
}
