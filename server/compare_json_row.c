/* compare_json_row.c - a row of a report as JSON, at full precision. */
#include <math.h>

#include "compare_parts.h"
#include "figures.h"
#include "json.h"
#include "notices.h"

static void write_row_side(const struct compare *c, const struct row_side *s,
			   struct json *j)
{
	const struct summary *x = &s->set.summary;
	size_t i;

	json_object(j, NULL);
	json_int(j, "n", (int64_t)s->set.n);
	json_int(j, "n_compared", (int64_t)s->units.n);
	json_int(j, "without_key", (int64_t)s->n_without);
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
		json_number(j, "mean_compared", s->units.n ?
			    s->units.summary.mean : (double)NAN);
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
		[ROW_ABSENT] = "absent",
	};

	return names[state];
}

static void write_quantiles(const struct quantile_pair *q, struct json *j)
{
	size_t i;

	if (!q)
		return;
	json_array(j, "quantiles");
	for (i = 0; i < QUANTILE_COUNT; i++) {
		json_object(j, NULL);
		json_number(j, "p", q[i].p);
		json_number(j, "a", q[i].a);
		json_number(j, "b", q[i].b);
		write_interval(j, "a_interval", &q[i].a_interval);
		write_interval(j, "b_interval", &q[i].b_interval);
		json_number(j, "difference", q[i].diff);
		write_interval(j, "difference_interval", &q[i].diff_interval);
		json_number(j, "change", q[i].change_ratio);
		write_interval(j, "change_interval", &q[i].change_interval);
		json_object_end(j);
	}
	json_array_end(j);
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
	json_number(j, "p_holm", row->p_holm[side]);
	json_number(j, "p_bh", row->p_bh[side]);
	json_bool(j, "holm", row->holm[side]);
	notices_json(row->notices[side], j, "notices");
	json_number(j, "difference", cmp->diff);
	write_interval(j, "difference_interval", &cmp->diff_interval);
	json_number(j, "change", cmp->relative.change_ratio);
	write_interval(j, "change_interval", &cmp->change_interval);
	write_interval(j, "margin_interval", &cmp->margin_interval);
	if (c->rq->options.pair)
		json_int(j, "unpaired", (int64_t)row->n_unpaired[side]);
	figures_json(cmp, j, "figures");
	write_quantiles(row->quantiles[side], j);
	json_object_end(j);
}

void row_json(const struct compare *c, const struct row *row, struct json *j)
{
	size_t s;

	json_object(j, NULL);
	json_int(j, "index", row - c->rows);
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
	json_string(j, "per", row->per);
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
