/* lines.c - results as lines over time. */
#include "lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "idmap.h"
#include "limits.h"
#include "line_order.h"
#include "splitmix.h"
#include "terms.h"
#include "text.h"
#include "timestamp.h"
#include "unit.h"

/* Environments that are one, less what may differ within a line. */
struct env_group {
	struct tags tags;
	const struct db_option_set *options;
	size_t place;           /* in their order; equal ones have one */
	struct env_group *next; /* with the same hash */
};

/* The results of one series, in one group, of one dimension of unit. */
struct member_key {
	const struct db_series *series;
	const struct env_group *group;
	size_t unit;
	size_t n, at; /* its members, and the place of the next of them */
};

/* A unit as results have it: the same text is the same pointer. */
struct unit_place {
	const char *unit;
	size_t group;
};

struct maker {
	struct arena *arena;
	const char *order;
	struct idmap by_env;    /* id -> struct env_group */
	struct idmap by_hash;   /* of tags -> struct env_group */
	struct env_group **groups;
	size_t n_groups;
	struct unit_place *units;
	size_t n_units, n_unit_groups;
	struct idmap series;    /* id -> struct idmap of struct member_key */
	struct member_key **keys;
	size_t n_keys;
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
	const struct env_group *x = *(struct env_group *const *)a;
	const struct env_group *y = *(struct env_group *const *)b;
	int c = compare_tags(&x->tags, &y->tags);

	if (c)
		return c;
	return x->options->id < y->options->id ? -1 :
	       x->options->id > y->options->id;
}

/* Of where the tags lie: equal ones of the archive lie in one place. */
static int64_t hash_of(const struct tags *tags, const struct db_option_set *set)
{
	uint64_t h = (uint64_t)set->id;
	size_t i;

	for (i = 0; i < tags->n; i++) {
		h ^= (uint64_t)(uintptr_t)tags->items[i].value;
		h = splitmix_next(&h);
	}
	return (int64_t)(h >> 1 | 1);
}

/* Its group; a new one, where there is none that lies in the same places. */
static struct env_group *find_group(struct maker *m, const struct tags *tags,
				    const struct db_option_set *options)
{
	int64_t hash = hash_of(tags, options);
	struct env_group *first = idmap_get(&m->by_hash, hash), *g;

	for (g = first; g; g = g->next)
		if (g->options == options && !compare_tags(&g->tags, tags))
			return g;
	g = arena_alloc(m->arena, sizeof(*g));
	g->options = options;
	g->next = first;
	g->tags.n = tags->n;
	g->tags.items = arena_alloc(m->arena,
				    tags->n * sizeof(*tags->items));
	if (tags->n)
		memcpy(g->tags.items, tags->items,
		       tags->n * sizeof(*tags->items));
	idmap_set(&m->by_hash, m->arena, hash, g);
	m->groups = arena_grow(m->arena, m->groups, m->n_groups,
			       sizeof(*m->groups));
	m->groups[m->n_groups++] = g;
	return g;
}

/* What was made of the environment before: most tags of the next are its. */
struct env_before {
	const struct tags *tags; /* NULL: there was none */
	bool *made;              /* of each: does it make the line */
	struct tag *kept;        /* room for those that do */
};

static bool makes(const struct maker *m, const struct tags *tags, size_t i,
		  const struct env_before *before)
{
	const struct tag *t = &tags->items[i], *u;

	if (before->tags && i < before->tags->n) {
		u = &before->tags->items[i];
		if (u->key == t->key && u->value == t->value)
			return before->made[i];
	}
	return makes_line(t->key, m->order);
}

static void add_env(struct maker *m, const struct db_env *env,
		    struct env_before *before)
{
	struct tags tags = { .items = before->kept };
	size_t i;

	for (i = 0; i < env->tags.n; i++) {
		before->made[i] = makes(m, &env->tags, i, before);
		if (before->made[i])
			tags.items[tags.n++] = env->tags.items[i];
	}
	before->tags = &env->tags;
	idmap_set(&m->by_env, m->arena, env->id,
		  find_group(m, &tags, env->options));
}

static void group_envs(struct maker *m, const struct db_found *found)
{
	struct env_before before = { 0 };
	size_t most = LIMIT_RUN_TAGS + 1, i, place = 0;

	before.made = arena_room(m->arena, most * sizeof(*before.made));
	before.kept = arena_room(m->arena, most * sizeof(*before.kept));
	for (i = 0; i < found->n_runs; i++)
		if (!idmap_get(&m->by_env, found->runs[i]->env->id))
			add_env(m, found->runs[i]->env, &before);
	if (m->n_groups)
		qsort(m->groups, m->n_groups, sizeof(*m->groups), by_tags);
	for (i = 0; i < m->n_groups; i++) {
		place += i && by_tags(&m->groups[i - 1], &m->groups[i]);
		m->groups[i]->place = place;
	}
}

