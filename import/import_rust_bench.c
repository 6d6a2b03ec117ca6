/*
 * import_rust_bench.c - Rust's libtest under `cargo bench`, and Criterion.rs
 * with --output-format bencher.
 *
 *	running 2 tests
 *	test parse ... bench:      18,149.25 ns/iter (+/- 755.10) = 123 MB/s
 *	test slow ... ignored
 *	test result: ok. 0 passed; 0 failed; 1 ignored; 1 measured; ...
 *
 * The number is libtest's median or Criterion's estimate, the other one max -
 * min or Criterion's own: no stddev, and n is not told.
 *
 * source    rust library/test/src/bench.rs, criterion 0.5 src/report.rs
 */
#include <string.h>

#include "claim.h"
#include "import.h"
#include "quantity.h"
#include "summaries.h"

struct reader {
	struct report *report;
	struct lines lines;
	struct tags params;
	size_t open;  /* the line that said how many tests run; 0: none */
};

/* What stands before and behind " ... " in "test NAME ... OUTCOME". */
static bool split(struct span line, struct span *name, struct span *outcome)
{
	const char *dots;

	if (!span_begins(line, "test "))
		return false;
	line.s += 5;
	line.len -= 5;
	dots = span_find(line, " ... ");
	if (!dots)
		return false;
	*name = span_trim((struct span){ line.s, (size_t)(dots - line.s) });
	span_after(line, " ... ", outcome);
	*outcome = span_trim(*outcome);
	return name->len > 0;
}

/* "running 2 tests" */
static bool is_head(struct span line)
{
	struct span f[3];

	return span_begins(line, "running ") && line_fields(line, f, 3) == 3 &&
	       span_is_integer(f[1]) && span_begins(f[2], "test");
}

/* "     Running benches/name.rs (target/release/deps/name-f36c88332bd25d23)" */
static bool is_target(struct span line)
{
	return span_begins(line, "     ") &&
	       span_begins(span_trim(line), "Running ") &&
	       span_find(line, "/deps/");
}

static bool own_line(struct span line)
{
	struct span name, outcome;

	return span_begins(line, "test result: ") ||
	       split(line, &name, &outcome) || is_head(line) ||
	       is_target(line);
}

/* What a test that failed had printed. */
static bool next_line(struct span line)
{
	static const char *const words[] = {
		"failures:", "---- ", "    ", "error: bench failed", NULL
	};

	return line_begins(line, words);
}

/* Criterion's lines may follow that of a target: then it is not ours. */
static size_t claim(const char *data, size_t len)
{
	size_t used;
	struct span line = line_first(data, len, &used);

	if (is_target(line)) {
		while (used < len && data[used] == '\n')
			used++;
		if (!is_head(line_first(data + used, len - used, &used)))
			return 0;
	}
	return claim_lines(data, len, own_line, next_line);
}

/* "1,234.56 ns/iter (+/- 12.34) = 123 MB/s" */
static void read_bench(struct reader *x, const char *test, struct span rest)
{
	struct report *r = x->report;
	size_t run = report_run_default(r);
	struct span number, unit, spread, rate;
	double value, about, mb;

	if (!line_field(&rest, &number) || !line_field(&rest, &unit) ||
	    !span_between(rest, "(+/- ", ")", &spread) ||
	    quantity_grouped(number, &value) != NUMBER_OK ||
	    quantity_grouped(spread, &about) != NUMBER_OK) {
		report_error(r, x->lines.no, "no '1,234 ns/iter (+/- 56)'"
			     " stands there");
		return;
	}
	struct summarized f = {
		test, &x->params, "bench", span_copy(unit, r->arena),
		span_find(unit, "/iter") ? BETTER_LOWER : BETTER_UNKNOWN
	};
	summary_figure(r, run, &f, "center", value);
	summary_figure(r, run, &f, "spread", about);
	if (span_between(rest, ") = ", " MB/s", &rate) &&
	    quantity_grouped(rate, &mb) == NUMBER_OK)
		report_sample(r, run, test, &x->params, "throughput", "MB/s",
			      BETTER_HIGHER, ROLE_SAMPLE, mb);
}

static void read_test(struct reader *x, struct span name, struct span outcome)
{
	struct report *r = x->report;
	const char *test = span_copy(name, r->arena);
	struct span rest;

	if (span_begins(outcome, "bench:") &&
	    span_after(outcome, "bench:", &rest))
		read_bench(x, test, rest);
	else if (!span_is(outcome, "ok"))
		report_failure(r, report_run_default(r), test, &x->params,
			       NULL, span_copy(outcome, r->arena), x->lines.no);
}

static void test_end(struct reader *x)
{
	if (x->open)
		report_error(x->report, x->open, "truncated: no 'test result:'"
			     " follows");
	x->open = 0;
}

/* Benchmarks of two targets may have one name. */
static void read_target(struct reader *x, struct span line)
{
	struct span path;
	const char *cut;

	if (!span_between(line, "(", ")", &path))
		return;
	while ((cut = span_find(path, "/"))) {
		path.len -= (size_t)(cut + 1 - path.s);
		path.s = cut + 1;
	}
	cut = path.len ? memrchr(path.s, '-', path.len) : NULL;
	if (cut)
		path.len = (size_t)(cut - path.s);
	if (path.len)
		tags_set(&x->params, x->report->arena, "target",
			 span_copy(path, x->report->arena));
}

static void read_line(struct reader *x, struct span line)
{
	struct span name, outcome;

	if (is_head(line)) {
		test_end(x);
		x->open = x->lines.no;
	} else if (span_begins(line, "test result: ")) {
		x->open = 0;
	} else if (split(line, &name, &outcome)) {
		read_test(x, name, outcome);
	} else if (is_target(line)) {
		read_target(x, line);
	} else if (!next_line(line)) {
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
	test_end(&x);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "bench", "*/iter", "lower" },
	{ "throughput", "MB/s", "higher" },
	{ 0 }
};

const struct importer importer_rust_bench = {
	.name = "rust-bench",
	.summary = "cargo bench: libtest's lines, Criterion.rs as bencher",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = " rt",
	.parse = parse,
};
