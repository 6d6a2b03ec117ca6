/* test_report.c - series, runs, limits and messages of a report. */
#include "report.h"

#include <string.h>

#include "limits.h"
#include "mem.h"
#include "near.h"

static struct arena arena;
static struct report r;

static int begin(void **state)
{
	(void)state;
	arena_init(&arena);
	report_init(&r, &arena);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static void sample(size_t run, const char *test, const char *unit, double v)
{
	report_sample(&r, run, test, NULL, "m", unit, BETTER_UNKNOWN,
		      ROLE_SAMPLE, v);
}

static void test_series(void **state)
{
	size_t run = report_run_default(&r);
	struct tags params = { 0 };
	const struct run *u;

	(void)state;
	sample(run, "a", "s", 1);
	sample(run, "b", "s", 2);
	sample(run, "a", "s", 3);
	sample(run, "a", "ms", 4);
	sample(run, NULL, NULL, 5);
	tags_set(&params, &arena, "size", "64");
	report_sample(&r, run, "a", &params, "m", "s", BETTER_LOWER,
		      ROLE_SAMPLE, 6);
	report_sample(&r, run, "a", NULL, "m", "s", BETTER_LOWER,
		      ROLE_INTERVAL, 7);
	u = report_run(&r, run);
	assert_int_equal(u->n_results, 4);
	assert_int_equal(u->results[0].n_metrics, 3);
	assert_int_equal(u->results[0].metrics[0].n, 2);
	assert_true(u->results[0].metrics[0].samples[1] == 3);
	assert_string_equal(u->results[0].metrics[1].unit, "ms");
	assert_null(u->results[2].test);
	assert_string_equal(tags_get(&u->results[3].params, "size"), "64");
	assert_int_equal(r.n_samples, 7);
	assert_int_equal(r.n_results, 6);
	assert_int_equal(r.n_errors, 0);
	assert_true(r.complete);
}

static void test_direction(void **state)
{
	size_t run = report_run_default(&r);

	(void)state;
	sample(run, "a", "s", 1);
	report_sample(&r, run, "a", NULL, "m", "s", BETTER_LOWER, ROLE_SAMPLE,
		      2);
	assert_int_equal(r.n_warnings, 0);
	report_sample(&r, run, "a", NULL, "m", "s", BETTER_HIGHER, ROLE_SAMPLE,
		      3);
	assert_int_equal(r.n_warnings, 1);
	assert_int_equal(report_run(&r, run)->results[0].metrics[0].better,
			 BETTER_LOWER);
	assert_int_equal(report_run(&r, run)->results[0].metrics[0].n, 3);
}

static void test_summary(void **state)
{
	static const struct summary s = { 5, 1, 9, 5, 2, 5 };
	size_t run = report_run_default(&r);

	(void)state;
	report_summary(&r, run, "a", NULL, "m", "s", BETTER_UNKNOWN,
		       ROLE_SAMPLE, &s);
	assert_int_equal(r.n_errors, 0);
	report_summary(&r, run, "a", NULL, "m", "s", BETTER_UNKNOWN,
		       ROLE_SAMPLE, &s);
	assert_int_equal(r.n_errors, 1);
	sample(run, "a", "s", 1);
	assert_int_equal(r.n_errors, 2);
	assert_null(report_run(&r, run)->results[0].metrics[0].samples);
	assert_false(r.complete);
}

static void test_runs(void **state)
{
	struct tags x = { 0 }, y = { 0 };
	size_t one, two;

	(void)state;
	tags_set(&x, &arena, "host", "a");
	tags_set(&y, &arena, "host", "b");
	one = report_run_with(&r, &x);
	two = report_run_with(&r, &y);
	assert_int_not_equal(one, two);
	report_tag(&r, one, "kernel", "15");
	assert_int_equal(report_run_with(&r, &x), one);
	assert_int_not_equal(report_run_at(&r, &x, 7), one);
	assert_int_equal(report_run_at(&r, &x, 7), 2);
	report_runs_close(&r);
	assert_int_equal(report_run_default(&r), 3);
	assert_int_equal(report_run_default(&r), 3);
	assert_int_equal(report_run_with(&r, &x), 4);
	report_tag(&r, one, "host", "c");
	assert_int_equal(r.n_warnings, 1);
	assert_string_equal(tags_get(&r.runs[one].tags, "host"), "a");
	report_tag(&r, one, "CONFIG_HZ", "1000");
	assert_string_equal(tags_get(&r.runs[one].tags, "option.HZ"), "1000");
	report_tag(&r, one, "run", "1");
	report_tag(&r, one, "a b", "1");
	report_tag(&r, one, "a", "\x01");
	assert_int_equal(r.n_errors, 3);
}

/* A hundred thousand series are found again, and one more is too many. */
static void test_many(void **state)
{
	size_t run = report_run_default(&r), i;
	char name[32];

	(void)state;
	for (i = 0; i < 2 * LIMIT_RESULTS; i++) {
		snprintf(name, sizeof(name), "t%zu", i % LIMIT_RESULTS);
		sample(run, name, "s", (double)i);
	}
	assert_int_equal(r.n_results, LIMIT_RESULTS);
	assert_int_equal(r.runs[run].n_results, LIMIT_RESULTS);
	for (i = 0; i < LIMIT_RESULTS; i++)
		assert_int_equal(r.runs[run].results[i].metrics[0].n, 2);
	assert_false(r.over_limit);
	sample(run, "one more", "s", 1);
	assert_true(r.over_limit);
	assert_string_equal(r.over_what, "results");
	assert_int_equal(r.n_errors, 1);
	sample(run, "t0", "s", 1);
	assert_int_equal(r.runs[run].results[0].metrics[0].n, 2);
}

static void test_messages(void **state)
{
	size_t i;

	(void)state;
	r.line0 = 10;
	report_error(&r, 3, "'%s' is \x1b[31m bad \xff \xc3\xa9", "x");
	assert_int_equal(r.errors[0].line, 13);
	assert_string_equal(r.errors[0].text,
			    "'x' is \\x1B[31m bad \\xFF \xc3\xa9");
	report_warn(&r, 0, "whole");
	assert_int_equal(r.warnings[0].line, 0);
	for (i = 0; i < 2 * REPORT_MESSAGES_MAX; i++)
		report_warn(&r, 1, "again");
	assert_int_equal(r.n_warnings, 2 * REPORT_MESSAGES_MAX + 1);
}

static void test_printable(void **state)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{ "", "" },
		{ "42 us +/- \xc2\xb5", "42 us +/- \xc2\xb5" },
		{ "a\tb\x1b[31m\x7f", "a\\x09b\\x1B[31m\\x7F" },
		/* Every byte of what is hidden, not the first alone. */
		{ "x\xe2\x80\xaey", "x\\xE2\\x80\\xAEy" },
		{ "\xef\xbb\xbf" "bom", "\\xEF\\xBB\\xBFbom" },
		{ "\xc2\x85.", "\\xC2\\x85." },
		/* What is no UTF-8: a byte at a time, and on. */
		{ "\xff\xc3(", "\\xFF\\xC3(" },
		{ "\xe2\x80", "\\xE2\\x80" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(report_printable(&arena, cases[i].text),
				    cases[i].want);
}

static void test_adopt(void **state)
{
	struct run base = { .has_at = true, .at_ns = 9, .told_by = "bot" };
	struct report sub;
	size_t run;

	(void)state;
	report_init(&sub, &arena);
	run = report_run_default(&sub);
	report_tag(&sub, run, "host", "theirs");
	report_tag(&sub, run, "tool", "netperf");
	report_sample(&sub, run, "a", NULL, "m", NULL, BETTER_UNKNOWN,
		      ROLE_SAMPLE, 1);
	report_warn(&sub, 4, "odd");
	tags_set(&base.tags, &arena, "host", "ours");
	report_adopt(&r, &sub, &base, 2, "raw");
	assert_int_equal(r.n_runs, 1);
	assert_string_equal(tags_get(&r.runs[0].tags, "host"), "ours");
	assert_string_equal(tags_get(&r.runs[0].tags, "tool"), "netperf");
	assert_true(r.runs[0].has_at);
	assert_string_equal(r.runs[0].told_by, "bot");
	assert_int_equal(r.n_samples, 1);
	assert_int_equal(r.warnings[0].line, 2);
	assert_string_equal(r.warnings[0].text, "raw, line 4: odd");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_series), TEST(test_direction), TEST(test_summary),
		TEST(test_runs), TEST(test_many), TEST(test_messages),
		TEST(test_printable), TEST(test_adopt),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