static const struct env_group *group_of(const struct maker *m,
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

/* Units of a report are fewer. */
#define UNITS_MAX INT64_C(1000000)

static struct member_key *key_of(struct maker *m, const struct db_result *r)
{
	const struct env_group *group = group_of(m, r->run);
	size_t unit = unit_group(m, r->unit);
	int64_t id = (int64_t)group->place * UNITS_MAX + (int64_t)unit + 1;
	struct idmap *keys = idmap_get(&m->series, r->series->id);
	struct member_key *key;

	if (!keys) {
		keys = arena_alloc(m->arena, sizeof(*keys));
		idmap_set(&m->series, m->arena, r->series->id, keys);
	}
	key = idmap_get(keys, id);
	if (key)
		return key;
	key = arena_alloc(m->arena, sizeof(*key));
	key->series = r->series;
	key->group = group;
	key->unit = unit;
	idmap_set(keys, m->arena, id, key);
	m->keys = arena_grow(m->arena, m->keys, m->n_keys, sizeof(key));
	m->keys[m->n_keys++] = key;
	return key;
}

static int by_key(const void *a, const void *b)
{
	const struct member_key *x = *(struct member_key *const *)a;
	const struct member_key *y = *(struct member_key *const *)b;

	if (x->series->id != y->series->id)
		return x->series->id < y->series->id ? -1 : 1;
	if (x->group->place != y->group->place)
		return x->group->place < y->group->place ? -1 : 1;
	return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/*
 * The results of each key, one behind the other. Those of a key stay in the
 * order they were found in: by run, then as the run has them.
 */
static const struct db_result **sort_members(struct maker *m,
					     const struct db_found *found)
{
	size_t n = found->n_results, at = 0, i;
	struct member_key **of = arena_room(m->arena, n * sizeof(*of));
	const struct db_result **sorted =
		arena_room(m->arena, n * sizeof(*sorted));

	for (i = 0; i < n; i++) {
		of[i] = key_of(m, &found->results[i]);
		of[i]->n++;
	}
	if (m->n_keys)
		qsort(m->keys, m->n_keys, sizeof(*m->keys), by_key);
	for (i = 0; i < m->n_keys; i++) {
		m->keys[i]->at = at;
		at += m->keys[i]->n;
	}
	for (i = 0; i < n; i++)
		sorted[of[i]->at++] = &found->results[i];
	return sorted;
}

/* Unit and direction are those that were said last. */
static void take_unit(struct line *line,
		      const struct db_result *const *members, size_t n)
{
	const struct db_result *newest = members[0];
	size_t i;

	for (i = 1; i < n; i++)
		if (members[i]->run->at_ns >= newest->run->at_ns)
			newest = members[i];
	line->unit = newest->unit;
	line->better = newest->better;
	line->better_assumed = newest->better_assumed;
}

static void add_points(struct maker *m, struct line *line,
		       const struct db_result *const *members, size_t n)
{
	size_t i;

	line->points = arena_alloc(m->arena, n * sizeof(*line->points));
	for (i = 0; i < n; i++) {
		const struct db_result *r = members[i];
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
		     const struct env_group *g)
{
	const struct db_option_set *options = g->options;

	if (options->complete)
		line->full_config = options->tags.n;
	else
		add_kept(m, &options->tags, &line->tags);
	add_kept(m, &g->tags, &line->tags);
}

static void add_failures(struct maker *m, const struct db_found *found,
			 struct line *line, size_t place, bool *used)
{
	size_t i;

	for (i = 0; i < found->n_failures; i++) {
		const struct db_failure *f = &found->failures[i];

		if (strcmp(f->test, line->series->test) ||
		    (f->metric && strcmp(f->metric, line->series->metric)) ||
		    group_of(m, f->run)->place != place ||
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
		     const struct member_key *key,
		     const struct db_result *const *members, bool *failed,
		     struct line *line, struct err *err)
{
	line->series = key->series;
	add_tags(m, line, group_of(m, members[0]->run));
	take_unit(line, members, key->n);
	add_points(m, line, members, key->n);
	add_failures(m, found, line, key->group->place, failed);
	return line_order(line, m->order, err);
}

int lines_make(const struct db_found *found, const char *order,
	       struct arena *arena, struct lines *out, struct err *err)
{
	struct maker m = { .arena = arena, .order = order };
	const struct db_result **members;
	bool *failed = arena_alloc(arena, found->n_failures * sizeof(*failed));
	size_t i;

	*out = (struct lines){ 0 };
	group_envs(&m, found);
	members = sort_members(&m, found);
	out->of = arena_alloc(arena, m.n_keys * sizeof(*out->of));
	for (i = 0; i < m.n_keys; i++) {
		if (make_line(&m, found, m.keys[i], members, failed,
			      &out->of[out->n++], err) < 0)
			return -1;
		members += m.keys[i]->n;
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
