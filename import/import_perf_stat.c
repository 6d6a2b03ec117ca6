/*
 * import_perf_stat.c - perf stat: text, -x SEP and -j.
 *
 * The columns of -x are told apart by where the event's name stands. Rows of
 * -I are a time series: each has its time as a parameter. With -r a value is
 * the mean of the runs and +- its relative standard error, in percent.
 *
 * source    Linux 6.1 tools/perf/util/stat-display.c
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "perf_stat.h"
#include "summaries.h"

enum better perf_stat_better(struct span event)
{
	static const char *const lower[] = {
		"task-clock", "cpu-clock", "cycles", "cpu-cycles",
		"instructions", "page-faults", "minor-faults", "major-faults",
		"context-switches", "cpu-migrations", "elapsed", "user", "sys",
		"cache-misses", "branch-misses", NULL
	};
	size_t i;

	while (event.len > 1 && memchr("ukhGHpPSDW:", event.s[event.len - 1],
				       11) && memchr(event.s, ':', event.len))
		event.len--;
	for (i = 0; lower[i]; i++)
		if (span_is(event, lower[i]))
			return BETTER_LOWER;
	return span_begins(event, "power/energy-") ? BETTER_LOWER :
	       BETTER_UNKNOWN;
}

const struct perf_error perf_error_none = { NAN, NAN };

void perf_stat_put(struct perf_stat *x, struct span event, struct span unit,
		   double value, struct perf_error error)
{
	struct report *r = x->report;
	struct summary sum = summary_none;
	struct summarized f = {
		x->test ? x->test : "perf stat", &x->params,
		span_copy(event, r->arena),
		unit.len ? span_copy(unit, r->arena) : "count",
		perf_stat_better(event)
	};
	size_t run = report_run_default(r);

	x->elapsed = x->elapsed || span_is(event, "elapsed");
	if (isnan(error.percent) && !x->runs) {
		report_sample(r, run, f.test, f.params, f.name, f.unit,
			      f.better, tags_get(&x->params, "time") ?
			      ROLE_INTERVAL : ROLE_SAMPLE, value);
		return;
	}
	sum.n = x->runs;
	sum.mean = value;
	summary_put(r, run, &f, &sum);
	summary_figure(r, run, &f, "stderr", error.value);
	summary_figure(r, run, &f, "stderr_pct", error.percent);
}

void perf_stat_missing(struct perf_stat *x, struct span event,
		       struct span reason)
{
	struct report *r = x->report;

	reason = span_trim(reason);
	report_failure(r, report_run_default(r), x->test ? x->test :
		       "perf stat", &x->params, span_copy(event, r->arena),
		       span_copy(reason, r->arena), x->lines.no);
}

bool perf_stat_is_missing(struct span s)
{
	return span_is(s, "<not counted>") || span_is(s, "<not supported>");
}

/* -x */

#define FIELDS_MAX 16

static size_t split(struct span line, char sep, struct span *f)
{
	size_t n = 0;

	for (;;) {
		const char *at = line.len ? memchr(line.s, sep, line.len) :
				 NULL;

		f[n] = line;
		if (at)
			f[n].len = (size_t)(at - line.s);
		f[n] = span_trim(f[n]);
		if (++n == FIELDS_MAX || !at)
			return n;
		line.len -= (size_t)(at - line.s) + 1;
		line.s = at + 1;
	}
}

static bool is_percent(struct span s)
{
	return s.len > 1 && s.s[s.len - 1] == '%' &&
	       span_is_number((struct span){ s.s, s.len - 1 });
}

/* Where the value stands in value,unit,event,[x%,]runtime,percent; or n. */
static size_t value_at(const struct span *f, size_t n)
{
	size_t i, at;

	for (i = 0; i < 4 && i + 4 < n; i++) {
		at = i + 3 + is_percent(f[i + 3]);
		if ((span_is_number(f[i]) || perf_stat_is_missing(f[i]) ||
		     span_is(f[i], "nan")) &&
		    f[i + 2].len && !span_is_number(f[i + 2]) &&
		    at + 1 < n && span_is_integer(f[at]) &&
		    span_is_decimal(f[at + 1], 2) &&
		    !span_is_number(f[i + 1]))
			return i;
	}
	return n;
}

/* The separator of a line of -x; NUL: it is none. */
static char separator(struct span line)
{
	static const char seps[] = ",;\t|";
	struct span f[FIELDS_MAX];
	size_t i, n;

	if (line.len > 4096)
		return '\0';
	for (i = 0; seps[i]; i++) {
		n = split(line, seps[i], f);
		if (n >= 5 && value_at(f, n) < n)
			return seps[i];
	}
	return '\0';
}

