/*
 * import_native.c - the archive's own JSON: a run a document, several as JSON
 * Lines; also what `parse --json` prints and what /export gives.
 *
 * json_read.c guards and reads the documents;
 * import_native_results.c reads results[] and failures[].
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import.h"
#include "mem.h"
#include "native.h"
#include "timestamp.h"

void native_bad(struct native *x, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	report_error(x->report, x->line, "%s", text);
	x->bad = true;
}

struct span native_number(const struct native *x, const cJSON *node)
{
	struct span digits = span_of("");

	json_digits(x->doc, node, &digits);
	return digits;
}

const char *native_string(struct native *x, const cJSON *object,
			  const char *key)
{
	const cJSON *node = cJSON_GetObjectItemCaseSensitive(object, key);

	if (!node || cJSON_IsNull(node))
		return NULL;
	if (cJSON_IsString(node))
		return node->valuestring;
	native_bad(x, "'%s' must be a text", key);
	return NULL;
}

void native_tags(struct native *x, const cJSON *object, const char *key,
		 struct tags *out)
{
	const cJSON *tags = cJSON_GetObjectItemCaseSensitive(object, key), *t;
	struct arena *a = x->report->arena;

	if (!tags || cJSON_IsNull(tags))
		return;
	if (!cJSON_IsObject(tags)) {
		native_bad(x, "'%s' must be an object", key);
		return;
	}
	for json_each_member(t, tags) {
		struct span value;

		if (cJSON_IsString(t))
			value = span_of(t->valuestring);
		else if (cJSON_IsBool(t))
			value = span_of(cJSON_IsTrue(t) ? "true" : "false");
		else if (cJSON_IsNumber(t) && strcmp(t->string, "samples"))
			value = native_number(x, t);
		else {
			native_bad(x, "'%.60s' of '%s' must be a text, a number"
				   " or a boolean", t->string, key);
			continue;
		}
		tags_setn(out, a, t->string, strlen(t->string), value.s,
			  value.len);
	}
}

void native_at(struct native *x, const cJSON *object, const char *key,
	       bool *has, int64_t *ns)
{
	const char *s = native_string(x, object, key);
	struct time_span at;

	if (!s)
		return;
	if (!time_parse(s, strlen(s), &at) || !time_is_dated(&at))
		native_bad(x, "'%s' is '%.40s', which is no time"
			   " (2026-11-30T08:00:00Z)", key, s);
	else if (at.has_clock && !at.has_zone)
		native_bad(x, "'%s' is '%.40s', which has no zone", key, s);
	else {
		*has = true;
		*ns = at.from_ns;
	}
}

void native_unknown_key(struct native *x, const cJSON *node, const char *where)
{
	report_warn(x->report, x->line, "the key '%.60s' of %s is not known and"
		    " not read", node->string, where);
}

void native_unknown_keys(struct native *x, const cJSON *object,
			 const char *where, const char *const *words)
{
	const cJSON *node;
	size_t i;

	for json_each_member(node, object) {
		for (i = 0; words[i] && strcmp(words[i], node->string); i++)
			;
		if (!words[i])
			native_unknown_key(x, node, where);
	}
}

/* Documents */

/* A document that holds what a tool printed. */
static void read_raw(struct native *x, const char *format, const char *raw)
{
	struct report sub;
	const char *formats;
	struct err err = { 0 };

	if (!format) {
		native_bad(x, "'raw' needs a 'format'");
		return;
	}
	if (!strcmp(format, "json")) {
		native_bad(x, "the format of 'raw' cannot be json");
		return;
	}
	report_init(&sub, x->report->arena);
	raw = arena_strdup(x->report->arena, raw); /* the document goes first */
	if (import_parse(raw, strlen(raw), format, &sub, &formats, &err) < 0)
		native_bad(x, "raw: %s", err.msg);
	else
		report_adopt(x->report, &sub, &x->base, x->line, "raw");
}

static bool read_bool(struct native *x, const cJSON *doc, const char *key)
{
	const cJSON *node = cJSON_GetObjectItemCaseSensitive(doc, key);

	if (node && !cJSON_IsBool(node))
		native_bad(x, "'%s' must be true or false", key);
	return cJSON_IsTrue(node);
}

