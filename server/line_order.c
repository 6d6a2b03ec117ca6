/* line_order.c - in which order the runs of a line come. */
#include "line_order.h"

#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "splitmix.h"

#define BY_TIME "at"

/* A point beside the bytes that it is sorted by. */
struct sorted {
	struct point point;
	const unsigned char *key;
	size_t len;
};

static bool all_are_versions(const struct line *line, const char *key)
{
	const struct db_env *env = NULL;
	size_t i;

	for (i = 0; i < line->n; i++) {
		const char *value;

		if (line->points[i].run->env == env)
			continue;
		env = line->points[i].run->env;
		value = db_env_tag(env, key);
		if (!value || !order_is_version(value))
			return false;
	}
	return line->n > 0;
}

static void choose(struct line *line)
{
	static const struct {
		const char *key, *why;
	} choices[] = { { "rev", "every run records one" },
			{ "kernel", "every run records a version" } };
	size_t i;

	for (i = 0; i < sizeof(choices) / sizeof(choices[0]); i++)
		if (all_are_versions(line, choices[i].key)) {
			line->order = choices[i].key;
			line->why = choices[i].why;
			return;
		}
	line->order = BY_TIME;
	line->why = "not every run records a revision or a kernel's version";
}

static int refuse_hash(const char *key, const char *value, struct err *err)
{
	err_set(err, ERR_UNUSABLE, "'%.80s' holds hashes (%.40s), and they are "
		"no order", key, value);
	return err_hint(err, "order=at, or a key of versions or numbers");
}

/* Fills the keys; points without one are left out and counted. */
static int take_keys(struct line *line, struct err *err)
{
	const struct db_env *env = NULL;
	const char *key = NULL;
	size_t n = 0, i;

	for (i = 0; i < line->n; i++) {
		struct point p = line->points[i];

		if (p.run->env != env) {
			env = p.run->env;
			key = db_env_tag(env, line->order);
			if (key && order_is_hash(key))
				return refuse_hash(line->order, key, err);
		}
		p.key = key;
		if (p.key)
			line->points[n++] = p;
		else
			line->n_no_key++;
	}
	line->n = n;
	for (i = 0; i < line->n_failures; i++)
		line->failures[i].key = db_env_tag(
			line->failures[i].failure->run->env, line->order);
	return 0;
}

/* A number that tells nothing of the size of x. */
static uint64_t scrambled(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return splitmix_next(&bits);
}

/*
 * Runs of one place and one time: by their round. Where none is told, neither
 * by when they were uploaded, for that is not of the history, nor by value, for
 * sorted ones would look like less noise.
 */
static int by_nothing(const struct point *x, const struct point *y)
{
	const char *a = db_env_tag(x->run->env, "round");
	const char *b = db_env_tag(y->run->env, "round");
	uint64_t m = scrambled(x->value), n = scrambled(y->value);
	int c = a && b ? order_compare("round", a, b) : 0;

	if (c)
		return c;
	if (m != n)
		return m < n ? -1 : 1;
	return x->run->id < y->run->id ? -1 : 1;
}

static int by_history(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int c = n ? memcmp(x->key, y->key, n) : 0;

	if (c || x->len != y->len)
		return c ? c : x->len < y->len ? -1 : 1;
	if (x->point.run->at_ns != y->point.run->at_ns)
		return x->point.run->at_ns < y->point.run->at_ns ? -1 : 1;
	return by_nothing(&x->point, &y->point);
}

static void sort(struct line *line)
{
	struct arena scratch = { 0 };
	struct sorted *all = arena_alloc(&scratch, line->n * sizeof(*all));
	size_t i;

	for (i = 0; i < line->n; i++) {
		struct point *p = &line->points[i];

		all[i].point = *p;
		if (p->key && i && p->key == all[i - 1].point.key) {
			all[i].key = all[i - 1].key;
			all[i].len = all[i - 1].len;
		} else if (p->key) {
			unsigned char key[ORDER_KEY_MAX];

			all[i].len = order_key(line->order, p->key, key);
			all[i].key = (unsigned char *)arena_strndup(
				&scratch, (char *)key, all[i].len);
		}
	}
	if (line->n)
		qsort(all, line->n, sizeof(*all), by_history);
	for (i = 0; i < line->n; i++)
		line->points[i] = all[i].point;
	arena_release(&scratch);
}

int line_order(struct line *line, const char *order, struct err *err)
{
	if (order) {
		line->order = order;
		line->why = "asked for";
	} else {
		choose(line);
	}
	if (strcmp(line->order, BY_TIME) && take_keys(line, err) < 0)
		return -1;
	sort(line);
	return 0;
}

int lines_have_order(const struct lines *lines, const char *order,
		     struct err *err)
{
	size_t n = 0, i;

	for (i = 0; i < lines->n; i++)
		n += lines->of[i].n;
	if (n || !order || !strcmp(order, BY_TIME) || !lines->n)
		return 0;
	err_set(err, ERR_UNUSABLE, "no run of these records '%.80s'", order);
	return err_hint(err, "order=at is always there");
}
