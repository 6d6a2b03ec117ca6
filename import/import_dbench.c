/*
 * import_dbench.c - dbench and tbench 4.
 *
 *	 Operation      Count    AvgLat    MaxLat
 *	 NTCreateX      53880     0.028    36.147
 *	Throughput 679.941 MB/sec  2 clients  2 procs  max_latency=33.338 ms
 *
 * Without its last line a run was broken off. Rows while it executes are
 * averages up to then and are not read.
 */
#include <math.h>

#include "claim.h"
#include "import.h"
#include "summaries.h"

struct row {
	const char *name;
	double count, mean, max;
};

struct reader {
	struct report *report;
	struct lines lines;
	bool open, table;
	size_t line;
	struct row *rows;
	size_t n_rows;
};

static bool own_line(struct span line)
{
	return span_begins(line, "dbench version ") ||
	       span_begins(line, "tbench version ");
}

static bool last_line(struct span line)
{
	return span_begins(line, "Throughput ") && span_find(line, " clients ");
}

static size_t claim(const char *data, size_t len)
{
	return claim_until(data, len, own_line, last_line);
}

static void test_end(struct reader *x)
{
	if (x->open)
		report_error(x->report, x->line, "truncated: dbench without its"
			     " throughput");
	x->open = x->table = false;
	x->n_rows = 0;
	x->rows = NULL;
}

static void begin(struct reader *x, struct span line)
{
	struct span s;

	test_end(x);
	x->open = true;
	x->line = x->lines.no;
	if (span_between(line, " version ", " ", &s))
		report_tag(x->report, report_run_default(x->report),
			   "tool_version", span_copy(s, x->report->arena));
}

static void read_row(struct reader *x, struct span line)
{
	struct span f[4];
	struct row row;

	if (line_fields(line, f, 4) != 4 || !span_is_integer(f[1]) ||
	    span_number(f[1], &row.count) != NUMBER_OK ||
	    span_number(f[2], &row.mean) != NUMBER_OK ||
	    span_number(f[3], &row.max) != NUMBER_OK)
		return;
	row.name = arena_printf(x->report->arena, "latency %.*s",
				span_shown(f[0], 60), f[0].s);
	x->rows = arena_grow(x->report->arena, x->rows, x->n_rows,
			     sizeof(*x->rows));
	x->rows[x->n_rows++] = row;
}

static void number_before(struct reader *x, struct tags *params,
			  struct span line, const char *from, const char *to)
{
	struct span s;

	if (span_between(line, from, to, &s))
		tags_set(params, x->report->arena, to + 1,
			 span_copy(span_trim(s), x->report->arena));
}

static void read_result(struct reader *x, struct span line)
{
	struct report *r = x->report;
	struct tags params = { 0 };
	struct span s;
	size_t i, run = report_run_default(r);
	double v;

	x->open = false;
	number_before(x, &params, line, "MB/sec", " clients");
	number_before(x, &params, line, "clients", " procs");
	span_between(line, "Throughput ", " MB/sec", &s);
	if (span_sample(s, r, x->lines.no, &v))
		report_sample(r, run, "dbench", &params, "throughput", "MB/s",
			      BETTER_HIGHER, ROLE_SAMPLE, v);
	if (span_between(line, "max_latency=", " ms", &s) &&
	    span_sample(s, r, x->lines.no, &v))
		report_sample(r, run, "dbench", &params, "max_latency", "ms",
			      BETTER_LOWER, ROLE_SAMPLE, v);
	for (i = 0; i < x->n_rows; i++) {
		struct summarized f = { "dbench", &params, x->rows[i].name,
					"ms", BETTER_LOWER };
		struct summary sum = summary_none;

		if (!(x->rows[i].count >= 1 && x->rows[i].count < 1e15))
			continue;
		sum.n = (size_t)x->rows[i].count;
		sum.mean = x->rows[i].mean;
		sum.max = x->rows[i].max;
		summary_put(r, run, &f, &sum);
	}
	test_end(x);
}

static void read_line(struct reader *x, struct span line)
{
	if (own_line(line))
		begin(x, line);
	else if (!x->open)
		line_skip(&x->lines, line);
	else if (last_line(line))
		read_result(x, line);
	else if (span_begins(span_trim(line), "Operation "))
		x->table = true;
	else if (x->table)
		read_row(x, line);
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
	{ "throughput", "MB/s", "higher" },
	{ "max_latency, latency *", "ms", "lower" },
	{ 0 }
};

const struct importer importer_dbench = {
	.name = "dbench",
	.summary = "dbench and tbench",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "dt",
	.parse = parse,
};
