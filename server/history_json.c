/* history_json.c - a history as JSON and CSV. */
#include <math.h>

#include "history.h"
#include "json.h"
#include "pages.h"
#include "power.h"
#include "text.h"
#include "timestamp.h"

#define LEVEL .95

/* The interval of a run's mean, in the line's unit; NAN where it has none. */
static struct interval interval_of(const struct point *p)
{
	struct interval i = stats_mean_interval(&p->result->set.summary,
						LEVEL);

	i.lo *= p->factor;
	i.hi *= p->factor;
	return i;
}

/* Of each run shown, in the unit of the line; none of a published summary. */
static void samples_json(const struct history_line *l, struct json *j)
{
	size_t i, k;

	json_array(j, "samples");
	for (i = l->lo; i < l->hi; i++) {
		const struct point *p = &l->c.line->points[i];
		const struct sample_set *set = &p->result->set;

		json_array(j, NULL);
		for (k = 0; set->samples && k < set->n; k++)
			json_number(j, NULL, set->samples[k] * p->factor);
		json_array_end(j);
	}
	json_array_end(j);
}

static void points_json(const struct history *h, const struct history_line *l,
			struct json *j)
{
	const struct point *all = l->c.line->points;
	size_t i;

	json_object(j, "points");
	json_array(j, "run");
	for (i = l->lo; i < l->hi; i++)
		json_int(j, NULL, all[i].run->id);
	json_array_end(j);
	json_array(j, "at");
	for (i = l->lo; i < l->hi; i++)
		json_string(j, NULL, time_text(h->arena, all[i].run->at_ns));
	json_array_end(j);
	json_array(j, "key");
	for (i = l->lo; i < l->hi; i++)
		json_string(j, NULL, all[i].key);
	json_array_end(j);
	json_array(j, "n");
	for (i = l->lo; i < l->hi; i++)
		json_int(j, NULL, (int64_t)all[i].result->set.n);
	json_array_end(j);
	json_array(j, "median");
	for (i = l->lo; i < l->hi; i++)
		json_number(j, NULL, all[i].value);
	json_array_end(j);
	json_array(j, "lo");
	for (i = l->lo; i < l->hi; i++)
		json_number(j, NULL, interval_of(&all[i]).lo);
	json_array_end(j);
	json_array(j, "hi");
	for (i = l->lo; i < l->hi; i++)
		json_number(j, NULL, interval_of(&all[i]).hi);
	json_array_end(j);
	json_array(j, "masked");
	for (i = l->lo; i < l->hi; i++)
		json_bool(j, NULL, l->c.masked[i]);
	json_array_end(j);
	if (h->rq->options.samples)
		samples_json(l, j);
	json_object_end(j);
}

static void change_json(const struct history *h, const struct history_line *l,
			const struct change_point *p, struct json *j)
{
	const struct line *line = l->c.line;
	bool burst = p->kind == CHANGE_BURST;

	json_object(j, NULL);
	json_int(j, "index", (int64_t)p->index);
	json_int(j, "run", line->points[p->index].run->id);
	json_int(j, "lo", (int64_t)p->lo);
	json_int(j, "hi", (int64_t)p->hi);
	json_number(j, "p", p->p);
	json_number(j, "before", p->before);
	json_number(j, "after", p->after);
	json_number(j, "change", p->change_ratio);
	json_int(j, "n_before", (int64_t)p->n_before);
	json_int(j, "n_after", (int64_t)p->n_after);
	json_string(j, "kind", change_kind_name(p->kind));
	json_string(j, "state", change_state_name(p));
	json_string(j, "verdict", burst || isnan(p->change_ratio) ? NULL :
		    change_word(line, p->change_ratio));
	json_string(j, "from", point_place(&line->points[p->index - 1],
					   h->arena));
	json_string(j, "to", point_place(&line->points[p->index], h->arena));
	json_string(j, "compare", burst ? NULL :
		    change_link(&l->c, p, l->terms, h->rq->base, h->arena));
	json_string(j, "bisect", burst ? NULL :
		    bisect_line(line, p, h->arena));
	json_object_end(j);
}

static void changes_json(const struct history *h, const struct history_line *l,
			 struct json *j)
{
	const struct line_changes *c = &l->c;
	size_t i;

	json_array(j, "change_points");
	for (i = 0; i < c->n_points; i++)
		change_json(h, l, &c->points[i], j);
	json_array_end(j);
	json_array(j, "pending");
	for (i = 0; i < c->n_pending; i++) {
		json_object(j, NULL);
		json_int(j, "index", (int64_t)c->pending[i].index);
		json_int(j, "run",
			 c->line->points[c->pending[i].index].run->id);
		json_number(j, "before", c->pending[i].before);
		json_number(j, "after", c->pending[i].after);
		json_object_end(j);
	}
	json_array_end(j);
	json_array(j, "drifts");
	for (i = 0; i < c->n_drifts; i++) {
		json_object(j, NULL);
		json_int(j, "from", (int64_t)c->drifts[i].from);
		json_int(j, "to", (int64_t)c->drifts[i].to);
		json_number(j, "before", c->drifts[i].before);
		json_number(j, "after", c->drifts[i].after);
		json_number(j, "change", c->drifts[i].change_ratio);
		json_object_end(j);
	}
	json_array_end(j);
}

static void marks_json(const struct history *h, const struct line_changes *c,
		       struct json *j)
{
	size_t i;

