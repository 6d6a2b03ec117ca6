/*
 * import_hyperfine.c - hyperfine --export-json and --export-csv.
 *
 * The times are samples, warm-up runs are not among them; user and system are
 * means only. A run that failed (-i) is among the times like a good one: it is
 * kept and said. CSV has no times: a summary that does not tell how many runs.
 *
 * source    hyperfine 1.15 src/benchmark/benchmark_result.rs
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "csv.h"
#include "summaries.h"
#include "import.h"
#include "json_doc.h"
#include "json_look.h"

#define HEADER "command,mean,stddev,median,user,system,min,max"

static void key(struct json_look *l, struct span name)
{
	if (l->depth == 1)
		l->member = span_is(name, "results");
	if (l->depth != 3 || !l->member)
		return;
	l->seen |= span_is(name, "command") ? 1 :
		   span_is(name, "times") || span_is(name, "mean") ? 2 : 0;
	l->evidence = l->evidence || l->seen == 3;
}

static bool own_line(struct span line)
{
	return span_begins(line, HEADER);
}

static bool next_line(struct span line)
{
	return line.len && memchr(line.s, ',', line.len);
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key };

	return len && *data == '{' ? json_look(&l, data, len) :
		claim_lines(data, len, own_line, next_line);
}

/* Failed runs are among the times; a null was a signal. */
static void look_at_codes(struct json_doc *x, const cJSON *codes, size_t times)
{
	size_t n = 0, failed = 0;
	const cJSON *code;
	double v;

	if (!cJSON_IsArray(codes))
		return;
	cJSON_ArrayForEach(code, codes) {
		n++;
		failed += json_value(x->d, code, &v) != NUMBER_OK ||
			  fabs(v) > 0;
	}
	if (n != times)
		report_warn(x->report, x->d->line, "%zu exit codes for %zu"
			    " times", n, times);
	if (failed)
		report_warn(x->report, x->d->line, "%zu of %zu runs failed:"
			    " their times are among the others", failed, n);
}

/* The published mean is only looked at: samples win. */
static void compare_mean(struct json_doc *x, const cJSON *r)
{
	const cJSON *node;
	double sum = 0, v, mean;
	size_t n = 0;

	cJSON_ArrayForEach(node, json_at(r, "times"))
		if (json_value(x->d, node, &v) == NUMBER_OK) {
			sum += v;
			n++;
		}
	if (n && json_value(x->d, json_at(r, "mean"), &mean) == NUMBER_OK &&
	    fabs(sum / (double)n - mean) > 1e-6 * fabs(mean))
		report_warn(x->report, x->d->line, "its mean is not that of"
			    " its times");
}

static void mean_only(struct json_doc *x, struct json_series s,
		      const cJSON *node, const char *name, size_t n)
{
	struct summary sum = { n, NAN, NAN, NAN, NAN, NAN };

	s.name = name;
	s.role = ROLE_SUMMARY;
	sum.mean = json_doc_figure(x, node, name);
	json_doc_summary(x, &s, &sum);
}

static void read_result(struct json_doc *x, const cJSON *r)
{
	struct tags params = { 0 };
	struct json_series s = { NULL, &params, "time", "s", BETTER_LOWER,
				 ROLE_SAMPLE };
	struct summary sum = summary_none;
	size_t n;

	s.test = json_doc_words(x, json_at(r, "command"));
	if (!s.test) {
		json_doc_bad(x, "a result without its command");
		return;
	}
	json_doc_params(x, &params, json_at(r, "parameters"));
	json_doc_param(x, &params, "parameter", json_at(r, "parameter"));
	n = json_doc_samples(x, &s, json_at(r, "times"));
	if (!n) {
		sum.mean = json_doc_figure(x, json_at(r, "mean"), "mean");
		sum.min = json_doc_figure(x, json_at(r, "min"), "min");
		sum.max = json_doc_figure(x, json_at(r, "max"), "max");
		sum.median = json_doc_figure(x, json_at(r, "median"), "median");
		sum.stddev = json_doc_figure(x, json_at(r, "stddev"), "stddev");
		json_doc_summary(x, &s, &sum);
	}
	mean_only(x, s, json_at(r, "user"), "user", n);
	mean_only(x, s, json_at(r, "system"), "system", n);
	look_at_codes(x, json_at(r, "exit_codes"), n);
	compare_mean(x, r);
}

static void read_document(struct json_doc *x)
{
	const cJSON *results = json_at(x->d->root, "results"), *r;

	if (!cJSON_IsArray(results))
		json_doc_bad(x, "this JSON is not hyperfine's");
	else
		cJSON_ArrayForEach(r, results)
			read_result(x, r);
}

/* CSV */

static void cell(struct report *r, struct csv *c, size_t i, double *out)
{
	if (c->cells[i].len && !span_sample(c->cells[i], r, c->line, out))
		*out = NAN;
}

static void read_record(struct json_doc *x, struct csv *c, struct span *names,
			size_t n_names)
{
	struct report *r = x->report;
	struct tags params = { 0 };
	struct json_series s = { span_copy(c->cells[0], r->arena), &params,
				 "time", "s", BETTER_LOWER, ROLE_SUMMARY };
	struct summary sum = summary_none;
	struct summary user = sum, system = sum;
	struct span name;
	size_t i;

	cell(r, c, 1, &sum.mean);
	cell(r, c, 2, &sum.stddev);
	cell(r, c, 3, &sum.median);
	cell(r, c, 4, &user.mean);
	cell(r, c, 5, &system.mean);
	cell(r, c, 6, &sum.min);
	cell(r, c, 7, &sum.max);
	for (i = 8; i < n_names && i < c->n_cells; i++)
		if (span_after(names[i], "parameter_", &name) &&
		    tag_key_ok(name.s, name.len) && c->cells[i].len)
			tags_setn(&params, r->arena, name.s, name.len,
				  c->cells[i].s, c->cells[i].len);
	json_doc_summary(x, &s, &sum);
	s.name = "user";
	json_doc_summary(x, &s, &user);
	s.name = "system";
	json_doc_summary(x, &s, &system);
}

static void read_csv(const char *data, size_t len, struct report *r)
{
	struct json_doc x = { .report = r };
	struct span names[64];
	size_t n_names = 0, i;
	struct csv c;

	csv_init(&c, data, len, ',');
	while (csv_next(&c) == CSV_RECORD && !r->over_limit) {
		r->line = c.line;
		if (span_is(c.cells[0], "command")) {
			n_names = c.n_cells < 64 ? c.n_cells : 64;
			for (i = 0; i < n_names; i++)
				names[i] = span_of(span_copy(c.cells[i],
							     r->arena));
		} else if (c.n_cells != n_names || n_names < 8) {
			report_error(r, c.line, "%zu cells, the header has %zu",
				     c.n_cells, n_names);
		} else {
			read_record(&x, &c, names, n_names);
		}
	}
	if (c.at < c.end)
		report_error(r, c.line, "the table is damaged from here on");
	csv_release(&c);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct span all = { data, len };

	(void)err;
	while (all.len && *all.s == '\n') {
		all.s++;
		all.len--;
	}
	if (span_begins(all, "command,"))
		read_csv(data, len, r);
	else
		json_docs(data, len, r, JSON_DOC_LOOSE | JSON_DOC_UNIQUE,
			  read_document, NULL);
	return 0;
}

static const struct known_metric gives[] = {
	{ "time, user, system", "s", "lower" },
	{ 0 }
};

const struct importer importer_hyperfine = {
	.name = "hyperfine",
	.summary = "hyperfine: exported JSON or CSV",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{c",
	.parse = parse,
};
