/* json_doc.c - the JSON documents of a tool into a report. */
#include "json_doc.h"

#include <math.h>
#include <string.h>

#include "summaries.h"
#include "timestamp.h"

static bool begins(struct span line)
{
	line = span_trim(line);
	return line.len && (line.s[0] == '{' || line.s[0] == '[');
}

static void give(struct json_doc *x, unsigned flags,
		 void (*read)(struct json_doc *x))
{
	const char *twice = flags & JSON_DOC_UNIQUE ?
			    json_twice(x->d->root) : NULL;

	if (!(flags & JSON_DOC_LINES)) {
		report_runs_close(x->report);
		x->has_run = false;
	}
	if (twice)
		report_error(x->report, x->d->line, "the key '%.60s' stands"
			     " twice in one object", twice);
	else
		read(x);
}

int json_docs(const char *data, size_t len, struct report *report,
	      unsigned flags, void (*read)(struct json_doc *x), void *own)
{
	struct json_doc x = { .report = report, .own = own };
	struct json_read d;
	struct lines l;
	struct span line;

	lines_init(&l, data, len);
	while (lines_next(&l, &line) && !report->over_limit) {
		report->line = l.no;
		if (!begins(line)) {
			line_skip(&l, line);
			continue;
		}
		x.d = &d;
		if (json_read(&d, &l, line, report, flags & JSON_DOC_LOOSE))
			give(&x, flags, read);
		else
			while (l.at < l.end && *l.at != '{' && *l.at != '[' &&
			       lines_next(&l, &line))
				;
		json_read_release(&d);
	}
	lines_end(&l, report);
	return 0;
}

bool json_docs_first(const char *data, size_t len)
{
	size_t i = 0;

	while (i < len && data[i] == '\n')
		i++;
	return begins((struct span){ data + i, len - i });
}

size_t json_doc_run(struct json_doc *x)
{
	struct tags none = { 0 };

	if (!x->has_run)
		x->run = report_run_with(x->report, &none);
	x->has_run = true;
	return x->run;
}

/* The text of a scalar; false for null, lists, objects. */
static bool scalar(struct json_doc *x, const cJSON *node, struct span *out)
{
	if (json_digits(x->d, node, out))
		return true;
	if (cJSON_IsBool(node))
		*out = span_of(cJSON_IsTrue(node) ? "true" : "false");
	else if (json_words(node))
		*out = span_trim(span_of(json_words(node)));
	else
		return false;
	return out->len > 0;
}

void json_doc_tag(struct json_doc *x, const char *key, const cJSON *node)
{
	struct span s;

	if (scalar(x, node, &s))
		report_tag(x->report, json_doc_run(x), key,
			   span_copy(s, x->report->arena));
}

void json_doc_time(struct json_doc *x, const cJSON *iso)
{
	const char *s = json_words(iso);
	struct time_span at;
	struct run *run;

	if (!s || !time_parse(s, strlen(s), &at) || !at.has_clock)
		return;
	run = report_run(x->report, json_doc_run(x));
	if (at.has_zone) {
		run->has_at = true;
		run->at_ns = at.from_ns;
	} else {
		json_doc_tag(x, "time", iso);
	}
}

void json_doc_param(struct json_doc *x, struct tags *params, const char *key,
		    const cJSON *node)
{
	const char *why = NULL;
	struct span s;

	if (!scalar(x, node, &s))
		return;
	if (tag_key_ok(key, strlen(key)) && !tag_key_reserved(key) &&
	    !tag_key_asks(key) && tag_value_ok(s.s, s.len, &why))
		tags_setn(params, x->report->arena, key, strlen(key), s.s,
			  s.len);
	else
		report_warn(x->report, x->d->line, "the parameter '%.60s'"
			    " cannot be kept", key);
}

void json_doc_params(struct json_doc *x, struct tags *params,
		     const cJSON *object)
{
	const cJSON *node;

	for json_each_member(node, object)
		json_doc_param(x, params, node->string, node);
}

bool json_doc_number(struct json_doc *x, const cJSON *node, const char *what,
		     double *out)
{
	enum number_status status = json_value(x->d, node, out);
	struct span text = { "", 0 };

	if (!node || cJSON_IsNull(node))
		return false;
	if (json_words(node)) {
		text = span_of(json_words(node));
		status = span_number(text, out);
	} else {
		json_digits(x->d, node, &text);
	}
	if (status == NUMBER_OK)
		return true;
	report_error(x->report, x->d->line, "%s: '%.*s' %s", what,
		     span_shown(text, 40), text.s, number_problem(status));
	return false;
}

double json_doc_figure(struct json_doc *x, const cJSON *node, const char *what)
{
	double v;

	return json_doc_number(x, node, what, &v) ? v : NAN;
}

bool json_doc_sample(struct json_doc *x, const struct json_series *s,
		     const cJSON *node)
{
	double v;

	if (!json_doc_number(x, node, s->name, &v))
		return false;
	report_sample(x->report, json_doc_run(x), s->test, s->params, s->name,
		      s->unit, s->better, s->role, v);
	return true;
}

size_t json_doc_samples(struct json_doc *x, const struct json_series *s,
			const cJSON *list)
{
	const cJSON *node;
	size_t n = 0, n_errors = x->report->n_errors;
	double v;

	if (!cJSON_IsArray(list))
		return 0;
	cJSON_ArrayForEach(node, list)
		json_doc_number(x, node, s->name, &v);
	if (x->report->n_errors > n_errors)
		return 0;
	cJSON_ArrayForEach(node, list)
		n += json_doc_sample(x, s, node);
	return n;
}

void json_doc_summary(struct json_doc *x, const struct json_series *s,
		      const struct summary *summary)
{
	struct summarized f = { s->test, s->params, s->name, s->unit,
				s->better };

	summary_put(x->report, json_doc_run(x), &f, summary);
}

const char *json_doc_name(struct json_doc *x, const cJSON *node)
{
	return node->string ? arena_strdup(x->report->arena, node->string) : "";
}

const char *json_doc_words(struct json_doc *x, const cJSON *node)
{
	const char *s = json_words(node);

	return s ? arena_strdup(x->report->arena, s) : NULL;
}

void json_doc_bad(struct json_doc *x, const char *what)
{
	report_error(x->report, x->d->line, "%s", what);
}
