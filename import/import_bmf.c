/*
 * import_bmf.c - Bencher Metric Format.
 *
 *	{"benchmark":{"latency":{"value":88.0,"lower_value":87.42,
 *				 "upper_value":88.88}}}
 *
 * The three are figures of the measure, kept as they are: bounds by the
 * specification, though some producers put spreads there. There is no unit, and
 * a direction only by what Bencher calls its own measures.
 *
 * source    bencher.dev/docs/reference/bencher-metric-format
 */
#include <math.h>
#include <string.h>

#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "summaries.h"

static const char *const figures[] = { "value", "lower_value", "upper_value" };

static const struct { const char *slug; enum better better; } measures[] = {
	{ "latency", BETTER_LOWER },    { "throughput", BETTER_HIGHER },
	{ "build-time", BETTER_LOWER }, { "file-size", BETTER_LOWER },
};

enum { OTHERS = 1 }; /* look.seen: what no such document has */

/* Nothing but the figures stands in the third object, and nothing deeper. */
static void key(struct json_look *l, struct span name)
{
	bool known = false;
	size_t i;

	if (l->depth < 3)
		return;
	for (i = 0; i < N_OF(figures); i++)
		known = known || span_is(name, figures[i]);
	if (!known || l->depth > 3)
		l->seen |= OTHERS;
	l->evidence = !(l->seen & OTHERS) &&
		      (l->evidence || span_is(name, "value"));
}

static void array(struct json_look *l)
{
	l->seen |= OTHERS;
	l->evidence = false;
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key, .array = array };

	return json_look(&l, data, len);
}

static void read_measure(struct json_doc *x, const char *test,
			 const cJSON *measure)
{
	struct summarized f = { test, NULL, json_doc_name(x, measure), NULL,
				BETTER_UNKNOWN };
	const cJSON *value = json_at(measure, "value");
	double v[N_OF(figures)];
	size_t i;

	for (i = 0; i < N_OF(measures); i++)
		if (!strcmp(f.name, measures[i].slug))
			f.better = measures[i].better;
	for (i = 0; i < N_OF(figures); i++)
		v[i] = json_doc_figure(x, json_at(measure, figures[i]),
				       figures[i]);
	if (!value || cJSON_IsNull(value))
		report_error(x->report, x->d->line, "'%.60s' of '%.60s' has no"
			     " value", f.name, test);
	else if (!isnan(v[0]))
		for (i = 0; i < N_OF(figures); i++)
			summary_figure(x->report, json_doc_run(x), &f,
				       figures[i], v[i]);
}

static void read_document(struct json_doc *x)
{
	const cJSON *benchmark, *measure;
	const char *test;

	if (!cJSON_IsObject(x->d->root)) {
		json_doc_bad(x, "this JSON is not Bencher's");
		return;
	}
	for json_each_member(benchmark, x->d->root) {
		test = json_doc_name(x, benchmark);
		if (!cJSON_IsObject(benchmark) || !benchmark->child)
			report_error(x->report, x->d->line, "the benchmark"
				     " '%.60s' has no measures", test);
		else
			for json_each_member(measure, benchmark)
				read_measure(x, test, measure);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LOOSE | JSON_DOC_UNIQUE,
			 read_document, NULL);
}

const struct importer importer_bmf = {
	.name = "bmf",
	.summary = "Bencher Metric Format: JSON",
	.needs = "unit: better:",
	.metrics = metrics_of_file,
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
