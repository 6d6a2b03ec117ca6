/* lines.c - results as lines over time. */
#include "lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "idmap.h"
#include "limits.h"
#include "line_order.h"
#include "terms.h"
#include "text.h"
#include "timestamp.h"
#include "unit.h"

/* What an environment is, less what may differ within a line. */
struct line_env {
	const struct db_env *env;
	struct tags tags;
	size_t group; /* equal for equal sets of tags and options */
};

struct member {
	const struct db_result *result;
	size_t env, unit; /* groups */
};

/* A unit as results have it: the same text is the same pointer. */
struct unit_place {
	const char *unit;
	size_t group;
};

struct maker {
	struct arena *arena;
	const char *order;
	struct idmap by_env;     /* id -> struct line_env */
	struct line_env **envs;
	size_t n_envs;
	struct unit_place *units;
	size_t n_units, n_unit_groups;
};

static bool makes_line(const char *key, const char *order)
{
	static const char *const others[] = { "kernel", "os", "rev", "commit",
					      "tool.version", "boot", "round",
					      "batch" };
	size_t i;

	if (!strncmp(key, "hw.", 3) || (order && !strcmp(key, order)))
		return false;
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (key[0] == others[i][0] && !strcmp(key, others[i]))
			return false;
	return true;
}

static void add_kept(struct maker *m, const struct tags *from, struct tags *to)
{
	size_t i;

	for (i = 0; i < from->n; i++)
		if (makes_line(from->items[i].key, m->order))
			tags_put(to, m->arena, from->items[i].key,
				 from->items[i].value);
}

static void add_env(struct maker *m, const struct db_env *env)
{
	struct line_env *e;
	size_t i;

	if (idmap_get(&m->by_env, env->id))
		return;
	e = arena_alloc(m->arena, sizeof(*e));
	e->env = env;
	e->tags.items = arena_alloc(m->arena, env->tags.n *
					      sizeof(*e->tags.items));
	for (i = 0; i < env->tags.n; i++)
		if (makes_line(env->tags.items[i].key, m->order))
			e->tags.items[e->tags.n++] = env->tags.items[i];
	idmap_set(&m->by_env, m->arena, env->id, e);
	m->envs = arena_grow(m->arena, m->envs, m->n_envs, sizeof(*m->envs));
	m->envs[m->n_envs++] = e;
}

static int compare_tags(const struct tags *x, const struct tags *y)
{
	size_t i;

	for (i = 0; i < x->n && i < y->n; i++) {
		const struct tag *a = &x->items[i], *b = &y->items[i];
		int c;

		/* Most often it is one tag of the archive. */
		if (a->key == b->key && a->value == b->value)
			continue;
		c = strcmp(a->key, b->key);
		if (!c)
			c = strcmp(a->value, b->value);
		if (c)
			return c;
	}
	return (x->n > y->n) - (x->n < y->n);
}

static int by_tags(const void *a, const void *b)
{
	const struct line_env *x = *(struct line_env *const *)a;
	const struct line_env *y = *(struct line_env *const *)b;
	int c = compare_tags(&x->tags, &y->tags);

	if (c)
		return c;
	return x->env->options->id < y->env->options->id ? -1 :
	       x->env->options->id > y->env->options->id;
}

static void group_envs(struct maker *m, const struct db_found *found)
{
	size_t i, group = 0;

	for (i = 0; i < found->n_runs; i++)
		add_env(m, found->runs[i]->env);
	if (m->n_envs)
		qsort(m->envs, m->n_envs, sizeof(struct line_env *), by_tags);
	for (i = 0; i < m->n_envs; i++) {
		group += i && by_tags(&m->envs[i - 1], &m->envs[i]);
		m->envs[i]->group = group;
	}
}

static const struct line_env *env_of(const struct maker *m,
				     const struct db_run *run)
{
	return idmap_get(&m->by_env, run->env->id);
}

static size_t unit_group(struct maker *m, const char *unit)
{
	size_t group = m->n_unit_groups, i;
	double ignored;

	for (i = 0; i < m->n_units; i++)
		if (m->units[i].unit == unit)
			return m->units[i].group;
	for (i = 0; i < m->n_units; i++)
		if (unit_factor(unit, m->units[i].unit, &ignored)) {
			group = m->units[i].group;
			break;
		}
	m->n_unit_groups += group == m->n_unit_groups;
	m->units = arena_grow(m->arena, m->units, m->n_units,
			      sizeof(*m->units));
	m->units[m->n_units++] = (struct unit_place){ unit, group };
	return group;
}

static int by_line(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	const struct db_series *s = x->result->series, *t = y->result->series;

	if (s->id != t->id)
		return s->id < t->id ? -1 : 1;
	if (x->env != y->env)
		return x->env < y->env ? -1 : 1;
	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	if (x->result->run->id != y->result->run->id)
		return x->result->run->id < y->result->run->id ? -1 : 1;
	return x->result < y->result ? -1 : 1; /* as the run has them */
}

static bool same_line(const struct member *x, const struct member *y)
{
	return x->result->series == y->result->series && x->env == y->env &&
	       x->unit == y->unit;
}

/* Unit and direction are those that were said last. */
static void take_unit(struct line *line, const struct member *members,
		      size_t n)
{
	const struct db_result *newest = members[0].result;
	size_t i;

	for (i = 1; i < n; i++)
		if (members[i].result->run->at_ns >= newest->run->at_ns)
			newest = members[i].result;
	line->unit = newest->unit;
	line->better = newest->better;
	line->better_assumed = newest->better_assumed;
}

