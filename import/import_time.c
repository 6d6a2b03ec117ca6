/*
 * import_time.c - time: of the shells, of POSIX, GNU's and BSD's.
 *
 *	real	0m0.112s
 *		Command being timed: "true"
 *	0.00user 0.00system 0:00.10elapsed 0%CPU (0avgtext+...
 *	        0.00 real         0.00 user         0.00 sys
 *
 * Blocks of one command are repeats. BSD's maximum resident set size is taken
 * as bytes, macOS's; FreeBSD means KiB by the same words: that is said.
 *
 * source    GNU time 1.9 time.c, bash 5.2 execute_cmd.c
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"

/* "Key: value" of GNU, "value  key" of BSD. */
static const struct row {
	const char *key, *name, *unit;
	enum better better;
} rows[] = {
	{ "User time (seconds)", "user", "s", BETTER_LOWER },
	{ "System time (seconds)", "system", "s", BETTER_LOWER },
	{ "Percent of CPU this job got", "cpu", "%", BETTER_UNKNOWN },
	{ "Maximum resident set size (kbytes)", "maxrss", "KiB",
	  BETTER_LOWER },
	{ "Major (requiring I/O) page faults", "major-faults", "count",
	  BETTER_LOWER },
	{ "Minor (reclaiming a frame) page faults", "minor-faults", "count",
	  BETTER_LOWER },
	{ "Voluntary context switches", "voluntary-context-switches", "count",
	  BETTER_LOWER },
	{ "Involuntary context switches", "involuntary-context-switches",
	  "count", BETTER_LOWER },
	{ "File system inputs", "fs-inputs", "blocks", BETTER_LOWER },
	{ "File system outputs", "fs-outputs", "blocks", BETTER_LOWER },
	{ "maximum resident set size", "maxrss", "B", BETTER_LOWER },
	{ "page reclaims", "minor-faults", "count", BETTER_LOWER },
	{ "page faults", "major-faults", "count", BETTER_LOWER },
	{ "voluntary context switches", "voluntary-context-switches", "count",
	  BETTER_LOWER },
	{ "involuntary context switches", "involuntary-context-switches",
	  "count", BETTER_LOWER },
};

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	struct span failed; /* what GNU time said before its block */
};

static bool is_gnu(struct span line)
{
	return span_begins(span_trim(line), "Command being timed: ");
}

static bool is_bsd(struct span line)
{
	struct span f[7];

	return line_fields(line, f, 7) == 6 && span_is(f[1], "real") &&
	       span_is(f[3], "user") && span_is(f[5], "sys");
}

static bool is_short(struct span line)
{
	return span_find(line, "user ") && span_find(line, "system ") &&
	       span_find(line, "elapsed ");
}

/* "real 0.10", "real\t0m0.112s" */
static bool is_word(struct span line, const char *word, struct span *value)
{
	struct span f[3];

	if (line_fields(line, f, 3) != 2 || !span_is(f[0], word) ||
	    f[1].s[0] < '0' || f[1].s[0] > '9')
		return false;
	*value = f[1];
	return true;
}

static bool own_line(struct span line)
{
	struct span v;

	return is_gnu(line) || is_bsd(line) || is_short(line) ||
	       is_word(line, "real", &v) ||
	       span_begins(line, "Command exited with non-zero status ") ||
	       span_begins(line, "Command terminated by signal ");
}

static const struct row *row_of(struct span line, struct span *value)
{
	struct span key, rest;
	size_t i;

	line = span_trim(line);
	if (!line_key_value(line, ':', &key, value)) {
		rest = line;
		line_field(&rest, value);
		key = span_trim(rest);
	}
	for (i = 0; i < N_OF(rows); i++)
		if (span_is(key, rows[i].key))
			return &rows[i];
	return NULL;
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"Elapsed (wall", "Average ", "Swaps:", "Socket messages ",
		"Signals delivered", "Page size ", "Exit status", NULL
	};
	struct span v, f;

	if (is_word(line, "user", &v) || is_word(line, "sys", &v) ||
	    row_of(line, &v) || line_begins(span_trim(line), words) ||
	    span_find(line, "pagefaults "))
		return true;
	return line.len && line.s[0] == ' ' && line_field(&line, &f) &&
	       span_is_integer(f);
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void test_end(struct reader *x)
{
	if (x->g->n_values && x->failed.len)
		report_warn(x->report, x->g->line, "%.*s",
			    span_shown(x->failed, 100), x->failed.s);
	if (x->g->n_values)
		x->failed.len = 0;
	gather_flush(x->g);
}

/* h:mm:ss, m:ss.cc, 0m0.112s, 0m0,112s, 0.10: seconds. */
static bool seconds(struct reader *x, struct span s, double *out)
{
	char text[32];
	double part;
	size_t i, n = 0;

	*out = 0;
	for (i = 0; i <= s.len && n < sizeof(text); i++) {
		char c = i < s.len ? s.s[i] : 's';

		if (c == ':' || c == 'm' || c == 's') {
			if (!n && c == 's' && i)
				break;
			if (number_parse(text, n, &part) != NUMBER_OK)
				goto bad;
			*out = c == ':' && i < s.len ? (*out + part) * 60 :
			       c == 'm' ? (*out + part) * 60 : *out + part;
			n = 0;
		} else {
			text[n++] = c == ',' ? '.' : c;
		}
	}
	if (n < sizeof(text))
		return true;
bad:
	report_error(x->report, x->lines.no, "'%.*s' is no time",
		     span_shown(s, 40), s.s);
	return false;
}

