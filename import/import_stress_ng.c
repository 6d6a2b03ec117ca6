/*
 * import_stress_ng.c - stress-ng --metrics, --metrics-brief and --yaml.
 *
 *	stress-ng: metrc: [1] cpu   842  2.01  0.49  0.00  418.97 1721.70
 *	stress-ng: metrc: [1] matrix  179.02 prod matrix ops per sec
 *		(geometic mean of 1 instances)   (on the same line)
 *
 * Bogo operations compare within one version only. Older versions say info:
 * for metrc:. What stands behind a miscellaneous number is its unit and its
 * meaning.
 *
 * source    stress-ng 0.15.06 core-stress.c (stress_metrics_dump)
 */
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"

static const struct column {
	const char *name, *yaml, *unit;
	enum better better;
} columns[] = {
	{ "bogo ops", "bogo-ops", "ops", BETTER_NONE },
	{ "real time", "wall-clock-time", "s", BETTER_NONE },
	{ "usr time", "user-time", "s", BETTER_NONE },
	{ "sys time", "system-time", "s", BETTER_NONE },
	{ "bogo ops/s (real time)", "bogo-ops-per-second-real-time", "ops/s",
	  BETTER_HIGHER },
	{ "bogo ops/s (usr+sys time)", "bogo-ops-per-second-usr-sys-time",
	  "ops/s", BETTER_HIGHER },
	{ "CPU used per instance", "cpu-usage-per-instance", "%",
	  BETTER_NONE },
	{ "RSS Max", "max-rss", "KB", BETTER_LOWER },
};

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool table, yaml;   /* the rows of a table; a document */
};

static bool own_line(struct span line)
{
	return span_begins(line, "stress-ng: ");
}

static bool yaml_line(struct span line)
{
	return span_begins(line, "system-info:") ||
	       span_begins(line, "metrics:") || span_begins(line, "times:");
}

static bool yaml_goes_on(struct span line)
{
	return yaml_line(line) || span_begins(line, "  ") ||
	       span_is(line, "...");
}

static size_t claim(const char *data, size_t len)
{
	struct span line;
	size_t used, n;

	if (!len || *data != '-')
		return claim_lines(data, len, own_line, own_line);
	line = line_first(data, len, &used);
	if (!span_is(line, "---"))
		return 0;
	n = claim_lines(data + used, len - used, yaml_line, yaml_goes_on);
	return n && memmem(data, used + n, "stress-ng-version:", 18) ?
	       used + n : 0;
}

/* The words behind "[pid] "; false: it is another line. */
static bool words_of(struct span line, struct span *words)
{
	if (!span_begins(line, "stress-ng: metrc: [") &&
	    !span_begins(line, "stress-ng: info:  ["))
		return false;
	return span_after(line, "] ", words);
}

/* "cpu 842 2.01 0.49 0.00 418.97 1721.70", with two more columns or not */
static bool read_row(struct reader *x, struct span words)
{
	struct span f[9];
	size_t n = line_fields(words, f, 9), i;

	if ((n != 7 && n != 8 && n != 9) || !span_is_integer(f[1]))
		return false;
	for (i = 1; i < n; i++)
		if (!span_is_number(f[i]))
			return false;
	x->g->test = span_copy(f[0], &x->g->scratch);
	x->g->line = x->lines.no;
	for (i = 1; i < n; i++)
		gather_number(x->g, f[i], columns[i - 1].name,
			      columns[i - 1].unit, columns[i - 1].better,
			      ROLE_SAMPLE);
	gather_flush(x->g);
	return true;
}

/* "nanosecs per flock lock call", "ops per sec", "MB per sec ..." */
static void unit_of(struct span what, const char **unit, enum better *better)
{
	static const struct {
		const char *text, *unit;
		enum better better;
	} known[] = {
		{ "nanosecs ", "ns", BETTER_LOWER },
		{ "nanoseconds ", "ns", BETTER_LOWER },
		{ "MB/sec", "MB/s", BETTER_HIGHER },
		{ "MB per sec", "MB/s", BETTER_HIGHER },
		{ " per sec", "1/s", BETTER_HIGHER },
	};
	size_t i;

	*unit = NULL;
	*better = BETTER_UNKNOWN;
	for (i = 0; i < N_OF(known) && !*unit; i++)
		if (span_find(what, known[i].text)) {
			*unit = known[i].unit;
			*better = known[i].better;
		}
}

