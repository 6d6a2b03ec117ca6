/*
 * import_conbench.c - Conbench's BenchmarkResult, one or a list.
 *
 * stats.data are the samples, numbers or strings; a null is an iteration that
 * failed. times is a copy of it and is not read. tags.name is the test, the
 * other tags are parameters.
 */
#include <string.h>

#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "unit.h"

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 1 || l->depth == 2)
		l->seen |= span_is(name, "run_id") ? 1 :
			   span_is(name, "tags") ? 2 :
			   span_is(name, "stats") || span_is(name, "error") ?
			   4 : 0;
	l->evidence = l->evidence || l->seen == 7;
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key, .list = true };

	return json_look(&l, data, len);
}

static void read_facts(struct json_doc *x, const cJSON *b)
{
	static const char *const facts[][2] = {
		{ "machine_info.name", "host" },
		{ "machine_info.cpu_model_name", "cpu" },
		{ "machine_info.kernel_name", "kernel" },
		{ "machine_info.architecture_name", "arch" },
		{ "github.commit", "commit" },
	};
	size_t i;

	for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		json_doc_tag(x, facts[i][1], json_at(b, facts[i][0]));
	json_doc_time(x, json_at(b, "timestamp"));
}

static void read_result(struct json_doc *x, const cJSON *b)
{
	const cJSON *stats = json_at(b, "stats"), *tag, *why;
	struct tags params = { 0 };
	struct json_series s = { NULL, &params, "data", NULL, BETTER_UNKNOWN,
				 ROLE_SAMPLE };
	const char *text;

	read_facts(x, b);
	s.test = json_doc_words(x, json_at(b, "tags.name"));
	if (json_at(b, "tags") && !cJSON_IsObject(json_at(b, "tags")))
		json_doc_bad(x, "the tags are no object");
	for json_each_member(tag, json_at(b, "tags"))
		if (strcmp(tag->string, "name"))
			json_doc_param(x, &params, tag->string, tag);
	if (json_at(b, "error") && !stats) {
		why = json_at(b, "error.stack_trace");
		text = json_doc_words(x, why);
		report_failure(x->report, json_doc_run(x), s.test, &params,
			       NULL, text && *text ? text : "error",
			       x->d->line);
		return;
	}
	s.unit = json_doc_words(x, json_at(stats, "unit"));
	s.better = unit_assumed_better(s.unit);
	if (s.unit && (!strcmp(s.unit, "i/s") || !strcmp(s.unit, "b/s")))
		s.better = BETTER_HIGHER;
	if (!json_doc_samples(x, &s, json_at(stats, "data")))
		json_doc_bad(x, "a result without data");
}

static void read_document(struct json_doc *x)
{
	const cJSON *b;

	if (!cJSON_IsArray(x->d->root)) {
		read_result(x, x->d->root);
		return;
	}
	cJSON_ArrayForEach(b, x->d->root) {
		report_runs_close(x->report);
		x->has_run = false;
		read_result(x, b);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, 0, read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "data", "*", "*" },
	{ 0 }
};

const struct importer importer_conbench = {
	.name = "conbench",
	.summary = "Conbench: a result or a list of them",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{[",
	.parse = parse,
};
