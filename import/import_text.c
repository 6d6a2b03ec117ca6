/*
 * import_text.c - the text form for shell scripts; docs/formats.md defines it.
 *
 *	maxistat: 1
 *	host: apu2
 *	udp size=160 throughput Mbit/s higher 10175.11 10292.1
 *
 * A line of the first kind begins it, so that it is never taken for another
 * format. A blank line ends a run.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "import.h"
#include "line.h"
#include "mem.h"
#include "timestamp.h"

#define MAGIC "maxistat:"

struct reader {
	struct report *report;
	struct lines lines;
	bool begun;            /* the magic line was there */
	bool open;             /* a run is being read */
	size_t run, run_line;
	const char *run_start;
	bool has_result;       /* of that run */
	struct arena scratch;  /* of a few lines */
};

/* What a metric line says before its values. */
struct subject {
	const char *test, *metric, *unit;
	struct tags params;
	enum better better;
	enum role role;
};

static bool is_magic(struct span line)
{
	return span_begins(line, MAGIC) &&
	       span_is(span_trim((struct span){
			line.s + strlen(MAGIC), line.len - strlen(MAGIC) }),
		       "1");
}

static size_t claim(const char *data, size_t len)
{
	size_t used;

	return is_magic(line_first(data, len, &used)) ? len : 0;
}

__attribute__((format(printf, 2, 3)))
static bool complain(struct reader *x, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	report_error(x->report, x->lines.no, "%s", text);
	return false;
}

/*
 * Takes the next word off the line into the scratch arena; parts of it may be
 * in double quotes, where \" and \\ stand for themselves.
 * returns   NULL at the line's end
 */
static char *word(struct reader *x, struct span *line, bool *quoted)
{
	char *out, *s;
	bool inside = false;
	size_t i = 0;

	*line = span_trim(*line);
	*quoted = line->len && line->s[0] == '"';
	if (!line->len)
		return NULL;
	s = out = arena_alloc(&x->scratch, line->len + 1);
	for (; i < line->len; i++) {
		char c = line->s[i];

		if (!inside && (c == ' ' || c == '\t'))
			break;
		if (c == '"') {
			inside = !inside;
			continue;
		}
		if (inside && c == '\\' && i + 1 < line->len &&
		    (line->s[i + 1] == '"' || line->s[i + 1] == '\\'))
			c = line->s[++i];
		*out++ = c;
	}
	if (inside)
		report_error(x->report, x->lines.no,
			     "a quote that nothing closes");
	line->s += i;
	line->len -= i;
	return inside ? NULL : s;
}

/* "-" for a name that is not told. */
static const char *name_of(const char *s, bool quoted)
{
	return !quoted && !strcmp(s, "-") ? NULL : s;
}

/* `size=160` and `role=interval`; false where the word is none. */
static bool parameter(struct reader *x, struct subject *s, char *w)
{
	char *value = strchr(w, '=');

	if (!value || !tag_key_ok(w, (size_t)(value - w)))
		return false;
	*value++ = '\0';
	if (tags_get(&s->params, w))
		complain(x, "the parameter '%s' stands there twice", w);
	else if (strcmp(w, "role"))
		tags_set(&s->params, &x->scratch, w, value);
	else if (!role_parse(value, &s->role))
		complain(x, "role=%s: sample, interval, stream or summary",
			 value);
	return true;
}

static void failed(struct reader *x, const struct subject *s,
		   struct span reason)
{
	reason = span_trim(reason);
	x->has_result = true;
	if (reason.len)
		report_failure(x->report, x->run, s->test, &s->params,
			       s->metric, span_copy(reason, &x->scratch),
			       x->lines.no);
	else
		complain(x, "'failed:' without a reason");
}

/* Test, parameters and metric; false where the line is done or wrong. */
static bool read_subject(struct reader *x, struct span *line,
			 struct subject *s)
{
	bool quoted;
	char *w = word(x, line, &quoted);

	if (!w)
		return false;
	s->test = name_of(w, quoted);
	while ((w = word(x, line, &quoted)))
		if (quoted || !parameter(x, s, w))
			break;
	if (!w)
		return complain(x, "a metric's name is missing");
	if (!quoted && !strcmp(w, "failed:")) {
		failed(x, s, *line);
		return false;
	}
	s->metric = w;
	w = word(x, line, &quoted);
	if (w && !quoted && !strcmp(w, "failed:")) {
		failed(x, s, *line);
		return false;
	}
	s->unit = w ? name_of(w, quoted) : NULL;
	w = w ? word(x, line, &quoted) : NULL;
	if (!w)
		return complain(x, "after the metric '%s' a unit and higher,"
				" lower, none or - are missing", s->metric);
	if (strcmp(w, "-") && !better_parse(w, &s->better))
		return complain(x, "'%s' is not higher, lower, none or -", w);
	return true;
}

