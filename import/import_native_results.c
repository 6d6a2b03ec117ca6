/* import_native_results.c - results[] and failures[] of a native document. */
#include <math.h>
#include <string.h>

#include "figure.h"
#include "mem.h"
#include "native.h"
#include "summaries.h"

#define WHERE_SIZE 64

/* What a result or a failure says of itself. */
struct subject {
	char where[WHERE_SIZE]; /* "results[3]", for messages */
	const char *test;
	struct tags params;
	size_t run;
};

/*
 * "list[i]", of names as they stand below; by hand, for it is made of every
 * metric and hardly ever said.
 */
static void print_where(char out[WHERE_SIZE], const char *list, const char *of,
			size_t i)
{
	char digits[20];
	size_t n = 0, at = 0;

	do {
		digits[n++] = (char)('0' + i % 10);
		i /= 10;
	} while (i);
	while (*list)
		out[at++] = *list++;
	while (*of)
		out[at++] = *of++;
	out[at++] = '[';
	while (n)
		out[at++] = digits[--n];
	out[at++] = ']';
	out[at] = '\0';
}

/* The document's tags and a result's own, which win. */
static struct tags with_own(const struct native *x, const struct tags *own)
{
	const struct tags *base = &x->base.tags;
	struct tags tags = { 0 };
	size_t i;

	for (i = 0; i < base->n; i++)
		tags_put(&tags, x->report->arena, base->items[i].key,
			 base->items[i].value);
	for (i = 0; i < own->n; i++)
		tags_put(&tags, x->report->arena, own->items[i].key,
			 own->items[i].value);
	return tags;
}

/* The run of a result: the document's, or its own where it has tags. */
static size_t run_of(struct native *x, const cJSON *node)
{
	struct tags tags = x->base.tags, own = { 0 };
	bool has_at = x->base.has_at;
	int64_t at_ns = x->base.at_ns;

	native_tags(x, node, "tags", &own);
	native_at(x, node, "at", &has_at, &at_ns);
	if (own.n)
		tags = with_own(x, &own);
	return has_at ? report_run_at(x->report, &tags, at_ns) :
		report_run_with(x->report, &tags);
}

static bool read_subject(struct native *x, const cJSON *node, const char *list,
			 size_t i, struct subject *s)
{
	memset(s, 0, sizeof(*s));
	print_where(s->where, list, "", i);
	if (!cJSON_IsObject(node)) {
		native_bad(x, "%s must be an object", s->where);
		return false;
	}
	s->test = native_string(x, node, "test");
	native_tags(x, node, "params", &s->params);
	s->run = run_of(x, node);
	return !x->bad && !x->report->over_limit;
}

/* A figure of a summary; NAN where it is null or not there. */
static double figure(struct native *x, const cJSON *node)
{
	double v = NAN;
	struct span text;

	if (!node || cJSON_IsNull(node))
		return NAN;
	if (!cJSON_IsNumber(node)) {
		native_bad(x, "'%.60s' of a summary must be a number",
			   node->string);
		return NAN;
	}
	text = native_number(x, node);
	if (span_number(text, &v) != NUMBER_OK)
		native_bad(x, "'%.60s' of a summary: '%.*s' %s", node->string,
			   span_shown(text, 40), text.s,
			   number_problem(span_number(text, &v)));
	return v;
}

/* The six of a summary that is a result; false: they are none. */
static bool read_six(struct native *x, const cJSON *node, const char *where,
		     struct summary *s)
{
	const struct { const char *key; double *out; } six[] = {
		{ "min", &s->min }, { "max", &s->max },
		{ "median", &s->median }, { "mean", &s->mean },
		{ "stddev", &s->stddev },
	};
	double n = figure(x, cJSON_GetObjectItemCaseSensitive(node, "n"));
	size_t i;

	if (!(n >= 1 && n <= 9007199254740992.0) || n != floor(n)) {
		native_bad(x, "the summary of %s needs its n, a count", where);
		return false;
	}
	s->n = (size_t)n;
	for (i = 0; i < N_OF(six); i++)
		*six[i].out = figure(x, cJSON_GetObjectItemCaseSensitive(
						node, six[i].key));
	if (isnan(s->mean) && isnan(s->median)) {
		native_bad(x, "the summary of %s needs a mean or a median",
			   where);
		return false;
	}
	return !x->bad;
}

/*
 * With its n, a summary is a result; its other figures, and all of one without,
 * are series of their own.
 */
static void read_summary(struct native *x, const cJSON *node, const char *where,
			 const struct subject *s, const struct metric *m)
{
	const cJSON *n = cJSON_GetObjectItemCaseSensitive(node, "n"), *f;
	struct summarized of = { s->test, &s->params, m->name, m->unit,
				 m->better };
	bool has_n = n && !cJSON_IsNull(n), has_figures = false;
	struct summary six;

	if (!cJSON_IsObject(node)) {
		native_bad(x, "the summary of %s must be an object", where);
		return;
	}
	if (has_n && read_six(x, node, where, &six))
		report_summary(x->report, s->run, s->test, &s->params, m->name,
			       m->unit, m->better, m->role, &six);
	for json_each_member(f, node) {
		const struct figure *known = figure_find(f->string);
		double v;

		if (!known && strcmp(f->string, "n"))
			native_unknown_key(x, f, "a summary");
		if (!known || (has_n && known->six) || x->bad)
			continue;
		v = figure(x, f);
		has_figures = has_figures || !isnan(v);
		summary_figure(x->report, s->run, &of, f->string, v);
	}
	if (!has_n && !has_figures)
		native_bad(x, "the summary of %s tells nothing", where);
	else if (!has_n && !x->bad &&
		 figure(x, cJSON_GetObjectItemCaseSensitive(node, "min")) >
		 figure(x, cJSON_GetObjectItemCaseSensitive(node, "max")))
		native_bad(x, "the min of '%.80s' is above its max", m->name);
}