static void put(struct reader *x, const char *name, struct span s)
{
	double v;

	if (seconds(x, s, &v))
		gather_value(x->g, name, "s", BETTER_LOWER, ROLE_SAMPLE, v);
}

static void read_bsd(struct reader *x, struct span line)
{
	struct span f[6];

	line_fields(line, f, 6);
	test_end(x);
	x->g->line = x->lines.no;
	put(x, "elapsed", f[0]);
	put(x, "user", f[2]);
	put(x, "system", f[4]);
}

/* A number that stands right before a word: "1632maxresident". */
static void glued(struct reader *x, struct span line, const char *word,
		  const char *name, const char *unit, enum better better)
{
	const char *at = span_find(line, word), *from = at;

	if (!at)
		return;
	while (from > line.s && ((from[-1] >= '0' && from[-1] <= '9') ||
				 from[-1] == '.' || from[-1] == ':'))
		from--;
	if (at == from)
		return;
	if (!strcmp(unit, "s"))
		put(x, name, (struct span){ from, (size_t)(at - from) });
	else
		gather_number(x->g, (struct span){ from, (size_t)(at - from) },
			      name, unit, better, ROLE_SAMPLE);
}

static void read_short(struct reader *x, struct span line)
{
	if (is_short(line)) {
		test_end(x);
		x->g->line = x->lines.no;
	}
	glued(x, line, "elapsed ", "elapsed", "s", BETTER_LOWER);
	glued(x, line, "user ", "user", "s", BETTER_LOWER);
	glued(x, line, "system ", "system", "s", BETTER_LOWER);
	glued(x, line, "%CPU ", "cpu", "%", BETTER_UNKNOWN);
	glued(x, line, "maxresident)k", "maxrss", "KiB", BETTER_LOWER);
	glued(x, line, "major+", "major-faults", "count", BETTER_LOWER);
	glued(x, line, "minor)", "minor-faults", "count", BETTER_LOWER);
	glued(x, line, "inputs+", "fs-inputs", "blocks", BETTER_LOWER);
	glued(x, line, "outputs ", "fs-outputs", "blocks", BETTER_LOWER);
}

static void read_gnu(struct reader *x, struct span line)
{
	struct span s;

	test_end(x);
	x->g->line = x->lines.no;
	span_after(line, "timed: ", &s);
	s = span_trim(s);
	if (s.len > 2 && s.s[0] == '"' && s.s[s.len - 1] == '"')
		s = (struct span){ s.s + 1, s.len - 2 };
	x->g->test = span_copy(s, &x->g->scratch);
}

static void read_row(struct reader *x, const struct row *row, struct span v)
{
	if (v.len && v.s[v.len - 1] == '%')
		v.len--;
	if (!strcmp(row->unit, "B"))
		report_warn(x->report, x->lines.no, "taken as bytes, as macOS"
			    " has it; FreeBSD prints KiB");
	if (!span_is(v, "?"))
		gather_number(x->g, v, row->name, row->unit, row->better,
			      ROLE_SAMPLE);
}

static void read_line(struct reader *x, struct span line)
{
	const struct row *row;
	struct span v;

	if (is_gnu(line)) {
		read_gnu(x, line);
	} else if (span_begins(line, "Command exited with ") ||
		   span_begins(line, "Command terminated by ")) {
		test_end(x);
		x->failed = line;
	} else if (is_bsd(line)) {
		read_bsd(x, line);
	} else if (is_short(line) || span_find(line, "pagefaults ")) {
		read_short(x, line);
	} else if (is_word(line, "real", &v)) {
		test_end(x);
		x->g->line = x->lines.no;
		put(x, "elapsed", v);
	} else if (is_word(line, "user", &v)) {
		put(x, "user", v);
	} else if (is_word(line, "sys", &v)) {
		put(x, "system", v);
	} else if (span_begins(span_trim(line), "Elapsed (wall") &&
		   span_after(line, "m:ss): ", &v)) {
		put(x, "elapsed", span_trim(v));
	} else if ((row = row_of(line, &v))) {
		read_row(x, row, v);
	} else if (!next_line(line)) {
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
	{ "elapsed, user, system", "s", "lower" },
	{ "cpu", "%", "-" },
	{ "maxrss", "KiB, B", "lower" },
	{ "minor-faults, major-faults, voluntary-context-switches, "
	  "involuntary-context-switches", "count", "lower" },
	{ "fs-inputs, fs-outputs", "blocks", "lower" },
	{ 0 }
};

const struct importer importer_time = {
	.name = "time",
	.summary = "time: of a shell, GNU's or BSD's",
	.needs = "test:",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
