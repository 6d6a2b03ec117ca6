/*
 * import_jmh.c - the Java Microbenchmark Harness, -rf json.
 *
 * rawData, a list a fork, are the samples; without them the score is a mean of
 * unknown n. The mode says which way is better; a unit that is a time an
 * operation says it louder.
 *
 * source    jmh 1.37 JSONResultFormat.java
 */
#include <string.h>

#include "summaries.h"
#include "import.h"
#include "json_doc.h"
#include "json_look.h"

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 2)
		l->evidence = l->evidence || span_is(name, "jmhVersion") ||
			      span_is(name, "primaryMetric");
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key, .list = true };

	return len && *data == '[' ? json_look(&l, data, len) : 0;
}

static enum better better_of(struct json_doc *x, const char *mode,
			     const char *unit)
{
	enum better by_mode = mode && !strcmp(mode, "thrpt") ? BETTER_HIGHER :
			      mode ? BETTER_LOWER : BETTER_UNKNOWN;
	size_t n = unit ? strlen(unit) : 0;
	enum better by_unit = !n ? by_mode :
		!strncmp(unit, "ops/", 4) ? BETTER_HIGHER :
		n > 3 && !strcmp(unit + n - 3, "/op") ? BETTER_LOWER : by_mode;

	if (by_unit != by_mode)
		report_warn(x->report, x->d->line, "mode %.20s and unit %.20s"
			    " disagree: the unit is taken", mode ? mode : "",
			    unit);
	return by_unit;
}

static void read_metric(struct json_doc *x, struct json_series s,
			const cJSON *m)
{
	struct summary sum = summary_none;
	const cJSON *fork;
	size_t n = 0;

	cJSON_ArrayForEach(fork, json_at(m, "rawData"))
		n += json_doc_samples(x, &s, fork);
	if (n)
		return;
	sum.mean = json_doc_figure(x, json_at(m, "score"), "score");
	json_doc_summary(x, &s, &sum);
}

static void read_benchmark(struct json_doc *x, const cJSON *b)
{
	const cJSON *primary = json_at(b, "primaryMetric"), *m;
	const char *mode = json_words(json_at(b, "mode"));
	struct tags params = { 0 };
	struct json_series s = { NULL, &params, "score", NULL, BETTER_UNKNOWN,
				 ROLE_SAMPLE };

	s.test = json_doc_words(x, json_at(b, "benchmark"));
	if (!s.test || !primary) {
		json_doc_bad(x, "a benchmark without name or primaryMetric");
		return;
	}
	json_doc_tag(x, "tool_version", json_at(b, "jmhVersion"));
	json_doc_tag(x, "jdk", json_at(b, "jdkVersion"));
	json_doc_tag(x, "vm", json_at(b, "vmName"));
	json_doc_param(x, &params, "mode", json_at(b, "mode"));
	json_doc_param(x, &params, "threads", json_at(b, "threads"));
	json_doc_param(x, &params, "forks", json_at(b, "forks"));
	json_doc_params(x, &params, json_at(b, "params"));
	s.unit = json_doc_words(x, json_at(primary, "scoreUnit"));
	s.better = better_of(x, mode, s.unit);
	read_metric(x, s, primary);
	for json_each_member(m, json_at(b, "secondaryMetrics")) {
		s.name = json_doc_name(x, m);
		s.unit = json_doc_words(x, json_at(m, "scoreUnit"));
		s.better = BETTER_UNKNOWN;
		read_metric(x, s, m);
	}
}

static void read_document(struct json_doc *x)
{
	const cJSON *b;

	if (!cJSON_IsArray(x->d->root))
		json_doc_bad(x, "this JSON is not JMH's");
	else
		cJSON_ArrayForEach(b, x->d->root)
			read_benchmark(x, b);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LOOSE, read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "score", "*", "*" },
	{ "*", "*", "-" },
	{ 0 }
};

const struct importer importer_jmh = {
	.name = "jmh",
	.summary = "JMH: JSON",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "[",
	.parse = parse,
};
