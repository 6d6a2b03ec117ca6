/*
 * import_sysstat.c - sadf -j, mpstat and iostat with -o JSON.
 *
 * What a machine was doing while something else was measured: intervals, of
 * which no direction is better.
 *
 * source    sysstat 12.6 json_stats.c
 */
#include <string.h>

#include "import.h"
#include "json_doc.h"
#include "json_look.h"

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 1)
		l->member = span_is(name, "sysstat");
	l->evidence = l->evidence || (l->depth == 2 && l->member &&
				      span_is(name, "hosts"));
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key };

	return json_look(&l, data, len);
}

static const char *unit_of(const char *test, const char *name)
{
	size_t n = strlen(name);

	if (!strcmp(test, "cpu-load") || strchr(name, '%') ||
	    (n > 5 && !strncmp(name, "ifutil", 6)))
		return "%";
	if (strcmp(test, "net-dev"))
		return NULL;
	return n > 2 && !strcmp(name + n - 2, "kB") ? "kB/s" : "packets/s";
}

/* One object of figures; its strings are parameters. */
static void read_figures(struct json_doc *x, const char *test, const cJSON *o)
{
	struct tags params = { 0 };
	struct json_series s = { test, &params, NULL, NULL, BETTER_UNKNOWN,
				 ROLE_INTERVAL };
	const cJSON *node;

	for json_each_member(node, o)
		if (cJSON_IsString(node))
			json_doc_param(x, &params, node->string, node);
	for json_each_member(node, o) {
		if (!cJSON_IsNumber(node))
			continue;
		s.name = json_doc_name(x, node);
		s.unit = unit_of(test, s.name);
		json_doc_sample(x, &s, node);
	}
}

/* Lists of figures, or groups of such lists: "network": {"net-dev": [...]}. */
static void read_activity(struct json_doc *x, const cJSON *a)
{
	const char *test = json_doc_name(x, a);
	const cJSON *node;
	bool group = false;

	if (!strcmp(test, "timestamp"))
		return;
	cJSON_ArrayForEach(node, a) {
		if (cJSON_IsArray(a)) {
			read_figures(x, test, node);
		} else if (cJSON_IsArray(node)) {
			const cJSON *o;

			group = true;
			cJSON_ArrayForEach(o, node)
				read_figures(x, json_doc_name(x, node), o);
		}
	}
	if (cJSON_IsObject(a) && !group)
		read_figures(x, test, a);
}

static void read_document(struct json_doc *x)
{
	static const char *const facts[][2] = {
		{ "nodename", "host" }, { "sysname", "os" },
		{ "release", "kernel" }, { "machine", "arch" },
		{ "number-of-cpus", "cpus" },
	};
	const cJSON *host, *at, *a;
	size_t i;

	cJSON_ArrayForEach(host, json_at(x->d->root, "sysstat.hosts")) {
		report_runs_close(x->report);
		x->has_run = false;
		for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
			json_doc_tag(x, facts[i][1],
				     json_at(host, facts[i][0]));
		cJSON_ArrayForEach(at, json_at(host, "statistics"))
			cJSON_ArrayForEach(a, at)
				read_activity(x, a);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, 0, read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "*", "*", "-" },
	{ 0 }
};

const struct importer importer_sysstat = {
	.name = "sysstat",
	.summary = "sysstat: JSON of sadf, mpstat, iostat",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
