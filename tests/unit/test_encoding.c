/* test_encoding.c - what a client takes, and what it holds. */
#include "encoding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "err.h"
#include "unpack.h"

static void test_takes(void **state)
{
	static const char *const yes[] = {
		"gzip", "GZIP", "x-gzip", "br, gzip", "deflate,gzip;q=0.5",
		"gzip;q=1.0", "gzip ; q=0.001", "*", "identity;q=0, *;q=.1",
		"gzip;q=", "gzip;x=0", ", ,gzip", "br;q=0,gzip", "gzip,*;q=0",
	};
	static const char *const no[] = {
		"", " ", ",", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0",
		"*, gzip;q=0", "gzip;q=0, *", "gzipped", "gzi", "identity",
		"x;gzip", "gzip;Q=0,br", ";", "q=1",
	};
	size_t i;

	(void)state;
	assert_false(encoding_takes_gzip(NULL));
	for (i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
		if (!encoding_takes_gzip(yes[i]))
			fail_msg("'%s' takes gzip", yes[i]);
	for (i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		if (encoding_takes_gzip(no[i]))
			fail_msg("'%s' does not take gzip", no[i]);
}

static void test_holds(void **state)
{
	static const char *const yes[] = {
		"\"ab\"", "W/\"ab\"", "\"x\", \"ab\"", "\"x\",W/\"ab\",\"y\"",
		"*", " *", "\"a,b\" \"ab\"", "\"\",\"ab\"", " \"ab\"",
	};
	static const char *const no[] = {
		"", "ab", "\"a\"", "\"abc\"", "\"ab", "\"xab\"", "w/\"ab\"",
		"\"x\"; \"ab\"", "x, \"ab\"", "\"x", "W/", "\"*\"", "\"",
		"\"ab-gzip\"",
	};
	size_t i;

	(void)state;
	assert_false(encoding_holds(NULL, "\"ab\""));
	for (i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
		if (!encoding_holds(yes[i], "\"ab\""))
			fail_msg("'%s' holds it", yes[i]);
	for (i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		if (encoding_holds(no[i], "\"ab\""))
			fail_msg("'%s' does not hold it", no[i]);
}

/* As many bytes, and unpacked the same. */
static void assert_packs(size_t n)
{
	struct arena arena = { 0 };
	const char *plain;
	struct buf body, same;
	struct err err;
	size_t len, i;

	buf_init(&body, 1u << 24);
	buf_init(&same, 1u << 24);
	for (i = 0; i < n; i++)
		buf_char(&body, "{\"n\": 12}, "[i * i % 11]);
	buf_add(&same, body.data, body.len);
	assert_true(encoding_pack(&body));
	assert_true(body.len < n);
	assert_int_equal(body.max, 1u << 24);
	plain = body.data;
	len = body.len;
	assert_int_equal(unpack(&plain, &len, &arena, &err), 0);
	assert_int_equal(len, n);
	assert_memory_equal(plain, same.data, n);
	buf_release(&body);
	buf_release(&same);
	arena_release(&arena);
}

static void test_pack(void **state)
{
	(void)state;
	assert_packs(1000);
	assert_packs(16 << 10);
	assert_packs(3 << 20);
}

/* What would not be less stays what it is. */
static void test_more(void **state)
{
	uint32_t x = 1;
	struct buf body;
	char was[4096];
	size_t i;

	(void)state;
	buf_init(&body, 1u << 20);
	assert_false(encoding_pack(&body));
	buf_str(&body, "a");
	assert_false(encoding_pack(&body));
	assert_string_equal(body.data, "a");
	buf_clear(&body);
	for (i = 0; i < sizeof(was); i++) {
		x = x * 1664525u + 1013904223u;
		was[i] = (char)(x >> 24);
	}
	buf_add(&body, was, sizeof(was));
	assert_false(encoding_pack(&body));
	assert_int_equal(body.len, sizeof(was));
	assert_memory_equal(body.data, was, sizeof(was));
	buf_release(&body);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_takes),
		cmocka_unit_test(test_holds),
		cmocka_unit_test(test_pack),
		cmocka_unit_test(test_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
