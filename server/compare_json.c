/*
 * compare_json.c - the report at full precision, schema maxistat-compare/1.
 * Keys are only ever added.
 */
#include <math.h>
#include <string.h>

#include "compare.h"
#include "json.h"
#include "number.h"
#include "text.h"
#include "timestamp.h"

static void write_time(struct json *j, const char *key, int64_t ns)
{
	char text[TIME_SIZE];

	if (!ns) {
		json_null(j, key);
		return;
	}
	time_print(ns, text);
	json_string(j, key, text);
}

static void write_sides(const struct compare *c, struct json *j)
{
	size_t i;

	json_array(j, "sides");
	for (i = 0; i < c->n_sides; i++) {
		const struct side *s = &c->sides[i];

		json_object(j, NULL);
		json_stringn(j, "name", &s->name, 1);
		json_string(j, "terms", s->link);
		json_int(j, "runs", (int64_t)s->n_runs);
		json_int(j, "samples", (int64_t)s->n_samples);
		json_int(j, "hosts", (int64_t)s->n_hosts);
		json_int(j, "failures", (int64_t)s->found.n_failures);
		write_time(j, "first_at", s->first_at_ns);
		write_time(j, "last_at", s->last_at_ns);
		json_int(j, "without_date", (int64_t)s->n_at_assumed);
		if (s->has_option)
			json_int(j, "left_out", (int64_t)s->n_left_out);
		json_object_end(j);
	}
	json_array_end(j);
}

static void write_differences(const struct compare *c, struct json *j,
			      const char *key,
			      const struct tag_difference *d, size_t n)
{
	size_t i, k, s;

	json_array(j, key);
	for (i = 0; i < n; i++) {
		json_object(j, NULL);
		json_string(j, "key", d[i].key);
		json_array(j, "values");
		for (k = 0; k < d[i].n_values; k++) {
			json_object(j, NULL);
			json_string(j, "value", d[i].values[k].value);
			json_array(j, "runs");
			for (s = 0; s < c->n_sides; s++)
				json_int(j, NULL, (int64_t)
					 d[i].values[k].runs[s]);
			json_array_end(j);
			json_object_end(j);
		}
		json_array_end(j);
		json_object_end(j);
	}
	json_array_end(j);
}

static void write_row_side(const struct compare *c, const struct row_side *s,
			   struct json *j)
{
	const struct summary *x = &s->set.summary;
	size_t i;

	json_object(j, NULL);
	json_int(j, "n", (int64_t)s->set.n);
	json_int(j, "runs", (int64_t)s->n_runs);
	json_array(j, "run_ids");
	for (i = 0; i < s->n_results; i++)
		if (!i || s->results[i]->run != s->results[i - 1]->run)
			json_int(j, NULL, s->results[i]->run->id);
	json_array_end(j);
	if (s->n_results && !s->not_comparable) {
		json_number(j, "mean", x->mean);
		json_number(j, "median", x->median);
		json_number(j, "stddev", x->stddev);
		json_number(j, "min", x->min);
		json_number(j, "max", x->max);
	}
	json_bool(j, "summary_only", s->summary_only);
	if (s->failure)
		json_string(j, "failure", s->failure->reason);
	if (c->rq->options.samples && s->set.samples)
		json_doubles(j, "samples", s->set.samples, s->set.n);
	json_object_end(j);
}

static void write_interval(struct json *j, const char *key,
			   const struct interval *i)
{
	json_object(j, key);
	json_number(j, "lo", i->lo);
	json_number(j, "hi", i->hi);
	json_bool(j, "unbounded", i->unbounded);
	json_object_end(j);
}

const char *row_state_name(enum row_state state)
{
	static const char *const names[] = {
		[ROW_PAIRED] = "paired",
		[ROW_ONE_SIDED] = "one_sided",
		[ROW_FAILED] = "failed",
		[ROW_NOT_COMPARABLE] = "not_comparable",
	};

	return names[state];
}

static void write_comparison(const struct compare *c, const struct row *row,
			     size_t side, struct json *j)
{
	const struct comparison *cmp = &row->against[side];
	char word[VERDICT_TEXT_SIZE], reason[VERDICT_REASON_SIZE];

	row_word(c, row, side, word);
	verdict_reason(cmp, reason);
	json_object(j, NULL);
	json_stringn(j, "side", &c->sides[side].name, 1);
	json_string(j, "state", row_state_name(row->state[side]));
	json_string(j, "verdict", verdict_name(cmp->verdict));
	json_string(j, "word", word);
	json_string(j, "reason", *reason ? reason : NULL);
	json_int(j, "improvement", cmp->improvement);
	json_string(j, "method", method_name(cmp->method));
	json_number(j, "p", cmp->p);
	json_number(j, "difference", cmp->diff);
	write_interval(j, "difference_interval", &cmp->diff_interval);
	json_number(j, "change", cmp->relative.change_ratio);
	write_interval(j, "change_interval", &cmp->change_interval);
	write_interval(j, "margin_interval", &cmp->margin_interval);
	json_object(j, "welch");
	json_number(j, "t", cmp->welch.t);
	json_number(j, "df", cmp->welch.df);
	json_number(j, "se", cmp->welch.se);
	json_number(j, "p", cmp->welch.p);
	json_object_end(j);
	json_object_end(j);
}

static void write_row(const struct compare *c, const struct row *row,
		      struct json *j)
{
	size_t s;

