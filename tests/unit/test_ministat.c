/*
 * test_ministat.c - the block from samples and from published summaries. The
 * five published pairs are STATISTICS 3's; the small blocks were printed by
 * Debian's ministat 20150715-1+b1. Whole outputs by the hundred are compared
 * in tests/stats/ministat.t.
 */
#include <stdlib.h>
#include <string.h>

#include "ministat.h"
#include "near.h"

static const double iguana[] = { 50, 200, 150, 400, 750, 400, 150 };
static const double chameleon[] = { 150, 400, 720, 500, 930 };

static struct ministat_set of(const char *name, const double *x, size_t n)
{
	struct ministat_set s = { name, { .samples = x, .n = n } };

	return s;
}

static struct ministat_set told(const char *name, size_t n, double mean,
				double stddev)
{
	struct ministat_set s = { name, { NULL, 0, { n, NAN, NAN, mean, stddev,
						     NAN } } };

	return s;
}

static void assert_block(const struct ministat_set *sets, size_t n,
			 struct ministat_options options, const char *want)
{
	struct arena arena = { 0 };
	struct buf out;

	buf_init(&out, 1 << 20);
	ministat_print(sets, n, &options, &arena, &out);
	assert_false(out.over);
	assert_string_equal(out.data, want);
	buf_release(&out);
	arena_release(&arena);
}

#define HEAD \
	"    N           Min           Max        Median           Avg" \
	"        Stddev\n"
#define ROWS \
	"x   7            50           750           200           300" \
	"     238.04761\n" \
	"+   5           150           930           500           540" \
	"     299.08193\n"

static void test_classic(void **state)
{
	struct ministat_set sets[] = { of("iguana", iguana, 7),
				       of("chameleon", chameleon, 5) };
	struct ministat_options o = { .width = 60, .separate_bars = true,
				      .profile = MINISTAT_DEBIAN2015,
				      .level = 80 };

	(void)state;
	assert_block(sets, 2, o,
	"x iguana\n"
	"+ chameleon\n"
	"+------------------------------------------------------------+\n"
	"|x      *  x            *      +              + x           +|\n"
	"| |________M______A_______________|                          |\n"
	"|             |________________M__A___________________|      |\n"
	"+------------------------------------------------------------+\n"
	HEAD ROWS
	"Difference at 80.0% confidence\n"
	"\t240 +/- 212.215\n"
	"\t80% +/- 70.7384%\n"
	"\t(Student's t, pooled s = 264.159)\n");
	o.profile = MINISTAT_FREEBSD;
	o.level = 0;
	assert_block(sets, 2, o,
	"x iguana\n"
	"+ chameleon\n"
	"+------------------------------------------------------------+\n"
	"|x      *  x            *      +              + x           +|\n"
	"| |________M______A_______________|                          |\n"
	"|             |________________M__A___________________|      |\n"
	"+------------------------------------------------------------+\n"
	HEAD ROWS
	"No difference proven at 95.0% confidence\n");
}

/* A stack stays as high as the lowest of the sets after it. */
static void test_heights(void **state)
{
	static const double three[] = { 0, 0, 0 }, two[] = { 1, 1, 2 };
	struct ministat_set sets[] = { of("a", three, 3), of("b", two, 3),
				       of("c", three, 3) };
	struct ministat_options o = { .width = 3 };
	struct arena arena = { 0 };
	struct buf out;

	(void)state; /* what Debian's prints: of a, 2 remain; c has its 3 */
	buf_init(&out, 4096);
	ministat_print(sets, 3, &o, &arena, &out);
	assert_non_null(strstr(out.data, "+---+\n|*  |\n|*+ |\n|*++|\n|A"));
	buf_clear(&out);
	ministat_print(sets, 2, &o, &arena, &out);
	assert_non_null(strstr(out.data, "+---+\n|x+ |\n|x++|\n|A"));
	buf_release(&out);
	arena_release(&arena);
}

