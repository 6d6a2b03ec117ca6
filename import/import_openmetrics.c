/*
 * import_openmetrics.c - the text of Prometheus and OpenMetrics.
 *
 *	# TYPE bench_rtt_seconds summary
 *	bench_rtt_seconds{host="a",quantile="0.5"} 0.25 1796046891000
 *	bench_rtt_seconds_count{host="a"} 4
 *
 * A sample of a gauge or counter is a sample; the lines of a histogram or
 * summary are one published summary: n and mean, the quantiles, the buckets.
 * Labels are parameters. The direction is never told. Exemplars and _created
 * are not read.
 *
 * source    OpenMetrics 1.0 sec. 4; Prometheus exposition format 0.0.4
 */
#include <math.h>
#include <string.h>

#include "import.h"
#include "openmetrics.h"
#include "quantity.h"
#include "summaries.h"

/* How names end that tell a unit; "a_bytes_total" too. */
static const struct { const char *word, *unit; } units[] = {
	{ "bytes_per_second", "B/s" }, { "bits_per_second", "bit/s" },
	{ "per_second", "1/s" },       { "nanoseconds", "ns" },
	{ "microseconds", "us" },      { "milliseconds", "ms" },
	{ "seconds", "s" },            { "bytes", "B" },
	{ "joules", "J" },             { "watts", "W" },
	{ "hertz", "Hz" },             { "percent", "%" },
};

/* The lines of one histogram or summary. */
struct point {
	bool open;
	size_t line;
	struct tags params;
	struct span time;
	struct summary summary;
	double count, sum;     /* NAN: not told */
	double infinite;       /* the bucket that holds all; NAN */
	struct {
		const char *name;
		double value;
		bool count;    /* of observations, not in the unit */
	} *figures;
	size_t n_figures;
	struct arena scratch;
};

struct reader {
	struct report *report;
	struct lines lines;
	struct span family, unit; /* of the # lines read last */
	enum openmetrics_kind kind;
	struct point point;
	size_t no_measure;
};

/* Values */

/* The unit that # UNIT told, or that the name ends with; NULL. */
static const char *unit_of(struct reader *x, struct span name)
{
	size_t i, n, from;

	if (name.len > 6 &&
	    span_is((struct span){ name.s + name.len - 6, 6 }, "_total"))
		name.len -= 6;
	if (x->unit.len)
		name = x->unit;
	for (i = 0; i < N_OF(units); i++) {
		n = strlen(units[i].word);
		from = name.len - n;
		if (name.len >= n && (!from || name.s[from - 1] == '_') &&
		    span_is((struct span){ name.s + from, n }, units[i].word))
			return units[i].unit;
	}
	return x->unit.len ? span_copy(x->unit, x->report->arena) : NULL;
}

/* NaN and infinities are no values, and no errors: a warning. */
static bool read_value(struct reader *x, struct span name, struct span text,
		       double *out)
{
	enum number_status status = span_number(text, out);

	if (status == NUMBER_NONFINITE)
		report_warn(x->report, x->lines.no, "no value of '%.*s': it is"
			    " %.*s", span_shown(name, 80), name.s,
			    span_shown(text, 20), text.s);
	else if (status != NUMBER_OK)
		report_error(x->report, x->lines.no, "'%.*s' %s",
			     span_shown(text, 40), text.s,
			     number_problem(status));
	return status == NUMBER_OK;
}

/* Milliseconds in Prometheus' text, seconds with a fraction in OpenMetrics. */
static bool read_time(struct span text, int64_t *ns)
{
	uint64_t ms;

	if (number_parse_u64(text.s, text.len, INT64_C(7258118400000), &ms) &&
	    ms >= UINT64_C(100000000000)) {
		*ns = (int64_t)ms * 1000000;
		return true;
	}
	return quantity_epoch(text, ns);
}

