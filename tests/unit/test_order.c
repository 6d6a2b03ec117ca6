/* test_order.c - in which order the values of a tag come. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "random.h"

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Each list is in order; every pair of it is compared. */
static const struct {
	const char *key;
	const char *values[16];
} lists[] = {
	{ "kernel", { "6.9", "6.10", "6.11-rc7", "6.11", "6.11.1" } },
	{ "kernel", { "6.1-rc1", "6.1-rc2", "6.1-rc10", "6.1", "6.1.0-13",
		      "6.1.0-100" } },
	{ "kernel", { "6.1~bpo1", "6.1", "6.1+bpo1", "6.1.1" } },
	/* A flavour is no pre-release, whatever it begins with. */
	{ "kernel", { "6.1.0-pre1", "6.1.0", "6.1.0-preempt",
		      "6.1.0-rcu" } },
	{ "os", { "13.0-ALPHA1", "13.0-BETA2", "13.0-RC1", "13.0-RELEASE",
		  "13.0-RELEASE-p1", "13.0-RELEASE-p2", "13.0-RELEASE-p10",
		  "13.1-PRERELEASE", "13.1-RELEASE" } },
	{ "rev", { "r999", "r1000", "r317849" } },
	{ "rev", { "999", "1000" } },
	{ "tool.version", { "2.9", "2.10", "3.1" } },
	{ "gcc.version", { "12.2.0-3", "12.2.0-14" } },
	/* By Debian: letters before other characters, ~ before the end. */
	{ "os", { "1~", "1", "1a", "1.0", "1.1" } },
	{ "host", { "apu2", "apu10", "lab" } },
	{ "host", { "a", "b", "ba", "b-a" } },
	{ "size", { "-1e3", "-2", "-0.5", "0", "0.5", "1", "9", "64", "160",
		    "1e3", "1024", "10000" } },
	{ "size", { "999", "1k", "1023", "1Ki", "1025", "1500", "1M", "1Mi",
		    "1G", "1Gi", "1T", "1Ti" } },
	{ "size", { "6.10", "6.9" } }, /* a number elsewhere */
	{ "size", { "-5", "12", "1e308", "1e400", "a", "large", "small" } },
	{ "size", { "1.5k", "1501", "1e308T", "big" } },
	{ "host", { "z", "\xc3\xa4", "\xc3\xb6" } },
};

static const struct {
	const char *key, *x, *y;
} equals[] = {
	{ "size", "1500", "1.5k" },   { "size", "1K", "1000" },
	{ "size", "64Ki", "65536" },  { "size", "-0", "0" },
	{ "size", "1e3", "1000.0" },  { "kernel", "6.01", "6.1" },
	{ "kernel", "6.1", "6.1" },   { "size", "01", "1" },
};

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

/* What the archive does with two keys: memcmp, and the shorter first. */
static int by_key(const char *key, const char *x, const char *y)
{
	unsigned char kx[ORDER_KEY_MAX], ky[ORDER_KEY_MAX];
	size_t nx = order_key(key, x, kx), ny = order_key(key, y, ky);
	int c;

	assert_true(nx <= ORDER_KEY_MAX && ny <= ORDER_KEY_MAX);
	c = memcmp(kx, ky, nx < ny ? nx : ny);
	return c ? sign(c) : (nx > ny) - (nx < ny);
}

static void assert_order(const char *key, const char *x, const char *y,
			 int want)
{
	int got = sign(order_compare(key, x, y));

	if (got != want || sign(order_compare(key, y, x)) != -want)
		fail_msg("%s: '%s' against '%s' gives %d", key, x, y, got);
	assert_int_equal(by_key(key, x, y), want);
}

static void test_lists(void **state)
{
	size_t i, j, k;

	(void)state;
	for (i = 0; i < N_OF(lists); i++)
		for (j = 0; j < 16 && lists[i].values[j]; j++)
			for (k = j; k < 16 && lists[i].values[k]; k++)
				assert_order(lists[i].key, lists[i].values[j],
					     lists[i].values[k],
					     j == k ? 0 : -1);
}

static void test_equal(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(equals); i++)
		assert_order(equals[i].key, equals[i].x, equals[i].y, 0);
}

static const char *const versions[] = {
	"6.9", "6.11-rc7", "v6.1", "13.0-RELEASE-p1", "14", "r317849",
	"n268123-1a2b3c4d5e6f", "317849", "20261130", "6.1.0-13-amd64",
	"5.10.0+git1", "1234567",
};
static const char *const no_versions[] = {
	"", "main", "1a2b3c4", "0123456789abcdef0123456789abcdef01234567",
	"6.9 (modified)", "r", "FreeBSD", "rc7", "vm", "main-n268123", "6/9",
};

static void test_versions(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(versions); i++)
		if (!order_is_version(versions[i]))
			fail_msg("'%s' is a version", versions[i]);
	for (i = 0; i < N_OF(no_versions); i++)
		if (order_is_version(no_versions[i]))
			fail_msg("'%s' is no version", no_versions[i]);
	assert_true(order_is_hash("deadbeef"));
	assert_true(order_is_hash("1A2B3C4"));
	assert_false(order_is_hash("1234567"));
	assert_false(order_is_hash("1a2b3c"));
	assert_false(order_is_hash("r317849"));
}

