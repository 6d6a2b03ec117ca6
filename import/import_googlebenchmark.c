/*
 * import_googlebenchmark.c - Google Benchmark, --benchmark_format=json.
 *
 * Rows of one run_name are samples of one series. Aggregates are read only
 * where no row before them has their run_name (--benchmark_report_aggregates_
 * only); fits (_BigO, _RMS) never.
 *
 * source    benchmark 1.7.1 src/json_reporter.cc
 */
#include <math.h>
#include <string.h>

#include "summaries.h"
#include "import.h"
#include "json_doc.h"
#include "json_look.h"

struct reader {
	const char *last;  /* run_name of the last row that is a repetition */
	/* aggregates being gathered */
	const char *aggregate;
	struct tags params;
	struct summary real, cpu;
	const char *unit;
};

static const struct json_keys keys[] = {
	{ { "context", "benchmarks" } },
	{ { NULL } }
};

static size_t claim(const char *data, size_t len)
{
	return json_look_keys(data, len, keys);
}

static const char *const known[] = {
	"family_index", "per_family_instance_index", "repetitions",
	"repetition_index", "threads", "iterations", "real_time", "cpu_time",
	"cpu_coefficient", "real_coefficient", "rms", NULL
};

/* What else is a number is a counter; which way is better is not told. */
static void read_counters(struct json_doc *x, struct json_series s,
			  const cJSON *row)
{
	const cJSON *node;
	size_t i;
	double v;

	for json_each_member(node, row) {
		for (i = 0; known[i] && strcmp(known[i], node->string); i++)
			;
		if (known[i] || !cJSON_IsNumber(node))
			continue;
		if (json_value(x->d, node, &v) != NUMBER_OK) {
			report_warn(x->report, x->d->line, "the counter '%.60s'"
				    " of %.100s is not finite", node->string,
				    s.test);
			continue;
		}
		s.name = json_doc_name(x, node);
		s.unit = NULL;
		s.better = BETTER_UNKNOWN;
		if (!strcmp(s.name, "items_per_second")) {
			s.unit = "items/s";
			s.better = BETTER_HIGHER;
		} else if (!strcmp(s.name, "bytes_per_second")) {
			s.unit = "B/s";
			s.better = BETTER_HIGHER;
		}
		json_doc_sample(x, &s, node);
	}
}

static void flush(struct json_doc *x)
{
	struct reader *g = x->own;
	struct json_series s = { g->aggregate, &g->params, "real_time",
				 g->unit, BETTER_LOWER, ROLE_SUMMARY };

	if (!g->aggregate)
		return;
	json_doc_summary(x, &s, &g->real);
	s.name = "cpu_time";
	json_doc_summary(x, &s, &g->cpu);
	g->aggregate = NULL;
}

static void put_figure(struct json_doc *x, struct summary *s, const char *what,
		       const char *metric, const cJSON *node)
{
	struct reader *g = x->own;
	struct summarized f = { g->aggregate, &g->params, metric, g->unit,
			     BETTER_LOWER };
	double v = json_doc_figure(x, node, what);

	if (!strcmp(what, "mean"))
		s->mean = v;
	else if (!strcmp(what, "median"))
		s->median = v;
	else if (!strcmp(what, "stddev"))
		s->stddev = v;
	else if (strcmp(what, "BigO") && strcmp(what, "RMS") &&
		 strcmp(what, "cv"))
		summary_figure(x->report, json_doc_run(x), &f, what, v);
}

static void read_aggregate(struct json_doc *x, const cJSON *row,
			   const char *run_name, const char *what,
			   const struct tags *params)
{
	struct reader *g = x->own;
	double n;

	if (g->last && !strcmp(g->last, run_name))
		return;
	if (!g->aggregate || strcmp(g->aggregate, run_name)) {
		flush(x);
		g->aggregate = run_name;
		g->params = *params;
		g->real = g->cpu = summary_none;
		g->unit = json_doc_words(x, json_at(row, "time_unit"));
		if (json_value(x->d, json_at(row, "repetitions"), &n) ==
		    NUMBER_OK && n >= 1 && n < 1e9)
			g->real.n = g->cpu.n = (size_t)n;
	}
	put_figure(x, &g->real, what, "real_time", json_at(row, "real_time"));
	put_figure(x, &g->cpu, what, "cpu_time", json_at(row, "cpu_time"));
}