static void test_less(void **state)
{
	struct ministat_set sets[] = { of("i", iguana, 7),
				       of("c", chameleon, 5) };
	struct ministat_options rows = { .rows_only = true };
	struct ministat_options no_plot = { .no_plot = true };
	struct ministat_options bare = { .rows_only = true,
					 .no_headers = true };

	(void)state;
	assert_block(sets, 2, rows, "x i\n+ c\n" HEAD ROWS);
	assert_block(sets, 2, no_plot, "x i\n+ c\n" HEAD ROWS
		     "No difference proven at 95.0% confidence\n");
	assert_block(sets, 2, bare, ROWS);
}

static void test_zero_width(void **state)
{
	static const double still[] = { 42, 42, 42 };
	struct ministat_set s = of("still", still, 3);
	struct ministat_options o = { 0 };

	(void)state;
	assert_block(&s, 1, o, "x still\n[no plot, span is zero width]\n" HEAD
		     "x   3            42            42            42"
		     "            42             0\n");
}

static void test_medians_of_profiles(void **state)
{
	static const double x[] = { 4, 1, 3, 2 };
	struct ministat_figures f;
	struct sample_set set = { .samples = x, .n = 4 };
	double scratch[4];

	(void)state;
	ministat_figures(set, MINISTAT_FREEBSD, scratch, &f);
	assert_near(f.summary.median, 2.5, 0);
	ministat_figures(set, MINISTAT_DEBIAN2015, scratch, &f);
	assert_near(f.summary.median, 3, 0);
}

static void assert_published(struct ministat_set a, struct ministat_set b,
			     const char *lines)
{
	struct ministat_set sets[2] = { a, b };
	struct ministat_options o = { .profile = MINISTAT_DEBIAN2015 };
	struct arena arena = { 0 };
	struct buf out;

	buf_init(&out, 4096);
	ministat_print(sets, 2, &o, &arena, &out);
	assert_non_null(strstr(out.data, lines));
	assert_string_equal(strstr(out.data, lines), lines); /* and no more */
	buf_release(&out);
	arena_release(&arena);
}

static void test_published(void **state)
{
	(void)state;
	assert_published(told("a", 150, 10760.77, 200.92124),
			 told("b", 150, 10580.059, 172.29227),
			 "Difference at 95.0% confidence\n"
			 "\t-180.711 +/- 42.3572\n"
			 "\t-1.67935% +/- 0.393626%\n"
			 "\t(Student's t, pooled s = 187.155)\n");
	assert_published(told("a", 120, 435.025, 3.4089908),
			 told("b", 120, 429.51667, 3.4664862),
			 "Difference at 95.0% confidence\n"
			 "\t-5.50833 +/- 0.869898\n"
			 "\t-1.26621% +/- 0.199965%\n"
			 "\t(Student's t, pooled s = 3.43786)\n");
	assert_published(told("a", 5, 39463.23, 645.1375),
			 told("b", 5, 54274.174, 566.90395),
			 "Difference at 95.0% confidence\n"
			 "\t14810.9 +/- 885.686\n"
			 "\t37.531% +/- 2.24433%\n"
			 "\t(Student's t, pooled s = 607.282)\n");
	assert_published(told("a", 6, 33556.268, 137.33838),
			 told("b", 5, 44331.738, 606.53307),
			 "Difference at 95.0% confidence\n"
			 "\t10775.5 +/- 571.321\n"
			 "\t32.1116% +/- 1.70258%\n"
			 "\t(Student's t, pooled s = 417.112)\n");
	assert_published(told("a", 40, 54915.582, 2554.0133),
			 told("b", 40, 56086.798, 3119.1782),
			 "No difference proven at 95.0% confidence\n");
}

static void test_summary_only(void **state)
{
	struct ministat_set sets[] = { of("i", iguana, 7),
				       told("mail", 5, 540, 299.08193),
				       told("less", 5, 540, NAN) };
	struct ministat_options o = { .level = 80,
				      .profile = MINISTAT_DEBIAN2015 };

	(void)state;
	assert_block(sets, 3, o,
	"x i\n+ mail\n* less\n"
	"[no plot, mail is known by its summary only]\n" HEAD
	"x   7            50           750           200           300"
	"     238.04761\n"
	"+   5             -             -             -           540"
	"     299.08193\n"
	"Difference at 80.0% confidence\n"
	"\t240 +/- 212.215\n"
	"\t80% +/- 70.7384%\n"
	"\t(Student's t, pooled s = 264.159)\n"
	"*   5             -             -             -           540"
	"             -\n"
	"[no comparison, it needs 2 values a side and their spread]\n");
}