/* Pieces that values are made of, so that many are nearly equal. */
static const char *const pieces[] = {
	"0", "1", "9", "10", "99", "a", "b", "Z", ".", "-", "~", "+", "-rc",
	"-RC", "-BETA", "-p", "rc", "k", "Ki", "e5", "\xc3\xa4", "_", "00", ":",
};

static void random_value(uint64_t *seed, char *out, size_t size)
{
	size_t n = 1 + random_below(seed, 5), i;

	out[0] = '\0';
	for (i = 0; i < n; i++) {
		const char *p = pieces[random_below(seed, N_OF(pieces))];
		size_t len = strlen(out);

		assert_true(len + strlen(p) < size);
		memcpy(out + len, p, strlen(p) + 1);
	}
}

static void test_random(void **state)
{
	uint64_t seed = 6;
	size_t i;

	(void)state;
	for (i = 0; i < 200000; i++) {
		const char *key = i % 2 ? "kernel" : "size";
		char x[64], y[64], z[64];
		int xy, yz, xz;

		random_value(&seed, x, sizeof(x));
		random_value(&seed, y, sizeof(y));
		random_value(&seed, z, sizeof(z));
		xy = sign(order_compare(key, x, y));
		yz = sign(order_compare(key, y, z));
		xz = sign(order_compare(key, x, z));
		assert_int_equal(xy, by_key(key, x, y));
		assert_int_equal(xy, -sign(order_compare(key, y, x)));
		assert_int_equal(order_compare(key, x, x), 0);
		if (xy <= 0 && yz <= 0 && xz > 0)
			fail_msg("%s: '%s' '%s' '%s'", key, x, y, z);
		if (!xy && !yz && xz)
			fail_msg("%s: '%s' = '%s' = '%s'", key, x, y, z);
	}
}

/*
 * dpkg's own comparison, for values without a pre-release word.
 * source    deb-version(7), "Sorting algorithm"
 */
static int dpkg_rank(char c)
{
	if (!c || (c >= '0' && c <= '9'))
		return 0;
	if (c == '~')
		return -1;
	if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
		return c;
	return 256 + (unsigned char)c;
}

static int dpkg_compare(const char *x, const char *y)
{
	while (*x || *y) {
		int first = 0;

		while ((*x && dpkg_rank(*x)) || (*y && dpkg_rank(*y))) {
			int c = dpkg_rank(*x) - dpkg_rank(*y);

			if (c)
				return sign(c);
			x++;
			y++;
		}
		while (*x == '0')
			x++;
		while (*y == '0')
			y++;
		for (; *x >= '0' && *x <= '9' && *y >= '0' && *y <= '9';
		     x++, y++)
			if (!first)
				first = *x - *y;
		if (*x >= '0' && *x <= '9')
			return 1;
		if (*y >= '0' && *y <= '9')
			return -1;
		if (first)
			return sign(first);
	}
	return 0;
}

static void test_as_dpkg(void **state)
{
	static const char letters[] = "0019ab.+~:z";
	uint64_t seed = 9;
	size_t i, j;

	(void)state;
	for (i = 0; i < 200000; i++) {
		char x[12], y[12];
		size_t n = 1 + random_below(&seed, 10);
		size_t m = 1 + random_below(&seed, 10);

		for (j = 0; j < 11; j++) {
			x[j] = letters[random_below(&seed, 11)];
			y[j] = random_below(&seed, 3) ?
				x[j] : letters[random_below(&seed, 11)];
		}
		x[n] = y[m] = '\0';
		if (sign(order_compare("kernel", x, y)) != dpkg_compare(x, y))
			fail_msg("'%s' against '%s'", x, y);
	}
}

static void test_longest(void **state)
{
	unsigned char out[ORDER_KEY_MAX];
	char value[LIMIT_TAG_VALUE + 2];
	size_t i;

	(void)state;
	for (i = 0; i < LIMIT_TAG_VALUE; i++)
		value[i] = i % 2 ? '1' : '\xc3';
	value[LIMIT_TAG_VALUE] = '\0';
	assert_true(order_key("kernel", value, out) <= ORDER_KEY_MAX);
	for (i = 0; i < LIMIT_TAG_VALUE; i++)
		value[i] = i % 2 ? '\xc3' : '1';
	assert_true(order_key("kernel", value, out) <= ORDER_KEY_MAX);
	memset(value, 'x', LIMIT_TAG_VALUE + 1);
	value[LIMIT_TAG_VALUE + 1] = '\0';
	assert_true(order_key("kernel", value, out) <= ORDER_KEY_MAX);
}

static void test_number(void **state)
{
	double x;

	(void)state;
	assert_true(order_number("64k", 3, &x) && x == 64000);
	assert_true(order_number("-1.5Mi", 6, &x) && x == -1572864);
	assert_true(order_number("1e3", 3, &x) && x == 1000);
	assert_false(order_number("k", 1, &x));
	assert_false(order_number("Ki", 2, &x));
	assert_false(order_number("64kB", 4, &x));
	assert_false(order_number("64 k", 4, &x));
	assert_false(order_number("1e308T", 6, &x));
	assert_false(order_number("inf", 3, &x));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_versions),
		cmocka_unit_test(test_equal),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_as_dpkg),
		cmocka_unit_test(test_longest),
		cmocka_unit_test(test_number),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