/* Before 1.5 an aggregate is known by its name only. */
static const char *old_aggregate(struct json_doc *x, const char **name)
{
	static const char *const ends[] = { "_mean", "_median", "_stddev",
					    "_BigO", "_RMS" };
	size_t i, n = strlen(*name), k;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		k = strlen(ends[i]);
		if (n <= k || strcmp(*name + n - k, ends[i]))
			continue;
		*name = arena_strndup(x->report->arena, *name, n - k);
		return ends[i] + 1;
	}
	return NULL;
}

static bool read_failure(struct json_doc *x, const cJSON *row,
			 const char *test, const struct tags *params)
{
	const char *why = json_words(json_at(row, "error_message"));

	if (!why)
		why = json_words(json_at(row, "skip_message"));
	if (!cJSON_IsTrue(json_at(row, "error_occurred")) &&
	    !cJSON_IsTrue(json_at(row, "skipped")))
		return false;
	report_failure(x->report, json_doc_run(x), test, params, NULL,
		       why && *why ? why : "failed", x->d->line);
	return true;
}

static void read_row(struct json_doc *x, const cJSON *row)
{
	struct reader *g = x->own;
	const char *name = json_doc_words(x, json_at(row, "name"));
	const char *type = json_words(json_at(row, "run_type")), *what;
	const char *run_name = json_doc_words(x, json_at(row, "run_name"));
	struct tags params = { 0 };
	struct json_series s = { NULL, &params, "real_time", NULL,
				 BETTER_LOWER, ROLE_SAMPLE };

	if (!name) {
		json_doc_bad(x, "a benchmark without its name");
		return;
	}
	json_doc_param(x, &params, "threads", json_at(row, "threads"));
	json_doc_param(x, &params, "label", json_at(row, "label"));
	what = type ? json_doc_words(x, json_at(row, "aggregate_name")) :
	       old_aggregate(x, &name);
	s.test = run_name ? run_name : name;
	if (what && (!type || !strcmp(type, "aggregate"))) {
		read_aggregate(x, row, s.test, what, &params);
		return;
	}
	flush(x);
	g->last = s.test;
	if (read_failure(x, row, s.test, &params))
		return;
	s.unit = json_doc_words(x, json_at(row, "time_unit"));
	json_doc_sample(x, &s, json_at(row, "real_time"));
	s.name = "cpu_time";
	json_doc_sample(x, &s, json_at(row, "cpu_time"));
	read_counters(x, s, row);
}

static void read_document(struct json_doc *x)
{
	static const char *const facts[][2] = {
		{ "host_name", "host" }, { "num_cpus", "cpus" },
		{ "mhz_per_cpu", "cpu_mhz" },
		{ "cpu_scaling_enabled", "cpu_scaling" },
		{ "library_build_type", "library_build_type" },
		{ "library_version", "tool_version" },
	};
	const cJSON *c = json_at(x->d->root, "context"), *row;
	const cJSON *rows = json_at(x->d->root, "benchmarks");
	const char *build = json_words(json_at(c, "library_build_type"));
	struct reader g = { 0 };
	size_t i;

	if (!cJSON_IsArray(rows)) {
		json_doc_bad(x, "this JSON is not Google Benchmark's");
		return;
	}
	x->own = &g;
	for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		json_doc_tag(x, facts[i][1], json_at(c, facts[i][0]));
	json_doc_time(x, json_at(c, "date"));
	if (build && !strcmp(build, "debug"))
		report_warn(x->report, x->d->line, "the benchmark library was"
			    " built for debugging");
	cJSON_ArrayForEach(row, rows)
		read_row(x, row);
	flush(x);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LOOSE, read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "real_time, cpu_time", "ns, us, ms, s", "lower" },
	{ "bytes_per_second", "B/s", "higher" },
	{ "items_per_second", "items/s", "higher" },
	{ "*", "-", "-" },
	{ 0 }
};

const struct importer importer_googlebenchmark = {
	.name = "googlebenchmark",
	.summary = "Google Benchmark: JSON",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
