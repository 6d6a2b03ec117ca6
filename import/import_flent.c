/*
 * import_flent.c - flent's data files, unpacked: a JSON document.
 *
 *	{"metadata":{"NAME":"tcp_1up",...,"SERIES_META":{...}},
 *	 "x_values":[...],"results":{"TCP upload":[939.5,null,...]},...}
 *
 * A series of results is a time series inside one run, resampled by flent: its
 * values are intervals, never samples, and nulls are none. MEAN_VALUE is its
 * own figure, without the seconds before and after the test. The series is a
 * parameter: its name tells what it is of.
 *
 * source    flent 0.11 to 2.1: flent/resultset.py, flent/formatters.py
 */
#include <string.h>

#include "gather.h"
#include "import.h"
#include "json_look.h"
#include "json_read.h"
#include "timestamp.h"

#define SERIES_MAX 4096

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	const struct json_read *doc;
	size_t n_values, n_nulls; /* of the document */
};

/* What its units are called here, and what is measured in them. */
static const struct kind {
	const char *units, *unit, *name;
	enum better better;
} kinds[] = {
	{ "Mbits/s", "Mbit/s", "throughput", BETTER_HIGHER },
	{ "Mbps", "Mbit/s", "throughput", BETTER_HIGHER },
	{ "Kbps", "kbit/s", "throughput", BETTER_HIGHER },
	{ "bits/s", "bit/s", "throughput", BETTER_HIGHER },
	{ "ms", "ms", "rtt", BETTER_LOWER },
};

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 1) {
		l->member = span_is(name, "metadata");
		if (l->member || span_is(name, "x_values"))
			l->seen |= l->member ? 1 : 2;
		l->evidence = l->evidence || l->seen == 3;
	} else if (l->depth == 2 && l->member) {
		l->evidence = l->evidence || span_is(name, "FLENT_VERSION") ||
			span_is(name, "NETPERF_WRAPPER_VERSION");
	}
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key };

	return json_look(&l, data, len);
}

/* A child by its name, which may hold dots; *from is where to begin. */
static const cJSON *named(const cJSON *object, const cJSON **from,
			  const char *name)
{
	const cJSON *first = *from ? *from : object ? object->child : NULL;
	const cJSON *node = first;

	/* Both objects are in one order most of the time. */
	while (node) {
		if (node->string && !strcmp(node->string, name)) {
			*from = node->next;
			return node;
		}
		node = node->next ? node->next : object->child;
		if (node == first)
			return NULL;
	}
	return NULL;
}

static void param(struct reader *x, const cJSON *node, const char *name)
{
	struct span digits;

	if (json_digits(x->doc, node, &digits))
		gather_param(x->g, name, digits);
	else if (json_words(node))
		gather_param(x->g, name, span_of(json_words(node)));
}

static void fact(struct reader *x, const cJSON *node, const char *name)
{
	struct span digits;

	if (json_digits(x->doc, node, &digits))
		gather_fact(x->g, name, digits);
	else if (json_words(node))
		gather_fact(x->g, name, span_of(json_words(node)));
}

/* Versions before 4 tell a time without its zone: that is none. */
static void read_time(struct reader *x, const char *s)
{
	struct time_span at;

	if (!s || !time_parse(s, strlen(s), &at) || !at.has_zone)
		return;
	x->g->has_at = true;
	x->g->at_ns = at.from_ns;
}

static void read_metadata(struct reader *x, const cJSON *m)
{
	static const char *const facts[][2] = {
		{ "KERNEL_RELEASE", "kernel" }, { "KERNEL_NAME", "os" },
		{ "LOCAL_HOST", "host" }, { "FLENT_VERSION", "tool_version" },
		{ "STEP_SIZE", "step_s" }, { "TITLE", "title" },
	};
	const char *name = json_words(json_at(m, "NAME"));
	struct span digits;
	size_t i;

	x->g->line = x->doc->line;
	x->g->test = name ? arena_strdup(&x->g->scratch, name) : NULL;
	for (i = 0; i < N_OF(facts); i++)
		fact(x, json_at(m, facts[i][0]), facts[i][1]);
	param(x, json_at(m, "IP_VERSION"), "ip_version");
	if (json_digits(x->doc, json_at(m, "LENGTH"), &digits))
		gather_duration(x->g, digits);
	read_time(x, json_words(json_at(m, "TIME")));
}

static struct kind kind_of(const cJSON *meta, const char *series)
{
	const char *units = json_words(json_at(meta, "UNITS"));
	struct kind kind = { NULL, units, "value", BETTER_UNKNOWN };
	size_t i;

	for (i = 0; units && i < N_OF(kinds); i++)
		if (!strcmp(units, kinds[i].units))
			return kinds[i];
	/* Version 1 and computed series tell no units. */
	if (!units && !strncmp(series, "Ping ", 5))
		return kinds[N_OF(kinds) - 1];
	if (!units && (!strncmp(series, "TCP ", 4) ||
		       !strncmp(series, "UDP ", 4)) && !strstr(series, "::tcp"))
		return kinds[0];
	return kind;
}

