/*
 * import_criterion.c - Criterion.rs: sample.json, and cargo-criterion's JSON
 * Lines.
 *
 * A sample is what a number of iterations took, divided by that number.
 * sample.json does not tell what was measured: its folder does. Changes against
 * a run before are never read.
 *
 * source    criterion 0.5 src/analysis/mod.rs, cargo-criterion message_formats
 */
#include <string.h>

#include "import.h"
#include "json_doc.h"
#include "json_look.h"

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 1)
		l->seen |= span_is(name, "iters") ? 1 :
			   span_is(name, "times") ? 2 :
			   span_is(name, "sampling_mode") ? 4 :
			   span_is(name, "iteration_count") ? 8 :
			   span_is(name, "measured_values") ? 16 :
			   span_is(name, "group_name") ? 32 :
			   span_is(name, "reason") ? 64 : 0;
	l->evidence = l->evidence || (l->seen & 7) == 7 ||
		      (l->seen & 24) == 24 || (l->seen & 96) == 96;
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key };

	return json_look(&l, data, len);
}

static void read_samples(struct json_doc *x, const struct json_series *s,
			 const cJSON *iters, const cJSON *times)
{
	const cJSON *i = iters ? iters->child : NULL;
	const cJSON *t = times ? times->child : NULL;
	size_t n_errors = x->report->n_errors;
	double n, v;

	for (; i && t; i = i->next, t = t->next) {
		if (!json_doc_number(x, i, "iterations", &n) ||
		    !json_doc_number(x, t, "a time", &v))
			break;
		if (!(n > 0))
			break;
		report_sample(x->report, json_doc_run(x), s->test, s->params,
			      s->name, s->unit, s->better, s->role, v / n);
	}
	if ((i || t) && x->report->n_errors == n_errors)
		json_doc_bad(x, "iterations and times do not go together");
}

static void read_document(struct json_doc *x)
{
	const cJSON *root = x->d->root;
	const char *reason = json_words(json_at(root, "reason"));
	struct tags none = { 0 };
	struct json_series s = { NULL, &none, "time", "ns", BETTER_LOWER,
				 ROLE_SAMPLE };

	if (reason && strcmp(reason, "benchmark-complete"))
		return;
	if (!reason) {
		read_samples(x, &s, json_at(root, "iters"),
			     json_at(root, "times"));
		return;
	}
	s.test = json_doc_words(x, json_at(root, "id"));
	if (json_words(json_at(root, "unit")))
		s.unit = json_doc_words(x, json_at(root, "unit"));
	if (!s.test)
		json_doc_bad(x, "a benchmark without its id");
	else
		read_samples(x, &s, json_at(root, "iteration_count"),
			     json_at(root, "measured_values"));
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LINES, read_document, NULL);
}

const struct importer importer_criterion = {
	.name = "criterion",
	.summary = "Criterion.rs: sample.json or cargo-criterion's JSON Lines",
	.needs = "test:",
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
