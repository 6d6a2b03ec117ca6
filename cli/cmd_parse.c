/*
 * cmd_parse.c - maxistat parse: shows what the importers see in a file and
 * stores nothing.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "file.h"
#include "import.h"
#include "json.h"
#include "limits.h"
#include "mem.h"
#include "metrics_json.h"
#include "timestamp.h"
#include "unpack.h"

struct options {
	const char *format, *path;
	bool json;
};

static int options_read(int argc, char **argv, struct options *o,
			struct err *err)
{
	int i;

	for (i = 1; i < argc; i++) {
		const char *a = argv[i];

		if (!strcmp(a, "--json"))
			o->json = true;
		else if (!strcmp(a, "--format") && i + 1 < argc)
			o->format = argv[++i];
		else if (!strncmp(a, "--format=", 9))
			o->format = a + 9;
		else if (a[0] == '-' && a[1])
			return err_set(err, ERR_USAGE, "'%.60s' is no option",
				       a);
		else if (o->path)
			return err_set(err, ERR_USAGE, "one FILE at a time");
		else
			o->path = a;
	}
	if (!o->path)
		return err_set(err, ERR_USAGE, "which FILE?");
	if (o->format && !importer_find(o->format))
		return err_set(err, ERR_USAGE, "'%.60s' is no format",
			       o->format);
	return 0;
}

/* JSON */

/* The run tags, and when it was measured as one of them. */
static void json_run(struct json *j, const struct run *u)
{
	char at[TIME_SIZE];

	json_tags(j, "tags", &u->tags);
	if (u->has_at) {
		time_print(u->at_ns, at);
		json_string(j, "at", at);
	}
}

static void json_results(struct json *j, const struct run *u)
{
	size_t i;

	for (i = 0; i < u->n_results; i++) {
		const struct result *x = &u->results[i];

		if (!x->n_metrics)
			continue;
		json_object(j, NULL);
		json_string(j, "test", x->test);
		json_tags(j, "params", &x->params);
		json_run(j, u);
		json_metrics(j, x->metrics, x->n_metrics);
		json_object_end(j);
	}
}

static void json_failures(struct json *j, const struct run *u)
{
	size_t i;

	for (i = 0; i < u->n_failures; i++) {
		const struct failure *f = &u->failures[i];

		json_object(j, NULL);
		json_string(j, "test", f->test);
		json_tags(j, "params", &f->params);
		json_run(j, u);
		json_string(j, "metric", f->metric);
		json_string(j, "reason", f->reason);
		json_object_end(j);
	}
}

static size_t kept(size_t n)
{
	return n < REPORT_MESSAGES_MAX ? n : REPORT_MESSAGES_MAX;
}

static void json_message(struct json *j, size_t line, const char *text)
{
	json_object(j, NULL);
	if (line)
		json_int(j, "line", (int64_t)line);
	else
		json_null(j, "line");
	json_string(j, "message", text);
	json_object_end(j);
}

static void json_messages(struct json *j, const char *key,
			  const struct message *m, size_t n,
			  const struct err *err)
{
	size_t i;

	json_array(j, key);
	for (i = 0; i < kept(n); i++)
		json_message(j, m[i].line, m[i].text);
	if (err)
		json_message(j, err->line, err->msg);
	json_array_end(j);
}

/* err: why nothing could be read, or NULL */
static void print_json(const struct report *r, const char *formats,
		       const struct err *err, struct buf *out)
{
	size_t i, n_runs = err ? 0 : r->n_runs;
	struct json j;

	json_init(&j, out);
	json_object(&j, NULL);
	json_string(&j, "format", formats[0] ? formats : NULL);
	json_bool(&j, "complete", r->complete && !err);
	json_array(&j, "results");
	for (i = 0; i < n_runs; i++)
		json_results(&j, &r->runs[i]);
	json_array_end(&j);
	json_array(&j, "failures");
	for (i = 0; i < n_runs; i++)
		json_failures(&j, &r->runs[i]);
	json_array_end(&j);
	json_messages(&j, "warnings", r->warnings, r->n_warnings, NULL);
	json_messages(&j, "errors", r->errors, r->n_errors, err);
	json_object_end(&j);
	buf_char(out, '\n');
}

/* Text */

/* A value of several lines is shown on one. */
static void text_tags(struct buf *out, const struct tags *t)
{
	const char *s;
	size_t i;

	for (i = 0; i < t->n; i++) {
		buf_printf(out, " %s:", t->items[i].key);
		for (s = t->items[i].value; *s; s++)
			if (*s == '\n' || *s == '\t')
				buf_str(out, *s == '\n' ? "\\n" : "\\t");
			else
				buf_char(out, *s);
	}
}

static double mean_of(const struct metric *m)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < m->n; i++)
		sum += m->samples[i] / (double)m->n;
	return sum;
}

