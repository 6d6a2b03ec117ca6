/* host_tags.c - what was recorded of a machine, and from when to when. */
#include "host_tags.h"

#include <stdlib.h>
#include <string.h>

#include "idmap.h"
#include "limits.h"
#include "order.h"

/* The runs of one environment. */
struct env_runs {
	const struct db_env *env;
	int64_t first_ns, last_ns;
	size_t n;
};

struct env_list {
	struct env_runs **of;
	size_t n;
};

static bool is_shown(const char *key)
{
	switch (key[0]) {
	case 'h':
		return !strncmp(key, "hw.", 3);
	case 'o':
		return !strcmp(key, "os");
	case 'k':
		return !strcmp(key, "kernel");
	case 'n':
		return !strcmp(key, "nic.driver");
	case 'd':
		return !strcmp(key, "disk.driver");
	default:
		return false;
	}
}

static void group_runs(const struct db_found *found, struct arena *arena,
		       struct env_list *out)
{
	struct idmap by_id = { 0 };
	size_t i;

	for (i = 0; i < found->n_runs; i++) {
		const struct db_run *run = found->runs[i];
		struct env_runs *e = idmap_get(&by_id, run->env->id);

		if (!e) {
			e = arena_alloc(arena, sizeof(*e));
			*e = (struct env_runs){ run->env, run->at_ns,
						run->at_ns, 0 };
			idmap_set(&by_id, arena, run->env->id, e);
			out->of = arena_grow(arena, out->of, out->n,
					     sizeof(*out->of));
			out->of[out->n++] = e;
		}
		e->n++;
		if (run->at_ns < e->first_ns)
			e->first_ns = run->at_ns;
		if (run->at_ns > e->last_ns)
			e->last_ns = run->at_ns;
	}
}

static int by_value(const void *a, const void *b)
{
	const struct recorded *x = a, *y = b;
	int c = strcmp(x->key, y->key);

	return c ? c : strcmp(x->value, y->value);
}

static int by_age(const void *a, const void *b)
{
	const struct recorded *x = a, *y = b;
	int c = strcmp(x->key, y->key);

	if (c)
		return c;
	if (x->last_ns != y->last_ns)
		return x->last_ns > y->last_ns ? -1 : 1;
	if (x->first_ns != y->first_ns)
		return x->first_ns > y->first_ns ? -1 : 1;
	c = order_compare(x->key, y->value, x->value);
	return c ? c : strcmp(x->value, y->value);
}

static void take_in(struct recorded *r, const struct recorded *other)
{
	r->n_runs += other->n_runs;
	if (other->first_ns < r->first_ns)
		r->first_ns = other->first_ns;
	if (other->last_ns > r->last_ns)
		r->last_ns = other->last_ns;
}

/* Equal ones become one; how many are left. */
static size_t merge(struct recorded *all, size_t n)
{
	size_t kept = 0, i;

	for (i = 0; i < n; i++)
		if (kept && !by_value(&all[kept - 1], &all[i]))
			take_in(&all[kept - 1], &all[i]);
		else
			all[kept++] = all[i];
	return kept;
}

struct recording {
	struct arena *arena;
	struct idmap known; /* by where the value lies -> struct recorded */
	struct recorded **of;
	size_t n;
};

/* Equal tags of different environments most often are one in the archive. */
static struct recorded *record(struct recording *all, const struct tag *t,
			       const struct env_runs *e)
{
	int64_t place = (int64_t)(uintptr_t)t->value;
	struct recorded *r = idmap_get(&all->known, place);
	struct recorded new = { t->key, t->value, e->first_ns, e->last_ns,
				e->n };

	if (r && !by_value(r, &new)) {
		take_in(r, &new);
		return r;
	}
	r = arena_alloc(all->arena, sizeof(*r));
	*r = new;
	idmap_set(&all->known, all->arena, place, r);
	all->of = arena_grow(all->arena, all->of, all->n, sizeof(*all->of));
	all->of[all->n++] = r;
	return r;
}

/* What one environment has; most of it the one before had in that place. */
static void record_all(struct recording *all, const struct env_runs *e,
		       const struct tags *before, struct recorded **last)
{
	const struct tags *tags = &e->env->tags;
	struct recorded runs = { NULL, NULL, e->first_ns, e->last_ns, e->n };
	size_t k;

	for (k = 0; k < tags->n; k++) {
		const struct tag *t = &tags->items[k];

		if (k < before->n && before->items[k].value == t->value &&
		    before->items[k].key == t->key) {
			if (last[k])
				take_in(last[k], &runs);
			continue;
		}
		last[k] = is_shown(t->key) ? record(all, t, e) : NULL;
	}
}

void host_tags(const struct db_found *found, struct arena *arena,
	       struct recorded **out, size_t *n)
{
	struct recording all = { .arena = arena };
	struct env_list envs = { 0 };
	struct tags none = { 0 };
	struct recorded **last = arena_room(arena, (LIMIT_RUN_TAGS + 1) *
							   sizeof(*last));
	size_t i;

	group_runs(found, arena, &envs);
	for (i = 0; i < envs.n; i++)
		record_all(&all, envs.of[i],
			   i ? &envs.of[i - 1]->env->tags : &none, last);
	*out = arena_alloc(arena, all.n * sizeof(**out));
	for (i = 0; i < all.n; i++)
		(*out)[i] = *all.of[i];
	if (all.n)
		qsort(*out, all.n, sizeof(**out), by_value);
	*n = merge(*out, all.n);
	if (*n)
		qsort(*out, *n, sizeof(**out), by_age);
}
