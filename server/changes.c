/* changes.c - change points of many lines, by range. */
#include "changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pages.h"
#include "timestamp.h"

/* Everything that is announced, before it is grouped. */
struct found {
	struct announced a;
	const char *key, *from, *to; /* the range */
};

struct finder {
	struct arena *arena;
	int64_t since_ns;
	double margin;
	struct found *all;
	size_t n;
};

/*
 * The range in words that other lines share: where the order is that of time,
 * what the two runs tell of the software.
 */
static void range_of(struct finder *f, struct found *x)
{
	static const char *const keys[] = { "rev", "commit", "kernel" };
	const struct line *line = x->a.c->line;
	const struct point *from = &line->points[x->a.from];
	const struct point *to = &line->points[x->a.to];
	size_t i;

	x->key = line->order;
	x->from = point_place(from, f->arena);
	x->to = point_place(to, f->arena);
	for (i = 0; !to->key && i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *a = db_env_tag(from->run->env, keys[i]);
		const char *b = db_env_tag(to->run->env, keys[i]);

		if (a && b && strcmp(a, b)) {
			x->key = keys[i];
			x->from = a;
			x->to = b;
			return;
		}
	}
}

static void add(struct finder *f, struct announced a)
{
	struct found *x;

	a.at_ns = a.c->line->points[a.to].run->at_ns;
	if (a.at_ns < f->since_ns || fabs(a.change_ratio) < f->margin)
		return;
	a.word = change_word(a.c->line, a.change_ratio);
	f->all = arena_grow(f->arena, f->all, f->n, sizeof(*f->all));
	x = &f->all[f->n++];
	x->a = a;
	range_of(f, x);
}

static void add_line(struct finder *f, const struct line_changes *c)
{
	size_t i;

	for (i = 0; i < c->n_points; i++) {
		const struct change_point *p = &c->points[i];

		if (p->kind == CHANGE_STEP)
			add(f, (struct announced){
				.c = c, .from = p->index - 1, .to = p->index,
				.point = p, .before = p->before,
				.after = p->after,
				.change_ratio = p->change_ratio });
	}
	for (i = 0; i < c->n_drifts; i++) {
		const struct drift *d = &c->drifts[i];

		add(f, (struct announced){
			.c = c, .from = d->from, .to = d->to,
			.before = d->before, .after = d->after,
			.change_ratio = d->change_ratio });
	}
}

static int by_range(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	int c = strcmp(x->key, y->key);

	if (!c)
		c = strcmp(x->from, y->from);
	if (!c)
		c = strcmp(x->to, y->to);
	return c;
}

static int by_age(const void *a, const void *b)
{
	const struct change_range *x = a, *y = b;

	if (x->at_ns != y->at_ns)
		return x->at_ns > y->at_ns ? -1 : 1;
	return strcmp(x->to, y->to);
}

/* Worse ones first, then the largest. */
static int by_size(const void *a, const void *b)
{
	const struct announced *x = a, *y = b;
	bool worse = !strcmp(x->word, "worse");

	if (worse != !strcmp(y->word, "worse"))
		return worse ? -1 : 1;
	if (fabs(x->change_ratio) != fabs(y->change_ratio))
		return fabs(x->change_ratio) < fabs(y->change_ratio) ? 1 : -1;
	return x->c->line < y->c->line ? -1 : x->c->line > y->c->line;
}

static int by_worst(const void *a, const void *b)
{
	const struct change_range *x = a, *y = b;
	int c = by_size(&x->of[0], &y->of[0]);

	return c ? c : by_age(a, b);
}

void changes_worst_first(struct changes_of *all)
{
	if (all->n)
		qsort(all->ranges, all->n, sizeof(*all->ranges), by_worst);
}

static void group(struct finder *f, struct changes_of *out)
{
	size_t i, from;

	if (f->n)
		qsort(f->all, f->n, sizeof(*f->all), by_range);
	for (from = 0; from < f->n; from = i) {
		struct change_range *r;

		out->ranges = arena_grow(f->arena, out->ranges, out->n,
					 sizeof(*out->ranges));
		r = &out->ranges[out->n++];
		r->key = f->all[from].key;
		r->from = f->all[from].from;
		r->to = f->all[from].to;
		for (i = from; i < f->n && !by_range(&f->all[from], &f->all[i]);
		     i++) {
			r->of = arena_grow(f->arena, r->of, r->n,
					   sizeof(*r->of));
			r->of[r->n++] = f->all[i].a;
			if (f->all[i].a.at_ns > r->at_ns)
				r->at_ns = f->all[i].a.at_ns;
		}
		qsort(r->of, r->n, sizeof(*r->of), by_size);
	}
	if (out->n)
		qsort(out->ranges, out->n, sizeof(*out->ranges), by_age);
}

/* How many runs of a line were measured since then. */
static size_t count_since(const struct line *line, int64_t since_ns)
{
	size_t n = 0, i;

	for (i = 0; i < line->n; i++)
		n += line->points[i].run->at_ns >= since_ns;
	return n;
}

int changes_make(struct request *rq, const struct selection *selection,
		 int64_t from_ns, int64_t since_ns, double margin,
		 struct changes_of *out, struct err *err)
{
	struct selection of = *selection;
	struct finder f = { .arena = rq->arena, .since_ns = since_ns,
			    .margin = margin };
	struct lines lines;
	size_t i;

	*out = (struct changes_of){ 0 };
	if (from_ns) {
		/* From a midnight on, so that the next page asks the same. */
		from_ns -= from_ns % NS_PER_DAY;
		page_since(&of, &from_ns, rq->arena);
	}
	if (db_find(rq->db, &of, false, rq->arena, &out->found, err) < 0 ||
	    lines_make(&out->found, NULL, rq->arena, &lines, err) < 0)
		return -1;
	if (!out->found.n_runs && selection->n && !from_ns)
		return explain_nothing(rq, selection, 0, err);
	out->n_lines = lines.n;
	out->all = arena_alloc(rq->arena, lines.n * sizeof(*out->all));
	for (i = 0; i < lines.n; i++) {
		size_t runs = count_since(&lines.of[i], since_ns);
		struct line_changes *c = &out->all[i];
		size_t before = f.n;

		c->line = &lines.of[i];
		out->n_runs += runs;
		if (!runs)
			continue;
		line_changes(&lines.of[i], false, rq->arena, c);
		add_line(&f, c);
		out->n_lines_changed += f.n > before;
	}
	out->n_announced = f.n;
	out->n_false = CHANGE_FALSE_RATE * (double)out->n_runs;
	group(&f, out);
	return 0;
}
