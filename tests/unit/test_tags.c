/* test_tags.c - tags, their rules, and UTF-8. */
#include "tags.h"

#include <stdio.h>
#include <string.h>

#include "limits.h"
#include "near.h"
#include "random.h"

#define N_OF(a) (sizeof(a) / sizeof((a)[0]))

static void test_set(void **state)
{
	struct arena a = { 0 };
	struct tags t = { 0 }, u = { 0 };

	(void)state;
	tags_set(&t, &a, "os", "FreeBSD");
	tags_set(&t, &a, "host", "apu2");
	tags_setn(&t, &a, "kernelx", 6, "6.10rest", 4);
	assert_int_equal(t.n, 3);
	assert_string_equal(t.items[0].key, "host");
	assert_string_equal(t.items[1].key, "kernel");
	assert_string_equal(t.items[1].value, "6.10");
	assert_string_equal(t.items[2].key, "os");
	assert_string_equal(tags_get(&t, "host"), "apu2");
	assert_null(tags_get(&t, "hos"));
	assert_null(tags_get(&t, "hostx"));
	assert_null(tags_get(&u, "host"));
	tags_set(&u, &a, "kernel", "6.10");
	tags_set(&u, &a, "host", "lab");
	tags_set(&u, &a, "os", "FreeBSD");
	assert_false(tags_equal(&t, &u));
	tags_set(&u, &a, "host", "apu2");
	assert_int_equal(u.n, 3);
	assert_true(tags_equal(&t, &u));
	assert_true(tags_remove(&u, "host"));
	assert_false(tags_remove(&u, "host"));
	assert_false(tags_equal(&t, &u));
	assert_int_equal(u.n, 2);
	assert_string_equal(u.items[0].key, "kernel");
	arena_release(&a);
}

/* From there on each would move all the others. */
static void test_set_limit(void **state)
{
	struct arena a = { 0 };
	struct tags t = { 0 };
	char key[32];
	int i;

	(void)state;
	for (i = 200000; i > 0; i--) {
		snprintf(key, sizeof(key), "k%06d", i);
		tags_set(&t, &a, key, "y");
	}
	assert_int_equal(t.n, LIMIT_RUN_TAGS + 1);
	assert_string_equal(t.items[LIMIT_RUN_TAGS].key, "k200000");
	tags_set(&t, &a, "k200000", "n");
	assert_string_equal(tags_get(&t, "k200000"), "n");
	arena_release(&a);
}

/* Against a plain array, over many sets and removals. */
static void test_set_random(void **state)
{
	struct arena a = { 0 };
	struct tags t = { 0 };
	int have[64] = { 0 };
	uint64_t seed = 3;
	size_t i, n = 0;

	(void)state;
	for (i = 0; i < 20000; i++) {
		size_t k = random_below(&seed, 64);
		int v = 1 + (int)random_below(&seed, 9);
		char key[8], value[8];

		snprintf(key, sizeof(key), "k%zu", k);
		snprintf(value, sizeof(value), "%d", v);
		if (random_below(&seed, 2)) {
			n += !have[k];
			have[k] = v;
			tags_set(&t, &a, key, value);
			assert_string_equal(tags_get(&t, key), value);
		} else {
			assert_int_equal(tags_remove(&t, key), have[k] != 0);
			n -= have[k] != 0;
			have[k] = 0;
		}
		assert_int_equal(t.n, n);
	}
	for (i = 1; i < t.n; i++)
		assert_true(strcmp(t.items[i - 1].key, t.items[i].key) < 0);
	arena_release(&a);
}

static void test_key_rules(void **state)
{
	static const char *const good[] = { "a", "Z", "host", "hw.cpu",
					    "option.VIMAGE", "nic-driver",
					    "x_1", "a..", "a-" };
	static const char *const bad[] = { "", "1a", "_a", ".a", "-a", "a b",
					   "a:b", "a/b", "a,b", "\xc3\xa4",
					   "a\xc3\xa4", "a\n", "a=b" };
	char longest[LIMIT_TAG_KEY + 2];
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(good); i++)
		if (!tag_key_ok(good[i], strlen(good[i])))
			fail_msg("'%s' is refused", good[i]);
	for (i = 0; i < N_OF(bad); i++)
		if (tag_key_ok(bad[i], strlen(bad[i])))
			fail_msg("'%s' is a key", bad[i]);
	memset(longest, 'k', sizeof(longest));
	assert_true(tag_key_ok(longest, LIMIT_TAG_KEY));
	assert_false(tag_key_ok(longest, LIMIT_TAG_KEY + 1));
	assert_false(tag_key_ok("a\0b", 3));
}