/* What stands before the value: a time of -I, a CPU of -A. */
static void read_lead(struct perf_stat *x, const struct span *f, size_t n)
{
	struct arena *a = x->report->arena;
	size_t i;

	x->params = (struct tags){ 0 };
	for (i = 0; i < n; i++)
		if (span_is_decimal(f[i], 9))
			tags_set(&x->params, a, "time", span_copy(f[i], a));
		else if (!span_is_integer(f[i]) && f[i].len)
			tags_set(&x->params, a, "cpu", span_copy(f[i], a));
}

static void read_fields(struct perf_stat *x, struct span line, char sep)
{
	struct span f[FIELDS_MAX], percent;
	size_t n = split(line, sep, f), i = value_at(f, n);
	struct perf_error error = perf_error_none;
	double value;

	read_lead(x, f, i);
	if (perf_stat_is_missing(f[i])) {
		perf_stat_missing(x, f[i + 2], f[i]);
		return;
	}
	if (span_is(f[i], "nan")) {
		perf_stat_missing(x, f[i + 2], span_of("not a number"));
		return;
	}
	percent = f[i + 3];
	if (is_percent(percent)) {
		percent.len--;
		span_number(percent, &error.percent);
	}
	if (span_sample(f[i], x->report, x->lines.no, &value))
		perf_stat_put(x, f[i + 2], f[i + 1], value, error);
}

/* -j */

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 1)
		l->seen |= span_is(name, "counter-value") ? 1 :
			   span_is(name, "event") ? 2 : 0;
	l->evidence = l->evidence || l->seen == 3;
}

static void read_object(struct perf_stat *x, const struct json_read *d)
{
	const cJSON *o = d->root;
	const char *value = json_words(json_at(o, "counter-value"));
	const char *event = json_words(json_at(o, "event"));
	const char *unit = json_words(json_at(o, "unit")), *s;
	struct arena *a = x->report->arena;
	struct perf_error error = perf_error_none;
	double v;

	x->params = (struct tags){ 0 };
	if ((s = json_words(json_at(o, "cpu"))) && *s)
		tags_set(&x->params, a, "cpu", arena_strdup(a, s));
	if (!value || !event || !*event)
		return; /* a metric of its own: derived */
	if (perf_stat_is_missing(span_of(value))) {
		perf_stat_missing(x, span_of(event), span_of(value));
		return;
	}
	if (json_value(d, json_at(o, "variance"), &v) == NUMBER_OK)
		error.percent = v; /* what it is, in spite of its name */
	if (span_sample(span_of(value), x->report, x->lines.no, &v))
		perf_stat_put(x, span_of(event), span_of(unit ? unit : ""), v,
			      error);
}

static void read_json(struct perf_stat *x, struct span line)
{
	struct json_read d;

	if (json_read(&d, &x->lines, line, x->report, true))
		read_object(x, &d);
	json_read_release(&d);
}

/* All of it */

static bool own_line(struct span line)
{
	return perf_stat_line_begins(line) || separator(line);
}

static bool next_line(struct span line)
{
	return perf_stat_line_goes_on(line);
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key };
	size_t used, n;

	if (len && *data == '{')
		return json_look(&l, data, len);
	if (!span_begins((struct span){ data, len }, "# started on "))
		return claim_lines(data, len, own_line, next_line);
	line_first(data, len, &used);
	while (used < len && data[used] == '\n')
		used++;
	n = claim_lines(data + used, len - used, own_line, next_line);
	return n ? used + n : 0;
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct perf_stat x = { .report = r };
	struct span line;
	char sep;

	(void)err;
	x.comma = perf_stat_decimal_comma((struct span){ data, len });
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		if (line.len && line.s[0] == '{')
			read_json(&x, line);
		else if (perf_stat_line(&x, line))
			;
		else if ((sep = separator(line)))
			read_fields(&x, line, sep);
		else if (!span_begins(line, "# started on "))
			line_skip(&x.lines, line);
	}
	perf_stat_lines_end(&x);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "elapsed, user, sys", "s", "lower" },
	{ "task-clock*, cpu-clock*", "msec", "lower" },
	{ "cycles*, cpu-cycles*, instructions*, page-faults*, minor-faults*, "
	  "major-faults*, context-switches*, cpu-migrations*, cache-misses*, "
	  "branch-misses*", "count", "lower" },
	{ "power/energy-*", "*", "lower" },
	{ "*", "*", "-" },
	{ 0 }
};

const struct importer importer_perf_stat = {
	.name = "perf-stat",
	.summary = "perf stat: text, -x or -j",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.parse = parse,
};