	json_array(j, "annotations");
	for (i = 0; i < c->n_annotations; i++) {
		json_object(j, NULL);
		json_int(j, "index", (int64_t)c->annotations[i].index);
		json_string(j, "key", c->annotations[i].key);
		json_string(j, "from", c->annotations[i].from);
		json_string(j, "to", c->annotations[i].to);
		json_bool(j, "baseline", c->annotations[i].baseline);
		json_object_end(j);
	}
	json_array_end(j);
	json_array(j, "failures");
	for (i = 0; i < c->line->n_failures; i++) {
		const struct line_failure *f = &c->line->failures[i];

		json_object(j, NULL);
		json_int(j, "run", f->failure->run->id);
		json_string(j, "at", time_text(h->arena,
					       f->failure->run->at_ns));
		json_string(j, "key", f->key);
		json_string(j, "reason", f->failure->reason);
		json_object_end(j);
	}
	json_array_end(j);
}

static void notes_json(const struct history *h, const struct history_line *l,
		       struct json *j)
{
	size_t i;

	json_array(j, "notes");
	for (i = 0; i < l->n_notes; i++) {
		const struct line_note *n = &l->notes[i];

		json_object(j, NULL);
		json_int(j, "note", n->note->id);
		json_string(j, "key", n->note->key);
		json_string(j, "from", n->note->lo);
		json_string(j, "to", n->note->hi);
		json_int(j, "from_index", (int64_t)n->from);
		json_int(j, "to_index", (int64_t)n->to);
		json_bool(j, "inside", n->inside);
		json_string(j, "text", n->note->text);
		json_string(j, "by", n->note->sender);
		json_string(j, "at", time_text(h->arena, n->note->at_ns));
		json_object_end(j);
	}
	json_array_end(j);
}

static void line_json(const struct history *h, const struct history_line *l,
		      struct json *j)
{
	const struct line_changes *c = &l->c;
	const struct line *line = c->line;

	json_object(j, NULL);
	json_tags(j, "tags", &line->tags);
	json_int(j, "full_config", (int64_t)line->full_config);
	json_string(j, "test", line->series->test);
	json_tags(j, "params", &line->series->params);
	json_string(j, "metric", line->series->metric);
	json_string(j, "role", role_name(line->series->role));
	json_string(j, "unit", line->unit);
	json_string(j, "better", better_name(line->better));
	json_bool(j, "better_assumed", line->better_assumed);
	json_string(j, "terms", l->terms);
	json_string(j, "order", line->order);
	json_string(j, "order_why", line->why);
	json_int(j, "n", (int64_t)line->n);
	json_int(j, "first_index", (int64_t)l->lo);
	points_json(h, l, j);
	changes_json(h, l, j);
	marks_json(h, c, j);
	notes_json(h, l, j);
	json_number(j, "level", c->level);
	json_number(j, "noise", c->newest.noise);
	json_number(j, "r1", c->newest.r1);
	json_number(j, "seen_after_5", line_change_seen(c, CHANGE_CONFIRMED));
	json_int(j, "runs_to_see_1_percent",
		 (int64_t)line_runs_to_see(c, .01));
	json_object(j, "left_out");
	json_int(j, "no_median", (int64_t)line->n_no_median);
	json_int(j, "no_key", (int64_t)line->n_no_key);
	json_int(j, "twice", (int64_t)line->n_twice);
	json_int(j, "older", (int64_t)c->first);
	json_object_end(j);
	json_object_end(j);
}

void history_json(const struct history *h, struct buf *out)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_object(&j, NULL);
	json_string(&j, "schema", "maxistat-history/1");
	json_string(&j, "link", history_link(h, h->before));
	json_int(&j, "lines", (int64_t)h->n_all);
	json_int(&j, "lines_before", (int64_t)h->before);
	json_string(&j, "next", h->before + h->n < h->n_all ?
		    history_link(h, h->before + h->n) : NULL);
	json_array(&j, "series");
	for (i = 0; i < h->n; i++)
		line_json(h, &h->lines[i], &j);
	json_array_end(&j);
	json_int(&j, "failures_without_a_line", (int64_t)h->n_failed);
	json_object_end(&j);
	buf_char(out, '\n');
}

static void add_row(const struct history *h, const struct history_line *l,
		    size_t i, struct table *t)
{
	const struct line_changes *c = &l->c;
	const struct point *p = &c->line->points[i];
	struct interval in = interval_of(p);
	size_t k;

	table_text(t, l->terms);
	table_int(t, p->run->id);
	table_text(t, time_text(h->arena, p->run->at_ns));
	table_text(t, p->key);
	table_int(t, (int64_t)p->result->set.n);
	table_number(t, p->value);
	table_number(t, in.lo);
	table_number(t, in.hi);
	table_text(t, c->line->unit);
	table_text(t, c->masked[i] ? "1" : "0");
	for (k = 0; k < c->n_points && c->points[k].index != i; k++)
		;
	table_number(t, k < c->n_points ? c->points[k].change_ratio : NAN);
	table_text(t, k == c->n_points ? NULL :
		   change_kind_name(c->points[k].kind));
}

void history_csv(const struct history *h, struct buf *out)
{
	static const struct column columns[] = {
		{ "line", false },  { "run", true },    { "at", false },
		{ "key", false },   { "n", true },      { "median", true },
		{ "lo", true },     { "hi", true },     { "unit", false },
		{ "masked", true }, { "change", true }, { "kind", false },
	};
	struct table t;
	size_t i, k;

	table_init(&t, h->arena, columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (i = 0; i < h->n; i++)
		for (k = h->lines[i].lo; k < h->lines[i].hi; k++)
			add_row(h, &h->lines[i], k, &t);
	table_csv(&t, out);
}
