/*
 * import_unixbench.c - the BYTE UNIX Benchmarks, 5.1 and later.
 *
 *	   BYTE UNIX Benchmarks (Version 5.1.3)
 *	Benchmark Run: Tue Jan 02 2024 22:11:05 - 22:19:05
 *	8 CPUs in system; running 1 parallel copy of tests
 *	Pipe Throughput           2221775.6 lps   (10.0 s, 7 samples)
 *	System Benchmarks Index Values  BASELINE     RESULT    INDEX
 *	Pipe Throughput                  12440.0  2221775.6   1786.0
 *	System Benchmarks Index Score                         1825.8
 *
 * A result is the mean of the best samples. Names have digits and blanks: a row
 * is read from its end. Dates are in the locale of whoever ran it.
 *
 * source    UnixBench 5.1.3 Run, displayHeader() and summarizeRun()
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "import.h"
#include "summaries.h"

#define HEAD "   BYTE UNIX Benchmarks (Version "
#define RUN "Benchmark Run: "
#define SCORE " Benchmarks Index Score"

struct reader {
	struct report *report;
	struct lines lines;
	struct tags params;
	size_t open;  /* where a run began; 0: it had its score */
	size_t n;     /* results in it */
	bool table;   /* the rows are of indices */
};

static bool own_line(struct span line)
{
	return span_begins(line, HEAD) || span_begins(line, RUN);
}

static bool last_line(struct span line)
{
	return span_find(line, SCORE) != NULL;
}

/* The rule before a run is a part of it. */
static size_t claim(const char *data, size_t len)
{
	size_t used = 0, n;

	if (len && *data == '-' && line_is_rule(line_first(data, len, &used)))
		n = claim_until(data + used, len - used, own_line, last_line);
	else
		n = claim_until(data, len, own_line, last_line);
	return n ? used + n : 0;
}

/* Takes the last field off a line. */
static bool last_field(struct span *line, struct span *field)
{
	size_t n;

	*line = span_trim(*line);
	for (n = line->len; n && line->s[n - 1] != ' ' &&
	     line->s[n - 1] != '\t'; n--)
		;
	*field = (struct span){ line->s + n, line->len - n };
	*line = span_trim((struct span){ line->s, n });
	return field->len && line->len;
}

static void tag(struct reader *x, const char *key, struct span value)
{
	struct report *r = x->report;

	value = span_trim(value);
	if (value.len)
		report_tag(r, report_run_default(r), key,
			   span_copy(value, r->arena));
}

/* "   System: host-a: GNU/Linux", "   OS: GNU/Linux -- 6.7.0 -- #1 SMP" */
static void read_fact(struct reader *x, struct span line)
{
	struct span key, value, part;

	if (!line_key_value(line, ':', &key, &value))
		return;
	if (span_is(key, "System") && line_key_value(value, ':', &part, &value))
		tag(x, "host", part);
	else if (span_is(key, "OS") &&
		 span_between(value, " -- ", " -- ", &part))
		tag(x, "kernel", part);
	else if (span_is(key, "Machine") && line_field(&value, &part))
		tag(x, "arch", part);
	else if (span_is(key, "CPU 0"))
		tag(x, "cpu", value);
}

static void put_index(struct reader *x, struct span name, struct span digits)
{
	struct report *r = x->report;
	double v;

	if (span_sample(digits, r, x->lines.no, &v))
		report_sample(r, report_run_default(r),
			      span_copy(name, r->arena), &x->params, "index",
			      "index", BETTER_HIGHER, ROLE_SAMPLE, v);
}

/* "Pipe Throughput   12440.0  2221775.6   1786.0"; false: it is none. */
static bool read_index(struct reader *x, struct span line)
{
	struct span index, result, baseline;

	if (!last_field(&line, &index) || !last_field(&line, &result) ||
	    !last_field(&line, &baseline) || !span_is_number(result) ||
	    !span_is_number(baseline))
		return false;
	put_index(x, line, index);
	return true;
}

/* "Pipe Throughput   2221775.6 lps   (10.0 s, 7 samples)" */
static bool read_result(struct reader *x, struct span line)
{
	const char *paren = line.len ? memrchr(line.s, '(', line.len) : NULL;
	struct report *r = x->report;
	struct span samples, unit, value;
	struct summary sum = summary_none;
	uint64_t n;

	if (!paren || !span_between((struct span){ paren, line.len -
				    (size_t)(paren - line.s) }, " s, ",
				    " samples)", &samples))
		return false;
	line.len = (size_t)(paren - line.s);
	if (!last_field(&line, &unit) || !last_field(&line, &value) ||
	    !number_parse_u64(samples.s, samples.len, 1000000, &n)) {
		report_error(r, x->lines.no, "a name, a value, a unit and how"
			     " many samples do not stand there");
		return true;
	}
	struct summarized f = { span_copy(line, r->arena), &x->params, "result",
				span_copy(unit, r->arena), BETTER_HIGHER };
	x->n++;
	sum.n = (size_t)n;
	if (span_sample(value, r, x->lines.no, &sum.mean))
		summary_put(r, report_run_default(r), &f, &sum);
	return true;
}

static void run_end(struct reader *x)
{
	if (x->open && !x->n)
		report_error(x->report, x->open, "truncated: a run without"
			     " results");
	else if (x->open)
		report_warn(x->report, x->open, "a run without its index"
			    " score: cut off, or of tests that have none");
	x->open = x->n = 0;
	x->table = false;
	x->params = (struct tags){ 0 };
}

/* Its heading and what ends it; false: it is neither. */
static bool read_frame(struct reader *x, struct span line)
{
	struct span s, name = line;

	if (span_between(line, HEAD, ")", &s)) {
		run_end(x);
		tag(x, "tool_version", s);
	} else if (span_begins(line, RUN)) {
		run_end(x);
		x->open = x->lines.no;
	} else if (x->open && span_find(line, SCORE)) {
		if (last_field(&name, &s))
			put_index(x, name, s);
		x->open = 0;
	} else if (span_between(line, "; running ", " parallel cop", &s)) {
		tags_set(&x->params, x->report->arena, "copies",
			 span_copy(s, x->report->arena));
	} else if (x->open && span_find(line, " Benchmarks ") &&
		   span_find(line, " BASELINE ")) {
		x->table = true;
	} else {
		return false;
	}
	return true;
}

static void read_line(struct reader *x, struct span line)
{
	struct report *r = x->report;
	const char *none;

	if (read_frame(x, line) || line_is_rule(line))
		return;
	if (!x->open) {
		if (span_begins(line, "   "))
			read_fact(x, line);
		else
			line_skip(&x->lines, line);
	} else if ((none = span_find(line, " no measured results"))) {
		line.len = (size_t)(none - line.s);
		if (line.len && strchr(":|", line.s[line.len - 1]))
			line.len--;
		report_failure(r, report_run_default(r),
			       span_copy(span_trim(line), r->arena),
			       &x->params, NULL, "no measured results",
			       x->lines.no);
	} else if (!(x->table ? read_index(x, line) : read_result(x, line)) &&
		   !span_find(line, "====")) {
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
	run_end(&x);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "result", "*", "higher" },
	{ "index", "index", "higher" },
	{ 0 }
};

const struct importer importer_unixbench = {
	.name = "unixbench",
	.summary = "UnixBench 5 and later",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = " \tB-",
	.parse = parse,
};
