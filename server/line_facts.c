/* line_facts.c - what a page that lists lines says of each. */
#include "line_facts.h"

#include <math.h>
#include <string.h>

#include "history.h"
#include "pages.h"
#include "report_text.h"
#include "timestamp.h"

#define WIDTH       100
#define PERCENT_MAX 1e6 /* beyond it with an exponent */

static const struct point *newest_of(const struct line *line)
{
	const struct point *newest = NULL;
	size_t i;

	for (i = 0; i < line->n; i++)
		if (!newest ||
		    line->points[i].run->at_ns >= newest->run->at_ns)
			newest = &line->points[i];
	return newest;
}

void line_facts(const struct line *line, const struct request *rq,
		struct line_facts *out)
{
	size_t i;

	*out = (struct line_facts){ .line = line };
	line_changes(line, false, rq->arena, &out->c);
	line_spread(line, rq->arena, &out->spread);
	out->history = arena_printf(rq->arena, "%s/history/%s", rq->base,
				    line_terms(line, rq->arena));
	out->newest = newest_of(line);
	for (i = 0; i < out->c.n_points; i++)
		if (out->c.points[i].kind != CHANGE_BURST) {
			out->last = &out->c.points[i];
			out->n_changes++;
		}
	out->noise_ratio = out->c.newest.noise / fabs(out->c.level);
	if (!isfinite(out->noise_ratio))
		out->noise_ratio = NAN;
	out->seen_ratio = line_change_seen(&out->c, CHANGE_CONFIRMED);
}

/* ---- As JSON. ---- */

static void spread_json(const struct line_spread *s, struct json *j)
{
	json_object(j, "spread");
	json_number(j, "newest", s->newest);
	json_number(j, "before", s->before);
	json_int(j, "n_newest", (int64_t)s->n_newest);
	json_int(j, "n_before", (int64_t)s->n_before);
	json_number(j, "p", s->p);
	if (isnan(s->p))
		json_null(j, "noisier");
	else
		json_bool(j, "noisier", s->noisier);
	json_object_end(j);
}

static void last_json(const struct line_facts *f, const struct request *rq,
		      struct json *j)
{
	const struct change_point *p = f->last;
	const struct line *line = f->line;

	if (!p) {
		json_null(j, "last_change");
		return;
	}
	json_object(j, "last_change");
	json_int(j, "run", line->points[p->index].run->id);
	json_string(j, "at", time_text(rq->arena,
				       line->points[p->index].run->at_ns));
	json_string(j, "from", point_place(&line->points[p->index - 1],
					   rq->arena));
	json_string(j, "to", point_place(&line->points[p->index], rq->arena));
	json_number(j, "before", p->before);
	json_number(j, "after", p->after);
	json_number(j, "change", p->change_ratio);
	json_number(j, "p", p->p);
	json_string(j, "kind", change_kind_name(p->kind));
	json_string(j, "state", change_state_name(p));
	json_string(j, "verdict", line_last_word(f));
	json_object_end(j);
}

void line_facts_json(const struct line_facts *f, const struct request *rq,
		     struct json *j)
{
	const struct line *line = f->line;
	const struct point *p = f->newest;

	json_object(j, NULL);
	json_string(j, "test", line->series->test);
	json_string(j, "metric", line->series->metric);
	json_tags(j, "params", &line->series->params);
	json_tags(j, "tags", &line->tags);
	json_int(j, "full_config", (int64_t)line->full_config);
	json_string(j, "role", role_name(line->series->role));
	json_string(j, "unit", line->unit);
	json_string(j, "better", better_name(line->better));
	json_bool(j, "better_assumed", line->better_assumed);
	json_string(j, "order", line->order);
	json_string(j, "history", f->history);
	json_int(j, "n", (int64_t)line->n);
	json_int(j, "no_median", (int64_t)line->n_no_median);
	json_int(j, "twice", (int64_t)line->n_twice);
	json_int(j, "failures", (int64_t)line->n_failures);
	json_number(j, "newest", p ? p->value : NAN);
	if (p)
		json_int(j, "newest_run", p->run->id);
	else
		json_null(j, "newest_run");
	json_string(j, "newest_at", p ? time_text(rq->arena, p->run->at_ns) :
					NULL);
	json_number(j, "level", f->c.level);
	json_number(j, "noise", f->noise_ratio);
	json_number(j, "seen_after_5", f->seen_ratio);
	json_int(j, "changes", (int64_t)f->n_changes);
	last_json(f, rq, j);
	spread_json(&f->spread, j);
	json_object_end(j);
}

