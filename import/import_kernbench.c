/*
 * import_kernbench.c - kernbench: means of some runs, and their deviations.
 *
 *	Optimal load -j 8 run number 1...
 *	Average Optimal load -j 8 Run (std deviation):
 *	Elapsed Time 28.094 (0.182565)
 */
#include <math.h>

#include "claim.h"
#include "import.h"
#include "summaries.h"

static const struct row {
	const char *name, *unit;
	enum better better;
} rows[] = {
	{ "Elapsed Time", "s", BETTER_LOWER },
	{ "User Time", "s", BETTER_LOWER },
	{ "System Time", "s", BETTER_LOWER },
	{ "Percent CPU", "%", BETTER_UNKNOWN },
	{ "Context Switches", "count", BETTER_LOWER },
	{ "Sleeps", "count", BETTER_LOWER },
};

struct reader {
	struct report *report;
	struct lines lines;
	size_t runs, line, n;
	const char *test;    /* of the table being read */
	struct tags params;
};

static const struct row *row_of(struct span line, struct span *rest)
{
	size_t i;

	for (i = 0; i < N_OF(rows); i++)
		if (span_begins(line, rows[i].name) &&
		    span_after(line, rows[i].name, rest))
			return &rows[i];
	return NULL;
}

static bool own_line(struct span line)
{
	return (span_begins(line, "Average ") &&
		span_find(line, " Run (std deviation):")) ||
	       (span_find(line, " load") && span_find(line, " run number "));
}

static bool next_line(struct span line)
{
	struct span rest;

	return row_of(line, &rest) != NULL;
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void table_end(struct reader *x)
{
	if (x->test && !x->n)
		report_error(x->report, x->line, "truncated: an average"
			     " without its figures");
	x->test = NULL;
	x->n = 0;
}

/* "Average Optimal load -j 8 Run (std deviation):" */
static void begin(struct reader *x, struct span line)
{
	struct arena *a = x->report->arena;
	struct span name, jobs;

	table_end(x);
	x->line = x->lines.no;
	x->params = (struct tags){ 0 };
	span_between(line, "Average ", " Run (", &name);
	if (span_after(name, " -j ", &jobs)) {
		tags_set(&x->params, a, "jobs", span_copy(span_trim(jobs), a));
		name.len = (size_t)(span_find(name, " -j ") - name.s);
	}
	x->test = span_copy(span_trim(name), a);
}

static void read_row(struct reader *x, const struct row *row, struct span rest)
{
	struct summarized f = { x->test, &x->params, row->name, row->unit,
				row->better };
	struct summary sum = summary_none;
	struct span mean = rest, deviation;
	struct report *r = x->report;

	if (!span_between(rest, "(", ")", &deviation)) {
		report_error(r, x->lines.no, "no deviation stands there");
		return;
	}
	line_field(&rest, &mean);
	if (!span_sample(mean, r, x->lines.no, &sum.mean) ||
	    !span_sample(deviation, r, x->lines.no, &sum.stddev))
		return;
	sum.n = x->runs;
	x->n++;
	summary_put(r, report_run_default(r), &f, &sum);
}

static void read_line(struct reader *x, struct span line)
{
	const struct row *row;
	struct span rest;
	uint64_t n;

	if (span_between(line, " run number ", "...", &rest)) {
		table_end(x);
		x->runs = number_parse_u64(rest.s, rest.len, 100000, &n) ?
			  (size_t)n : 0;
	} else if (own_line(line)) {
		begin(x, line);
	} else if (x->test && (row = row_of(line, &rest))) {
		read_row(x, row, rest);
	} else {
		line_skip(&x->lines, line);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	table_end(&x);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "Elapsed Time, User Time, System Time", "s", "lower" },
	{ "Percent CPU", "%", "-" },
	{ "Context Switches, Sleeps", "count", "lower" },
	{ 0 }
};

const struct importer importer_kernbench = {
	.name = "kernbench",
	.summary = "kernbench",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