static const struct json_samples *read_samples(struct native *x,
					       const cJSON *node,
					       const char *where)
{
	const struct json_samples *a = json_samples(x->doc, node);
	enum number_status why;
	double v;

	if (!a) {
		native_bad(x, "the samples of %s must be an array%s", where,
			   cJSON_IsArray(node) ? " of numbers" : "");
		return NULL;
	}
	if (!a->bad && a->n)
		return a;
	if (!a->bad) {
		native_bad(x, "%s has no samples", where);
		return NULL;
	}
	why = span_number(a->bad_text, &v);
	native_bad(x, "samples[%zu] of %s: '%.*s' %s", a->bad_index, where,
		   span_shown(a->bad_text, 40), a->bad_text.s,
		   number_problem(why == NUMBER_OK ? NUMBER_BAD : why));
	return NULL;
}

/* The words of a metric besides its values. */
static bool read_words(struct native *x, const cJSON *node, const char *where,
		       struct metric *m)
{
	static const char *const keys[] = { "name", "unit", "better", "role",
					    "samples", "summary", NULL };
	const char *better, *role;

	native_unknown_keys(x, node, where, keys);
	m->name = native_string(x, node, "name");
	m->unit = native_string(x, node, "unit");
	better = native_string(x, node, "better");
	role = native_string(x, node, "role");
	if (!m->name)
		native_bad(x, "%s needs a name", where);
	if (better && !better_parse(better, &m->better))
		native_bad(x, "better of %s is '%.40s', not higher, lower or"
			   " none", where, better);
	if (role && !role_parse(role, &m->role))
		native_bad(x, "role of %s is '%.40s', not sample, interval,"
			   " stream or summary", where, role);
	return !x->bad;
}

static void read_metric(struct native *x, const cJSON *node,
			const struct subject *s, size_t i)
{
	char where[WHERE_SIZE];
	const cJSON *samples, *summary;
	const struct json_samples *a;
	struct metric m = { 0 };

	print_where(where, s->where, ".metrics", i);
	if (!cJSON_IsObject(node)) {
		native_bad(x, "%s must be an object", where);
		return;
	}
	if (!read_words(x, node, where, &m))
		return;
	samples = cJSON_GetObjectItemCaseSensitive(node, "samples");
	summary = cJSON_GetObjectItemCaseSensitive(node, "summary");
	if (samples && summary && !cJSON_IsNull(summary)) {
		native_bad(x, "%s has both samples and a summary", where);
	} else if (samples) {
		a = read_samples(x, samples, where);
		if (a)
			report_samples(x->report, s->run, s->test, &s->params,
				       m.name, m.unit, m.better, m.role,
				       x->doc->scan.values + a->from, a->n);
	} else if (!summary) {
		native_bad(x, "%s has neither samples nor a summary", where);
	} else {
		read_summary(x, summary, where, s, &m);
	}
}

static void read_result(struct native *x, const cJSON *node, size_t i)
{
	static const char *const keys[] = { "test", "params", "tags", "at",
					    "metrics", "failure", "metric",
					    NULL };
	const cJSON *metrics, *m;
	const char *failure;
	struct subject s;
	size_t k = 0;

	if (!read_subject(x, node, "results", i, &s))
		return;
	native_unknown_keys(x, node, s.where, keys);
	failure = native_string(x, node, "failure");
	if (failure && !*failure) {
		native_bad(x, "the failure of %s needs a reason", s.where);
		return;
	}
	metrics = cJSON_GetObjectItemCaseSensitive(node, "metrics");
	if (failure)
		report_failure(x->report, s.run, s.test, &s.params,
			       native_string(x, node, "metric"), failure,
			       x->line);
	if (!metrics && failure)
		return;
	if (!cJSON_IsArray(metrics) || !metrics->child) {
		native_bad(x, "%s has neither metrics nor a failure", s.where);
		return;
	}
	cJSON_ArrayForEach(m, metrics) {
		x->bad = false;
		read_metric(x, m, &s, k++);
	}
}

void native_results(struct native *x, const cJSON *results)
{
	const cJSON *node;
	size_t i = 0;

	if (!results)
		return;
	if (!cJSON_IsArray(results)) {
		native_bad(x, "'results' must be an array");
		return;
	}
	cJSON_ArrayForEach(node, results) {
		x->bad = false;
		read_result(x, node, i++);
	}
}

void native_failures(struct native *x, const cJSON *failures)
{
	static const char *const keys[] = { "test", "params", "tags", "at",
					    "metric", "reason", NULL };
	const char *reason, *metric;
	const cJSON *node;
	struct subject s;
	size_t i = 0;

	if (!failures)
		return;
	if (!cJSON_IsArray(failures)) {
		native_bad(x, "'failures' must be an array");
		return;
	}
	cJSON_ArrayForEach(node, failures) {
		x->bad = false;
		if (!read_subject(x, node, "failures", i++, &s))
			continue;
		native_unknown_keys(x, node, s.where, keys);
		reason = native_string(x, node, "reason");
		metric = native_string(x, node, "metric");
		if (reason && *reason)
			report_failure(x->report, s.run, s.test, &s.params,
				       metric, reason, x->line);
		else
			native_bad(x, "%s needs a reason", s.where);
	}
}
