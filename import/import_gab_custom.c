/*
 * import_gab_custom.c - the custom results of github-action-benchmark.
 *
 *	[{"name":"Throughput","unit":"req/s","value":70,"range":"3"}]
 *
 * What makes a value better is told to the action (customBiggerIsBetter,
 * customSmallerIsBetter) and not in the file: it follows from the unit, or from
 * a name that says it in words. extra is free text and is not kept.
 *
 * source    github-action-benchmark src/extract.ts
 */
#include <string.h>

#include "claim.h"
#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "quantity.h"
#include "summaries.h"
#include "unit.h"

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 2)
		l->seen |= span_is(name, "name") ? 1 :
			   span_is(name, "unit") ? 2 :
			   span_is(name, "value") ? 4 : 0;
	l->evidence = l->evidence || l->seen == 7;
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key, .list = true };

	return len && *data == '[' ? json_look(&l, data, len) : 0;
}

static enum better better_of(const char *name, const char *unit)
{
	if (strcasestr(name, "bigger is better"))
		return BETTER_HIGHER;
	if (strcasestr(name, "smaller is better"))
		return BETTER_LOWER;
	return unit_assumed_better(unit);
}

/* 0.519, "3", "± 3", "+/- 3" or "5%"; other words are no figure. */
static void read_range(struct json_doc *x, const struct json_series *s,
		       const cJSON *node)
{
	struct summarized f = { s->test, s->params, s->name, s->unit,
				BETTER_LOWER };
	static const char *const signs[] = { "\xc2\xb1", "+/-" };
	const char *words = json_words(node);
	struct span text = span_of(words ? words : "");
	double v;
	size_t i;

	text = span_trim(text);
	for (i = 0; i < N_OF(signs); i++)
		if (span_begins(text, signs[i]))
			span_after(text, signs[i], &text);
	text = span_trim(text);
	if (!words && json_value(x->d, node, &v) != NUMBER_OK)
		return;
	if (words && quantity_percent(text, &v) != NUMBER_OK)
		return;
	if (words && text.s[text.len - 1] == '%')
		f.unit = "%";
	summary_figure(x->report, json_doc_run(x), &f, "range", v);
}

static void read_result(struct json_doc *x, const cJSON *b)
{
	struct json_series s = { NULL, NULL, "value", NULL, BETTER_UNKNOWN,
				 ROLE_SAMPLE };

	s.test = json_doc_words(x, json_at(b, "name"));
	s.unit = json_doc_words(x, json_at(b, "unit"));
	if (!s.test) {
		json_doc_bad(x, "a result without its name");
		return;
	}
	if (s.unit && !*s.unit)
		s.unit = NULL;
	s.better = better_of(s.test, s.unit);
	if (json_doc_sample(x, &s, json_at(b, "value")))
		read_range(x, &s, json_at(b, "range"));
	else if (!json_at(b, "value") || cJSON_IsNull(json_at(b, "value")))
		report_error(x->report, x->d->line, "'%.80s' has no value",
			     s.test);
}

static void read_document(struct json_doc *x)
{
	const cJSON *b;

	if (!cJSON_IsArray(x->d->root))
		json_doc_bad(x, "this JSON is no list of results");
	else
		cJSON_ArrayForEach(b, x->d->root)
			read_result(x, b);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LOOSE | JSON_DOC_UNIQUE,
			 read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "value", "*", "*" },
	{ "value.range", "*", "lower" },
	{ 0 }
};

const struct importer importer_gab_custom = {
	.name = "gab-custom",
	.summary = "github-action-benchmark: custom results in JSON",
	.needs = "better:",
	.metrics = gives,
	.claim = claim,
	.starts = "[",
	.parse = parse,
};
