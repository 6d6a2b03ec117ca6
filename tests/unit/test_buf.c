/* test_buf.c - a growing text with its maximum. */
#include "buf.h"

#include <string.h>

#include "near.h"

static void test_adding(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 100);
	assert_null(b.data);
	buf_str(&b, "ab");
	buf_char(&b, 'c');
	buf_add(&b, "de\0f", 4);
	buf_pad(&b, '-', 3);
	buf_printf(&b, "%d%s", 42, "!");
	assert_int_equal(b.len, 13);
	assert_memory_equal(b.data, "abcde\0f---42!", 14);
	buf_clear(&b);
	assert_string_equal(b.data, "");
	assert_int_equal(b.len, 0);
	buf_release(&b);
	assert_null(b.data);
	assert_int_equal(b.max, 100);
	buf_str(&b, "again");
	assert_string_equal(b.data, "again");
	buf_release(&b);
}

/* data is a string after the first add, whatever was added. */
static void test_nothing_is_a_string(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 100);
	buf_str(&b, "");
	assert_string_equal(b.data, "");
	buf_release(&b);
	buf_printf(&b, "%s", "");
	assert_string_equal(b.data, "");
	buf_release(&b);
	buf_pad(&b, 'x', 0);
	assert_string_equal(b.data, "");
	buf_release(&b);
	buf_init(&b, 3);
	buf_str(&b, "abcd");
	assert_true(b.over);
	assert_string_equal(b.data, "");
	buf_release(&b);
}

static void test_maximum(void **state)
{
	struct buf b;

	(void)state;
	buf_init(&b, 5);
	buf_str(&b, "abcde");
	assert_false(b.over);
	buf_add(&b, "", 0);
	assert_false(b.over);
	buf_char(&b, 'f');
	assert_true(b.over);
	assert_string_equal(b.data, "abcde");
	buf_clear(&b);
	assert_false(b.over);
	buf_str(&b, "abc");
	buf_printf(&b, "%s", "def");
	assert_true(b.over);
	/* Over stays over: what would fit now would leave a gap. */
	buf_char(&b, 'd');
	assert_string_equal(b.data, "abc");
	assert_true(b.over);
	buf_release(&b);
	assert_false(b.over);
	buf_init(&b, 5);
	buf_pad(&b, 'x', SIZE_MAX);
	assert_true(b.over);
	buf_release(&b);
}

static void test_growing(void **state)
{
	struct buf b;
	size_t i;

	(void)state;
	buf_init(&b, 1u << 20);
	for (i = 0; i < 1u << 20; i++)
		buf_char(&b, (char)('a' + i % 26));
	assert_false(b.over);
	assert_int_equal(b.len, 1u << 20);
	for (i = 0; i < b.len; i++)
		if (b.data[i] != (char)('a' + i % 26))
			fail_msg("byte %zu", i);
	assert_int_equal(strlen(b.data), b.len);
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_adding),
		cmocka_unit_test(test_nothing_is_a_string),
		cmocka_unit_test(test_maximum),
		cmocka_unit_test(test_growing),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("buf", tests, NULL, NULL);
}
