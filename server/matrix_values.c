/* matrix_values.c - what results have under the keys of a matrix. */
#include <stdlib.h>
#include <string.h>

#include "matrix_parts.h"
#include "order.h"

static bool is_key(const struct matrix *m, const char *key)
{
	return !strcmp(m->keys[0], key) || !strcmp(m->keys[1], key);
}

static const char *series_value(const struct db_series *s, const char *key)
{
	if (!strcmp(key, "test"))
		return *s->test ? s->test : NULL;
	if (!strcmp(key, "metric"))
		return s->metric;
	return tags_get(&s->params, key);
}

static const char *env_value(const struct db_env *env, const char *key)
{
	const char *value = db_env_tag(env, key);

	if (!value && env->options->complete && tag_option_name(key))
		return "n";
	return value;
}

static void add_series(struct matrix *m, struct matrix_values *v,
		       const struct db_series *s)
{
	struct matrix_series *x;
	size_t i;

	if (idmap_get(&v->by_series, s->id))
		return;
	x = arena_alloc(m->arena, sizeof(*x));
	x->series = s;
	for (i = 0; i < 2; i++)
		x->of[i].value = series_value(s, m->keys[i]);
	for (i = 0; i < s->params.n; i++)
		if (!is_key(m, s->params.items[i].key))
			tags_put(&x->params, m->arena, s->params.items[i].key,
				 s->params.items[i].value);
	idmap_set(&v->by_series, m->arena, s->id, x);
	v->series = arena_grow(m->arena, v->series, v->n_series,
			       sizeof(*v->series));
	v->series[v->n_series++] = x;
}

/*
 * What one run records under a key and another one otherwise. known: a value of
 * each key, NULL where they differ already.
 */
static void add_different(struct matrix *m, struct tags *known,
			  const struct tags *tags)
{
	size_t i, j = 0;

	for (i = 0; i < tags->n; i++) {
		const struct tag *t = &tags->items[i];
		int c = -1;

		while (j < known->n &&
		       (c = strcmp(known->items[j].key, t->key)) < 0)
			j++;
		if (j == known->n || c > 0) {
			tags_put(known, m->arena, t->key, t->value);
		} else if (known->items[j].value &&
			   strcmp(known->items[j].value, t->value)) {
			known->items[j].value = NULL;
			if (!is_key(m, t->key))
				tags_put(&m->differ, m->arena, t->key, "");
		}
	}
}

static void add_env(struct matrix *m, struct matrix_values *v,
		    const struct db_env *env, struct tags *known)
{
	struct matrix_env *x;
	size_t i;

	if (idmap_get(&v->by_env, env->id))
		return;
	x = arena_alloc(m->arena, sizeof(*x));
	x->env = env;
	for (i = 0; i < 2; i++)
		x->of[i].value = env_value(env, m->keys[i]);
	idmap_set(&v->by_env, m->arena, env->id, x);
	v->envs = arena_grow(m->arena, v->envs, v->n_envs, sizeof(*v->envs));
	v->envs[v->n_envs++] = x;
	add_different(m, known, &env->tags);
	/* Of full configs it is not looked at where they differ. */
	if (!env->options->complete)
		add_different(m, known, &env->options->tags);
}

/* ---- The order of the values. ---- */

/* The series and environments that have one value. */
struct same_value {
	const char *key;
	struct axis_value **of;
	size_t n;
};

static int by_text(const void *a, const void *b)
{
	const struct axis_value *x = *(struct axis_value *const *)a;
	const struct axis_value *y = *(struct axis_value *const *)b;

	return x->value == y->value ? 0 : strcmp(x->value, y->value);
}

static int by_value(const void *a, const void *b)
{
	const struct same_value *x = a, *y = b;
	int c = order_compare(x->key, x->of[0]->value, y->of[0]->value);

	return c ? c : strcmp(x->of[0]->value, y->of[0]->value);
}

