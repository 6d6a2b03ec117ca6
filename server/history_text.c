/* history_text.c - a history to be read in a terminal. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "history_text.h"
#include "power.h"
#include "report_text.h"
#include "sparkline.h"
#include "timestamp.h"

#define WIDTH  100
#define LEVEL  .95
#define LINKED 5 /* change points, the newest */

static size_t width_of(const struct history *h)
{
	return h->rq->options.width ? (size_t)h->rq->options.width : WIDTH;
}

void history_fact(struct buf *out, const char *name)
{
	buf_printf(out, "%-*s", HISTORY_INDENT, name);
}

const char *history_place(const struct history *h, const struct line *line,
			  size_t i)
{
	return point_place(&line->points[i], h->arena);
}

/* ---- The answer. ---- */

static const struct change_point *last_step(const struct line_changes *c)
{
	size_t i;

	for (i = c->n_points; i; i--)
		if (c->points[i - 1].kind != CHANGE_BURST)
			return &c->points[i - 1];
	return NULL;
}

static void print_ratio(const struct line_changes *c,
			const struct change_point *p, char out[32])
{
	if (isnan(p->change_ratio))
		snprintf(out, 32, "n/a");
	else
		print_signed(100 * p->change_ratio,
			     change_point_decimals(c, p), out);
}

static size_t count_steps(const struct line_changes *c)
{
	size_t n = 0, i;

	for (i = 0; i < c->n_points; i++)
		n += c->points[i].kind != CHANGE_BURST;
	return n;
}

/* The drift that a point is a part of. */
static const struct drift *drift_of(const struct line_changes *c,
				    const struct change_point *p)
{
	size_t i;

	for (i = 0; p->kind == CHANGE_DRIFT && i < c->n_drifts; i++)
		if (p->index >= c->drifts[i].from &&
		    p->index <= c->drifts[i].to)
			return &c->drifts[i];
	return NULL;
}

static void answer_of_drift(const struct history *h,
			    const struct line_changes *c,
			    const struct drift *d, struct buf *out)
{
	char ratio[32] = "n/a";

	if (!isnan(d->change_ratio))
		print_signed(100 * d->change_ratio, 1, ratio);
	buf_printf(out, "%s: a drift of %s %% from %s ",
		   change_word(c->line, d->change_ratio), ratio,
		   c->line->order);
	text_safe(out, history_place(h, c->line, d->from));
	buf_str(out, " to ");
	text_safe(out, history_place(h, c->line, d->to));
	buf_printf(out, " in %zu runs\n", c->line->n);
}

/* "worse: -3.1 % at rev r104 (provisional), the last of 2 changes". */
static void answer_of_line(const struct history *h,
			   const struct line_changes *c, struct buf *out)
{
	const struct change_point *p = last_step(c);
	size_t n = count_steps(c);
	char ratio[32];

	if (!p) {
		buf_printf(out, "no change in %zu run%s of ", c->line->n,
			   plural(c->line->n));
		line_name(c->line, out);
		buf_char(out, '\n');
		return;
	}
	if (drift_of(c, p)) {
		answer_of_drift(h, c, drift_of(c, p), out);
		return;
	}
	print_ratio(c, p, ratio);
	buf_printf(out, "%s: %s %% at %s ", change_word(c->line,
							p->change_ratio),
		   ratio, c->line->order);
	text_safe(out, history_place(h, c->line, p->index));
	buf_printf(out, ", %s", change_state_name(p));
	if (n > 1)
		buf_printf(out, "; the last of %zu changes", n);
	buf_printf(out, " in %zu runs\n", c->line->n);
}

static void answer(const struct history *h, struct buf *out)
{
	size_t changed = 0, worse = 0, better = 0, i;

	if (h->n_all == 1) {
		answer_of_line(h, &h->lines[0].c, out);
		return;
	}
	for (i = 0; i < h->n; i++) {
		const struct change_point *p = last_step(&h->lines[i].c);
		const char *word = p ? change_word(h->lines[i].c.line,
						   p->change_ratio) : "";

		changed += p != NULL;
		worse += !strcmp(word, "worse");
		better += !strcmp(word, "better");
	}
	buf_printf(out, "%zu lines", h->n_all);
	if (h->n < h->n_all)
		buf_printf(out, ", of which %zu..%zu", h->before + 1,
			   h->before + h->n);
	buf_printf(out, ", %zu run%s with a value: %zu changed", h->n_runs,
		   plural(h->n_runs), changed);
	if (changed)
		buf_printf(out, "; by their last change %zu worse, %zu better",
			   worse, better);
	buf_char(out, '\n');
}

/* ---- What the line is. ---- */

