/*
 * test_change_series.c - change points of the 45 histories in
 * ../shared/data/series, index for index, and of each its figures to the six
 * digits given. Skipped where they are absent.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "change.h"
#include "file.h"
#include "near.h"

#define FOLDER  "../shared/data/series"
#define SERIES  45
#define LARGEST 1000000 /* bytes of a file */

static cJSON *all;

static void slurp(const char *name, struct buf *out)
{
	char path[256];
	struct err err;

	snprintf(path, sizeof(path), FOLDER "/%s", name);
	buf_init(out, LARGEST);
	assert_int_equal(file_read(path, out, &err), 0);
}

/* The last column, below a line of names. */
static size_t read_values(const char *name, double *x)
{
	struct buf text;
	char file[128];
	const char *line;
	size_t n = 0;

	snprintf(file, sizeof(file), "%s.csv", name);
	slurp(file, &text);
	line = strchr(text.data, '\n') + 1;
	while (*line) {
		size_t len = strcspn(line, "\n");
		const char *value = memrchr(line, ',', len);
		char *end;

		assert_non_null(value);
		assert_true(n < CHANGE_RUNS_MAX);
		x[n++] = strtod(value + 1, &end);
		assert_true(end == line + len);
		line += len;
		line += *line == '\n';
	}
	buf_release(&text);
	return n;
}

/* null: not defined. */
static void same(const char *name, const cJSON *want, const char *key,
		 double got)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(want, key);
	char digits[32], *end;

	assert_non_null(item);
	snprintf(digits, sizeof(digits), "%.6g", got);
	if (cJSON_IsNull(item) ? isnan(got) :
	    item->valuedouble == strtod(digits, &end))
		return;
	print_message("# %s %s: %.17g, want %.17g\n", name, key, got,
		      item->valuedouble);
	fail();
}

static void check_point(const char *name, const cJSON *want,
			const struct change_point *got)
{
	same(name, want, "index", (double)got->index);
	same(name, want, "lo", (double)got->lo);
	same(name, want, "hi", (double)got->hi);
	same(name, want, "p", got->p);
	same(name, want, "before", got->before);
	same(name, want, "after", got->after);
	same(name, want, "change", got->change_ratio);
	same(name, want, "n_before", (double)got->n_before);
	same(name, want, "n_after", (double)got->n_after);
	assert_int_equal(got->provisional,
			 cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(want,
							"provisional")));
}

static void detect(const char *name, struct arena *arena, struct changes *out)
{
	const struct change_options options = { .alpha = CHANGE_ALPHA };
	double *x = arena_alloc(arena, CHANGE_RUNS_MAX * sizeof(*x));

	stats_changes(x, read_values(name, x), &options, arena, out);
}

static void test_points(void **state)
{
	const cJSON *series;
	size_t n_series = 0;

	(void)state;
	cJSON_ArrayForEach(series, all) {
		const cJSON *want = cJSON_GetObjectItemCaseSensitive(series,
								     "detail");
		struct arena arena = { 0 };
		struct changes got;
		size_t i;

		detect(series->string, &arena, &got);
		want = want->child;
		for (i = 0; i < got.n_points; i++) {
			if (got.points[i].kind == CHANGE_BURST)
				continue;
			assert_non_null(want);
			check_point(series->string, want, &got.points[i]);
			want = want->next;
		}
		assert_null(want);
		arena_release(&arena);
		n_series++;
	}
	assert_int_equal(n_series, SERIES);
}

/* The ramp is one drift over its whole length, and nothing else is one. */
static void test_drifts(void **state)
{
	const cJSON *series;

	(void)state;
	cJSON_ArrayForEach(series, all) {
		bool ramp = strcmp(series->string, "syn_ramp_n100") == 0;
		struct arena arena = { 0 };
		struct changes got;
		size_t i;

		detect(series->string, &arena, &got);
		assert_int_equal(got.n_drifts, ramp);
		for (i = 0; i < got.n_points; i++)
			assert_true((got.points[i].kind == CHANGE_DRIFT) ==
				    ramp || got.points[i].kind == CHANGE_BURST);
		if (ramp) {
			assert_int_equal(got.n_points, 3);
			assert_int_equal(got.drifts[0].from, 0);
			assert_int_equal(got.drifts[0].to, 99);
			assert_near(got.drifts[0].before, 100, .005);
			assert_near(got.drifts[0].after, 120, .005);
			assert_near(got.drifts[0].change_ratio, .2, .05);
		}
		arena_release(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_points),
		cmocka_unit_test(test_drifts),
	};
	struct buf text;
	int failed;

	/* cmocka's own skip() is "not ok" in TAP. */
	if (access(FOLDER "/expected.json", R_OK) < 0) {
		puts("1..0 # SKIP " FOLDER " is not there");
		return 0;
	}
	slurp("expected.json", &text);
	all = cJSON_Parse(text.data);
	buf_release(&text);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	failed = cmocka_run_group_tests_name("change_series", tests, NULL,
					     NULL);
	cJSON_Delete(all);
	return failed;
}
