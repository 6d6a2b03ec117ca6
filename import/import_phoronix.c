/*
 * import_phoronix.c - the Phoronix Test Suite: composite.xml, and its console.
 *
 *	Intel Memory Latency Checker 3.10:
 *	    pts/intel-mlc-1.1.0 [Test: Peak Injection Bandwidth]
 *	    Test 1 of 1
 *	    Test: Peak Injection Bandwidth - All Reads:
 *	        78116.7
 *	        78231.6
 *
 *	    Average: 78174.15 MB/s
 *
 * The numbers are samples; the average, which tells the unit, is none. A
 * heading other than "Test Results" is the description of what stands below.
 *
 * source    Phoronix Test Suite 10.8 pts_concise_display_mode.php
 */
#include <string.h>
#include <strings.h>

#include "claim.h"
#include "import.h"
#include "phoronix.h"
#include "unit.h"

#define LOOK_MAX 4096 /* the root stands behind a comment, not far away */

struct reader {
	struct report *report;
	struct lines lines;
	const char *test, *description; /* NULL: none */
	double *values;
	size_t n, line; /* of the first value */
};

/* "    pts/xsbench-cl-1.0.0", perhaps with "[description]" behind it. */
static bool id_line(struct span line, struct span *id, struct span *about)
{
	const char *slash;
	size_t i;

	if (!span_begins(line, "    ") || line.len < 5 || line.s[4] == ' ')
		return false;
	*about = line;
	line_field(about, id);
	*about = span_trim(*about);
	slash = memchr(id->s, '/', id->len);
	if (!slash || slash == id->s || !memchr(slash, '-', id->len -
						(size_t)(slash - id->s)))
		return false;
	for (i = 0; i < id->len; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_.-/",
			    id->s[i]))
			return false;
	if (!about->len)
		return id->s[id->len - 1] >= '0' && id->s[id->len - 1] <= '9';
	return about->s[0] == '[' && about->s[about->len - 1] == ']';
}

/* Before the title of a test, as scripts start it. */
static bool command_line(struct span line)
{
	return span_begins(line, "spawn phoronix-test-suite ") ||
	       span_begins(line, "PTS_SILENT_MODE=") ||
	       span_begins(line, "Phoronix Test Suite v");
}

static size_t claim_xml(const char *data, size_t len)
{
	struct span all = { data, len }, start = all, end;
	size_t used = 0;

	start.len = len < LOOK_MAX ? len : LOOK_MAX;
	if ((!span_begins(all, "<?xml") &&
	     !span_begins(all, "<PhoronixTestSuite")) ||
	    !span_find(start, "<PhoronixTestSuite"))
		return 0;
	if (!span_after(all, "</PhoronixTestSuite>", &end))
		return len;
	line_first(end.s, end.len, &used);
	return (size_t)(end.s - data) + used;
}

/* Is this the title of a test, whose name stands on the next line? */
static bool is_title(struct span line, const char *next, size_t len)
{
	struct span id, about;
	size_t used;

	return line.len && line.s[0] != ' ' && line.s[line.len - 1] == ':' &&
	       id_line(line_first(next, len, &used), &id, &about);
}

static size_t claim(const char *data, size_t len)
{
	size_t used, at, claimed = 0;
	struct span line, id, about;

	if (len && data[0] == '<')
		return claim_xml(data, len);
	for (at = 0; at < len; at += used) {
		line = line_first(data + at, len - at, &used);
		if (span_blank(line))
			continue;
		if (!(claimed && span_begins(line, "    ")) &&
		    !command_line(line) &&
		    !id_line(line, &id, &about) &&
		    !is_title(line, data + at + used, len - at - used))
			break;
		claimed = at + used;
	}
	return claimed;
}

/* Rates that are no units of unit.def: Lookups/s, Frames Per Second. */
static enum better better_of(struct span unit, const char *spelled)
{
	static const char *const rates[] = { "/s", "/sec", "Per Second",
					     "FPS" };
	size_t i, n;

	for (i = 0; i < N_OF(rates); i++) {
		n = strlen(rates[i]);
		if (unit.len >= n &&
		    !strncasecmp(unit.s + unit.len - n, rates[i], n))
			return BETTER_HIGHER;
	}
	return unit_assumed_better(spelled);
}

static void read_params(struct reader *x, struct tags *params)
{
	if (x->description)
		tags_set(params, x->report->arena, "description",
			 x->description);
}

