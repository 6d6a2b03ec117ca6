/*
 * import_perf_bench.c - perf bench: sched, mem, syscall and their like.
 *
 *	# Running 'sched/pipe' benchmark:
 *	# Executed 1000 pipe operations between two processes
 *
 *	     Total time: 0.002 [sec]
 *	       2.692000 usecs/op
 *	         371471 ops/sec
 */
#include "claim.h"
#include "gather.h"
#include "import.h"

static const struct row {
	const char *unit, *name, *ours;
	enum better better;
} rows[] = {
	{ "usecs/op", "time per op", "us/op", BETTER_LOWER },
	{ "nsecs/op", "time per op", "ns/op", BETTER_LOWER },
	{ "ops/sec", "ops", "ops/s", BETTER_HIGHER },
	{ "GB/sec", "throughput", "GB/s", BETTER_HIGHER },
	{ "MB/sec", "throughput", "MB/s", BETTER_HIGHER },
	{ "KB/sec", "throughput", "KB/s", BETTER_HIGHER },
	{ "B/sec", "throughput", "B/s", BETTER_HIGHER },
};

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	const char *test;   /* the benchmark that runs */
	size_t line;
	bool any;           /* a value of it was read */
};

static bool own_line(struct span line)
{
	return span_begins(line, "# Running '") &&
	       span_find(line, "' benchmark:");
}

static const struct row *row_of(struct span line, struct span *digits)
{
	struct span f[3];
	size_t i;

	if (line_fields(line, f, 3) != 2 || !span_is_number(f[0]))
		return NULL;
	*digits = f[0];
	for (i = 0; i < N_OF(rows); i++)
		if (span_is(f[1], rows[i].unit))
			return &rows[i];
	return NULL;
}

static bool next_line(struct span line)
{
	struct span digits;

	return span_begins(line, "# ") || row_of(line, &digits) ||
	       span_begins(span_trim(line), "Total time: ");
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void flush(struct reader *x)
{
	x->any = x->any || x->g->n_values;
	if (x->g->n_values)
		x->g->test = x->test;
	gather_flush(x->g);
}

static void test_end(struct reader *x)
{
	flush(x);
	if (x->test && !x->any)
		report_error(x->report, x->line, "truncated: a benchmark"
			     " without a result");
	x->test = NULL;
}

static void begin(struct reader *x, struct span line)
{
	struct span s;

	test_end(x);
	x->line = x->lines.no;
	x->any = false;
	if (span_between(line, "'", "'", &s))
		x->test = span_copy(s, x->report->arena);
}

/* What it says of itself before it has run. */
static void read_words(struct reader *x, struct span line)
{
	struct span s, f[8];
	size_t n = line_fields(line, f, 8);

	if (span_between(line, "# function '", "'", &s)) {
		flush(x);
		gather_param(x->g, "function", s);
	} else if (span_between(line, "# Copying ", " bytes", &s)) {
		gather_param(x->g, "size", s);
	} else if (n >= 6 && span_is(f[2], "groups") && span_is(f[3], "==")) {
		gather_param(x->g, "groups", f[1]);
		gather_param(x->g, span_is(f[5], "threads") ? "threads" :
			     "processes", f[4]);
	}
}

static void read_line(struct reader *x, struct span line)
{
	const struct row *row;
	struct span s;

	if (own_line(line)) {
		begin(x, line);
	} else if (!x->test) {
		line_skip(&x->lines, line);
	} else if (span_begins(line, "# ")) {
		read_words(x, line);
	} else if (span_between(line, "Total time: ", " [sec]", &s)) {
		gather_number(x->g, span_trim(s), "Total time", "s",
			      BETTER_LOWER, ROLE_SAMPLE);
	} else if ((row = row_of(line, &s))) {
		gather_number(x->g, s, row->name, row->ours, row->better,
			      ROLE_SAMPLE);
	} else {
		line_skip(&x->lines, line);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "ops", "ops/s", "higher" },
	{ "throughput", "GB/s, MB/s, KB/s, B/s", "higher" },
	{ "Total time", "s", "lower" },
	{ "time per op", "us/op, ns/op", "lower" },
	{ 0 }
};

const struct importer importer_perf_bench = {
	.name = "perf-bench",
	.summary = "perf bench: sched, mem, syscall",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "#",
	.parse = parse,
};
