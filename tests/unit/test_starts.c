/*
 * test_starts.c - no format claims a line that begins with a byte it does not
 * name: import.c would not have asked it.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

#include "buf.h"
#include "err.h"
#include "file.h"
#include "import.h"
#include "line.h"

#define FIXTURES "tests/import/*/*.in"

/* How many claims there are in a text; each must be one that is asked for. */
static size_t check(const char *path, const struct buf *text)
{
	const struct importer *const *imp;
	struct lines l;
	struct span line;
	size_t n = 0;

	lines_init(&l, text->data, text->len);
	while (lines_next(&l, &line)) {
		for (imp = importers_all(); *imp; imp++) {
			if ((*imp)->generic || span_blank(line) ||
			    !(*imp)->claim(line.s, (size_t)(l.end - line.s)))
				continue;
			n++;
			if (!importer_can_start(*imp, *line.s))
				fail_msg("%s:%zu: %s claims '%c'", path, l.no,
					 (*imp)->name, *line.s);
		}
	}
	return n;
}

static void test_starts(void **state)
{
	size_t i, n = 0;
	glob_t g;

	(void)state;
	assert_int_equal(glob(FIXTURES, 0, NULL, &g), 0);
	for (i = 0; i < g.gl_pathc; i++) {
		struct buf text;
		struct err err;

		buf_init(&text, 1 << 24);
		assert_int_equal(file_read(g.gl_pathv[i], &text, &err), 0);
		if (text.len)
			n += check(g.gl_pathv[i], &text);
		buf_release(&text);
	}
	assert_true(n >= g.gl_pathc / 2);
	globfree(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_starts) };

	return cmocka_run_group_tests_name("starts", tests, NULL, NULL);
}
