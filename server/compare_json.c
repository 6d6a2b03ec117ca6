/*
 * compare_json.c - the report at full precision, schema maxistat-compare/1.
 * Keys are only ever added.
 */
#include <math.h>
#include <string.h>

#include "compare_parts.h"
#include "json.h"
#include "notices.h"
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

static void write_rows(const struct compare *c, struct json *j)
{
	size_t i, s;

	json_array(j, "rows");
	for (i = 0; i < c->n_rows; i++) {
		bool shown = false;

		for (s = 1; s < c->n_sides; s++)
			shown |= row_shown(c, &c->rows[i], s);
		if (shown)
			row_json(c, &c->rows[i], j);
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
			const struct over_rows *o = &s->over;
			size_t marked = compare_marked_row(s);

			json_object(j, NULL);
			json_stringn(j, "side", &c->sides[side].name, 1);
			json_string(j, "metric", s->metric);
			json_string(j, "unit", s->unit);
			json_number(j, "geometric_mean_ratio", o->ratio);
			json_number(j, "lo", o->interval.lo);
			json_number(j, "hi", o->interval.hi);
			json_int(j, "n", (int64_t)o->n);
			json_int(j, "left_out", (int64_t)o->n_left_out);
			json_number(j, "median_change",
				    o->median_change_ratio);
			json_int(j, "up", (int64_t)o->n_up);
			json_int(j, "down", (int64_t)o->n_down);
			json_int(j, "equal", (int64_t)o->n_equal);
			if (marked < c->n_rows)
				json_int(j, "marked_row", (int64_t)marked);
			else
				json_null(j, "marked_row");
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

static void write_groups(const struct compare *c, struct json *j)
{
	size_t side, i, k;

	json_array(j, "groups");
	for (side = 1; side < c->n_sides; side++)
		for (i = 0; i < c->n_groups; i++) {
			const struct host_group *g = &c->groups[i];
			const struct over_hosts *o = &g->over[side];
			char word[VERDICT_TEXT_SIZE + 2];

			if (!g->known[side])
				continue;
			json_object(j, NULL);
			json_stringn(j, "side", &c->sides[side].name, 1);
			json_string(j, "over", g->by);
			json_array(j, "rows");
			for (k = 0; k < g->n; k++)
				json_int(j, NULL, (int64_t)g->rows[k]);
			json_array_end(j);
			json_int(j, "n", (int64_t)o->n);
			json_int(j, "left_out", (int64_t)o->n_left_out);
			json_number(j, "change", o->change_ratio);
			json_number(j, "lo", o->interval.lo);
			json_number(j, "hi", o->interval.hi);
			json_number(j, "p", o->p);
			json_number(j, "tau", o->tau);
			json_number(j, "q", o->q);
			json_number(j, "q_p", o->q_p);
			json_bool(j, "disagree", o->disagree);
			json_string(j, "word", group_word(c, g, side, word));
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
		json_bool(j, "apart_in_time",
			  sides_apart(&c->sides[0], &c->sides[side]));
		notices_json(notices_of_all(c, side), j, "notices_of_all");
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
	write_groups(c, &j);
	write_counts(c, &j);
	json_object(&j, "methods");
	json_string(&j, "change", "(mean - mean of A) / mean of A");
	json_string(&j, "change_interval", "Fieller, Welch variance");
	json_string(&j, "difference_interval", "Welch's t");
	json_string(&j, "p_holm", "Holm, over all rows and sides");
	json_string(&j, "p_bh", "Benjamini & Hochberg, the same");
	json_string(&j, "groups", "Paule-Mandel, Knapp-Hartung; Cochran's Q");
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
