/*
 * import_benchmarkdotnet.c - BenchmarkDotNet, full and brief JSON.
 *
 * Samples are the measurements of the stage Result: nanoseconds an operation.
 * All other stages hold overhead, warm-up or outliers; without Result the
 * statistics are read.
 */
#include <math.h>
#include <string.h>

#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "summaries.h"

static const struct json_keys keys[] = {
	{ { "HostEnvironmentInfo", "Benchmarks" } },
	{ { NULL } }
};

static size_t claim(const char *data, size_t len)
{
	return json_look_keys(data, len, keys);
}

/* "N=1&X=2", in older files "N=1, X=2" */
static void read_params(struct json_doc *x, struct tags *params, const char *s)
{
	struct span part, name, value;
	const char *why;
	size_t n;

	while (s && *s) {
		n = strcspn(s, "&,");
		part = span_trim((struct span){ s, n });
		if (line_key_value(part, '=', &name, &value) && value.len &&
		    tag_key_ok(name.s, name.len) &&
		    !tag_key_reserved(span_copy(name, x->report->arena)) &&
		    tag_value_ok(value.s, value.len, &why))
			tags_setn(params, x->report->arena, name.s, name.len,
				  value.s, value.len);
		s += n + (s[n] != '\0');
	}
}

static size_t read_measurements(struct json_doc *x, const struct json_series *s,
				const cJSON *list)
{
	const cJSON *m;
	const char *stage;
	double ops, ns;
	size_t n = 0;

	cJSON_ArrayForEach(m, list) {
		stage = json_words(json_at(m, "IterationStage"));
		if (!stage)
			stage = json_words(json_at(m, "IterationMode"));
		if (!stage || strcmp(stage, "Result") ||
		    !json_doc_number(x, json_at(m, "Operations"), "Operations",
				     &ops) ||
		    !json_doc_number(x, json_at(m, "Nanoseconds"),
				     "Nanoseconds", &ns) || !(ops > 0))
			continue;
		report_sample(x->report, json_doc_run(x), s->test, s->params,
			      s->name, s->unit, s->better, s->role, ns / ops);
		n++;
	}
	return n;
}

static void read_statistics(struct json_doc *x, const struct json_series *s,
			    const cJSON *st)
{
	struct summary sum = summary_none;
	double n = json_doc_figure(x, json_at(st, "N"), "N");

	sum.n = n >= 1 && n < 1e15 ? (size_t)n : 0;
	sum.min = json_doc_figure(x, json_at(st, "Min"), "Min");
	sum.max = json_doc_figure(x, json_at(st, "Max"), "Max");
	sum.median = json_doc_figure(x, json_at(st, "Median"), "Median");
	sum.mean = json_doc_figure(x, json_at(st, "Mean"), "Mean");
	sum.stddev = json_doc_figure(x, json_at(st, "StandardDeviation"),
				     "StandardDeviation");
	json_doc_summary(x, s, &sum);
}

static void read_benchmark(struct json_doc *x, const cJSON *b)
{
	struct arena *a = x->report->arena;
	const char *space = json_words(json_at(b, "Namespace"));
	const char *type = json_words(json_at(b, "Type"));
	const char *method = json_words(json_at(b, "Method"));
	const cJSON *st = json_at(b, "Statistics"), *bytes;
	struct tags params = { 0 };
	struct json_series s = { NULL, &params, "time", "ns", BETTER_LOWER,
				 ROLE_SAMPLE };

	if (!type || !method) {
		json_doc_bad(x, "a benchmark without Type and Method");
		return;
	}
	s.test = arena_printf(a, "%s%s%s.%s", space ? space : "",
			      space && *space ? "." : "", type, method);
	read_params(x, &params, json_words(json_at(b, "Parameters")));
	if (!cJSON_IsObject(st)) {
		report_failure(x->report, json_doc_run(x), s.test, &params,
			       NULL, "no statistics: it failed", x->d->line);
		return;
	}
	if (!read_measurements(x, &s, json_at(b, "Measurements")))
		read_statistics(x, &s, st);
	bytes = json_at(b, "Memory.BytesAllocatedPerOperation");
	s.name = "allocated";
	s.unit = "B/op";
	json_doc_sample(x, &s, bytes);
}

static void read_document(struct json_doc *x)
{
	const cJSON *info = json_at(x->d->root, "HostEnvironmentInfo"), *b;

	json_doc_tag(x, "tool_version",
		     json_at(info, "BenchmarkDotNetVersion"));
	json_doc_tag(x, "os", json_at(info, "OsVersion"));
	json_doc_tag(x, "cpu", json_at(info, "ProcessorName"));
	json_doc_tag(x, "runtime", json_at(info, "RuntimeVersion"));
	cJSON_ArrayForEach(b, json_at(x->d->root, "Benchmarks"))
		read_benchmark(x, b);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LOOSE, read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "time", "ns", "lower" },
	{ "allocated", "B/op", "lower" },
	{ 0 }
};

const struct importer importer_benchmarkdotnet = {
	.name = "benchmarkdotnet",
	.summary = "BenchmarkDotNet: full or brief JSON",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
