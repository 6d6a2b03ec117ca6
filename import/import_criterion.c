/*
 * import_criterion.c - Criterion.rs: sample.json, estimates.json,
 * cargo-criterion's JSON Lines, and what it prints for people.
 *
 * A sample is what a number of iterations took, divided by that number.
 * sample.json and estimates.json do not tell what was measured: their folder
 * does. Changes against a run before are never read.
 *
 * source    criterion 0.5 src/analysis/mod.rs, cargo-criterion message_formats
 */
#include <string.h>

#include "criterion.h"
#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "summaries.h"

static const struct json_keys keys[] = {
	{ { "iters", "times", "sampling_mode" } },
	{ { "iteration_count", "measured_values" } },
	{ { "group_name", "reason" } },
	{ { "median_abs_dev", "std_dev" } },
	{ { NULL } }
};

static size_t claim(const char *data, size_t len)
{
	return len && *data == '{' ? json_look_keys(data, len, keys) :
	       criterion_text_claim(data, len);
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

static double estimate(struct json_doc *x, const char *path)
{
	return json_doc_figure(x, json_at(x->d->root, path), path);
}

/* estimates.json: n is not told, and the interval is the mean's. */
static void read_estimates(struct json_doc *x, const struct json_series *s)
{
	static const char *const figures[][2] = {
		{ "stderr", "mean.standard_error" },
		{ "ci_low", "mean.confidence_interval.lower_bound" },
		{ "ci_high", "mean.confidence_interval.upper_bound" },
		{ "confidence", "mean.confidence_interval.confidence_level" },
	};
	struct summarized f = { s->test, s->params, s->name, s->unit,
				s->better };
	struct summary sum = summary_none;
	size_t i;

	sum.mean = estimate(x, "mean.point_estimate");
	sum.median = estimate(x, "median.point_estimate");
	sum.stddev = estimate(x, "std_dev.point_estimate");
	json_doc_summary(x, s, &sum);
	for (i = 0; i < N_OF(figures); i++)
		summary_figure(x->report, json_doc_run(x), &f, figures[i][0],
			       estimate(x, figures[i][1]));
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
	if (!reason && json_at(root, "std_dev")) {
		read_estimates(x, &s);
		return;
	}
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
	if (json_docs_first(data, len))
		return json_docs(data, len, r, JSON_DOC_LINES, read_document,
				 NULL);
	criterion_text(data, len, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "time", "ps, ns, µs, ms, s", "lower" },
	{ "throughput", "*", "higher" },
	{ 0 }
};

const struct importer importer_criterion = {
	.name = "criterion",
	.summary = "Criterion.rs: sample.json, estimates.json,"
		   " cargo-criterion's JSON, text",
	.needs = "test:",
	.metrics = gives,
	.claim = claim,
	.parse = parse,
};
