/*
 * import_cyclictest.c - cyclictest --json: a summary a thread.
 *
 * Its keys are really spelt "cmdline:" and "rt_test_version:". The histogram is
 * of bins, not of samples.
 */
#include <math.h>

#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "summaries.h"

static const struct json_keys keys[] = {
	{ { "rt_test_version:", "thread" } },
	{ { NULL } }
};

static size_t claim(const char *data, size_t len)
{
	return json_look_keys(data, len, keys);
}

static void read_thread(struct json_doc *x, const cJSON *t, const char *unit)
{
	struct tags params = { 0 };
	struct json_series s = { "cyclictest", &params, "latency", unit,
				 BETTER_LOWER, ROLE_SUMMARY };
	struct summary sum = summary_none;
	double n = json_doc_figure(x, json_at(t, "cycles"), "cycles");

	tags_set(&params, x->report->arena, "thread", t->string);
	json_doc_param(x, &params, "cpu", json_at(t, "cpu"));
	json_doc_param(x, &params, "node", json_at(t, "node"));
	if (!(n >= 1 && n < 1e15)) {
		report_failure(x->report, json_doc_run(x), s.test, &params,
			       NULL, "no cycle was measured", x->d->line);
		return;
	}
	sum.n = (size_t)n;
	sum.min = json_doc_figure(x, json_at(t, "min"), "min");
	sum.max = json_doc_figure(x, json_at(t, "max"), "max");
	sum.mean = json_doc_figure(x, json_at(t, "avg"), "avg");
	json_doc_summary(x, &s, &sum);
}

static void read_document(struct json_doc *x)
{
	static const char *const facts[][2] = {
		{ "sysinfo.nodename", "host" }, { "sysinfo.sysname", "os" },
		{ "sysinfo.release", "kernel" }, { "sysinfo.machine", "arch" },
		{ "sysinfo.realtime", "realtime" },
		{ "rt_test_version:", "tool_version" },
	};
	const cJSON *root = x->d->root, *t;
	double ns = 0;
	size_t i;

	for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		json_doc_tag(x, facts[i][1], json_at(root, facts[i][0]));
	json_doc_number(x, json_at(root, "resolution_in_ns"), "resolution",
			&ns);
	for json_each_member(t, json_at(root, "thread"))
		read_thread(x, t, ns > 0 ? "ns" : "us");
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, 0, read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "latency", "us", "lower" },
	{ 0 }
};

const struct importer importer_cyclictest = {
	.name = "cyclictest",
	.summary = "cyclictest: JSON",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