	json_object(j, NULL);
	json_string(j, "test", *row->test ? row->test : NULL);
	json_string(j, "metric", row->metric);
	json_string(j, "unit", row->unit);
	json_object(j, "shown");
	json_string(j, "unit", row->shown_unit);
	json_number(j, "factor", row->shown_factor);
	json_object_end(j);
	json_string(j, "better", row->better_disputed ? "disputed" :
		    better_name(row->better));
	json_bool(j, "better_assumed", row->better_assumed);
	json_string(j, "role", role_name(row->role));
	json_tags(j, "labels", &row->labels);
	json_bool(j, "pooled", row->pooled);
	json_number(j, "margin", row->margin);
	json_array(j, "sides");
	for (s = 0; s < c->n_sides; s++)
		write_row_side(c, &row->sides[s], j);
	json_array_end(j);
	json_array(j, "comparisons");
	for (s = 1; s < c->n_sides; s++)
		write_comparison(c, row, s, j);
	json_array_end(j);
	json_object_end(j);
}

static void write_rows(const struct compare *c, struct json *j)
{
	size_t i, s;

	json_array(j, "rows");
	for (i = 0; i < c->n_rows; i++) {
		bool shown = false;

		for (s = 1; s < c->n_sides; s++)
			shown |= row_shown(c, &c->rows[i], s);
		if (shown)
			write_row(c, &c->rows[i], j);
	}
	json_array_end(j);
}

static void write_summaries(const struct compare *c, struct json *j)
{
	size_t side, i;

	json_array(j, "summaries");
	for (side = 1; side < c->n_sides; side++)
		for (i = 0; i < c->n_summaries[side]; i++) {
			const struct summary_over_rows *s =
				&c->summaries[side][i];

			json_object(j, NULL);
			json_stringn(j, "side", &c->sides[side].name, 1);
			json_string(j, "metric", s->metric);
			json_string(j, "unit", s->unit);
			json_number(j, "geometric_mean_ratio",
				    s->geomean.ratio);
			json_int(j, "n", (int64_t)s->geomean.n);
			json_int(j, "left_out",
				 (int64_t)s->geomean.n_left_out);
			json_number(j, "median_change", s->median_change);
			json_int(j, "up", (int64_t)s->n_up);
			json_int(j, "down", (int64_t)s->n_down);
			json_int(j, "equal", (int64_t)s->n_equal);
			if (c->rq->options.total) {
				json_number(j, "sum_a", s->sums.a);
				json_number(j, "sum", s->sums.b);
				json_number(j, "sum_change",
					    s->sums.change_ratio);
			}
			json_object_end(j);
		}
	json_array_end(j);
}

static void write_counts(const struct compare *c, struct json *j)
{
	size_t side;

	json_array(j, "counts");
	for (side = 1; side < c->n_sides; side++) {
		struct row_counts n;
		size_t v;

		compare_count(c, side, &n);
		json_object(j, NULL);
		json_stringn(j, "side", &c->sides[side].name, 1);
		json_int(j, "rows", (int64_t)n.rows);
		json_int(j, "paired", (int64_t)n.paired);
		json_int(j, "one_sided", (int64_t)n.one_sided);
		json_int(j, "failed", (int64_t)n.failed);
		json_int(j, "not_comparable", (int64_t)n.not_comparable);
		json_object(j, "verdicts");
		for (v = 0; v < VERDICT_COUNT; v++)
			if (n.verdicts[v])
				json_int(j, verdict_name((enum verdict)v),
					 (int64_t)n.verdicts[v]);
		json_object_end(j);
		json_object_end(j);
	}
	json_array_end(j);
}

void compare_json(const struct compare *c, struct buf *out)
{
	struct json j;
	struct buf answer;
	size_t i;

	buf_init(&answer, 1 << 16);
	compare_answer(c, 1, &answer);
	json_init(&j, out);
	json_object(&j, NULL);
	json_string(&j, "schema", "maxistat-compare/1");
	json_string(&j, "answer", answer.data);
	buf_release(&answer);
	json_string(&j, "asked", compare_asked(c));
	json_string(&j, "common", c->common_link);
	write_sides(c, &j);
	json_object(&j, "options");
	json_number(&j, "confidence", c->rq->options.confidence);
	json_string(&j, "by", c->rq->options.by ? c->rq->options.by : "host");
	json_object_end(&j);
	json_tags(&j, "both", &c->both);
	write_differences(c, &j, "differ", c->differ, c->n_differ);
	write_differences(c, &j, "vary", c->vary, c->n_vary);
	json_array(&j, "label_keys");
	for (i = 0; i < c->n_label_keys; i++)
		json_string(&j, NULL, c->label_keys[i]);
	json_array_end(&j);
	write_rows(c, &j);
	write_summaries(c, &j);
	write_counts(c, &j);
	json_object(&j, "methods");
	json_string(&j, "change", "(mean - mean of A) / mean of A");
	json_string(&j, "change_interval", "Fieller, Welch variance");
	json_string(&j, "difference_interval", "Welch's t");
	json_object_end(&j);
	json_object(&j, "links");
	json_string(&j, "self", compare_link(c, "compare", false));
	json_string(&j, "pinned", compare_link(c, "compare", true));
	json_string(&j, "ministat", compare_link(c, "ministat", false));
	json_string(&j, "samples", compare_link(c, "samples", false));
	json_object_end(&j);
	json_object_end(&j);
	buf_char(out, '\n');
}
