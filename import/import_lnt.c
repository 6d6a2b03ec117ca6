/*
 * import_lnt.c - LLVM's LNT: JSON of version 2, and of 0 and 1; "metrics" text.
 *
 * Version 2 has a metric a key; whatever is no number is not one. Before, what
 * stands behind the last dot of a name is the metric, "exec.status" is its
 * status, and none is the execution time. A status that is not 0 is a failure.
 * Text has TEST.METRIC VALUE a line, of the metrics of the test suites (nts).
 *
 * source    lnt/testing/__init__.py, docs/importing_data.rst
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "import.h"
#include "json_doc.h"
#include "json_look.h"

static const struct json_keys keys[] = {
	{ { "machine", "run", "tests" } },
	{ { "Machine", "Run", "Tests" } },
	{ { NULL } }
};

/* "foo.execution_time 10": up to the last dot, behind it, and the value. */
static bool text_row(struct span line, struct span *test, struct span *metric,
		     struct span *value)
{
	static const char *const metrics[] = {
		"execution_time", "compile_time", "score", "mem_bytes",
		"code_size", "execution_status", "compile_status", "hash",
		"hash_status", "profile", NULL
	};
	const char *dot;
	size_t i;

	if (!line_field(&line, test) ||
	    !(dot = memrchr(test->s, '.', test->len)))
		return false;
	*metric = (struct span){ dot + 1, test->len -
				 (size_t)(dot + 1 - test->s) };
	test->len = (size_t)(dot - test->s);
	for (i = 0; metrics[i] && !span_is(*metric, metrics[i]); i++)
		;
	return test->len && metrics[i] && line_field(&line, value) &&
	       span_blank(line);
}

static bool own_line(struct span line)
{
	struct span test, metric, value;

	return text_row(line, &test, &metric, &value);
}

static size_t claim(const char *data, size_t len)
{
	return len && *data == '{' ? json_look_keys(data, len, keys) :
	       claim_lines(data, len, own_line, own_line);
}

static void kind_of(const char *metric, const char **unit, enum better *better)
{
	static const struct { const char *end, *unit; enum better better; }
	kinds[] = {
		{ "_time", "s", BETTER_LOWER }, { "exec", "s", BETTER_LOWER },
		{ "compile", "s", BETTER_LOWER }, { "user", "s", BETTER_LOWER },
		{ "sys", "s", BETTER_LOWER }, { "wall", "s", BETTER_LOWER },
		{ "_size", "B", BETTER_LOWER }, { "_bytes", "B", BETTER_LOWER },
		{ "size", "B", BETTER_LOWER }, { "mem", "B", BETTER_LOWER },
		{ "score", NULL, BETTER_HIGHER },
	};
	size_t i, n = strlen(metric), k;

	*unit = NULL;
	*better = BETTER_UNKNOWN;
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		k = strlen(kinds[i].end);
		if (n >= k && !strcmp(metric + n - k, kinds[i].end)) {
			*unit = kinds[i].unit;
			*better = kinds[i].better;
			return;
		}
	}
}

/* A number, one in quotes, or a list of them; a hash is none of these. */
static void put(struct json_doc *x, const char *test, const char *metric,
		const cJSON *data)
{
	struct tags none = { 0 };
	struct json_series s = { test, &none, metric, NULL, BETTER_UNKNOWN,
				 ROLE_SAMPLE };
	const cJSON *first = cJSON_IsArray(data) ? data->child : data;
	double v;

	if (!cJSON_IsNumber(first) &&
	    (!json_words(first) || number_parse(json_words(first),
						strlen(json_words(first)),
						&v) != NUMBER_OK))
		return;
	kind_of(metric, &s.unit, &s.better);
	if (cJSON_IsArray(data))
		json_doc_samples(x, &s, data);
	else
		json_doc_sample(x, &s, data);
}

/* 0 is a success. */
static void put_status(struct report *r, size_t run, const char *test,
		       const char *metric, double status, size_t line)
{
	struct tags none = { 0 };

	if (fabs(status) > 0)
		report_failure(r, run, test, &none, metric,
			       arena_printf(r->arena, "status %.0f", status),
			       line);
}

static void status(struct json_doc *x, const char *test, const char *metric,
		   const cJSON *data)
{
	double v = 0;

	if (cJSON_IsArray(data))
		data = data->child;
	if (json_doc_number(x, data, "a status", &v))
		put_status(x->report, json_doc_run(x), test, metric, v,
			   x->d->line);
}