static void test_value_rules(void **state)
{
	static const struct {
		const char *value, *why;
	} values[] = {
		{ "y", NULL },
		{ "a b, c:d/e~f", NULL },
		{ "Stra\xc3\x9f" "e \xe2\x82\xac \xf0\x9f\x93\x88", NULL },
		{ "", "is empty" },
		{ "a\tb", "holds a control character" },
		{ "a\n", "holds a control character" },
		{ "\x1b[31m", "holds a control character" },
		{ "\x7f", "holds a control character" },
		{ "\xc2\x85", "holds a control character" },
		{ "\xe2\x80\xae", "holds a control character" }, /* RLO */
		{ "\xe2\x80\x8f", "holds a control character" }, /* RLM */
		{ "\xe2\x81\xa6", "holds a control character" }, /* LRI */
		{ "\xef\xbb\xbf" "x", "holds a control character" }, /* BOM */
		{ "\xff", "is not UTF-8" },
		{ "a\xc3", "is not UTF-8" },
		{ "\xed\xa0\x80", "is not UTF-8" },
	};
	char longest[LIMIT_TAG_VALUE + 1];
	const char *why;
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(values); i++) {
		bool ok = tag_value_ok(values[i].value,
				       strlen(values[i].value), &why);

		assert_int_equal(ok, !values[i].why);
		if (values[i].why)
			assert_string_equal(why, values[i].why);
		else
			assert_null(why);
	}
	assert_false(tag_value_ok("a\0b", 3, &why));
	memset(longest, 'v', sizeof(longest));
	assert_true(tag_value_ok(longest, LIMIT_TAG_VALUE, &why));
	assert_false(tag_value_ok(longest, LIMIT_TAG_VALUE + 1, &why));
	assert_string_equal(why, "is longer than 512 bytes");
}

static void test_words(void **state)
{
	struct arena a = { 0 };

	(void)state;
	assert_true(tag_key_reserved("run"));
	assert_true(tag_key_reserved("better"));
	assert_false(tag_key_reserved("Run"));
	assert_false(tag_key_reserved("runs"));
	assert_false(tag_key_reserved("host"));
	assert_string_equal(tag_key_canonical("CONFIG_SMP", &a), "option.SMP");
	assert_string_equal(tag_key_canonical("CONFIG_", &a), "CONFIG_");
	assert_string_equal(tag_key_canonical("XCONFIG_A", &a), "XCONFIG_A");
	arena_release(&a);
}

/* Every code point, by its own encoder; and every pair of bytes. */
static size_t encode(unsigned long c, char *out)
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4, i;
	static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (i = n; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(lead[n] | c);
	return n;
}

static void test_utf8(void **state)
{
	unsigned long c;
	char s[4];

	(void)state;
	for (c = 0; c <= 0x110000; c++) {
		size_t n = encode(c, s), left = n;
		bool ok = (c < 0xd800 || c > 0xdfff) && c <= 0x10ffff;
		const char *at = s;

		assert_int_equal(utf8_length(s, n), ok ? n : 0);
		if (ok) {
			assert_int_equal(utf8_next(&at, &left), c);
			assert_int_equal(left, 0);
		}
		if (n > 1)
			assert_int_equal(utf8_length(s, n - 1), 0);
	}
	assert_int_equal(utf8_length("", 0), 0);
	assert_true(utf8_ok("", 0));
	assert_true(utf8_ok("a\xc3\xa4", 3));
	assert_false(utf8_ok("a\xc3\xa4\x80", 4));
}

static void test_utf8_bad(void **state)
{
	static const char *const bad[] = {
		"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80",
		"\xe0\x9f\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf",
		"\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xfe", "\xff",
		"\xc3" "a", "\xe2\x82" "a", "\xf0\x9f\x93" "a",
	};
	size_t i;

	(void)state;
	for (i = 0; i < N_OF(bad); i++) {
		const char *s = bad[i];
		size_t len = strlen(s);

		assert_int_equal(utf8_length(s, len), 0);
		assert_int_equal(utf8_next(&s, &len), UTF8_BAD);
		assert_ptr_equal(s, bad[i] + 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_set),
		cmocka_unit_test(test_set_limit),
		cmocka_unit_test(test_set_random),
		cmocka_unit_test(test_key_rules),
		cmocka_unit_test(test_value_rules),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_utf8),
		cmocka_unit_test(test_utf8_bad),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("tags", tests, NULL, NULL);
}
