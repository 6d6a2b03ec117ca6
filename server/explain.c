/* explain.c - why terms mean nothing, and which values are near. */
#include <string.h>

#include "limits.h"
#include "list.h"
#include "options.h"
#include "pages.h"

/* Names by nearness to what was asked; at most as many as an error holds. */
static void add_near(struct err *err, struct arena *arena,
		     const struct db_count *names, size_t n, const char *asked)
{
	bool *used = arena_alloc(arena, n * sizeof(*used));
	size_t shown, i;

	for (shown = 0; shown < n && shown < ERR_NEAR_MAX; shown++) {
		size_t best = n, least = SIZE_MAX;

		for (i = 0; i < n; i++) {
			size_t d = !asked ? 1 : strstr(names[i].name, asked) ?
				0 : name_distance(names[i].name, asked);

			if (!used[i] && d < least) {
				least = d;
				best = i;
			}
		}
		used[best] = true;
		err_near(err, names[best].name);
	}
}

/* Nothing is recorded under the key: another one may be meant. */
static int explain_key(struct request *rq, const struct condition *c,
		       struct err *err)
{
	const char *option = arena_printf(rq->arena, "option.%s", c->key);
	struct db_count *keys, *near;
	size_t n, n_near = 0, i;
	size_t known;

	if (db_key_values(rq->db, option, &known, err) < 0 ||
	    db_tag_keys(rq->db, rq->arena, &keys, &n, err) < 0)
		return -1;
	if (known)
		return err_hint(err, "'%s' is a kernel option: %s, -%s or "
				"%s: means it", c->key, c->key, c->key,
				option);
	err_hint(err, "'%s' means none, and nothing is recorded under that "
		 "key", c->text);
	near = arena_alloc(rq->arena, n * sizeof(*near));
	for (i = 0; i < n; i++)
		if (name_distance(keys[i].name, c->key) <= 2)
			near[n_near++] = keys[i];
	add_near(err, rq->arena, near, n_near, c->key);
	return -1;
}

int explain_no_key(struct request *rq, const char *key, struct err *err)
{
	struct db_count *keys;
	size_t n, i;

	if (db_tag_keys(rq->db, rq->arena, &keys, &n, err) < 0)
		return -1;
	err_set(err, ERR_NOT_FOUND, "no tag or parameter '%.64s' is recorded",
		key);
	for (i = 0; i < n; i++)
		if (name_distance(keys[i].name, key) <= 2 ||
		    strstr(keys[i].name, key))
			err_near(err, keys[i].name);
	return -1;
}

static int explain_term(struct request *rq, const struct condition *c,
			struct err *err)
{
	struct err failed = { 0 };
	struct db_count *values;
	size_t n;

	if (!strcmp(c->key, "test") ?
	    db_tests(rq->db, rq->arena, &values, &n, &failed) < 0 :
	    db_tag_values(rq->db, c->key, NULL, LIMIT_ROWS, rq->arena,
			  &values, &n, &failed) < 0) {
		*err = failed;
		return -1;
	}
	if (!n && tag_key_reserved(c->key))
		return err_hint(err, "'%s' means none", c->text);
	if (!n)
		return explain_key(rq, c, err);
	err_hint(err, "'%s' means none; these are recorded", c->text);
	add_near(err, rq->arena, values, n, c->n_values ? c->values[0] : NULL);
	return -1;
}

int explain_nothing(struct request *rq, const struct selection *s, char side,
		    struct err *err)
{
	const struct condition *culprit = NULL;
	struct db_run **runs;
	struct buf link;
	size_t n, i;

	for (i = 0; i < s->n; i++) {
		struct selection one = { &s->conditions[i], 1, 0 };

		if (db_find_runs(rq->db, &one, 0, 1, rq->arena, &runs, &n,
				 err) < 0)
			return -1;
		if (!n)
			culprit = &s->conditions[i];
	}
	buf_init(&link, 1u << 20);
	terms_link(&link, s);
	if (side)
		err_set(err, ERR_NOT_FOUND, "no results for side %c (%s)",
			side, link.data);
	else
		err_set(err, ERR_NOT_FOUND, "no runs for these terms (%s)",
			link.data);
	buf_release(&link);
	err->side = side;
	if (culprit)
		return explain_term(rq, culprit, err);
	return s->n < 2 ? -1 : err_hint(err, "each term alone means some "
					"runs, all together none");
}
