/* test_sparkline.c - many values in one line of text. */
#include "sparkline.h"

#include <math.h>
#include <string.h>

#include "near.h"

static void assert_line(const double *x, const double *y, size_t n,
			const bool *out, enum axis_y scale, size_t width,
			const char *want)
{
	const struct sparkline s = { x, y, n, out, scale, width };
	struct arena arena = { 0 };
	struct buf b;

	buf_init(&b, 1 << 16);
	sparkline_print(&s, &arena, &b);
	assert_string_equal(b.data, want);
	buf_release(&b);
	arena_release(&arena);
}

static void heights(void **state)
{
	const double x[] = { 0, 1, 2, 3, 4, 5 };
	const double y[] = { 1, 2, 3, 4, 1, 4 };
	const double flat[] = { 7, 7, 7, 7, 7, 7 };
	const double far[] = { 10, 10, 10, 10, 11, 10 };
	const double wide[] = { 1, 10, 100, 1000, 1, 1000 };

	(void)state;
	assert_line(x, y, 6, NULL, Y_AUTO, 80, "_.-'_'");
	assert_line(x, flat, 6, NULL, Y_AUTO, 80, "------");
	assert_line(x, far, 6, NULL, Y_AUTO, 80, "____'_");
	assert_line(x, far, 6, NULL, Y_ZERO, 80, "''''''");
	assert_line(x, wide, 6, NULL, Y_AUTO, 80, "___'_'");
	assert_line(x, wide, 6, NULL, Y_LOG, 80, "_.-'_'");
	assert_line(x, y, 1, NULL, Y_AUTO, 80, "-");
}

static void columns(void **state)
{
	const double x[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	const double late[] = { 0, 1, 2, 3, 4, 5, 6, 100 };
	const double y[] = { 1, 1, 1, 1, 2, 2, 2, 90 };
	const bool out[] = { [7] = true };
	struct sparkline s = { x, y, 8, NULL, Y_AUTO, 4 };

	(void)state;
	/* Each is the median of its values; an outlier is none of them. */
	assert_line(x, y, 8, out, Y_AUTO, 4, "__''");
	assert_line(late, y, 8, out, Y_AUTO, 8, "-       ");
	assert_line(late, y, 8, NULL, Y_AUTO, 8, "_      '");
	assert_int_equal(sparkline_columns(&s), 4);
	assert_int_equal(sparkline_column(&s, 0), 0);
	assert_int_equal(sparkline_column(&s, 4), 2);
	assert_int_equal(sparkline_column(&s, 7), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heights),
		cmocka_unit_test(columns),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("sparkline", tests, NULL, NULL);
}
