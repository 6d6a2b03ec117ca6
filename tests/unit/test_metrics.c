/*
 * test_metrics.c - the metrics that importers declare are those they give: what
 * a fixture holds is declared by its format, and what is declared stands in a
 * fixture.
 */
#include <fnmatch.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "file.h"
#include "figure.h"
#include "import.h"
#include "line.h"

#define FIXTURES "tests/import/*/*.in"
#define ROWS_MAX 400

static const char *const better_words[] = {
	[BETTER_UNKNOWN] = "-", [BETTER_HIGHER] = "higher",
	[BETTER_LOWER] = "lower", [BETTER_NONE] = "none",
};

/* The next of a list; false: no more. */
static bool next(const char **list, char item[128])
{
	const char *end = strstr(*list, ", ");
	size_t len = end ? (size_t)(end - *list) : strlen(*list);

	if (!**list)
		return false;
	assert_true(len && len < 128);
	snprintf(item, 128, "%.*s", (int)len, *list);
	*list += end ? len + 2 : len;
	return true;
}

static bool fits(const char *item, const char *what)
{
	return !strcmp(item, "*") || !fnmatch(item, what, FNM_NOESCAPE);
}

static bool fits_one(const char *list, const char *what)
{
	char item[128];

	while (next(&list, item))
		if (fits(item, what))
			return true;
	return false;
}

struct seen {
	const struct importer *importer;
	const struct known_metric *row;
	const char *name, *unit; /* of a fixture, in arena */
};

struct all_seen {
	struct arena arena;
	struct seen *items;
	size_t n;
	size_t n_metrics;
};

/* Notes the rows of a format that declare a series. */
static bool declared(struct all_seen *all, const struct importer *imp,
		     const char *name, const char *unit, enum better better)
{
	const struct known_metric *m;
	bool any = false;

	for (m = imp->metrics; m->names; m++) {
		if (!fits_one(m->names, name) ||
		    !fits_one(m->units, unit ? unit : "-") ||
		    !fits(m->better, better_words[better]))
			continue;
		any = true;
		all->items = arena_grow(&all->arena, all->items, all->n,
					sizeof(*all->items));
		all->items[all->n++] = (struct seen){
			imp, m, arena_strdup(&all->arena, name),
			arena_strdup(&all->arena, unit ? unit : "-")
		};
	}
	return any;
}

/* Is it, or the metric that it is a figure of, in any of its units? */
static bool known(struct all_seen *all, const struct importer *imp,
		  const struct metric *m)
{
	static const enum better ways[] = { BETTER_UNKNOWN, BETTER_HIGHER,
					    BETTER_LOWER, BETTER_NONE };
	const struct figure *f;
	char name[600];
	size_t of, i;

	if (declared(all, imp, m->name, m->unit, m->better))
		return true;
	f = figure_of(m->name, &of);
	if (!f)
		return false;
	snprintf(name, sizeof(name), "%.*s", (int)of, m->name);
	for (i = 0; i < N_OF(ways); i++)
		if (figure_better(f, ways[i]) == m->better &&
		    (f->unit || declared(all, imp, name, m->unit, ways[i])))
			return true;
	return false;
}

static void check_report(struct all_seen *all, const char *path,
			 const char *formats, const struct report *r)
{
	char one[64];
	size_t i, j, k, n;

	for (i = 0; i < r->n_runs; i++)
		for (j = 0; j < r->runs[i].n_results; j++)
			for (k = 0; k < r->runs[i].results[j].n_metrics; k++) {
				const struct metric *m =
					&r->runs[i].results[j].metrics[k];
				const char *at = formats;
				bool ok = false;

				for (; *at; at += n + (at[n] == '+')) {
					n = strcspn(at, "+");
					snprintf(one, sizeof(one), "%.*s",
						 (int)n, at);
					ok |= known(all, importer_find(one), m);
				}
				all->n_metrics++;
				if (!ok)
					fail_msg("%s: %s does not declare '%s'"
						 " %s %s", path, formats,
						 m->name, m->unit ? m->unit :
						 "-", better_words[m->better]);
			}
}

static void check_fixture(struct all_seen *all, const char *path)
{
	const char *file = strrchr(path, '/') + 1, *formats;
	char folder[64] = "";
	struct arena arena = { 0 };
	struct report r;
	struct err err = { 0 };
	struct buf text;

	buf_init(&text, 1 << 24);
	assert_int_equal(file_read(path, &text, &err), 0);
	report_init(&r, &arena);
	if (!strncmp(file, "forced-", 7))
		sscanf(path, "tests/import/%63[^/]", folder);
	if (!import_parse(text.data ? text.data : "", text.len,
			  *folder ? folder : NULL, &r, &formats, &err))
		check_report(all, path, *folder ? folder : formats, &r);
	buf_release(&text);
	arena_release(&arena);
}

/* Names and units of a row that no fixture showed. */
static size_t check_row(const struct all_seen *all, const struct importer *imp,
			const struct known_metric *row)
{
	const char *lists[] = { row->names, row->units };
	size_t missing = 0, i, w;
	char item[128];

	for (w = 0; w < 2; w++)
		while (next(&lists[w], item)) {
			bool any = false;

			for (i = 0; !any && i < all->n; i++)
				any = all->items[i].row == row && fits(item,
					w ? all->items[i].unit :
					    all->items[i].name);
			if (!any)
				print_message("# %s: no fixture has '%s'\n",
					      imp->name, item);
			missing += !any;
		}
	return missing;
}

static void test_metrics(void **state)
{
	const struct importer *const *imp;
	const struct known_metric *row;
	struct all_seen all = { 0 };
	size_t i, missing = 0;
	glob_t g;

	(void)state;
	assert_int_equal(glob(FIXTURES, 0, NULL, &g), 0);
	for (i = 0; i < g.gl_pathc; i++)
		check_fixture(&all, g.gl_pathv[i]);
	assert_true(all.n_metrics > g.gl_pathc);
	globfree(&g);
	for (imp = importers_all(); *imp; imp++) {
		assert_non_null((*imp)->metrics);
		for (row = (*imp)->metrics; row->names; row++)
			missing += check_row(&all, *imp, row);
	}
	arena_release(&all.arena);
	assert_int_equal(missing, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_metrics) };

	return cmocka_run_group_tests_name("metrics", tests, NULL, NULL);
}