static void summary(struct reader *x, const cJSON *node,
		    const struct kind *kind, const char *what)
{
	double v;

	if (json_value(x->doc, node, &v) == NUMBER_OK)
		gather_value(x->g, arena_printf(&x->g->scratch, "%s_%s",
						kind->name, what),
			     kind->unit ? arena_strdup(&x->g->scratch,
						       kind->unit) : NULL,
			     kind->better, ROLE_SUMMARY, v);
}

/* The values of one series; false where an element is neither. */
static bool read_values(struct reader *x, const cJSON *list,
			const struct kind *kind)
{
	const char *name = arena_printf(&x->g->scratch, "%s_interval",
					kind->name);
	const char *unit = kind->unit ? arena_strdup(&x->g->scratch,
						     kind->unit) : NULL;
	enum number_status status;
	const cJSON *node;
	double v;

	cJSON_ArrayForEach(node, list) {
		status = json_value(x->doc, node, &v);
		if (status == NUMBER_OK)
			gather_value(x->g, name, unit, kind->better,
				     ROLE_INTERVAL, v);
		else if (status == NUMBER_NONFINITE || cJSON_IsNull(node))
			x->n_nulls++;
		else
			return false;
	}
	return true;
}

static void read_series(struct reader *x, const cJSON *doc,
			const cJSON *series, const cJSON *meta)
{
	struct kind kind = kind_of(meta, series->string);

	read_metadata(x, json_at(doc, "metadata"));
	gather_param(x->g, "series", span_of(series->string));
	param(x, json_at(meta, "CONG_CONTROL"), "congestion");
	if (!cJSON_IsArray(series) || !read_values(x, series, &kind)) {
		report_error(x->report, x->doc->line, "the series '%.80s' is no"
			     " list of numbers", series->string);
		gather_drop(x->g);
		return;
	}
	if (!x->g->n_values) {
		report_warn(x->report, x->doc->line, "the series '%.80s' has no"
			    " value", series->string);
		x->report->complete = false;
		gather_drop(x->g);
		return;
	}
	x->n_values += x->g->n_values;
	summary(x, json_at(meta, "MEAN_VALUE"), &kind, "mean");
	summary(x, json_at(meta, "MIN_VALUE"), &kind, "min");
	summary(x, json_at(meta, "MAX_VALUE"), &kind, "max");
	gather_flush(x->g);
}

static void failed_runners(struct reader *x, const cJSON *node)
{
	double n;

	if (json_value(x->doc, node, &n) != NUMBER_OK || n <= 0)
		return;
	report_warn(x->report, x->doc->line, "FAILED_RUNNERS is %.0f", n);
	x->report->complete = false;
}

static void read_document(struct reader *x, const cJSON *doc)
{
	const cJSON *m = json_at(doc, "metadata"), *from = NULL, *series;
	const cJSON *metas = json_at(m, "SERIES_META");
	const cJSON *results = json_at(doc, "results");
	size_t n = 0;

	x->n_values = x->n_nulls = 0;
	if (!cJSON_IsObject(m) || !cJSON_IsObject(results)) {
		report_error(x->report, x->doc->line, "this JSON is not"
			     " flent's");
		return;
	}
	failed_runners(x, json_at(m, "FAILED_RUNNERS"));
	for json_each_member(series, results) {
		if (++n > SERIES_MAX) {
			report_error(x->report, x->doc->line, "more than %d"
				     " series", SERIES_MAX);
			break;
		}
		read_series(x, doc, series, named(metas, &from,
						  series->string));
	}
	if (!x->n_values) {
		read_metadata(x, m);
		gather_fail(x->g, span_of("no series has a value"),
			    x->doc->line);
	} else if (x->n_nulls) {
		report_warn(x->report, x->doc->line, "%zu points of the series"
			    " have no value", x->n_nulls);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct json_read d;
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		if (!line.len || line.s[0] != '{') {
			line_skip(&x.lines, line);
			continue;
		}
		report_runs_close(r); /* a document is a run */
		x.doc = &d;
		if (json_read(&d, &x.lines, line, r, true))
			read_document(&x, d.root);
		else
			while (x.lines.at < x.lines.end &&
			       *x.lines.at != '{' &&
			       lines_next(&x.lines, &line))
				;
		json_read_release(&d);
	}
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "throughput_interval, throughput_min, throughput_mean, "
	  "throughput_max", "Mbit/s, kbit/s, bit/s", "higher" },
	{ "rtt_interval, rtt_min, rtt_mean, rtt_max", "ms", "lower" },
	{ "value_interval, value_min, value_mean, value_max", "*", "-" },
	{ 0 }
};

const struct importer importer_flent = {
	.name = "flent",
	.summary = "flent's data file, unpacked",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