/* The first time that stands there is the run's. */
static size_t run_of(struct reader *x, struct span time)
{
	size_t run = report_run_default(x->report);
	struct run *u = report_run(x->report, run);
	int64_t ns;

	if (time.len && !u->has_at && read_time(time, &ns)) {
		u->has_at = true;
		u->at_ns = ns;
	}
	return run;
}

/* Histograms and summaries */

static void point_figure(struct point *p, const char *name, double value,
			 bool count)
{
	p->figures = arena_grow(&p->scratch, p->figures, p->n_figures,
				sizeof(*p->figures));
	p->figures[p->n_figures].name = name;
	p->figures[p->n_figures].value = value;
	p->figures[p->n_figures++].count = count;
}

/* Gives it to the report and forgets it. */
static void point_end(struct reader *x)
{
	struct point *p = &x->point;
	struct summarized f = { NULL, &p->params, NULL, NULL,
				BETTER_UNKNOWN };
	size_t i, run;

	if (!p->open)
		return;
	p->open = false;
	f.test = f.name = span_copy(x->family, x->report->arena);
	f.unit = unit_of(x, x->family);
	if (isnan(p->count))
		p->count = p->infinite;
	if (!(p->count >= 0 && p->count <= 9007199254740992.0) &&
	    x->kind == HISTOGRAM) {
		report_error(x->report, p->line, "the histogram '%.80s' has no"
			     " count: truncated?", f.name);
	} else if (p->count < 1) {
		report_warn(x->report, p->line, "nothing observed of '%.80s'",
			    f.name);
	} else {
		p->summary.n = p->count >= 1 ? (size_t)p->count : 0;
		p->summary.mean = p->summary.n ? p->sum / p->count : NAN;
		run = run_of(x, p->time);
		summary_put(x->report, run, &f, &p->summary);
		summary_figure(x->report, run, &f, "sum", p->sum);
		for (i = 0; i < p->n_figures; i++) {
			struct summarized one = f;

			if (p->figures[i].count)
				one.unit = NULL;
			summary_figure(x->report, run, &one,
				       p->figures[i].name,
				       p->figures[i].value);
		}
	}
	arena_release(&p->scratch);
}

/* The point that a line belongs to, begun where it is another's. */
static bool point_of(struct reader *x, const struct openmetrics_sample *s,
		     const char *skip, struct span *skipped)
{
	struct point *p = &x->point;
	struct tags params = { 0 };

	if (!openmetrics_labels(s->labels, x->report->arena, &params, skip,
				skipped))
		return false;
	if (p->open && tags_equal(&p->params, &params) &&
	    p->time.len == s->time.len &&
	    !memcmp(p->time.s, s->time.s, s->time.len))
		return true;
	point_end(x);
	*p = (struct point){ .open = true, .line = x->lines.no,
			     .params = params, .time = s->time,
			     .summary = summary_none, .count = NAN,
			     .sum = NAN, .infinite = NAN };
	return true;
}

static void read_bucket(struct reader *x, struct span le, double v)
{
	double edge;

	if (span_number(le, &edge) == NUMBER_NONFINITE)
		x->point.infinite = v;
	point_figure(&x->point, arena_printf(&x->point.scratch, "le.%.*s",
					     span_shown(le, 40), le.s), v,
		     true);
}

/* 0.5 is the median, 0.999 is p99.9. */
static void read_quantile(struct reader *x, struct span q, double v)
{
	static const struct quantity_unit hundredth = { "", "", 2, 0, 0 };
	char text[NUMBER_SIZE];
	double share;

	if (quantity_value(q, &hundredth, &share) != NUMBER_OK) {
		report_error(x->report, x->lines.no, "the quantile '%.*s' is"
			     " not a number", span_shown(q, 40), q.s);
		return;
	}
	number_print(share, text);
	if (!strcmp(text, "50"))
		x->point.summary.median = v;
	else if (!strcmp(text, "0"))
		x->point.summary.min = v;
	else if (!strcmp(text, "100"))
		x->point.summary.max = v;
	else
		point_figure(&x->point, arena_printf(&x->point.scratch, "p%s",
						     text), v, false);
}