/* What only /export tells. */
static void read_told(struct native *x, const cJSON *doc)
{
	struct arena *a = x->report->arena;
	const char *s;
	bool has;

	if ((s = native_string(x, doc, "format")))
		x->base.told_format = arena_strdup(a, s);
	if ((s = native_string(x, doc, "identity")))
		x->base.told_identity = arena_strdup(a, s);
	if ((s = native_string(x, doc, "by")))
		x->base.told_by = arena_strdup(a, s);
	if ((s = native_string(x, doc, "file")))
		x->base.told_file = arena_strdup(a, s);
	native_at(x, doc, "received", &has, &x->base.told_received_ns);
	x->base.told_at_assumed = read_bool(x, doc, "at_assumed");
}

static void read_document(struct native *x, const cJSON *doc)
{
	static const char *const keys[] = {
		"tags", "at", "results", "failures", "format", "raw",
		"identity", "received", "at_assumed", "by", "file", "complete",
		"options_complete", "warnings", "errors", NULL
	};
	const cJSON *errors = cJSON_GetObjectItemCaseSensitive(doc, "errors");
	const char *raw = native_string(x, doc, "raw");
	struct report *r = x->report;
	size_t first = r->n_runs, i;

	native_unknown_keys(x, doc, "the document", keys);
	native_tags(x, doc, "tags", &x->base.tags);
	x->base.options_complete = read_bool(x, doc, "options_complete");
	native_at(x, doc, "at", &x->base.has_at, &x->base.at_ns);
	read_told(x, doc);
	if (errors && errors->child)
		native_bad(x, "the document is a listing with errors");
	if (x->bad)
		return;
	report_runs_close(r);
	native_results(x, cJSON_GetObjectItemCaseSensitive(doc, "results"));
	native_failures(x, cJSON_GetObjectItemCaseSensitive(doc, "failures"));
	if (raw && cJSON_GetObjectItemCaseSensitive(doc, "results"))
		native_bad(x, "either 'results' or 'raw', not both");
	else if (raw)
		read_raw(x, x->base.told_format, raw);
	if (x->base.told_identity && r->n_runs - first != 1)
		native_bad(x, "a document with an identity holds one run");
	for (i = first; i < r->n_runs; i++) {
		struct run *u = report_run(r, i);

		u->options_complete = x->base.options_complete;
		u->told_format = x->base.told_format;
		u->told_identity = x->base.told_identity;
		u->told_by = x->base.told_by;
		u->told_file = x->base.told_file;
		u->told_received_ns = x->base.told_received_ns;
		u->told_at_assumed = x->base.told_at_assumed;
		u->doc = x->base.doc;
		u->doc_len = x->base.doc_len;
	}
}

static void interpret(struct report *r, const struct json_read *d)
{
	struct native x = { .report = r, .doc = d, .line = d->line,
			    .base = { .doc = d->text.s,
				      .doc_len = d->text.len } };
	const char *twice;

	if (!cJSON_IsObject(d->root))
		native_bad(&x, "the document is no JSON object");
	else if ((twice = json_twice(d->root)))
		native_bad(&x, "the key '%.60s' stands twice in one object",
			   twice);
	else
		read_document(&x, d->root);
}

/* The next line that begins as a document does. */
static void resync(struct lines *l)
{
	struct span line;

	while (l->at < l->end && *l->at != '{')
		lines_next(l, &line);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct json_read d;
	struct lines l;
	struct span line;
	bool ok;

	(void)err;
	lines_init(&l, data, len);
	while (lines_next(&l, &line) && !r->over_limit) {
		if (span_blank(line))
			continue;
		r->line = l.no;
		ok = json_read(&d, &l, line, r, false);
		if (ok)
			interpret(r, &d);
		json_read_release(&d);
		if (!ok)
			resync(&l);
	}
	return 0;
}

const struct importer importer_native = {
	.name = "json",
	.summary = "the archive's own JSON, several runs as JSON Lines",
	.needs = "",
	.metrics = metrics_of_file,
	.claim = native_claim,
	.starts = "{",
	.parse = parse,
};