static bool read_figure(struct reader *x, struct summary *s, struct span f)
{
	const struct { const char *key; double *to; } figures[] = {
		{ "min", &s->min },   { "max", &s->max },
		{ "mean", &s->mean }, { "median", &s->median },
		{ "stddev", &s->stddev },
	};
	struct span key, value;
	uint64_t n;
	size_t i;

	if (!line_key_value(f, '=', &key, &value))
		return complain(x, "'%s' is no figure of a summary",
				span_copy(f, &x->scratch));
	if (span_is(key, "n")) {
		if (!number_parse_u64(value.s, value.len, SIZE_MAX, &n) || !n)
			return complain(x, "n=%s is no count",
					span_copy(value, &x->scratch));
		if (s->n)
			return complain(x, "'%s' stands there twice", "n");
		s->n = n;
		return true;
	}
	for (i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
		if (span_is(key, figures[i].key) && !isnan(*figures[i].to))
			return complain(x, "'%s' stands there twice",
					figures[i].key);
		else if (span_is(key, figures[i].key))
			return span_sample(value, x->report, x->lines.no,
					   figures[i].to);
	return complain(x, "'%s' is no figure of a summary",
			span_copy(key, &x->scratch));
}

static void read_summary(struct reader *x, const struct subject *s,
			 struct span line)
{
	struct summary sum = { 0, NAN, NAN, NAN, NAN, NAN };
	struct span f;

	while (line_field(&line, &f))
		if (!read_figure(x, &sum, f))
			return;
	if (!sum.n || (isnan(sum.mean) && isnan(sum.median)))
		complain(x, "a summary needs n and mean or median");
	else
		report_summary(x->report, x->run, s->test, &s->params,
			       s->metric, s->unit, s->better, s->role, &sum);
}

static void read_samples(struct reader *x, const struct subject *s,
			 struct span line)
{
	double *values = NULL, v;
	struct span f;
	size_t n = 0;

	while (line_field(&line, &f)) {
		if (!span_sample(f, x->report, x->lines.no, &v))
			return;
		values = arena_grow(&x->scratch, values, n, sizeof(double));
		values[n++] = v;
	}
	if (!n)
		complain(x, "the metric '%s' has no samples", s->metric);
	else
		report_samples(x->report, x->run, s->test, &s->params,
			       s->metric, s->unit, s->better, s->role, values,
			       n);
}

static void read_metric(struct reader *x, struct span line)
{
	struct subject s = { 0 };
	struct span rest, f;

	x->has_result = true;
	if (!read_subject(x, &line, &s))
		return;
	rest = line;
	if (line_field(&rest, &f) && span_is(f, "summary"))
		read_summary(x, &s, rest);
	else
		read_samples(x, &s, line);
}

static void read_tag(struct reader *x, struct span key, struct span value)
{
	struct run *u = report_run(x->report, x->run);
	char *k = span_copy(key, &x->scratch);
	struct time_span at;

	if (!value.len) {
		report_warn(x->report, x->lines.no, "'%s' has no value: not"
			    " recorded", k);
		return;
	}
	if (!span_is(key, "at")) {
		report_tag(x->report, x->run, k, span_copy(value, &x->scratch));
		return;
	}
	if (!time_parse(value.s, value.len, &at) || !time_is_dated(&at))
		complain(x, "'%s' is no time (2026-11-30T08:00:00Z)",
			 span_copy(value, &x->scratch));
	else if (at.has_clock && !at.has_zone)
		complain(x, "the time '%s' has no zone",
			 span_copy(value, &x->scratch));
	else {
		u->has_at = true;
		u->at_ns = at.from_ns;
	}
}

/* `key: value`: the first word is a tag's name and a colon. */
static bool key_line(struct span line, struct span *key, struct span *value)
{
	struct span first, rest = line;

	if (!line_field(&rest, &first) || first.s[first.len - 1] != ':' ||
	    !tag_key_ok(first.s, first.len - 1))
		return false;
	*key = (struct span){ first.s, first.len - 1 };
	*value = span_trim(rest);
	return true;
}

static void run_end(struct reader *x, const char *end)
{
	struct run *u;

	if (!x->open)
		return;
	x->open = false;
	if (!x->has_result)
		report_error(x->report, x->run_line, "a run without a metric:"
			     " a blank line ends a run");
	u = report_run(x->report, x->run);
	u->doc = x->run_start;
	u->doc_len = (size_t)(end - x->run_start);
}

static void run_begin(struct reader *x)
{
	if (x->open)
		return;
	x->run = report_run_new(x->report);
	x->run_line = x->lines.no;
	x->run_start = x->lines.start;
	x->open = true;
	x->has_result = false;
}

static void read_line(struct reader *x, struct span line)
{
	struct span key, value;

	if (span_blank(line) || span_begins(line, MAGIC))
		run_end(x, x->lines.start);
	if (span_begins(line, MAGIC)) {
		x->begun = is_magic(line);
		if (!x->begun)
			complain(x, "only version 1 of this form is known");
		return;
	}
	if (span_blank(line) || line.s[0] == '#')
		return;
	if (!x->begun) {
		line_skip(&x->lines, line);
		return;
	}
	run_begin(x);
	if (key_line(line, &key, &value))
		read_tag(x, key, value);
	else
		read_metric(x, line);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		read_line(&x, line);
		if (x.scratch.total > (1u << 20))
			arena_release(&x.scratch);
	}
	run_end(&x, data + len);
	lines_end(&x.lines, r);
	arena_release(&x.scratch);
	return 0;
}

const struct importer importer_text = {
	.name = "text",
	.summary = "key: value lines and a line a metric, for shell scripts",
	.needs = "",
	.metrics = metrics_of_file,
	.claim = claim,
	.starts = "m",
	.parse = parse,
};