/* A line of a histogram or summary by what follows the family's name. */
static bool read_part(struct reader *x, const struct openmetrics_sample *s)
{
	const char *label = x->kind == HISTOGRAM ? "le" : "quantile";
	struct span part = { s->name.s + x->family.len,
			     s->name.len - x->family.len }, edge;
	double v;

	if (span_is(part, "_created"))
		return true;
	if (!point_of(x, s, label, &edge))
		return false;
	if (!read_value(x, s->name, s->value, &v))
		return true;
	if (span_is(part, "_sum") || span_is(part, "_gsum"))
		x->point.sum = v;
	else if (span_is(part, "_count") || span_is(part, "_gcount"))
		x->point.count = v;
	else if (edge.len && x->kind == HISTOGRAM)
		read_bucket(x, edge, v);
	else if (edge.len)
		read_quantile(x, edge, v);
	else
		return false;
	return true;
}

/* Samples */

static bool is_of_family(const struct reader *x, struct span name)
{
	return x->family.len && name.len >= x->family.len &&
	       !memcmp(name.s, x->family.s, x->family.len) &&
	       (name.len == x->family.len || name.s[x->family.len] == '_');
}

static bool read_plain(struct reader *x, const struct openmetrics_sample *s)
{
	struct tags params = { 0 };
	struct span none;
	char *name;
	double v;

	point_end(x);
	if (!openmetrics_labels(s->labels, x->report->arena, &params, NULL,
				&none))
		return false;
	if (!read_value(x, s->name, s->value, &v))
		return true;
	name = span_copy(s->name, x->report->arena);
	report_sample(x->report, run_of(x, s->time), name, &params,
		      name, unit_of(x, s->name), BETTER_UNKNOWN, ROLE_SAMPLE,
		      v);
	return true;
}

static bool read_sample(struct reader *x, struct span line)
{
	struct openmetrics_sample s;
	struct span part;

	if (!openmetrics_sample(line, &s))
		return false;
	if (!is_of_family(x, s.name)) {
		point_end(x);
		x->kind = PLAIN;
		x->family.len = x->unit.len = 0;
	}
	part = (struct span){ s.name.s + x->family.len,
			      s.name.len - x->family.len };
	x->no_measure += x->kind == NO_MEASURE;
	return x->kind == NO_MEASURE ||
	       (x->kind == PLAIN && span_is(part, "_created")) ||
	       (x->kind == PLAIN ? read_plain(x, &s) : read_part(x, &s));
}

static void read_description(struct reader *x, struct span line)
{
	struct span what, name, rest;

	if (!openmetrics_described(line, &what, &name, &rest))
		return;
	if (name.len != x->family.len ||
	    memcmp(name.s, x->family.s, name.len)) {
		point_end(x);
		x->family = name;
		x->kind = PLAIN;
		x->unit.len = 0;
	}
	if (span_is(what, "UNIT"))
		x->unit = rest;
	else if (span_is(what, "TYPE") && !openmetrics_kind(rest, &x->kind))
		report_warn(x->report, x->lines.no, "the type '%.*s' is not"
			    " known: read as a gauge", span_shown(rest, 40),
			    rest.s);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .family = { data, 0 } };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line)) {
		if (span_blank(line))
			continue;
		if (line.s[0] == '#')
			read_description(&x, line);
		else if (!read_sample(&x, line))
			report_error(r, x.lines.no, "'%.*s' is no sample",
				     span_shown(line, 80), line.s);
	}
	point_end(&x);
	arena_release(&x.point.scratch);
	if (x.no_measure)
		report_warn(r, 0, "%zu sample%s of info and stateset: no"
			    " measurement, not kept", x.no_measure,
			    x.no_measure == 1 ? "" : "s");
	return 0;
}

const struct importer importer_openmetrics = {
	.name = "openmetrics",
	.summary = "OpenMetrics and Prometheus text",
	.needs = "better:",
	.metrics = metrics_of_file,
	.claim = openmetrics_claim,
	.starts = "#",
	.parse = parse,
};