static const char *before(struct json_doc *x, const char *s, const char *end)
{
	size_t n = strlen(s), k = strlen(end);

	return n > k && !strcmp(s + n - k, end) ?
		arena_strndup(x->report->arena, s, n - k) : NULL;
}

/* Version 2 */
static void read_test(struct json_doc *x, const cJSON *t)
{
	const char *test = json_doc_words(x, json_at(t, "name")), *name, *of;
	const cJSON *m;

	if (!test) {
		json_doc_bad(x, "a test without its name");
		return;
	}
	for json_each_member(m, t) {
		name = json_doc_name(x, m);
		if (!strcmp(name, "name") || !strcmp(name, "id") ||
		    !strcmp(name, "hash") || !strcmp(name, "profile"))
			continue;
		of = before(x, name, "_status");
		if (of)
			status(x, test, of, m);
		else
			put(x, test, name, m);
	}
}

/* Versions 0 and 1 */
static void read_old_test(struct json_doc *x, const cJSON *t)
{
	const char *name = json_doc_words(x, json_at(t, "Name")), *test, *dot;
	const cJSON *data = json_at(t, "Data");

	if (!name) {
		json_doc_bad(x, "a test without its name");
		return;
	}
	test = before(x, name, ".status");
	dot = strrchr(test ? test : name, '.');
	if (dot && strchr(dot, '/'))
		dot = NULL;
	if (!test)
		put(x, dot ? arena_strndup(x->report->arena, name,
					   (size_t)(dot - name)) : name,
		    dot ? dot + 1 : "execution_time", data);
	else if (dot)
		status(x, arena_strndup(x->report->arena, test,
					(size_t)(dot - test)), dot + 1, data);
	else
		status(x, test, NULL, data);
}

static void read_document(struct json_doc *x)
{
	const cJSON *root = x->d->root, *t, *run = json_at(root, "run");

	json_doc_tag(x, "host", json_at(root, "machine.name"));
	json_doc_tag(x, "hardware", json_at(root, "machine.hardware"));
	json_doc_tag(x, "compiler", json_at(run, "compiler_version"));
	json_doc_tag(x, "commit", json_at(run, "llvm_project_revision"));
	json_doc_time(x, json_at(run, "start_time"));
	cJSON_ArrayForEach(t, json_at(root, "tests"))
		read_test(x, t);
	json_doc_tag(x, "host", json_at(root, "Machine.Name"));
	json_doc_tag(x, "commit", json_at(root, "Run.Info.run_order"));
	json_doc_time(x, json_at(root, "Run.Start Time"));
	cJSON_ArrayForEach(t, json_at(root, "Tests"))
		read_old_test(x, t);
}

/* Text */

static void read_row(struct report *r, size_t line, struct span name,
		     struct span metric, struct span value)
{
	const char *test = span_copy(name, r->arena), *unit;
	const char *what = span_copy(metric, r->arena);
	size_t run = report_run_default(r);
	enum better better;
	struct tags none = { 0 };
	double v;

	if (span_is(metric, "hash") || span_is(metric, "profile") ||
	    !span_sample(value, r, line, &v))
		return;
	if (span_ends(metric, "_status")) {
		what = arena_strndup(r->arena, what, metric.len - 7);
		put_status(r, run, test, what, v, line);
		return;
	}
	kind_of(what, &unit, &better);
	report_sample(r, run, test, &none, what, unit, better, ROLE_SAMPLE, v);
}

static void read_text(const char *data, size_t len, struct report *r)
{
	struct span line, test, metric, value;
	struct lines lines;

	lines_init(&lines, data, len);
	while (lines_read(&lines, r, &line))
		if (text_row(line, &test, &metric, &value))
			read_row(r, lines.no, test, metric, value);
		else
			line_skip(&lines, line);
	lines_end(&lines, r);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	if (json_docs_first(data, len))
		return json_docs(data, len, r, 0, read_document, NULL);
	read_text(data, len, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "*_time, *exec, *compile, *user, *sys, *wall", "s", "lower" },
	{ "*size, *_bytes, *mem", "B", "lower" },
	{ "*score", "-", "higher" },
	{ "*", "-", "-" },
	{ 0 }
};

const struct importer importer_lnt = {
	.name = "lnt",
	.summary = "LNT: JSON of versions 0 to 2, text",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.parse = parse,
};