static bool read_other(struct reader *x, struct span words)
{
	struct span test, number, what;
	const char *unit, *cut;
	enum better better;

	if (!line_field(&words, &test) || !line_field(&words, &number) ||
	    !span_is_number(number))
		return false;
	what = span_trim(words);
	cut = span_find(what, " mean of ");
	while (cut && cut > what.s && *cut != '(')
		cut--;
	if (cut && *cut == '(')
		what.len = (size_t)(cut - what.s);
	what = span_trim(what);
	if (!what.len)
		return false;
	unit_of(what, &unit, &better);
	x->g->test = span_copy(test, &x->g->scratch);
	x->g->line = x->lines.no;
	gather_number(x->g, number, span_copy(what, &x->g->scratch), unit,
		      better, ROLE_SAMPLE);
	gather_flush(x->g);
	return true;
}

static void read_said(struct reader *x, struct span line)
{
	struct span words;

	if (span_begins(line, "stress-ng: fail:") ||
	    span_begins(line, "stress-ng: error:") ||
	    span_find(line, "unsuccessful run completed")) {
		x->report->complete = false;
		report_warn(x->report, x->lines.no, "%.*s",
			    span_shown(line, 200), line.s);
	} else if (words_of(line, &words)) {
		if (span_begins(words, "stressor "))
			x->table = true;
		else if (span_is(span_trim(words), "miscellaneous metrics:"))
			;
		else if (x->table && !read_row(x, words) &&
			 span_begins(line, "stress-ng: metrc:"))
			read_other(x, words);
	}
}

/* "add-matrix-ops-per-sec: 124447.18" */
static void yaml_other(struct reader *x, struct span key, struct span value)
{
	char *what = span_copy(key, &x->g->scratch), *c;
	const char *unit;
	enum better better;

	for (c = what; *c; c++)
		if (*c == '-')
			*c = ' ';
	unit_of(span_of(what), &unit, &better);
	gather_number(x->g, value, span_copy(key, &x->g->scratch), unit,
		      better, ROLE_SAMPLE);
}

/* YAML of a fixed shape: scalars, strings in single quotes. */
static void read_yaml(struct reader *x, struct span line)
{
	static const char *const facts[][2] = {
		{ "stress-ng-version", "tool_version" }, { "hostname", "host" },
		{ "sysname", "os" }, { "release", "kernel" },
		{ "machine", "arch" }, { "compiler", "compiler" },
		{ "cpus", "cpus" },
	};
	struct tags none = { 0 };
	struct span key, value;
	size_t i;

	if (!line_key_value(line, ':', &key, &value))
		return;
	if (value.len > 1 && value.s[0] == '\'')
		value = (struct span){ value.s + 1, value.len - 2 };
	for (i = 0; i < N_OF(facts); i++)
		if (span_is(key, facts[i][0]) && value.len)
			report_tag(x->report,
				   report_run_with(x->report, &none),
				   facts[i][1],
				   span_copy(value, x->report->arena));
	if (span_is(key, "- stressor")) {
		gather_flush(x->g);
		x->g->test = span_copy(value, &x->g->scratch);
		return;
	}
	for (i = 0; i < N_OF(columns) && x->g->test; i++)
		if (span_is(key, columns[i].yaml)) {
			gather_number(x->g, value, columns[i].yaml,
				      columns[i].unit, columns[i].better,
				      ROLE_SAMPLE);
			return;
		}
	if (x->g->test && span_is_number(value))
		yaml_other(x, key, value);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		if (span_is(line, "---") || span_is(line, "...")) {
			if (x.yaml && *line.s == '-')
				gather_flush(x.g);
			x.yaml = *line.s == '-';
		} else if (own_line(line)) {
			read_said(&x, line);
		} else if (x.yaml) {
			read_yaml(&x, line);
		} else {
			line_skip(&x.lines, line);
		}
	}
	if (x.yaml)
		report_error(r, x.lines.no, "truncated: the YAML has no end");
	gather_flush(x.g);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "bogo ops/s (real time), bogo-ops-per-second-real-time, "
	  "bogo ops/s (usr+sys time), bogo-ops-per-second-usr-sys-time",
	  "ops/s", "higher" },
	{ "RSS Max, max-rss", "KB", "lower" },
	{ "bogo ops, bogo-ops", "ops", "none" },
	{ "real time, wall-clock-time, usr time, user-time, sys time, "
	  "system-time", "s", "none" },
	{ "CPU used per instance, cpu-usage-per-instance", "%", "none" },
	{ "* per sec, *-per-sec", "1/s", "higher" },
	{ "*MB/sec*, *MB per sec*", "MB/s", "higher" },
	{ "nanosec*", "ns", "lower" },
	{ "*", "-", "-" },
	{ 0 }
};

const struct importer importer_stress_ng = {
	.name = "stress-ng",
	.summary = "stress-ng: metrics or YAML",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "s-",
	.parse = parse,
};
