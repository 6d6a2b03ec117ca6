/*
 * import_jsonl.c - JSON Lines: an object a line, as a record of a long table.
 *
 *	{"test":"fwd","metric":"rate","unit":"pps","value":533769,"host":"a"}
 *	{"test":"fwd","metric":"rate","unit":"pps","samples":[546839,538652.5]}
 *
 * test, metric, unit, better, role and at mean what the columns of CSV do; any
 * other key is a parameter or a tag of the run. A nested object flattens to
 * names with dots: {"kernel":{"HZ":1000}} is kernel.HZ.
 */
#include <string.h>

#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "record.h"

enum { VALUES = 1, NAMES = 2 }; /* look.seen */

static void key(struct json_look *l, struct span name)
{
	enum field field = field_of(name);

	if (l->depth != 1)
		return;
	l->seen |= field == FIELD_VALUE || span_is(name, "samples") ? VALUES :
		   field != FIELD_OTHER ? NAMES : 0;
	l->evidence = l->evidence || l->seen == (VALUES | NAMES);
}

/* The whole text, when its first line is a record. */
static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key };
	size_t at = 0, used;

	while (at < len &&
	       span_blank(line_first(data + at, len - at, &used)))
		at += used;
	return json_look(&l, data + at, len - at) ? len : 0;
}

static void bad(struct json_doc *x, const char *name, const char *why)
{
	report_error(x->report, x->d->line, "'%.60s' %s", name, why);
}

/* The text of a field; false: it tells nothing, or nothing that can be kept. */
static bool text_of(struct json_doc *x, const cJSON *node, const char *name,
		    struct span *text)
{
	if (json_digits(x->d, node, text))
		return true;
	if (cJSON_IsNull(node))
		return false;
	if (cJSON_IsBool(node))
		*text = span_of(cJSON_IsTrue(node) ? "true" : "false");
	else if (json_words(node))
		*text = span_trim(span_of(json_words(node)));
	else
		bad(x, name, "is a list, where a text was expected");
	return json_words(node) || cJSON_IsBool(node);
}

/* A field, or those in an object; false: something is wrong. */
static bool read_field(struct json_doc *x, struct record *rec,
		       const char *name, const cJSON *node)
{
	struct arena *a = x->report->arena;
	const cJSON *child;
	const char *why;
	struct span text;
	bool ok = true;

	if (cJSON_IsObject(node)) {
		for json_each_member(child, node)
			ok = read_field(x, rec, arena_printf(a, "%s.%s", name,
							     child->string),
					child) && ok;
		return ok;
	}
	if (!text_of(x, node, name, &text))
		return !cJSON_IsArray(node);
	why = record_set(rec, a, field_of(span_of(name)),
			 arena_strdup(a, name), text);
	if (why)
		report_error(x->report, x->d->line, "%.60s: '%.*s' %s", name,
			     span_shown(text, 40), text.s, why);
	return !why;
}

/* The record but for its values; false: something is wrong with it. */
static bool read_fields(struct json_doc *x, struct record *rec)
{
	const cJSON *node;
	bool ok = true;

	for json_each_member(node, x->d->root)
		if (strcmp(node->string, "value") &&
		    strcmp(node->string, "samples"))
			ok = read_field(x, rec, node->string, node) && ok;
	return ok;
}

static void read_samples(struct json_doc *x, const struct record *rec,
			 const char *metric, const cJSON *node)
{
	const struct json_samples *a = json_samples(x->d, node);

	if (!a || a->bad)
		bad(x, "samples", "is no list of finite numbers");
	else if (!a->n)
		report_warn(x->report, x->d->line, "no samples of '%.60s'",
			    metric);
	else
		report_samples(x->report, record_run(x->report, rec),
			       rec->test, &rec->params, metric, rec->unit,
			       rec->better, rec->role,
			       x->d->scan.values + a->from, a->n);
}

static void read_value(struct json_doc *x, const struct record *rec,
		       const char *metric, const cJSON *node)
{
	double v;

	if (cJSON_IsNull(node))
		report_warn(x->report, x->d->line, "no value for '%.60s'",
			    metric);
	else if (!cJSON_IsNumber(node))
		bad(x, "value", "is no number");
	else if (json_doc_number(x, node, "value", &v))
		report_sample(x->report, record_run(x->report, rec),
			      rec->test, &rec->params, metric, rec->unit,
			      rec->better, rec->role, v);
}

static void read_line(struct json_doc *x)
{
	const cJSON *value, *samples;
	struct record rec = { 0 };
	const char *metric;

	if (!cJSON_IsObject(x->d->root)) {
		json_doc_bad(x, "a line must be an object");
		return;
	}
	x->report->line = x->d->line;
	if (!read_fields(x, &rec))
		return;
	metric = rec.metric ? rec.metric : "value";
	value = json_at(x->d->root, "value");
	samples = json_at(x->d->root, "samples");
	if (!value == !samples)
		json_doc_bad(x, value ? "both 'value' and 'samples'" :
			     "neither 'value' nor 'samples'");
	else if (samples)
		read_samples(x, &rec, metric, samples);
	else
		read_value(x, &rec, metric, value);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LOOSE | JSON_DOC_LINES |
			 JSON_DOC_UNIQUE, read_line, NULL);
}

const struct importer importer_jsonl = {
	.name = "jsonl",
	.summary = "JSON Lines: a line a value or a list of samples",
	.needs = "test: unit: better: where no key tells them",
	.metrics = metrics_of_file,
	.claim = claim,
	.generic = true,
	.parse = parse,
};
