/* host_tags.c - what was recorded of a machine, and from when to when. */
#include "host_tags.h"

#include <stdlib.h>
#include <string.h>

#include "idmap.h"
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
	static const char *const keys[] = { "os", "kernel", "nic.driver",
					    "disk.driver" };
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return !strncmp(key, "hw.", 3);
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

/* Equal ones become one; how many are left. */
static size_t merge(struct recorded *all, size_t n)
{
	size_t kept = 0, i;

	for (i = 0; i < n; i++) {
		struct recorded *last = kept ? &all[kept - 1] : NULL;

		if (!last || by_value(last, &all[i])) {
			all[kept++] = all[i];
			continue;
		}
		last->n_runs += all[i].n_runs;
		if (all[i].first_ns < last->first_ns)
			last->first_ns = all[i].first_ns;
		if (all[i].last_ns > last->last_ns)
			last->last_ns = all[i].last_ns;
	}
	return kept;
}

void host_tags(const struct db_found *found, struct arena *arena,
	       struct recorded **out, size_t *n)
{
	struct env_list envs = { 0 };
	struct recorded *all = NULL;
	size_t i, k;

	*n = 0;
	group_runs(found, arena, &envs);
	for (i = 0; i < envs.n; i++) {
		const struct env_runs *e = envs.of[i];

		for (k = 0; k < e->env->tags.n; k++) {
			const struct tag *t = &e->env->tags.items[k];

			if (!is_shown(t->key))
				continue;
			all = arena_grow(arena, all, *n, sizeof(*all));
			all[(*n)++] = (struct recorded){ t->key, t->value,
							 e->first_ns,
							 e->last_ns, e->n };
		}
	}
	if (*n)
		qsort(all, *n, sizeof(*all), by_value);
	*n = merge(all, *n);
	if (*n)
		qsort(all, *n, sizeof(*all), by_age);
	*out = all;
}
