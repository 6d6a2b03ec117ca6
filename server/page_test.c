/* page_test.c - one test on all hosts: a row a line. */
#include <stdlib.h>
#include <string.h>

#include "limits.h"
#include "line_facts.h"
#include "list.h"
#include "pages.h"
#include "report_text.h"
#include "timestamp.h"

/* More runs than that are those of so many days before the newest alone. */
#define RUNS_AT_MOST 10000
#define DAYS         365

struct test {
	struct request *rq;
	const char *name, *link;
	struct db_found found;
	int64_t last_ns, from_ns;
	size_t n_older;           /* runs with a result before from_ns */
	size_t n_hosts;
	size_t n_all;             /* lines */
	struct line_facts *lines; /* by metric, unit, direction */
	size_t n;                 /* those of one page */
	struct tags common;       /* to them */
	size_t n_no_median, n_twice;
	const char *more;         /* the lines that are left out, or NULL */
};

/* ---- Making it. ---- */

/* What one table holds: its heading is the same. */
static int by_heading(const struct line *x, const struct line *y)
{
	int c = strcmp(x->series->metric, y->series->metric);

	if (!c)
		c = (x->series->role > y->series->role) -
		    (x->series->role < y->series->role);
	if (!c)
		c = strcmp(x->unit ? x->unit : "", y->unit ? y->unit : "");
	if (!c)
		c = (x->better > y->better) - (x->better < y->better);
	return c ? c : x->better_assumed - y->better_assumed;
}

