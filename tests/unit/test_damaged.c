/*
 * test_damaged.c - fixtures cut at line ends and with a byte changed: each is
 * read or refused with a word, in less than a second, and what is refused
 * leaves nothing to store.
 *
 *	test_damaged [all]
 *
 * Every prefix; of the changes a sample, by `all` every position of the first
 * 4 KiB and as many behind.
 */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "file.h"
#include "import.h"
#include "random.h"
#include "report_broken.h"
#include "upload.h"

#define FIXTURES "tests/import/*/*.in"
#define POSITIONS 4096
#define STEP 61 /* of a sample */

static bool all;

struct fixture {
	const char *path;
	const char *format; /* NULL: detect it */
	struct buf text;
	char folder[64];
};

/* A way of damage, for messages. */
struct damage {
	const char *what;
	size_t at;
};

/* What an upload of it gives: nothing to store, or whole runs. */
static const char *upload_broken(const struct fixture *f, const char *data,
				 size_t len, struct arena *arena)
{
	static const struct upload_terms no_terms;
	struct options options;
	struct upload_source source = {
		.data = data, .len = len, .terms = &no_terms,
		.options = &options, .sender = "test", .received_ns = 1,
	};
	struct upload up;
	struct err err = { 0 };
	size_t i;

	options_init(&options);
	options.format = f->format;
	if (upload_prepare(&source, arena, &up, &err) < 0) {
		BROKEN_IF(err.code == ERR_NONE || !err.msg[0]);
		BROKEN_IF(up.store.n_runs);
		return NULL;
	}
	BROKEN_IF(up.report.n_errors || up.report.over_limit);
	BROKEN_IF(!up.store.n_runs);
	for (i = 0; i < up.store.n_runs; i++)
		BROKEN_IF(!up.store.runs[i].run->n_results &&
			  !up.store.runs[i].run->n_failures);
	return NULL;
}

static void check(const struct fixture *f, const char *data, size_t len,
		  struct damage damage)
{
	clock_t began = clock();
	struct arena arena = { 0 };
	struct report r;
	struct err err = { 0 };
	const char *formats, *what;
	int rc;

	report_init(&r, &arena);
	rc = import_parse(data, len, f->format, &r, &formats, &err);
	what = report_broken(rc, &r, &err);
	if (!what && rc >= 0)
		what = upload_broken(f, data, len, &arena);
	if (!what && clock() - began > CLOCKS_PER_SEC)
		what = "more than a second";
	if (what)
		fail_msg("%s, %s %zu: %s", f->path, damage.what, damage.at,
			 what);
	arena_release(&arena);
}

/* A copy of its own size, so that a read behind its end is seen. */
static void check_copy(const struct fixture *f, const char *data, size_t len,
		       struct damage damage)
{
	char *copy = x_malloc(len + !len);

	memcpy(copy, data, len);
	check(f, copy, len, damage);
	x_free(copy);
}

static void cut(const struct fixture *f, uint64_t *state)
{
	size_t i;

	(void)state;
	for (i = 0; i <= f->text.len; i++)
		if (!i || f->text.data[i - 1] == '\n')
			check_copy(f, f->text.data, i,
				   (struct damage){ "cut at", i });
}

/* One that means something to a parser as often as any. */
static char other_byte(char byte, uint64_t *state)
{
	static const char words[] = "0123456789.,:;=-+eE%/|#{}[]()\"'\\ \t\r\n";
	char c;

	do
		c = random_below(state, 2) ?
			words[random_below(state, sizeof(words) - 1)] :
			(char)random_below(state, 256);
	while (c == byte);
	return c;
}

static void change(const struct fixture *f, uint64_t *state)
{
	size_t len = f->text.len, step = all ? 1 : STEP, i, at;
	size_t near = len < POSITIONS ? len : POSITIONS;
	size_t far = len - near < POSITIONS ? len - near : POSITIONS;
	char old;

	for (i = random_below(state, step); i < near + far; i += step) {
		at = i < near ? i : near + random_below(state, len - near);
		old = f->text.data[at];
		f->text.data[at] = other_byte(old, state);
		check(f, f->text.data, len,
		      (struct damage){ "a byte changed at", at });
		f->text.data[at] = old;
	}
}

static void each_fixture(void (*damage)(const struct fixture *, uint64_t *))
{
	uint64_t state = 20261130;
	size_t i;
	glob_t g;

	assert_int_equal(glob(FIXTURES, 0, NULL, &g), 0);
	for (i = 0; i < g.gl_pathc; i++) {
		struct fixture f = { .path = g.gl_pathv[i] };
		struct err err = { 0 };

		buf_init(&f.text, 1 << 24);
		assert_int_equal(file_read(f.path, &f.text, &err), 0);
		sscanf(f.path, "tests/import/%63[^/]", f.folder);
		if (strstr(f.path, "/forced-"))
			f.format = f.folder;
		if (f.text.len)
			damage(&f, &state);
		buf_release(&f.text);
	}
	globfree(&g);
}

static void test_cut(void **state)
{
	(void)state;
	each_fixture(cut);
}

static void test_changed(void **state)
{
	(void)state;
	each_fixture(change);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_changed),
	};

	all = argc > 1 && !strcmp(argv[1], "all");
	return cmocka_run_group_tests_name("damaged", tests, NULL, NULL);
}
