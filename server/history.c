/* history.c - from the request to lines with their change points. */
#include "history.h"

#include <string.h>

#include "limits.h"
#include "order.h"
#include "pages.h"
#include "timestamp.h"

#define SHOWN_LEAST 20 /* runs of each of many lines that share a page */

/* ---- Which runs are shown. ---- */

/* The span of a time that was asked for. */
static int read_time(const char *name, const char *value,
		     struct time_span *out, struct err *err)
{
	if (time_parse(value, strlen(value), out))
		return 0;
	return err_set(err, ERR_INPUT, "%s takes a time here (2026-11, "
		       "2026-11-30T08:00), not '%.60s'", name, value);
}

/* Is a point of the line before the one that was asked for, or behind it? */
static int place(const struct line *line, size_t i, const char *value,
		 const struct time_span *span)
{
	const struct point *p = &line->points[i];

	if (p->key)
		return order_compare(line->order, p->key, value);
	return p->run->at_ns < span->from_ns ? -1 :
	       p->run->at_ns >= span->to_ns;
}

static int narrow(const struct history *h, struct history_line *l,
		  struct err *err)
{
	const struct options *o = &h->rq->options;
	const struct line *line = l->c.line;
	struct time_span from = { 0 }, to = { 0 };
	bool by_time = !strcmp(line->order, "at");

	l->from = l->c.first;
	l->hi = line->n;
	if (by_time && o->from && read_time("from", o->from, &from, err) < 0)
		return -1;
	if (by_time && o->to && read_time("to", o->to, &to, err) < 0)
		return -1;
	while (o->from && l->from < l->hi &&
	       place(line, l->from, o->from, &from) < 0)
		l->from++;
	while (o->to && l->hi > l->from &&
	       place(line, l->hi - 1, o->to, &to) > 0)
		l->hi--;
	l->lo = l->hi - l->from > h->shown ? l->hi - h->shown : l->from;
	return 0;
}

/* ---- All of it. ---- */

const char *history_link(const struct history *h, size_t after)
{
	const struct options *o = &h->rq->options;
	const char *options = "", *link;
	struct buf b;
	size_t i;

	/* Whichever page was asked for, it is not this one's. */
	for (i = 0; i < o->n_given; i++)
		if (strncmp(o->given[i].text, "after=", 6))
			options = arena_printf(h->arena, "%s,%s", options,
					       o->given[i].text);
	if (after)
		options = arena_printf(h->arena, "%s,after=%zu", options,
				       after);

	buf_init(&b, 32 * LIMIT_URL);
	buf_printf(&b, "%s/history/", h->rq->base);
	terms_link(&b, &h->selection);
	buf_str(&b, options);
	link = arena_strndup(h->arena, b.data, b.len);
	buf_release(&b);
	return link;
}

int history_make(struct request *rq, size_t shown, struct history *out,
		 struct err *err)
{
	const struct options *o = &rq->options;
	struct lines lines;
	struct notes notes;
	size_t i;

	*out = (struct history){ .rq = rq, .arena = rq->arena,
				 .shown = o->runs ? o->runs : shown };
	if (page_selection(rq, &out->selection, err) < 0 ||
	    db_find(rq->db, &out->selection, o->samples, rq->arena,
		    &out->found, err) < 0)
		return -1;
	if (!out->found.n_runs && out->selection.n)
		return explain_nothing(rq, &out->selection, 0, err);
	if (lines_make(&out->found, o->order, rq->arena, &lines, err) < 0)
		return -1;
	if (notes_read(rq->db, rq->now_ns, rq->arena, &notes, err) < 0)
		return -1;
	out->n_failed = lines.n_failed;
	out->n_all = lines.n;
	out->before = (size_t)o->after < lines.n ? (size_t)o->after : lines.n;
	out->n = lines.n - out->before < LIMIT_LINES ?
		lines.n - out->before : LIMIT_LINES;
	if (!o->runs && out->n > 1)
		out->shown = out->shown / out->n > SHOWN_LEAST ?
			out->shown / out->n : SHOWN_LEAST;
	out->lines = arena_alloc(rq->arena, out->n * sizeof(*out->lines));
	for (i = 0; i < out->n; i++) {
		const struct line *line = &lines.of[out->before + i];
		struct history_line *l = &out->lines[i];

		line_changes(line, o->assume_exact, rq->arena, &l->c);
		l->terms = line_terms(line, rq->arena);
		line_notes(line, &notes, rq->arena, &l->notes, &l->n_notes);
		out->n_runs += line->n;
		if (narrow(out, l, err) < 0)
			return -1;
	}
	return 0;
}