static void print_head(const struct history *h, const struct line *line,
		       struct buf *out)
{
	buf_char(out, '\n');
	line_name(line, out);
	buf_str(out, ", ");
	line_unit(line, out);
	buf_char(out, '\n');
	history_fact(out, "order");
	buf_printf(out, "%s: %s; %zu run%s", line->order, line->why, line->n,
		   plural(line->n));
	if (line->n) {
		buf_str(out, ", ");
		text_safe(out, history_place(h, line, 0));
	}
	if (line->n > 1) {
		buf_str(out, " .. ");
		text_safe(out, history_place(h, line, line->n - 1));
	}
	buf_char(out, '\n');
}

static void print_sparkline(const struct history *h,
			    const struct history_line *l, struct buf *out)
{
	const struct options *o = &h->rq->options;
	size_t n = l->hi - l->from, i;
	double *x = arena_alloc(h->arena, n * sizeof(*x));
	double *y = arena_alloc(h->arena, n * sizeof(*y));
	const struct point *points = l->c.line->points + l->from;
	struct sparkline s = { .x = x, .y = y, .n = n, .scale = o->y,
			       .out = l->c.masked + l->from,
			       .width = width_of(h) - HISTORY_INDENT };
	char *marks;

	if (n < 2)
		return;
	for (i = 0; i < n; i++) {
		x[i] = o->x == X_TIME ? (double)points[i].run->at_ns :
		       o->x == X_RUN ? (double)points[i].run->id : (double)i;
		y[i] = points[i].value;
	}
	history_fact(out, "");
	sparkline_print(&s, h->arena, out);
	while (out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
	buf_char(out, '\n');
	marks = arena_alloc(h->arena, s.width + 1);
	memset(marks, ' ', s.width);
	for (i = 0; i < l->c.n_points; i++)
		if (l->c.points[i].index >= l->from &&
		    l->c.points[i].index < l->hi)
			marks[sparkline_column(&s, x[l->c.points[i].index -
						     l->from])] = '^';
	for (i = s.width; i && marks[i - 1] == ' '; i--)
		;
	if (i) {
		history_fact(out, "");
		buf_printf(out, "%.*s\n", (int)i, marks);
	}
}

/* ---- Its change points. ---- */

static const char *range_text(const struct history *h,
			      const struct line_changes *c, size_t from,
			      size_t to)
{
	const char *a = history_place(h, c->line, from);
	const char *b = history_place(h, c->line, to);

	return from == to ? a : arena_printf(h->arena, "%s..%s", a, b);
}

const char *history_value(const struct history *h, double x)
{
	char text[32];

	print_value(x, text);
	return arena_strdup(h->arena, text);
}

static void add_change(const struct history *h, const struct line_changes *c,
		       const struct change_point *p, struct table *t)
{
	char text[32];

	table_int(t, c->line->points[p->index].run->id);
	table_text(t, range_text(h, c, p->index - 1, p->index));
	table_text(t, history_value(h, p->before));
	table_text(t, history_value(h, p->after));
	print_ratio(c, p, text);
	table_text(t, arena_printf(h->arena, "%s %%", text));
	print_p(p->p, text);
	table_text(t, arena_strdup(h->arena, text));
	table_text(t, range_text(h, c, p->lo, p->hi));
	table_text(t, p->kind == CHANGE_BURST ? "burst" :
		   arena_printf(h->arena, "%s%s", change_state_name(p),
				p->kind == CHANGE_DRIFT ? ", drift" : ""));
	table_text(t, p->kind == CHANGE_BURST ? "" :
		   change_word(c->line, p->change_ratio));
}

/* How to look further into the newest steps. */
static void print_links(const struct history *h, const struct history_line *l,
			struct buf *out)
{
	const struct line_changes *c = &l->c;
	size_t n = 0, i;

	for (i = c->n_points; i && n < LINKED; i--) {
		const struct change_point *p = &c->points[i - 1];
		const char *link = change_link(c, p, l->terms, h->rq->base,
					       h->arena);
		const char *bisect = bisect_line(c->line, p, h->arena);

		if (p->kind != CHANGE_STEP)
			continue;
		n++;
		if (link) {
			history_fact(out, "compare");
			buf_printf(out, "%s\n", link);
		}
		if (bisect) {
			history_fact(out, "find");
			buf_printf(out, "%s\n", bisect);
		}
	}
}

static void print_changes(const struct history *h,
			  const struct history_line *l, struct buf *out)
{
	static const struct column columns[] = {
		{ "run", true },      { "range", false },
		{ "before", true },   { "after", true },
		{ "change", true },   { "p", true },
		{ "where, 95 %", false }, { "state", false },
		{ "", false },
	};
	const struct line_changes *c = &l->c;
	struct table t;
	size_t i;

	if (!c->n_points)
		return;
	buf_char(out, '\n');
	table_init(&t, h->arena, columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (i = 0; i < c->n_points; i++)
		add_change(h, c, &c->points[i], &t);
	table_print(&t, out);
	buf_char(out, '\n');
	print_links(h, l, out);
}

/* ---- The runs. ---- */

static void add_run(const struct history *h, const struct line_changes *c,
		    size_t i, struct table *t)
{
	const struct point *p = &c->line->points[i];
	struct interval in = stats_mean_interval(&p->result->set.summary,
						 LEVEL);
	char at[TIME_SIZE], lo[32], hi[32];

	time_print_minute(p->run->at_ns, at);
	table_int(t, p->run->id);
	table_text(t, arena_printf(h->arena, "%s%s", at,
				   p->run->at_assumed ? "?" : ""));
	if (p->key)
		table_text(t, p->key);
	table_int(t, (int64_t)p->result->set.n);
	table_text(t, history_value(h, p->value));
	if (isnan(in.lo)) {
		table_text(t, NULL);
	} else {
		in.lo *= p->factor;
		in.hi *= p->factor;
		print_ends(&in, lo, hi);
		table_text(t, arena_printf(h->arena, "%s .. %s", lo, hi));
	}
	table_text(t, c->masked[i] ? "outlier" : "");
}

/* "-------- +3.06 % --------" before the first run of a new level. */
static void print_rule(const struct line_changes *c, size_t i, size_t width,
		       struct buf *out)
{
	char ratio[32], text[64];
	size_t k;

	for (k = 0; k < c->n_points; k++)
		if (c->points[k].index == i &&
		    c->points[k].kind != CHANGE_BURST)
			break;
	if (k == c->n_points)
		return;
	print_ratio(c, &c->points[k], ratio);
	snprintf(text, sizeof(text), " %s %% ", ratio);
	width = width > strlen(text) + 8 ? width - strlen(text) : 8;
	buf_pad(out, '-', width - width / 2);
	buf_str(out, text);
	buf_pad(out, '-', width / 2);
	buf_char(out, '\n');
}

static void print_runs(const struct history *h, const struct history_line *l,
		       struct buf *out)
{
	const struct line_changes *c = &l->c;
	bool by_key = strcmp(c->line->order, "at") != 0;
	const struct column columns[] = {
		{ "run", true },   { "measured", false },
		{ by_key ? c->line->order : "n", !by_key },
		{ by_key ? "n" : "median", true },
		{ by_key ? "median" : "95 % of the mean", by_key },
		{ by_key ? "95 % of the mean" : "", false }, { "", false },
	};
	const char *s;
	struct table t;
	struct buf b;
	size_t i, head;

	if (l->lo == l->hi)
		return;
	table_init(&t, h->arena, columns, 6 + by_key);
	for (i = l->lo; i < l->hi; i++)
		add_run(h, c, i, &t);
	buf_init(&b, out->max);
	table_print(&t, &b);
	s = b.data;
	head = strcspn(s, "\n");
	buf_add(out, s, head + 1);
	for (i = l->lo, s += head + 1; *s; i++, s += strcspn(s, "\n") + 1) {
		print_rule(c, i, head, out);
		buf_add(out, s, strcspn(s, "\n") + 1);
	}
	buf_release(&b);
	if (l->hi - l->lo < c->line->n)
		buf_printf(out, "%zu of %zu runs are shown; limit=%zu for "
			   "all\n", l->hi - l->lo, c->line->n,
			   c->line->n < CHANGE_RUNS_MAX ? c->line->n :
							  CHANGE_RUNS_MAX);
}

/* ---- All of it. ---- */

static void print_pair(const struct history *h, struct buf *out)
{
	const struct options *o = &h->rq->options;

	if (!o->a || !o->b)
		return;
	history_fact(out, "a and b");
	buf_printf(out, "%s/compare/run:%lld/run:%lld\n", h->rq->base,
		   (long long)o->a, (long long)o->b);
}

void history_text(const struct history *h, struct buf *out)
{
	size_t i;

	if (!h->n) {
		buf_str(out, h->found.n_failures ?
			"no run with a value; all have failed\n" :
			"no runs yet\n");
		return;
	}
	answer(h, out);
	for (i = 0; i < h->n; i++) {
		const struct history_line *l = &h->lines[i];

		print_head(h, l->c.line, out);
		print_sparkline(h, l, out);
		print_changes(h, l, out);
		history_facts(h, l, out);
		print_pair(h, out);
		/* Of several lines the runs are shown when they are asked
		 * for. */
		if (h->n_all > 1 && !h->rq->options.runs)
			continue;
		buf_char(out, '\n');
		print_runs(h, l, out);
	}
	if (h->n_all > 1 && !h->rq->options.runs)
		buf_str(out, "\nlimit=10 shows the newest runs of each "
			"line\n");
	if (h->n_failed)
		buf_printf(out, "\n%zu failure%s of tests that have no value "
			   "at all: %s/runs\n", h->n_failed,
			   plural(h->n_failed), h->rq->base);
	if (h->before + h->n < h->n_all)
		buf_printf(out, "\nmore: %s\n",
			   history_link(h, h->before + h->n));
	buf_printf(out, "\n%s\n", history_link(h, h->before));
}
