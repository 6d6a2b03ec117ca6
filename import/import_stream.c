/*
 * import_stream.c - STREAM 5: one table a run of the program.
 *
 *	Function    Best Rate MB/s  Avg time     Min time     Max time
 *	Copy:           25956.9     0.006271     0.006164     0.006907
 *
 * A run of the program is a sample of each function. One that fails its own
 * validation is kept and said: its rates are of wrong work.
 *
 * source    STREAM 5.10 stream.c
 */
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"

struct reader {
	struct report *report;
	struct lines lines;
	bool open, table;
	size_t line;
	struct tags params;
	size_t n_rows;
};

static bool own_line(struct span line)
{
	return span_begins(line, "STREAM version ");
}

static bool last_line(struct span line)
{
	return span_begins(line, "Solution Validates") ||
	       span_begins(line, "Failed Validation on array");
}

static size_t claim(const char *data, size_t len)
{
	size_t used, n;
	struct span line = line_first(data, len, &used);

	if (line_is_rule(line))
		n = claim_until(data + used, len - used, own_line, last_line);
	else
		n = claim_until(data, len, own_line, last_line);
	return n && !own_line(line) ? n + used : n;
}

static void test_end(struct reader *x)
{
	if (x->open && x->n_rows < 4)
		report_error(x->report, x->line, "truncated: STREAM without its"
			     " four rates");
	x->open = x->table = false;
}

static void param(struct reader *x, const char *key, struct span value)
{
	struct span word;

	if (line_field(&value, &word))
		tags_setn(&x->params, x->report->arena, key, strlen(key),
			  word.s, word.len);
}

static void begin(struct reader *x, struct span line)
{
	struct span s;

	test_end(x);
	x->open = true;
	x->n_rows = 0;
	x->line = x->lines.no;
	x->params = (struct tags){ 0 };
	if (span_between(line, "$Revision: ", " $", &s))
		report_tag(x->report, report_run_default(x->report),
			   "tool_version", span_copy(s, x->report->arena));
}

static void read_row(struct reader *x, struct span name, struct span rest)
{
	static const struct { const char *name, *unit; enum better better; }
	cols[] = {
		{ "best_rate", "MB/s", BETTER_HIGHER },
		{ "avg_time", "s", BETTER_LOWER },
		{ "min_time", "s", BETTER_LOWER },
		{ "max_time", "s", BETTER_LOWER },
	};
	struct span f[4];
	double v[4];
	size_t i;

	if (line_fields(rest, f, 4) != 4) {
		report_error(x->report, x->lines.no, "a row has four numbers");
		return;
	}
	for (i = 0; i < 4; i++)
		if (!span_sample(f[i], x->report, x->lines.no, &v[i]))
			return;
	x->n_rows++;
	for (i = 0; i < 4; i++)
		report_sample(x->report, report_run_default(x->report),
			      span_copy(name, x->report->arena), &x->params,
			      cols[i].name, cols[i].unit, cols[i].better,
			      i ? ROLE_SUMMARY : ROLE_SAMPLE, v[i]);
}

static void read_line(struct reader *x, struct span line)
{
	struct span key, rest;

	if (own_line(line))
		begin(x, line);
	else if (span_begins(line, "Failed Validation"))
		report_warn(x->report, x->lines.no, "%.*s: the rates are of"
			    " wrong work", span_shown(line, 100), line.s);
	else if (!x->open && !line_is_rule(line) && !last_line(line))
		line_skip(&x->lines, line);
	else if (span_after(line, "Array size = ", &rest))
		param(x, "array_size", rest);
	else if (span_after(line, "Each kernel will be executed ", &rest))
		param(x, "ntimes", rest);
	else if (span_after(line, "Number of Threads counted = ", &rest))
		param(x, "threads", rest);
	else if (span_begins(line, "Function "))
		x->table = true;
	else if (x->table && line_is_rule(line))
		test_end(x);
	else if (x->table && line_key_value(line, ':', &key, &rest))
		read_row(x, key, rest);
	if (last_line(line))
		test_end(x);
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
	test_end(&x);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "best_rate", "MB/s", "higher" },
	{ "avg_time, min_time, max_time", "s", "lower" },
	{ 0 }
};

const struct importer importer_stream = {
	.name = "stream",
	.summary = "STREAM, memory bandwidth",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "S- \t",
	.parse = parse,
};
