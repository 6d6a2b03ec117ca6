/* line_changes.c - where the level of a line changed. */
#include "line_changes.h"

#include <math.h>
#include <string.h>

#include "change_memo.h"
#include "change_seen.h"

#define RUNS_TO_SEE_MAX 1000

static const struct change_options defaults = { .alpha = CHANGE_ALPHA };

static bool is_annotated(const char *key)
{
	switch (key[0]) {
	case 'h':
		return !strncmp(key, "hw.", 3);
	case 'o':
		return !strcmp(key, "os");
	case 't':
		return !strcmp(key, "tool.version");
	default:
		return false;
	}
}

static void annotate(struct line_changes *c, struct arena *arena, size_t index,
		     const char *key, const char *from, const char *to)
{
	c->annotations = arena_grow(arena, c->annotations, c->n_annotations,
				    sizeof(*c->annotations));
	c->annotations[c->n_annotations++] = (struct annotation){
		index, key, from, to, strcmp(key, "os") != 0
	};
}

/* Most often a run has the very tag of the run before. */
static bool is_known(const struct tags *known, const struct tag *t)
{
	size_t i;

	for (i = 0; i < known->n; i++)
		if (known->items[i].value == t->value)
			return known->items[i].key == t->key ||
			       !strcmp(known->items[i].key, t->key);
	return false;
}

/* What was recorded last under each key, run by run. */
static void find_annotations(struct line_changes *c, struct arena *arena)
{
	const struct line *line = c->line;
	const struct db_env *last = NULL;
	struct tags known = { 0 };
	size_t i, k;

	for (i = 0; i < line->n; i++) {
		const struct db_env *env = line->points[i].run->env;

		for (k = 0; env != last && k < env->tags.n; k++) {
			const struct tag *t = &env->tags.items[k];
			const char *was;

			if (!is_annotated(t->key) || is_known(&known, t))
				continue;
			was = tags_get(&known, t->key);
			if (was && strcmp(was, t->value))
				annotate(c, arena, i, t->key, was, t->value);
			tags_put(&known, arena, t->key, t->value);
		}
		last = env;
	}
}

/* The end of the baseline that begins at `from`. */
static size_t baseline_end(const struct line_changes *c, size_t from)
{
	size_t i;

	for (i = 0; i < c->n_annotations; i++)
		if (c->annotations[i].baseline &&
		    c->annotations[i].index > from)
			return c->annotations[i].index;
	return c->line->n;
}

static void add_found(struct line_changes *c, const struct changes *found,
		      size_t from, size_t end, struct arena *arena)
{
	size_t i;

	for (i = 0; i < found->n_points; i++) {
		struct change_point *p;

		c->points = arena_grow(arena, c->points, c->n_points,
				       sizeof(*c->points));
		p = &c->points[c->n_points++];
		*p = found->points[i];
		p->index += from;
		p->lo += from;
		p->hi += from;
	}
	for (i = 0; i < found->n_drifts; i++) {
		struct drift *d;

		c->drifts = arena_grow(arena, c->drifts, c->n_drifts,
				       sizeof(*c->drifts));
		d = &c->drifts[c->n_drifts++];
		*d = found->drifts[i];
		d->from += from;
		d->to += from;
	}
	if (found->n_pending) {
		c->pending = arena_grow(arena, c->pending, c->n_pending,
					sizeof(*c->pending));
		c->pending[c->n_pending] = found->pending;
		c->pending[c->n_pending++].index += from;
	}
	memcpy(c->masked + from, found->masked,
	       (end - from) * sizeof(*c->masked));
}

/* The newest level: behind the last point that is no burst. */
static void take_level(struct line_changes *c, const double *x, size_t from)
{
	double sum = 0, n = 0;
	size_t i;

	c->level_from = from;
	for (i = 0; i < c->n_points; i++)
		if (c->points[i].kind != CHANGE_BURST &&
		    c->points[i].index > c->level_from)
			c->level_from = c->points[i].index;
	for (i = c->level_from; i < c->line->n; i++)
		if (!c->masked[i]) {
			sum += x[i];
			n++;
		}
	c->level = sum / n;
}

void line_changes(const struct line *line, bool exact, struct arena *arena,
		  struct line_changes *out)
{
	double *x = arena_alloc(arena, line->n * sizeof(*x));
	size_t i, from, end;

	*out = (struct line_changes){ .line = line, .exact = exact,
				      .level = NAN };
	if (line->n > CHANGE_RUNS_MAX)
		out->first = line->n - CHANGE_RUNS_MAX;
	out->masked = arena_alloc(arena, line->n * sizeof(*out->masked));
	for (i = 0; i < line->n; i++)
		x[i] = line->points[i].value;
	find_annotations(out, arena);
	for (from = out->first; from < line->n; from = end) {
		end = baseline_end(out, from);
		if (exact)
			stats_changes_exact(x + from, end - from, arena,
					    &out->newest);
		else
			memo_changes(x + from, end - from, arena,
				     &out->newest);
		add_found(out, &out->newest, from, end, arena);
		out->n_newest = end - from;
	}
	take_level(out, x, line->n - out->n_newest);
}

double line_change_seen(const struct line_changes *c, size_t n_after)
{
	double size = fabs(c->level);
	double seen = stats_change_seen(&c->newest, &defaults,
					c->line->n - c->level_from,
					c->n_newest, n_after);

	return size > 0 && isfinite(seen / size) ? seen / size : NAN;
}

size_t line_runs_to_see(const struct line_changes *c, double ratio)
{
	size_t n;

	for (n = CHANGE_MIN_RUNS; n <= RUNS_TO_SEE_MAX; n++)
		if (line_change_seen(c, n) <= ratio)
			return n;
	return 0;
}

const char *change_word(const struct line *line, double change_ratio)
{
	if (isnan(change_ratio))
		return "";
	if (line->better == BETTER_UNKNOWN || change_ratio == 0)
		return "changed";
	return (change_ratio > 0) == (line->better == BETTER_HIGHER) ?
		       "better" : "worse";
}