static void add_points(struct maker *m, struct line *line,
		       const struct member *members, size_t n)
{
	size_t i;

	line->points = arena_alloc(m->arena, n * sizeof(*line->points));
	for (i = 0; i < n; i++) {
		const struct db_result *r = members[i].result;
		struct point *p = &line->points[line->n];

		if (line->n && p[-1].run == r->run) {
			line->n_twice++;
			continue;
		}
		p->run = r->run;
		p->result = r;
		/* All units of a group convert. */
		if (!unit_factor(r->unit, line->unit, &p->factor))
			p->factor = 1;
		p->value = r->set.summary.median * p->factor;
		if (isfinite(p->value))
			line->n++;
		else
			line->n_no_median++;
	}
}

static void add_tags(struct maker *m, struct line *line,
		     const struct line_env *e)
{
	const struct db_option_set *options = e->env->options;

	if (options->complete)
		line->full_config = options->tags.n;
	else
		add_kept(m, &options->tags, &line->tags);
	add_kept(m, &e->tags, &line->tags);
}

static void add_failures(struct maker *m, const struct db_found *found,
			 struct line *line, size_t env, bool *used)
{
	size_t i;

	for (i = 0; i < found->n_failures; i++) {
		const struct db_failure *f = &found->failures[i];

		if (strcmp(f->test, line->series->test) ||
		    (f->metric && strcmp(f->metric, line->series->metric)) ||
		    env_of(m, f->run)->group != env ||
		    !tags_equal(&f->params, &line->series->params))
			continue;
		used[i] = true;
		line->failures = arena_grow(m->arena, line->failures,
					    line->n_failures,
					    sizeof(*line->failures));
		line->failures[line->n_failures++] =
			(struct line_failure){ f, NULL };
	}
}

static int by_name(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	int c = strcmp(x->series->test, y->series->test);

	if (!c)
		c = strcmp(x->series->metric, y->series->metric);
	if (!c)
		c = compare_tags(&x->series->params, &y->series->params);
	if (!c)
		c = compare_tags(&x->tags, &y->tags);
	if (!c && x->series != y->series)
		c = x->series->id < y->series->id ? -1 : 1;
	if (!c)
		c = strcmp(x->unit ? x->unit : "", y->unit ? y->unit : "");
	return c ? c : x < y ? -1 : x > y;
}

static int make_line(struct maker *m, const struct db_found *found,
		     const struct member *members, size_t n, bool *failed,
		     struct line *line, struct err *err)
{
	line->series = members[0].result->series;
	add_tags(m, line, env_of(m, members[0].result->run));
	take_unit(line, members, n);
	add_points(m, line, members, n);
	add_failures(m, found, line, members[0].env, failed);
	return line_order(line, m->order, err);
}

int lines_make(const struct db_found *found, const char *order,
	       struct arena *arena, struct lines *out, struct err *err)
{
	struct maker m = { .arena = arena, .order = order };
	size_t n = found->n_results, i, from;
	struct member *all = arena_alloc(arena, n * sizeof(*all));
	bool *failed = arena_alloc(arena, found->n_failures * sizeof(*failed));

	*out = (struct lines){ 0 };
	group_envs(&m, found);
	for (i = 0; i < n; i++)
		all[i] = (struct member){
			&found->results[i],
			env_of(&m, found->results[i].run)->group,
			unit_group(&m, found->results[i].unit)
		};
	if (n)
		qsort(all, n, sizeof(*all), by_line);
	for (from = 0; from < n; from = i) {
		for (i = from + 1; i < n && same_line(&all[from], &all[i]); i++)
			;
		out->of = arena_grow(arena, out->of, out->n, sizeof(*out->of));
		if (make_line(&m, found, all + from, i - from, failed,
			      &out->of[out->n++], err) < 0)
			return -1;
	}
	if (out->n)
		qsort(out->of, out->n, sizeof(*out->of), by_name);
	for (i = 0; i < found->n_failures; i++)
		out->n_failed += !failed[i];
	return lines_have_order(out, order, err);
}

void line_name(const struct line *line, struct buf *out)
{
	const struct tags *const sets[] = { &line->series->params,
					    &line->tags };
	size_t i, k;

	text_safe(out, *line->series->test ? line->series->test : "(no test)");
	buf_char(out, ' ');
	text_safe(out, line->series->metric);
	for (k = 0; k < 2; k++)
		for (i = 0; i < sets[k]->n; i++) {
			buf_char(out, ' ');
			tag_word(out, sets[k]->items[i].key,
				 sets[k]->items[i].value);
		}
	if (line->full_config)
		buf_printf(out, " (full config, %zu options)",
			   line->full_config);
	if (line->series->role != ROLE_SAMPLE)
		buf_printf(out, " (%s)", role_name(line->series->role));
}

void line_unit(const struct line *line, struct buf *out)
{
	text_safe(out, line->unit ? line->unit : "unit not given");
	buf_str(out, line->better == BETTER_HIGHER ? ", more is better" :
		line->better == BETTER_LOWER ? ", less is better" :
		", direction not told");
	if (line->better_assumed && line->better != BETTER_UNKNOWN)
		buf_str(out, " (assumed)");
}

const char *point_place(const struct point *point, struct arena *arena)
{
	char at[TIME_SIZE];

	if (point->key)
		return point->key;
	time_print_minute(point->run->at_ns, at);
	return arena_strdup(arena, at);
}
