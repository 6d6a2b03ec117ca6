/* page_changes.c - what changed, of all lines. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "changes.h"
#include "history.h"
#include "pages.h"
#include "report_text.h"
#include "timestamp.h"

#define MARGIN    1 /* % */
#define BEFORE_NS (CHANGES_BEFORE_DAYS * 24 * 3600 * NS_PER_S)

static void ratio_text(const struct announced *a, char out[32])
{
	if (isnan(a->change_ratio))
		snprintf(out, 32, "n/a");
	else
		print_signed(100 * a->change_ratio, a->point ?
			     change_point_decimals(a->c, a->point) : 1, out);
}

static const char *line_link(const struct announced *a,
			     const struct request *rq)
{
	return arena_printf(rq->arena, "%s/history/%s", rq->base,
			    line_terms(a->c->line, rq->arena));
}

static void add_rows(const struct change_range *r, const struct request *rq,
		     struct table *t)
{
	char at[TIME_SIZE], text[32];
	size_t i;

	for (i = 0; i < r->n; i++) {
		const struct announced *a = &r->of[i];

		time_print_date(a->at_ns, at);
		table_text(t, i ? "" : arena_printf(rq->arena, "%s %s..%s",
						    r->key, r->from, r->to));
		table_text(t, arena_strdup(rq->arena, at));
		table_text(t, a->word);
		ratio_text(a, text);
		table_text(t, arena_printf(rq->arena, "%s %%", text));
		print_p(a->point ? a->point->p : NAN, text);
		table_text(t, arena_strdup(rq->arena, text));
		table_text(t, a->point ? change_state_name(a->point) :
					 "drift");
		table_int(t, a->c->line->points[a->to].run->id);
		table_text(t, line_link(a, rq));
	}
}

/* Line 1. */
static void answer(const struct changes_of *all, const char *since,
		   struct buf *out)
{
	if (!all->n_runs) {
		buf_printf(out, "no run%s\n", *since ? since : " yet");
		return;
	}
	if (!all->n_announced)
		buf_str(out, "no change");
	else
		buf_printf(out, "%zu change%s", all->n_announced,
			   plural(all->n_announced));
	buf_str(out, since);
	if (all->n_announced)
		buf_printf(out, " in %zu range%s, on %zu", all->n,
			   plural(all->n), all->n_lines_changed);
	else
		buf_str(out, " on any");
	buf_printf(out, " of %zu line%s", all->n_lines, plural(all->n_lines));
	buf_printf(out, "; of %zu runs at most %.2g false ones are expected\n",
		   all->n_runs, all->n_false);
}

void changes_text(const struct changes_of *all, const struct request *rq,
		  const char *since, size_t limit, struct buf *out)
{
	static const struct column columns[] = {
		{ "range", false },  { "measured", false }, { "", false },
		{ "change", true },  { "p", true },	    { "state", false },
		{ "run", true },     { "history", false },
	};
	struct table t;
	size_t i;

	answer(all, since, out);
	if (!all->n)
		return;
	table_init(&t, rq->arena, columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (i = 0; i < all->n && i < limit; i++)
		add_rows(&all->ranges[i], rq, &t);
	buf_char(out, '\n');
	table_print(&t, out);
	if (i < all->n)
		buf_printf(out, "%zu older range%s: limit=%zu\n", all->n - i,
			   plural(all->n - i), all->n);
}

static void announced_json(const struct announced *a, const struct request *rq,
			   struct json *j)
{
	const struct line *line = a->c->line;

	json_object(j, NULL);
	json_string(j, "test", line->series->test);
	json_string(j, "metric", line->series->metric);
	json_tags(j, "params", &line->series->params);
	json_tags(j, "tags", &line->tags);
	json_string(j, "unit", line->unit);
	json_int(j, "run", line->points[a->to].run->id);
	json_int(j, "run_before", line->points[a->from].run->id);
	json_string(j, "at", time_text(rq->arena, a->at_ns));
	json_number(j, "before", a->before);
	json_number(j, "after", a->after);
	json_number(j, "change", a->change_ratio);
	json_number(j, "p", a->point ? a->point->p : NAN);
	json_string(j, "kind", a->point ? "step" : "drift");
	json_string(j, "state", a->point ? change_state_name(a->point) : NULL);
	json_string(j, "verdict", *a->word ? a->word : NULL);
	json_string(j, "history", line_link(a, rq));
	json_object_end(j);
}

void changes_json(const struct changes_of *all, const struct request *rq,
		  size_t limit, struct json *j)
{
	size_t i, k;

	json_array(j, "ranges");
	for (i = 0; i < all->n && i < limit; i++) {
		const struct change_range *r = &all->ranges[i];

		json_object(j, NULL);
		json_string(j, "key", r->key);
		json_string(j, "from", r->from);
		json_string(j, "to", r->to);
		json_string(j, "at", time_text(rq->arena, r->at_ns));
		json_array(j, "changes");
		for (k = 0; k < r->n; k++)
			announced_json(&r->of[k], rq, j);
		json_array_end(j);
		json_object_end(j);
	}
	json_array_end(j);
	json_int(j, "ranges_left_out", (int64_t)(all->n - i));
	json_int(j, "changes", (int64_t)all->n_announced);
	json_int(j, "lines", (int64_t)all->n_lines);
	json_int(j, "lines_changed", (int64_t)all->n_lines_changed);
	json_int(j, "runs", (int64_t)all->n_runs);
	json_number(j, "expected_false", all->n_false);
}

/* " since 2026-11-23 08:00", "" for whenever. */
static const char *since_text(const struct request *rq)
{
	char at[TIME_SIZE];

	if (!rq->options.since_ns)
		return "";
	time_print_minute(rq->now_ns - rq->options.since_ns, at);
	return arena_printf(rq->arena, " since %s", at);
}

int changes_get(struct request *rq, struct reply *rp, struct err *err)
{
	const struct options *o = &rq->options;
	double margin = (o->margin > 0 ? o->margin : MARGIN) / 100;
	int64_t since = o->since_ns ? rq->now_ns - o->since_ns : 0;
	int64_t from = since ? since - BEFORE_NS : 0;
	struct selection selection;
	struct changes_of all;
	struct json j;

	if (page_selection(rq, &selection, err) < 0 ||
	    changes_make(rq, &selection, from, since, margin, &all, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON) {
		json_init(&j, &rp->body);
		json_object(&j, NULL);
		json_string(&j, "schema", "maxistat-changes/1");
		changes_json(&all, rq, o->limit, &j);
		json_object_end(&j);
		buf_char(&rp->body, '\n');
	} else {
		changes_text(&all, rq, since_text(rq), o->limit, &rp->body);
	}
	return REPLY_NOW;
}
