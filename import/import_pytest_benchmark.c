/*
 * import_pytest_benchmark.c - pytest-benchmark --benchmark-json.
 *
 * stats.data are seconds an iteration, one a round; without it the summary of
 * the rounds is all there is.
 *
 * source    pytest-benchmark 3.2.2 stats.py
 */
#include "summaries.h"
#include "import.h"
#include "json_doc.h"
#include "json_look.h"

static const struct json_keys keys[] = {
	{ { "machine_info", "benchmarks" } },
	{ { NULL } }
};

static size_t claim(const char *data, size_t len)
{
	return json_look_keys(data, len, keys);
}

/* Are all of them numbers? "... omitted ..." stands in some files. */
static bool has_data(struct json_doc *x, const cJSON *data)
{
	const cJSON *node;

	if (!cJSON_IsArray(data) || !data->child)
		return false;
	cJSON_ArrayForEach(node, data)
		if (!cJSON_IsNumber(node)) {
			report_warn(x->report, x->d->line, "stats.data is not"
				    " all numbers: its summary is read");
			return false;
		}
	return true;
}

static void read_benchmark(struct json_doc *x, const cJSON *b)
{
	const cJSON *stats = json_at(b, "stats");
	struct tags params = { 0 };
	struct json_series s = { NULL, &params, "time", "s", BETTER_LOWER,
				 ROLE_SAMPLE };
	struct summary sum = summary_none;
	double n;

	s.test = json_doc_words(x, json_at(b, "fullname"));
	if (!s.test)
		s.test = json_doc_words(x, json_at(b, "name"));
	if (!s.test || !stats) {
		json_doc_bad(x, "a benchmark without name or stats");
		return;
	}
	json_doc_param(x, &params, "group", json_at(b, "group"));
	json_doc_params(x, &params, json_at(b, "params"));
	if (has_data(x, json_at(stats, "data"))) {
		json_doc_samples(x, &s, json_at(stats, "data"));
		return;
	}
	if (json_doc_number(x, json_at(stats, "rounds"), "rounds", &n) &&
	    n >= 1 && n < 1e15)
		sum.n = (size_t)n;
	sum.min = json_doc_figure(x, json_at(stats, "min"), "min");
	sum.max = json_doc_figure(x, json_at(stats, "max"), "max");
	sum.mean = json_doc_figure(x, json_at(stats, "mean"), "mean");
	sum.median = json_doc_figure(x, json_at(stats, "median"), "median");
	sum.stddev = json_doc_figure(x, json_at(stats, "stddev"), "stddev");
	json_doc_summary(x, &s, &sum);
}

static void read_document(struct json_doc *x)
{
	static const char *const facts[][2] = {
		{ "machine_info.node", "host" },
		{ "machine_info.system", "os" },
		{ "machine_info.release", "kernel" },
		{ "machine_info.machine", "arch" },
		{ "machine_info.cpu.brand", "cpu" },
		{ "machine_info.cpu.brand_raw", "cpu" },
		{ "machine_info.python_version", "python" },
		{ "commit_info.id", "commit" },
		{ "commit_info.branch", "branch" },
		{ "version", "tool_version" },
	};
	const cJSON *list = json_at(x->d->root, "benchmarks"), *b;
	size_t i;

	if (!cJSON_IsArray(list)) {
		json_doc_bad(x, "this JSON is not pytest-benchmark's");
		return;
	}
	for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		json_doc_tag(x, facts[i][1], json_at(x->d->root, facts[i][0]));
	json_doc_time(x, json_at(x->d->root, "datetime"));
	cJSON_ArrayForEach(b, list)
		read_benchmark(x, b);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LOOSE, read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "time", "s", "lower" },
	{ 0 }
};

const struct importer importer_pytest_benchmark = {
	.name = "pytest-benchmark",
	.summary = "pytest-benchmark: JSON",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