/* "78168.7 MB/s": gives the values above it. */
static void read_average(struct reader *x, struct span text)
{
	struct tags params = { 0 };
	struct span number;
	const char *unit;

	if (!x->n || !line_field(&text, &number) || !span_is_number(number)) {
		report_error(x->report, x->lines.no, "an average without the"
			     " numbers that it is of");
		return;
	}
	text = span_trim(text);
	unit = text.len ? span_copy(text, x->report->arena) : NULL;
	read_params(x, &params);
	report_samples(x->report, report_run_default(x->report), x->test,
		       &params, "result", unit, better_of(text, unit),
		       ROLE_SAMPLE, x->values, x->n);
	x->n = 0;
	x->values = NULL;
}

/* Numbers that no average follows have no unit: the output is cut off. */
static void values_end(struct reader *x)
{
	if (x->n)
		report_error(x->report, x->line, "results without their"
			     " average: truncated?");
	x->n = 0;
	x->values = NULL;
}

static void read_id(struct reader *x, struct span id, struct span about)
{
	values_end(x);
	x->test = span_copy(id, x->report->arena);
	x->description = NULL;
	if (about.len > 2)
		x->description = span_copy((struct span){ about.s + 1,
							  about.len - 2 },
					   x->report->arena);
}

static void read_value(struct reader *x, struct span number)
{
	double v;

	if (!span_sample(number, x->report, x->lines.no, &v))
		return;
	if (!x->n)
		x->line = x->lines.no;
	x->values = arena_grow(x->report->arena, x->values, x->n, sizeof(v));
	x->values[x->n++] = v;
}

/* What it says of a test that gave nothing. */
static bool is_failure(struct span line)
{
	static const char *const words[] = {
		"did not produce a result", "quit with a non-zero exit status",
		"failed to properly run", "[PROBLEM]",
	};
	size_t i;

	for (i = 0; i < N_OF(words); i++)
		if (span_find(line, words[i]))
			return true;
	return false;
}

static bool is_chatter(struct span line)
{
	static const char *const words[] = {
		"Test ", "Estimated ", "Started Run ", "Running ",
		"Deviation: ", "Samples: ", "Would you like ", "Comparison ",
		NULL
	};

	return line_begins(line, words);
}

/* An indented line below the name of a test; false: it is not known. */
static bool read_below(struct reader *x, struct span line)
{
	struct span text = span_trim(line), rest;
	struct tags params = { 0 };

	if (span_begins(line, "        ") && text.len &&
	    strchr("-.0123456789", text.s[0])) {
		read_value(x, text);
	} else if (span_begins(text, "Average: ")) {
		span_after(text, "Average: ", &rest);
		read_average(x, rest);
	} else if (is_failure(text)) {
		read_params(x, &params);
		report_failure(x->report, report_run_default(x->report),
			       x->test, &params, NULL,
			       span_copy(text, x->report->arena),
			       x->lines.no);
	} else if (text.len && text.s[text.len - 1] == ':') {
		values_end(x);
		if (!span_is(text, "Test Results:"))
			x->description = span_copy((struct span){ text.s,
							text.len - 1 },
						   x->report->arena);
	} else {
		return is_chatter(text);
	}
	return true;
}

static void read_line(struct reader *x, struct span line)
{
	struct span id, about;

	if (id_line(line, &id, &about))
		read_id(x, id, about);
	else if (is_title(line, x->lines.at,
			  (size_t)(x->lines.end - x->lines.at)))
		values_end(x);
	else if (!(x->test && span_begins(line, "    ") &&
		   read_below(x, line)) &&
		 !command_line(line) && !is_chatter(span_trim(line)))
		line_skip(&x->lines, line);
}

/* A document in the text, if one begins with this line; the lines go on. */
static bool read_xml(struct reader *x, struct span line)
{
	size_t left = (size_t)(x->lines.end - line.s), line0 = x->lines.no - 1;
	size_t n = line.len && line.s[0] == '<' ? claim_xml(line.s, left) : 0;
	const char *end = line.s + n;

	if (!n)
		return false;
	values_end(x);
	x->test = NULL;
	phoronix_xml((struct span){ line.s, n }, x->report, line0);
	report_runs_close(x->report);
	while (x->lines.at < end && lines_next(&x->lines, &line))
		;
	return true;
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		if (!span_blank(line) && !read_xml(&x, line))
			read_line(&x, line);
	values_end(&x);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "result", "*", "*" },
	{ 0 }
};

const struct importer importer_phoronix = {
	.name = "phoronix",
	.summary = "Phoronix Test Suite: composite.xml, console",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