/* ---- As text. ---- */

void lines_common(const struct line_facts *lines, size_t n,
		  struct arena *arena, struct tags *out)
{
	const struct tags *first = n ? &lines[0].line->tags : NULL;
	size_t i, k;

	*out = (struct tags){ 0 };
	for (k = 0; n > 1 && k < first->n; k++) {
		const struct tag *t = &first->items[k];

		for (i = 1; i < n; i++)
			if (!name_same(tags_get(&lines[i].line->tags, t->key),
				       t->value))
				break;
		if (i == n)
			tags_put(out, arena, t->key, t->value);
	}
}

void print_common(const struct tags *common, struct buf *out)
{
	struct buf words;
	size_t i;

	buf_init(&words, 1 << 20);
	for (i = 0; i < common->n; i++) {
		const struct tag *t = &common->items[i];

		if (!strcmp(t->key, "host"))
			continue;
		buf_str(&words, words.len ? " " : "");
		tag_word(&words, t->key, t->value);
	}
	if (words.len) {
		buf_str(out, "all lines ");
		text_wrap(out, words.data, WRAP_AT_BLANK, WIDTH, 10, 10);
	}
	buf_release(&words);
}

const char *line_words(const struct line *line, const struct tags *common,
		       struct arena *arena)
{
	const struct tags *const sets[] = { &line->series->params,
					    &line->tags };
	const char *text;
	struct buf b;
	size_t i, k;

	buf_init(&b, 1 << 20);
	for (k = 0; k < 2; k++)
		for (i = 0; i < sets[k]->n; i++) {
			const struct tag *t = &sets[k]->items[i];

			if (k && (!strcmp(t->key, "host") ||
				  tags_get(common, t->key)))
				continue;
			buf_str(&b, b.len ? " " : "");
			tag_word(&b, t->key, t->value);
		}
	if (line->full_config)
		buf_printf(&b, "%s(full config, %zu options)",
			   b.len ? " " : "", line->full_config);
	if (line->series->role != ROLE_SAMPLE)
		buf_printf(&b, "%s(%s)", b.len ? " " : "",
			   role_name(line->series->role));
	text = b.len ? arena_strndup(arena, b.data, b.len) : NULL;
	buf_release(&b);
	return text;
}

const char *line_newest(const struct line_facts *f, struct arena *arena)
{
	char text[32];

	if (!f->newest)
		return NULL;
	print_value(f->newest->value, text);
	return arena_strdup(arena, text);
}

const char *line_age(const struct line_facts *f, const struct request *rq)
{
	char text[TIME_SIZE];

	if (!f->newest)
		return NULL;
	time_print_age(rq->now_ns - f->newest->run->at_ns, text);
	return arena_strdup(rq->arena, text);
}

const char *line_last_change(const struct line_facts *f, struct arena *arena)
{
	char text[32];

	if (!f->last || isnan(f->last->change_ratio))
		return NULL;
	print_signed(100 * f->last->change_ratio,
		     change_point_decimals(&f->c, f->last), text);
	return arena_printf(arena, "%s %%", text);
}

const char *line_last_word(const struct line_facts *f)
{
	const char *word = f->last ? change_word(f->line,
						 f->last->change_ratio) : "";

	return *word ? word : NULL;
}

const char *percent_text(double ratio, struct arena *arena)
{
	double x = 100 * ratio;
	int decimals = 0;

	if (!isfinite(x))
		return NULL;
	if (fabs(x) >= PERCENT_MAX)
		return arena_printf(arena, "%.2g", x);
	if (x != 0)
		decimals = 1 - (int)floor(log10(fabs(x)));
	return arena_printf(arena, "%.*f", decimals < 0 ? 0 :
			    decimals > 9 ? 9 : decimals, x);
}
