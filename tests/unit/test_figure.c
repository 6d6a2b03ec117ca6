/* test_figure.c - which series are figures of a summary, and their JSON. */
#include "figure.h"

#include <string.h>

#include "metrics_json.h"
#include "near.h"

static const struct {
	const char *series, *metric, *figure; /* NULL: it is none */
} names[] = {
	{ "read.clat.p99", "read.clat", "p99" },
	{ "read.clat.p99.9", "read.clat", "p99.9" },
	{ "a.p99.p50", "a.p99", "p50" },
	{ "a.p1.2.p3.4", "a.p1.2", "p3.4" },
	{ "time.stderr_pct", "time", "stderr_pct" },
	{ "a.b.min", "a.b", "min" },
	{ "p99", NULL, NULL },
	{ ".p99", NULL, NULL },
	{ "", NULL, NULL },
	{ ".", NULL, NULL },
	{ "a.", NULL, NULL },
	{ "a.n", NULL, NULL },
	{ "a.p", NULL, NULL },
	{ "a.p99.", NULL, NULL },
	{ "a.p.9", NULL, NULL },
	{ "a.p99x", NULL, NULL },
	{ "latency_p99.9", NULL, NULL },
	{ "a.minimum", NULL, NULL },
	{ "a min", NULL, NULL },
};

static void test_names(void **state)
{
	size_t i, of;

	(void)state;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *series = names[i].series;
		const struct figure *f = figure_of(series, &of);

		if (!names[i].figure) {
			assert_null(f);
			continue;
		}
		assert_non_null(f);
		assert_int_equal(of, strlen(names[i].metric));
		assert_memory_equal(series, names[i].metric, of);
		assert_string_equal(series + of + 1, names[i].figure);
		assert_ptr_equal(f, figure_find(names[i].figure));
	}
}

static void test_units(void **state)
{
	const struct figure *f;

	(void)state;
	f = figure_find("p99");
	assert_string_equal(figure_unit(f, "ms"), "ms");
	assert_null(figure_unit(f, NULL));
	assert_int_equal(figure_better(f, BETTER_HIGHER), BETTER_HIGHER);
	f = figure_find("stderr_pct");
	assert_string_equal(figure_unit(f, "ms"), "%");
	assert_int_equal(figure_better(f, BETTER_HIGHER), BETTER_LOWER);
	f = figure_find("confidence");
	assert_null(figure_unit(f, "ms"));
	assert_int_equal(figure_better(f, BETTER_HIGHER), BETTER_NONE);
	assert_int_equal(f->role, ROLE_SUMMARY);
	assert_int_equal(figure_find("center")->role, ROLE_SAMPLE);
}

/* Figures in any order stand where the first of their metric stood. */
static void test_json(void **state)
{
	double one[] = { 1, 2 };
	const struct metric m[] = {
		{ .name = "a.p99", .unit = "s", .role = ROLE_SUMMARY,
		  .samples = one, .n = 1 },
		{ .name = "b.p99", .unit = "s", .role = ROLE_SUMMARY,
		  .samples = one, .n = 2 },
		{ .name = "a", .unit = "s", .n = 3,
		  .summary = { 3, NAN, NAN, 2, NAN, NAN } },
		{ .name = "a.mean", .unit = "s", .role = ROLE_SUMMARY,
		  .samples = one, .n = 1 },
	};
	struct buf out;
	struct json j;

	(void)state;
	buf_init(&out, 4096);
	json_init(&j, &out);
	json_object(&j, NULL);
	json_metrics(&j, m, 4);
	json_metrics(&j, m, 0);
	json_object_end(&j);
	assert_string_equal(out.data, "{\"metrics\":["
		"{\"name\":\"a\",\"unit\":\"s\",\"better\":null,"
		"\"role\":\"sample\",\"summary\":{\"n\":3,\"min\":null,"
		"\"max\":null,\"median\":null,\"mean\":2,\"stddev\":null,"
		"\"p99\":1}},"
		"{\"name\":\"b.p99\",\"unit\":\"s\",\"better\":null,"
		"\"role\":\"summary\",\"samples\":[1,2]},"
		"{\"name\":\"a.mean\",\"unit\":\"s\",\"better\":null,"
		"\"role\":\"summary\",\"samples\":[1]}],"
		"\"metrics\":[]}");
	buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