/* All that have a value, by its text. */
static struct axis_value **with_value(struct matrix *m,
				      struct matrix_values *v, int axis,
				      size_t *n)
{
	struct axis_value **of = arena_alloc(m->arena,
					     (v->n_series + v->n_envs) *
						     sizeof(*of));
	size_t i;

	*n = 0;
	for (i = 0; i < v->n_series; i++)
		if (v->series[i]->of[axis].value)
			of[(*n)++] = &v->series[i]->of[axis];
	for (i = 0; i < v->n_envs; i++)
		if (v->envs[i]->of[axis].value)
			of[(*n)++] = &v->envs[i]->of[axis];
	if (*n)
		qsort(of, *n, sizeof(*of), by_text);
	return of;
}

/* Thousands have one value, which is compared by its order once. */
static void rank_values(struct matrix *m, struct matrix_values *v, int axis)
{
	struct same_value *values;
	size_t n, n_values = 0, i, j;
	struct axis_value **of = with_value(m, v, axis, &n);

	values = arena_alloc(m->arena, n * sizeof(*values));
	for (i = 0; i < n; i++) {
		if (!i || by_text(&of[i - 1], &of[i]))
			values[n_values++] = (struct same_value){
				m->keys[axis], &of[i], 0
			};
		values[n_values - 1].n++;
	}
	if (n_values)
		qsort(values, n_values, sizeof(*values), by_value);
	v->ranks[axis] = arena_alloc(m->arena,
				     (n_values + 1) * sizeof(*v->ranks[axis]));
	for (i = 0; i < n_values; i++) {
		v->ranks[axis][i] = values[i].of[0]->value;
		for (j = 0; j < values[i].n; j++)
			values[i].of[j]->rank = i;
	}
	v->n_ranks[axis] = n_values + 1;
}

/* ---- Which series may stand in one block. ---- */

struct block_name {
	const char *test, *metric;
	struct matrix_series *of;
};

static int by_name(const void *a, const void *b)
{
	const struct block_name *x = a, *y = b;
	const struct tags *s = &x->of->params, *t = &y->of->params;
	int c = strcmp(x->test, y->test);
	size_t i;

	if (!c)
		c = strcmp(x->metric, y->metric);
	if (!c)
		c = (x->of->series->role > y->of->series->role) -
		    (x->of->series->role < y->of->series->role);
	for (i = 0; !c && i < s->n && i < t->n; i++) {
		c = strcmp(s->items[i].key, t->items[i].key);
		if (!c && strcmp(s->items[i].value, t->items[i].value)) {
			c = order_compare(s->items[i].key, s->items[i].value,
					  t->items[i].value);
			if (!c)
				c = strcmp(s->items[i].value,
					   t->items[i].value);
		}
	}
	return c ? c : (s->n > t->n) - (s->n < t->n);
}

static void number_blocks(struct matrix *m, struct matrix_values *v)
{
	struct block_name *names = arena_alloc(m->arena,
					       v->n_series * sizeof(*names));
	size_t block = 0, i;

	for (i = 0; i < v->n_series; i++)
		names[i] = (struct block_name){
			is_key(m, "test") ? "" : v->series[i]->series->test,
			is_key(m, "metric") ? "" :
					      v->series[i]->series->metric,
			v->series[i]
		};
	if (v->n_series)
		qsort(names, v->n_series, sizeof(*names), by_name);
	for (i = 0; i < v->n_series; i++) {
		block += i && by_name(&names[i - 1], &names[i]);
		names[i].of->block = block;
	}
}

void matrix_values(struct matrix *m, struct matrix_values *out)
{
	struct tags known = { 0 };
	size_t i;

	*out = (struct matrix_values){ 0 };
	for (i = 0; i < m->found.n_results; i++) {
		const struct db_result *r = &m->found.results[i];

		add_series(m, out, r->series);
		add_env(m, out, r->run->env, &known);
	}
	rank_values(m, out, 0);
	rank_values(m, out, 1);
	number_blocks(m, out);
}

const struct matrix_series *matrix_series_of(const struct matrix_values *v,
					     const struct db_result *r)
{
	return idmap_get(&v->by_series, r->series->id);
}

size_t matrix_rank(const struct matrix_values *v, const struct db_result *r,
		   int axis)
{
	const struct matrix_series *s = matrix_series_of(v, r);
	const struct matrix_env *e = idmap_get(&v->by_env, r->run->env->id);

	return s->of[axis].value ? s->of[axis].rank :
	       e->of[axis].value ? e->of[axis].rank : v->n_ranks[axis] - 1;
}
