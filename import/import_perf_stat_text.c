/*
 * import_perf_stat_text.c - what perf stat prints for people.
 *
 *	 Performance counter stats for 'true' (5 runs):
 *
 *	       0.41 msec task-clock   #  0.429 CPUs utilized  ( +-  6.62% )
 *	   <not supported>      cycles
 *	         0.0009629 +- 0.0000665 seconds time elapsed  ( +-  6.91% )
 *
 * Numbers are in the locale of whoever ran it: 1,234.5 or 1.234,5. What stands
 * behind # is derived and not read.
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "perf_stat.h"

#define HEAD "Performance counter stats for "

bool perf_stat_line_begins(struct span line)
{
	return span_begins(span_trim(line), HEAD);
}

static bool of_number(char c)
{
	return (c >= '0' && c <= '9') || c == ',' || c == '.';
}

static bool looks_number(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (!of_number(s.s[i]))
			return false;
	return s.len > 0;
}

bool perf_stat_line_goes_on(struct span line)
{
	struct span f;

	line = span_trim(line);
	if (span_begins(line, "<not ") || span_begins(line, "nan "))
		return true;
	return line_field(&line, &f) && looks_number(f) && line.len > 1;
}

/* Decided by the seconds, which always have a fraction. */
bool perf_stat_decimal_comma(struct span text)
{
	struct lines l;
	struct span line, f;

	lines_init(&l, text.s, text.len);
	while (lines_next(&l, &line)) {
		if (!span_find(line, " msec ") && !span_find(line, " seconds "))
			continue;
		line_field(&line, &f);
		if (looks_number(f))
			return memchr(f.s, ',', f.len) &&
			       (!memchr(f.s, '.', f.len) ||
				(char *)memrchr(f.s, ',', f.len) >
				(char *)memrchr(f.s, '.', f.len));
	}
	return false;
}

static bool number(const struct perf_stat *x, struct span s, double *out)
{
	char text[64];
	size_t i, n = 0;

	for (i = 0; i < s.len && n < sizeof(text); i++) {
		char c = s.s[i];

		if (c == (x->comma ? '.' : ','))
			continue;
		text[n++] = c == ',' ? '.' : c;
	}
	return n < sizeof(text) && number_parse(text, n, out) == NUMBER_OK;
}

static void begin(struct perf_stat *x, struct span line)
{
	struct span s, runs;
	uint64_t n;

	perf_stat_lines_end(x);
	x->open = true;
	x->line = x->lines.no;
	x->elapsed = false;
	x->runs = 0;
	x->test = NULL;
	x->params = (struct tags){ 0 };
	span_after(line, HEAD, &s);
	if (span_between(s, " (", " runs):", &runs) &&
	    number_parse_u64(runs.s, runs.len, 1000000000, &n))
		x->runs = n;
	while (s.len && s.s[s.len - 1] != '\'')
		s.len--;
	if (s.len > 2 && s.s[0] == '\'')
		s = (struct span){ s.s + 1, s.len - 2 };
	if (s.len > 2)
		x->test = span_copy(s, x->report->arena);
}

/* What stands between the two; NAN where that is no number. */
static double figure(const struct perf_stat *x, struct span line,
		     const char *from, const char *to)
{
	struct span s;
	double v;

	return span_between(line, from, to, &s) && number(x, span_trim(s), &v) ?
	       v : NAN;
}

/* "+- 0.0000665 seconds time elapsed  ( +-  6.62% )" */
static struct perf_error error_of(const struct perf_stat *x, struct span line)
{
	return (struct perf_error){ figure(x, line, " +- ", " seconds "),
				    figure(x, line, "( +-", "%") };
}

/* 0.0009629 +- 0.0000665 seconds time elapsed */
static bool seconds(struct perf_stat *x, struct span line, double v)
{
	struct span what;

	if (!span_after(line, "seconds ", &what))
		return false;
	perf_stat_put(x, span_of(span_begins(what, "user") ? "user" :
				 span_begins(what, "sys") ? "sys" : "elapsed"),
		      span_of("s"), v, error_of(x, line));
	return true;
}

static void counter(struct perf_stat *x, struct span line)
{
	struct span rest = line, first, f[3], none = { NULL, 0 };
	struct perf_error error = error_of(x, line);
	double v;
	const char *hash = span_find(line, "#");
	const char *paren = span_find(line, "  (");
	size_t n;

	if (hash)
		rest.len = (size_t)(hash - rest.s);
	if (paren && (!hash || paren < hash))
		rest.len = (size_t)(paren - rest.s);
	line_field(&rest, &first);
	n = line_fields(rest, f, 3);
	if (n < 1 || n > 2)
		report_error(x->report, x->lines.no, "a counter is a value, a"
			     " unit or none, and an event");
	else if (span_is(first, "nan"))
		perf_stat_missing(x, f[n - 1], span_of("not a number"));
	else if (!number(x, first, &v))
		report_error(x->report, x->lines.no, "'%.*s' is not a number",
			     span_shown(first, 40), first.s);
	else
		perf_stat_put(x, f[n - 1], n == 2 ? f[0] : none, v, error);
}

/* "<not supported>      cycles" */
static bool missing(struct perf_stat *x, struct span line)
{
	struct span reason, rest, event;

	if (line.s[0] != '<' || !span_after(line, ">", &rest))
		return false;
	reason = (struct span){ line.s, (size_t)(rest.s - line.s) };
	/* a unit may stand before the event */
	if (!perf_stat_is_missing(reason) || !line_field(&rest, &event))
		return false;
	if (span_is(event, "msec") || span_is(event, "Joules"))
		line_field(&rest, &event);
	perf_stat_missing(x, event, reason);
	return true;
}

bool perf_stat_line(struct perf_stat *x, struct span line)
{
	struct span f, rest;
	double v;

	line = span_trim(line);
	if (perf_stat_line_begins(line)) {
		begin(x, line);
		return true;
	}
	if (!x->open || !line.len)
		return !line.len;
	if (missing(x, line))
		return true;
	rest = line;
	line_field(&rest, &f);
	if (!looks_number(f) && !span_is(f, "nan"))
		return false;
	if (!number(x, f, &v) || !seconds(x, rest, v))
		counter(x, line);
	return true;
}

void perf_stat_lines_end(struct perf_stat *x)
{
	if (x->open && !x->elapsed)
		report_error(x->report, x->line, "truncated: no elapsed time"
			     " follows");
	x->open = false;
}
