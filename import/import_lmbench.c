/*
 * import_lmbench.c - lmbench 2 and 3: a file of results, or lines of its tools.
 *
 *	[lmbench3.0 results for Linux host-a 4.15.0 ...]
 *	[LMBENCH VERSION: lmbench-3alpha4]
 *	Simple syscall: 0.2345 microseconds
 *	AF_UNIX sock stream bandwidth: 11056.28 MB/sec
 *	"size=0k ovr=0.93
 *	2 11.57
 *
 * The tables under "size= are context switches: processes and us. Other tables
 * are curves over a size, for a plot: they are not read, and said. What tools
 * write to standard error stands between the lines.
 *
 * source    lmbench-3.0-a9 scripts/lmbench, src/lib_timing.c (micro, mb)
 */
#include <string.h>

#include "claim.h"
#include "import.h"

static const struct kind {
	const char *spelled, *metric, *unit;
	enum better better;
	const char *name_ends; /* others write MB/sec, too */
} kinds[] = {
	{ " microseconds", "latency", "us", BETTER_LOWER, "" },
	{ " MB/sec", "bandwidth", "MB/s", BETTER_HIGHER, " bandwidth" },
};

struct reader {
	struct report *report;
	struct lines lines;
	struct span title; /* of the table being read; empty: none */
	size_t line, rows; /* where it stands, and how many are not read */
	struct tags params; /* of one that is read */
	bool reads;
};

/* "Simple syscall: 0.2345 microseconds" */
static const struct kind *row_of(struct span line, struct span *name,
				 struct span *value)
{
	const struct kind *k = kinds;
	const char *colon;

	while (k < kinds + N_OF(kinds) && !span_ends(line, k->spelled))
		k++;
	if (k == kinds + N_OF(kinds) ||
	    !(colon = memrchr(line.s, ':', line.len)))
		return NULL;
	*name = span_trim((struct span){ line.s, (size_t)(colon - line.s) });
	line.len -= (size_t)(colon + 1 - line.s) + strlen(k->spelled);
	*value = span_trim((struct span){ colon + 1, line.len });
	return name->len && span_ends(*name, k->name_ends) &&
	       span_is_number(*value) ? k : NULL;
}

static bool own_line(struct span line)
{
	struct span name, value;

	return span_begins(line, "[lmbench") ||
	       span_begins(line, "\"size=") || row_of(line, &name, &value);
}

/* "0.000512 38659.32", "0.000001 1.71 MB/sec", "0k 18774 171147 234949" */
static bool is_table_row(struct span line)
{
	struct span f[4];
	size_t n = line_fields(line, f, 4);

	return n >= 2 && n <= 4 && f[0].s[0] >= '0' && f[0].s[0] <= '9' &&
	       f[1].s[0] >= '0' && f[1].s[0] <= '9';
}

static bool is_title(struct span line)
{
	static const char *const words[] = {
		"\"", "Memory ", "Socket bandwidth using ", NULL
	};

	return line_begins(line, words);
}

static bool next_line(struct span line)
{
	return span_begins(line, "[") || is_title(line) ||
	       is_table_row(line) || span_begins(line, "Avg xfer: ") ||
	       (span_begins(line, "File ") && span_find(line, " bandwidth: "));
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void table_end(struct reader *x)
{
	struct span title = x->title;

	if (title.len && x->rows)
		report_warn(x->report, x->line, "'%.*s' is a curve, which is"
			    " not read: %zu lines", span_shown(title, 80),
			    title.s, x->rows);
	x->title.len = 0;
	x->rows = 0;
	x->reads = false;
}

/* '"size=0k ovr=0.93' */
static void table_begin(struct reader *x, struct span line)
{
	struct arena *a = x->report->arena;
	struct span size;

	table_end(x);
	x->line = x->lines.no;
	x->title = line;
	if (*line.s == '"') {
		x->title.s++;
		x->title.len--;
	}
	x->reads = span_between(line, "\"size=", " ", &size) && size.len;
	x->params = (struct tags){ 0 };
	if (x->reads)
		tags_set(&x->params, a, "size", span_copy(size, a));
}

static void read_switches(struct reader *x, struct span line)
{
	struct report *r = x->report;
	struct span f[2];
	double us;

	if (line_fields(line, f, 2) != 2 || !span_is_integer(f[0])) {
		report_error(r, x->lines.no, "processes and microseconds do not"
			     " stand there");
		return;
	}
	tags_set(&x->params, r->arena, "processes", span_copy(f[0], r->arena));
	if (span_sample(f[1], r, x->lines.no, &us))
		report_sample(r, report_run_default(r), "context switch",
			      &x->params, "latency", "us", BETTER_LOWER,
			      ROLE_SAMPLE, us);
}

/* "[RELEASE: 4.15.0-1014-azure]" */
static void read_fact(struct reader *x, struct span line)
{
	static const char *const facts[][2] = {
		{ "HOSTNAME", "host" }, { "SYSNAME", "os" },
		{ "RELEASE", "kernel" }, { "MACHINE", "arch" },
		{ "PROCESSORS", "cpus" }, { "LMBENCH VERSION", "tool_version" },
	};
	struct report *r = x->report;
	struct span key, value;
	size_t i;

	if (span_begins(line, "[lmbench"))
		report_runs_close(r);
	line.s++;
	line.len--;
	line.len -= span_ends(line, "]");
	if (!line_key_value(line, ':', &key, &value) || !value.len)
		return;
	for (i = 0; i < N_OF(facts); i++)
		if (span_is(key, facts[i][0]))
			report_tag(r, report_run_default(r), facts[i][1],
				   span_copy(value, r->arena));
}

static void read_line(struct reader *x, struct span line)
{
	struct report *r = x->report;
	struct tags none = { 0 };
	struct span name, value;
	const struct kind *kind;
	double v;

	if (x->title.len && is_table_row(line)) {
		if (x->reads)
			read_switches(x, line);
		x->rows += !x->reads;
		return;
	}
	if (!span_blank(line))
		table_end(x);
	if (span_begins(line, "[")) {
		read_fact(x, line);
	} else if ((kind = row_of(line, &name, &value))) {
		if (span_sample(value, r, x->lines.no, &v))
			report_sample(r, report_run_default(r),
				      span_copy(name, r->arena),
				      &none, kind->metric, kind->unit,
				      kind->better, ROLE_SAMPLE, v);
	} else if (is_title(line)) {
		table_begin(x, line);
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
	{ "latency", "us", "lower" },
	{ "bandwidth", "MB/s", "higher" },
	{ 0 }
};

const struct importer importer_lmbench = {
	.name = "lmbench",
	.summary = "lmbench 2 and 3: results, not their curves",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