static void test_one_sample(void **state)
{
	static const double one[] = { 5 };
	struct ministat_set sets[] = { of("one", one, 1), of("i", iguana, 7) };
	struct ministat_options o = { .no_plot = true };

	(void)state; /* an archive has such; the program refuses them */
	assert_block(sets, 2, o, "x one\n+ i\n" HEAD
		     "x   1             5             5             5"
		     "             5             -\n"
		     "+   7            50           750           200"
		     "           300     238.04761\n"
		     "[no comparison, it needs 2 values a side and their "
		     "spread]\n");
}

static void test_table(void **state)
{
	(void)state; /* from ministat's difference lines, and STATISTICS 1 */
	assert_near(ministat_t(95, 10), 2.228, 0);
	assert_near(ministat_t(95, 4), 2.776, 0);
	assert_near(ministat_t(80, 1), 3.078, 0);
	assert_near(ministat_t(99.5, 1), 318.313, 0);
	assert_near(ministat_t(99.5, 2), 22.327, 0);
	assert_near(ministat_t(99.5, 12), 3.929, 0);
	assert_near(ministat_t(99.5, 13), 3.852, 0);
	assert_near(ministat_t(95, 100), 1.984, 0);
	assert_near(ministat_t(95, 101), 1.96, 0);
	assert_near(ministat_t(99.5, 1000000), 3.09, 0);
	assert_true(ministat_level_ok(99.5));
	assert_false(ministat_level_ok(99.8));
	assert_false(ministat_level_ok(.95));
}

static void test_profiles(void **state)
{
	enum ministat_profile p;

	(void)state;
	assert_true(ministat_profile_parse("debian2015", &p));
	assert_int_equal(p, MINISTAT_DEBIAN2015);
	assert_true(ministat_profile_parse("freebsd", &p));
	assert_int_equal(p, MINISTAT_FREEBSD);
	assert_false(ministat_profile_parse("Freebsd", &p));
	assert_string_equal(ministat_profile_name(MINISTAT_FREEBSD),
			    "freebsd");
}

/* Spans that overflow, or that are too small to divide, stay in the box. */
static void test_extremes(void **state)
{
	static const double apart[] = { -1.7e308, 0, 1.7e308 };
	static const double near_zero[] = { 0, 5e-324, 1e-323 };
	struct ministat_set sets[] = { of("apart", apart, 3),
				       of("near", near_zero, 3) };
	struct ministat_options o = { .width = 10 };
	struct arena arena = { 0 };
	struct buf out;
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		buf_init(&out, 1 << 16);
		ministat_print(&sets[i], 1, &o, &arena, &out);
		assert_non_null(strstr(out.data, "+----------+\n|"));
		assert_non_null(strstr(out.data, "|\n+----------+\n    N"));
		buf_release(&out);
	}
	arena_release(&arena);
}

static void test_bounded(void **state)
{
	size_t n = 5000, i;
	double *x = calloc(n, sizeof(*x));
	struct ministat_set s = of("tall", x, n);
	struct ministat_options o = { 0 };
	struct arena arena = { 0 };
	struct buf out;

	(void)state;
	assert_non_null(x);
	for (i = 0; i < n; i++)
		x[i] = i == 0;
	buf_init(&out, 100000); /* the plot would have 5,000 lines */
	ministat_print(&s, 1, &o, &arena, &out);
	assert_true(out.over);
	buf_release(&out);
	arena_release(&arena);
	free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_classic),
		cmocka_unit_test(test_heights),
		cmocka_unit_test(test_less),
		cmocka_unit_test(test_zero_width),
		cmocka_unit_test(test_medians_of_profiles),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_summary_only),
		cmocka_unit_test(test_one_sample),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_profiles),
		cmocka_unit_test(test_extremes),
		cmocka_unit_test(test_bounded),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("ministat", tests, NULL, NULL);
}
