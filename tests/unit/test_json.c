/* test_json.c - writing JSON. */
#include "json.h"

#include <string.h>

#include "near.h"

static void test_nesting(void **state)
{
	static const double x[] = { 1, .5, NAN, INFINITY, -1e300 };
	struct arena a = { 0 };
	struct tags tags = { 0 };
	struct buf out;
	struct json j;

	(void)state;
	buf_init(&out, 4096);
	json_init(&j, &out);
	tags_set(&tags, &a, "os", "x");
	tags_set(&tags, &a, "host", "apu2");
	json_object(&j, NULL);
	json_array(&j, "none");
	json_array_end(&j);
	json_object(&j, "empty");
	json_object_end(&j);
	json_array(&j, "list");
	json_int(&j, NULL, INT64_MIN);
	json_bool(&j, NULL, true);
	json_object(&j, NULL);
	json_null(&j, "a");
	json_bool(&j, "b", false);
	json_object_end(&j);
	json_string(&j, NULL, NULL);
	json_array_end(&j);
	json_doubles(&j, "x", x, 5);
	json_doubles(&j, "y", x, 0);
	json_number(&j, "p", .1);
	json_tags(&j, "tags", &tags);
	json_object_end(&j);
	assert_string_equal(out.data,
		"{\"none\":[],\"empty\":{},\"list\":[-9223372036854775808,true,"
		"{\"a\":null,\"b\":false},null],\"x\":[1,0.5,null,null,-1e+300]"
		",\"y\":[],\"p\":0.1,\"tags\":{\"host\":\"apu2\",\"os\":\"x\"}"
		"}");
	assert_false(out.over);
	buf_release(&out);
	arena_release(&a);
}

static const struct {
	const char *text, *json;
	size_t len;
} strings[] = {
	{ "", "\"\"", 0 },
	{ "plain / text", "\"plain / text\"", 12 },
	{ "q\"b\\", "\"q\\\"b\\\\\"", 4 },
	{ "a\nb\tc\rd\be\f", "\"a\\nb\\tc\\u000dd\\u0008e\\u000c\"", 10 },
	{ "\0x", "\"\\u0000x\"", 2 },
	{ "\x1f\x7f", "\"\\u001f\\u007f\"", 2 },
	{ "\xc2\x85", "\"\\u0085\"", 2 },
	{ "\xe2\x80\xae", "\"\\u202e\"", 3 },
	{ "\xe2\x80\xa8", "\"\\u2028\"", 3 },
	{ "\xc3\xa4\xe2\x82\xac\xf0\x9f\x93\x88",
	  "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x93\x88\"", 9 },
	{ "a\xff" "b", "\"a\\ufffdb\"", 3 },
	{ "\xc3", "\"\\ufffd\"", 1 },
	{ "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"", 3 },
	{ "</script>", "\"</script>\"", 9 },
};

static void test_strings(void **state)
{
	struct buf out;
	struct json j;
	size_t i;

	(void)state;
	buf_init(&out, 4096);
	for (i = 0; i < sizeof(strings) / sizeof(strings[0]); i++) {
		buf_clear(&out);
		json_init(&j, &out);
		json_stringn(&j, NULL, strings[i].text, strings[i].len);
		assert_string_equal(out.data, strings[i].json);
	}
	buf_clear(&out);
	json_init(&j, &out);
	json_object(&j, NULL);
	json_string(&j, "a\"\n", "v");
	json_object_end(&j);
	assert_string_equal(out.data, "{\"a\\\"\\n\":\"v\"}");
	buf_release(&out);
}

static void test_over(void **state)
{
	struct buf out;
	struct json j;

	(void)state;
	buf_init(&out, 8);
	json_init(&j, &out);
	json_array(&j, NULL);
	json_string(&j, NULL, "too long for it");
	json_array_end(&j);
	assert_true(out.over);
	assert_true(out.len <= 8);
	buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nesting),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_over),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