/* The figures that a published summary tells. */
static void text_published(struct buf *out, const struct summary *s)
{
	const struct { const char *name; double x; } figures[] = {
		{ "mean", s->mean }, { "median", s->median }, { "min", s->min },
		{ "max", s->max }, { "stddev", s->stddev },
	};
	size_t i;

	for (i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
		if (!isnan(figures[i].x))
			buf_printf(out, " %s %.8g", figures[i].name,
				   figures[i].x);
	buf_str(out, ", published");
}

static void text_metric(struct buf *out, const struct metric *m)
{
	const char *better = better_name(m->better);

	buf_printf(out, "  %-24s %-8s n %-5zu", m->name,
		   m->unit ? m->unit : "-", m->n);
	if (m->samples)
		buf_printf(out, " mean %.8g", mean_of(m));
	if (!m->samples)
		text_published(out, &m->summary);
	if (better)
		buf_printf(out, ", %s is better", better);
	if (m->role != ROLE_SAMPLE)
		buf_printf(out, ", %s", role_name(m->role));
	buf_char(out, '\n');
}

static void text_run(struct buf *out, const struct run *u)
{
	char at[TIME_SIZE];
	size_t i, k;

	buf_str(out, "run:");
	text_tags(out, &u->tags);
	if (u->has_at) {
		time_print(u->at_ns, at);
		buf_printf(out, " at:%s", at);
	}
	if (!u->tags.n && !u->has_at)
		buf_str(out, " no tags");
	buf_char(out, '\n');
	for (i = 0; i < u->n_results; i++) {
		const struct result *x = &u->results[i];

		buf_printf(out, " %s", x->test ? x->test : "(no test named)");
		text_tags(out, &x->params);
		buf_char(out, '\n');
		for (k = 0; k < x->n_metrics; k++)
			text_metric(out, &x->metrics[k]);
	}
	for (i = 0; i < u->n_failures; i++) {
		const struct failure *f = &u->failures[i];

		buf_printf(out, " %s", f->test ? f->test : "(no test named)");
		text_tags(out, &f->params);
		buf_printf(out, " %s%sfailed: %s\n", f->metric ? f->metric : "",
			   f->metric ? " " : "", f->reason);
	}
}

static void text_messages(struct buf *out, const char *kind,
			  const struct message *m, size_t n)
{
	size_t i;

	for (i = 0; i < kept(n); i++)
		if (m[i].line)
			buf_printf(out, "%s: line %zu: %s\n", kind, m[i].line,
				   m[i].text);
		else
			buf_printf(out, "%s: %s\n", kind, m[i].text);
	if (n > kept(n))
		buf_printf(out, "%s: and %zu more\n", kind, n - kept(n));
}

static void print_text(const struct report *r, const char *formats,
		       struct buf *out)
{
	size_t i;

	buf_printf(out, "format: %s\n", formats[0] ? formats : "none");
	for (i = 0; i < r->n_runs; i++)
		text_run(out, &r->runs[i]);
	text_messages(out, "warning", r->warnings, r->n_warnings);
	text_messages(out, "error", r->errors, r->n_errors);
	if (!r->complete)
		buf_str(out, "not complete\n");
}

static int show(const struct options *o, const struct buf *in, struct buf *out,
		struct err *err)
{
	const char *data = in->data ? in->data : "", *formats = "";
	size_t len = in->len;
	struct arena arena;
	struct report r;
	struct err why = { 0 };
	bool bad;

	arena_init(&arena);
	report_init(&r, &arena);
	bad = unpack(&data, &len, &arena, &why) < 0 ||
	      import_parse(data, len, o->format, &r, &formats, &why) < 0;
	if (o->json)
		print_json(&r, formats, bad ? &why : NULL, out);
	else if (!bad)
		print_text(&r, formats, out);
	else
		fprintf(stderr, "maxistat parse: %s\n%s%s%s", why.msg,
			why.hint[0] ? "  " : "", why.hint,
			why.hint[0] ? "\n" : "");
	bad = bad || r.n_errors || !r.n_results;
	arena_release(&arena);
	if (out->over)
		return err_set(err, ERR_TOO_BIG, "the listing has more than"
			       " %zu bytes", out->max);
	fwrite(out->data ? out->data : "", 1, out->len, stdout);
	return bad ? EXIT_NO : EXIT_DONE;
}

static int run(int argc, char **argv, struct err *err)
{
	struct options o = { 0 };
	struct buf in, out;
	int rc;

	if (options_read(argc, argv, &o, err) < 0)
		return -1;
	buf_init(&in, LIMIT_BODY);
	buf_init(&out, LIMIT_PAGE);
	rc = file_read(o.path, &in, err);
	if (!rc)
		rc = show(&o, &in, &out, err);
	buf_release(&in);
	buf_release(&out);
	return rc;
}

const struct command command_parse = {
	.name = "parse",
	.args = "[--format X] [--json] FILE",
	.summary = "shows what the importers see in a file, stores nothing",
	.help = "  --format X  takes the file as format X instead of telling"
		" itself\n"
		"  --json      prints JSON\n"
		"FILE is a path, or - for the standard input. The exit status"
		" is 1 where\nnothing can be stored.\n",
	.run = run,
};
