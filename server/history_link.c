/* history_link.c - from a line and its change points to other pages. */
#include <math.h>
#include <string.h>

#include "history.h"
#include "limits.h"
#include "pages.h"
#include "report_text.h"

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LETTERS  CAPITALS "abcdefghijklmnopqrstuvwxyz"
#define DIGITS   "0123456789"

static void add_equal(struct buf *out, const char *key, const char *value)
{
	const char *option = tag_option_name(key);

	if (out->len)
		buf_char(out, ',');
	if (option && strspn(option, CAPITALS) &&
	    !option[strspn(option, LETTERS DIGITS "_")] &&
	    (!strcmp(value, "y") || !strcmp(value, "n"))) {
		buf_printf(out, "%s%s", *value == 'n' ? "-" : "", option);
		return;
	}
	buf_printf(out, "%s:", key);
	terms_encode(out, value);
}

const char *line_terms(const struct line *line, struct arena *arena)
{
	const struct db_series *s = line->series;
	const struct tags *const sets[] = { &s->params, &line->tags };
	const char *terms;
	struct buf b;
	size_t i, k;

	buf_init(&b, 64 * LIMIT_URL);
	if (*s->test)
		add_equal(&b, "test", s->test);
	add_equal(&b, "metric", s->metric);
	if (s->role != ROLE_SAMPLE)
		add_equal(&b, "role", role_name(s->role));
	for (k = 0; k < 2; k++)
		for (i = 0; i < sets[k]->n; i++)
			add_equal(&b, sets[k]->items[i].key,
				  sets[k]->items[i].value);
	terms = arena_strndup(arena, b.data, b.len);
	buf_release(&b);
	return terms;
}

/* "rev:r100..r103": the runs from one point to another. */
static void add_range(struct buf *out, const struct line *line, size_t from,
		      size_t to, struct arena *arena)
{
	const struct point *a = &line->points[from], *b = &line->points[to];

	buf_printf(out, "/%s:", line->order);
	if (a->key) {
		terms_encode(out, a->key);
		buf_str(out, "..");
		terms_encode(out, b->key);
		return;
	}
	buf_printf(out, "%s..", time_text(arena, a->run->at_ns));
	buf_str(out, time_text(arena, b->run->at_ns));
}

static const char *time_or_key(const struct point *p, struct arena *arena)
{
	return p->key ? p->key : time_text(arena, p->run->at_ns);
}

const char *change_link(const struct line_changes *c,
			const struct change_point *point, const char *terms,
			const char *base, struct arena *arena)
{
	const struct line *line = c->line;
	size_t i = point->index, first = i - point->n_before;
	size_t last = i + point->n_after - 1;
	const char *link;
	struct buf b;

	/* Bursts do not count among n_before, so it may begin a little late. */
	if (last >= line->n || point->n_before > i ||
	    !strcmp(time_or_key(&line->points[i - 1], arena),
		    time_or_key(&line->points[i], arena)))
		return NULL;
	buf_init(&b, 64 * LIMIT_URL);
	buf_printf(&b, "%s/compare/%s", base, terms);
	add_range(&b, line, first, i - 1, arena);
	add_range(&b, line, i, last, arena);
	link = arena_strndup(arena, b.data, b.len);
	buf_release(&b);
	return link;
}

const char *bisect_line(const struct line *line,
			const struct change_point *point, struct arena *arena)
{
	const struct point *bad = &line->points[point->index], *good = bad - 1;
	const char *of[2];
	struct buf b;
	size_t i;

	of[0] = db_env_tag(bad->run->env, "commit");
	of[1] = db_env_tag(good->run->env, "commit");
	if ((!of[0] || !of[1]) && !strcmp(line->order, "rev")) {
		of[0] = bad->key;
		of[1] = good->key;
	}
	if (!of[0] || !of[1] || !strcmp(of[0], of[1]))
		return NULL;
	for (i = 0; i < 2; i++)
		/* It is to be pasted into a shell. */
		if (of[i][0] == '-' ||
		    of[i][strspn(of[i], LETTERS DIGITS "._+-/")])
			return NULL;
	buf_init(&b, 4096);
	buf_printf(&b, "git bisect start %s %s", of[0], of[1]);
	of[0] = arena_strndup(arena, b.data, b.len);
	buf_release(&b);
	return of[0];
}

int change_point_decimals(const struct line_changes *c,
			  const struct change_point *point)
{
	double vif = (1 + c->newest.r1) / (1 - c->newest.r1);
	double half = 2 * c->newest.noise / fabs(point->before) *
		      sqrt(vif * (1 / (double)point->n_before +
				  1 / (double)point->n_after));
	const struct interval i = { -half, half, false };

	return isfinite(half) ? interval_decimals(&i) : 2;
}