static int by_block(const void *a, const void *b)
{
	const struct line *x = *(const struct line *const *)a;
	const struct line *y = *(const struct line *const *)b;
	int c = by_heading(x, y);

	return c ? c : x < y ? -1 : x > y; /* as lines_make() has them */
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void count_hosts(struct test *t, const struct lines *lines)
{
	const char **hosts = arena_alloc(t->rq->arena,
					 lines->n * sizeof(*hosts));
	size_t n = 0, i;

	for (i = 0; i < lines->n; i++) {
		const char *host = tags_get(&lines->of[i].tags, "host");

		if (host)
			hosts[n++] = host;
	}
	if (n)
		qsort((void *)(uintptr_t)hosts, n, sizeof(*hosts), by_text);
	for (i = 0; i < n; i++)
		t->n_hosts += !i || strcmp(hosts[i - 1], hosts[i]) != 0;
}

static void take_lines(struct test *t, const struct lines *lines)
{
	struct arena *arena = t->rq->arena;
	const struct line **sorted = arena_alloc(arena,
						 lines->n * sizeof(*sorted));
	size_t i;

	for (i = 0; i < lines->n; i++)
		sorted[i] = &lines->of[i];
	if (lines->n)
		qsort((void *)(uintptr_t)sorted, lines->n, sizeof(*sorted),
		      by_block);
	t->n_all = lines->n;
	t->n = lines->n < LIMIT_ROWS ? lines->n : LIMIT_ROWS;
	t->lines = arena_alloc(arena, t->n * sizeof(*t->lines));
	for (i = 0; i < t->n; i++) {
		line_facts(sorted[i], t->rq, &t->lines[i]);
		t->n_no_median += sorted[i]->n_no_median;
		t->n_twice += sorted[i]->n_twice;
	}
	lines_common(t->lines, t->n, arena, &t->common);
}

/* Runs with a result. */
static size_t count_runs(const struct db_found *found)
{
	size_t n = 0, i;

	for (i = 0; i < found->n_results; i++)
		n += !i || found->results[i].run != found->results[i - 1].run;
	return n;
}

/*
 * What is measured each night for years is looked at for its last year. The
 * others are counted.
 */
static int find(struct test *t, struct selection *selection, struct err *err)
{
	struct request *rq = t->rq;
	struct db_count all;

	if (db_test(rq->db, t->name, &all, err) < 0)
		return -1;
	if (all.n_runs > RUNS_AT_MOST) {
		/* From a midnight on, so that the next upload asks the same. */
		t->from_ns = all.last_at_ns - DAYS * NS_PER_DAY;
		t->from_ns -= t->from_ns % NS_PER_DAY;
		page_since(selection, &t->from_ns, rq->arena);
	}
	if (db_find(rq->db, selection, false, rq->arena, &t->found, err) < 0)
		return -1;
	if (t->from_ns)
		t->n_older = all.n_runs - count_runs(&t->found);
	return 0;
}

static int make(struct request *rq, struct test *t, struct err *err)
{
	struct selection selection;
	struct lines lines;
	const char *terms;
	size_t i;

	*t = (struct test){ .rq = rq };
	if (page_named(rq, "test", &t->name, &selection, err) < 0 ||
	    find(t, &selection, err) < 0)
		return -1;
	if (!t->found.n_runs)
		return explain_nothing(rq, &selection, 0, err);
	if (lines_make(&t->found, NULL, rq->arena, &lines, err) < 0)
		return -1;
	for (i = 0; i < t->found.n_runs; i++)
		if (t->found.runs[i]->at_ns > t->last_ns)
			t->last_ns = t->found.runs[i]->at_ns;
	terms = selection.conditions[0].text;
	t->link = arena_printf(rq->arena, "%s/test/%s", rq->base,
			       strchr(terms, ':') + 1);
	count_hosts(t, &lines);
	take_lines(t, &lines);
	if (t->n < t->n_all)
		t->more = arena_printf(rq->arena, "%s/history/%s", rq->base,
				       terms);
	return 0;
}

/* ---- As text. ---- */

static size_t count_word(const struct test *t, const char *word)
{
	size_t n = 0, i;

	for (i = 0; i < t->n; i++) {
		const char *last = line_last_word(&t->lines[i]);

		n += last && !strcmp(last, word);
	}
	return n;
}

static void answer(const struct test *t, struct buf *out)
{
	size_t changed = 0, i;
	char age[TIME_SIZE];

	for (i = 0; i < t->n; i++)
		changed += t->lines[i].last != NULL;
	text_safe(out, t->name);
	if (changed)
		buf_printf(out, ": %zu of %zu line%s changed; by their last "
			   "change %zu worse, %zu better\n\n", changed, t->n,
			   plural(t->n), count_word(t, "worse"),
			   count_word(t, "better"));
	else
		buf_printf(out, ": no change on %zu line%s\n\n", t->n,
			   plural(t->n));
	time_print_age(t->rq->now_ns - t->last_ns, age);
	buf_printf(out, "measured  %zu run%s on %zu host%s, the last %s\n",
		   t->found.n_runs, plural(t->found.n_runs), t->n_hosts,
		   plural(t->n_hosts), age);
	if (t->n_older)
		buf_printf(out, "older     %zu run%s, more than %d days before "
			   "the last, %s not looked at here\n", t->n_older,
			   plural(t->n_older), DAYS,
			   t->n_older == 1 ? "is" : "are");
	print_common(&t->common, out);
	if (t->found.n_failures)
		buf_printf(out, "failed    %zu result%s\n",
			   t->found.n_failures, plural(t->found.n_failures));
	if (t->n_no_median)
		buf_printf(out, "left out  %zu result%s: only a summary was "
			   "published, and it has no median\n",
			   t->n_no_median, plural(t->n_no_median));
	if (t->n_twice)
		buf_printf(out, "left out  %zu result%s: the run has the same "
			   "series in another unit, too\n", t->n_twice,
			   plural(t->n_twice));
}

static void add_line(const struct test *test, const struct line_facts *f,
		     struct table *t)
{
	table_text(t, tags_get(&f->line->tags, "host"));
	table_text(t, line_words(f->line, &test->common, t->arena));
	table_int(t, (int64_t)f->line->n);
	table_text(t, line_newest(f, t->arena));
	table_text(t, line_age(f, test->rq));
	table_int(t, (int64_t)f->n_changes);
	table_text(t, line_last_change(f, t->arena));
	table_text(t, !f->last ? "" : f->last->kind != CHANGE_DRIFT ?
		   change_state_name(f->last) :
		   arena_printf(t->arena, "%s, drift",
				change_state_name(f->last)));
	table_text(t, f->last ? line_last_word(f) : "");
	table_text(t, f->history);
}

/* Lines from..to - 1 are of one metric, unit and direction. */
static void print_block(const struct test *test, size_t from, size_t to,
			struct buf *out)
{
	static const struct column columns[] = {
		{ "host", false },   { "line", false },	    { "runs", true },
		{ "newest", true },  { "measured", true },  { "changes", true },
		{ "the last", true }, { "state", false },   { "", false },
		{ "", false },
	};
	const struct line *line = test->lines[from].line;
	struct table t;
	size_t i;

	buf_char(out, '\n');
	text_safe(out, line->series->metric);
	buf_str(out, ", ");
	line_unit(line, out);
	buf_char(out, '\n');
	table_init(&t, test->rq->arena, columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (i = from; i < to; i++)
		add_line(test, &test->lines[i], &t);
	table_print(&t, out);
}

static void test_text(const struct test *t, struct buf *out)
{
	size_t from, i;

	answer(t, out);
	for (from = 0; from < t->n; from = i) {
		for (i = from + 1; i < t->n && !by_heading(t->lines[from].line,
							   t->lines[i].line);)
			i++;
		print_block(t, from, i, out);
	}
	if (!t->n)
		buf_str(out, "\nno run with a value; all have failed\n");
	if (t->more)
		buf_printf(out, "\n%zu more lines: %s\n", t->n_all - t->n,
			   t->more);
	buf_printf(out, "\n%s\n", t->link);
}

/* ---- As JSON. ---- */

static void test_json(const struct test *t, struct buf *out)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_object(&j, NULL);
	json_string(&j, "schema", "maxistat-test/1");
	json_string(&j, "link", t->link);
	json_string(&j, "test", t->name);
	json_int(&j, "runs", (int64_t)t->found.n_runs);
	json_int(&j, "older_runs", (int64_t)t->n_older);
	json_int(&j, "hosts", (int64_t)t->n_hosts);
	json_string(&j, "last_at", time_text(t->rq->arena, t->last_ns));
	json_int(&j, "failures", (int64_t)t->found.n_failures);
	json_array(&j, "lines");
	for (i = 0; i < t->n; i++)
		line_facts_json(&t->lines[i], t->rq, &j);
	json_array_end(&j);
	json_int(&j, "lines_left_out", (int64_t)(t->n_all - t->n));
	json_object_end(&j);
	buf_char(out, '\n');
}

int test_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct test t;

	if (make(rq, &t, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		test_json(&t, &rp->body);
	else
		test_text(&t, &rp->body);
	return REPLY_NOW;
}
