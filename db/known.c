/* known.c - the environments that a plan's conditions are known to leave. */
#include <string.h>

#include "known.h"

/* More new environments than that are not asked one by one. */
#define FOLLOW_AT_MOST 4096

/* Tells the condition apart from all others, negation aside. */
static const char *name_of(struct plan *p, const struct condition *c)
{
	const char *name = arena_printf(p->arena, "%d %s", c->kind, c->key);
	size_t i;

	for (i = 0; c->from_ns && i < c->n_values; i++)
		name = arena_printf(p->arena, "%s %lld..%lld", name,
				    (long long)c->from_ns[i],
				    (long long)c->to_ns[i]);
	if (c->from_ns)
		return name;
	if (c->kind == COND_RANGE)
		return arena_printf(p->arena, "%s %zu:%s %d:%s", name,
				    c->lo ? strlen(c->lo) + 1 : 0,
				    c->lo ? c->lo : "", c->hi != NULL,
				    c->hi ? c->hi : "");
	for (i = 0; i < c->n_values; i++)
		name = arena_printf(p->arena, "%s %zu:%s", name,
				    strlen(c->values[i]), c->values[i]);
	return name;
}

const char *plan_name(struct plan *p)
{
	const char *name = "";
	size_t i;

	for (i = 0; i < p->n; i++)
		name = arena_printf(p->arena, "%s %d %s", name,
				    p->conditions[i].c->negate,
				    name_of(p, p->conditions[i].c));
	return name;
}

/* Does the condition hold in an environment, negation aside? -1: error. */
static int holds_in(struct plan *p, const struct condition *c, int64_t env,
		    struct err *err)
{
	struct condition positive = *c;
	sqlite3_stmt *s = stmt_take(p->db, SQL_ENVIRONMENT_TAGS);
	const char *value = NULL;
	int got;

	positive.negate = false;
	bind_int(s, 1, env);
	while (!value &&
	       (got = stmt_step(p->db, SQL_ENVIRONMENT_TAGS, err)) != 0) {
		const struct tag *tag = got < 0 ? NULL :
			catalog_tag(p->db, sqlite3_column_int64(s, 0), err);

		if (!tag) {
			stmt_done(p->db, SQL_ENVIRONMENT_TAGS);
			return -1;
		}
		if (!strcmp(tag->key, c->key))
			value = tag->value;
	}
	stmt_done(p->db, SQL_ENVIRONMENT_TAGS);
	return condition_holds(&positive, value);
}

static int last_env(struct plan *p, int64_t *out, struct err *err)
{
	if (!p->last_env &&
	    stmt_number(p->db, SQL_LAST_ENVIRONMENT, &p->last_env, err) < 0)
		return -1;
	*out = p->last_env;
	return 0;
}

/* All conditions on options together, each with its negation. */
static const char *name_of_options(struct plan *p)
{
	const char *name = "options";
	size_t i;

	for (i = 0; i < p->n; i++)
		if (p->conditions[i].level == LEVEL_OPTION)
			name = arena_printf(p->arena, "%s %d %s", name,
					    p->conditions[i].c->negate,
					    name_of(p, p->conditions[i].c));
	return name;
}

int plan_options_hold(struct plan *p, int64_t env, struct err *err)
{
	int64_t set;
	int got;

	bind_int(stmt_take(p->db, SQL_ENVIRONMENT), 1, env);
	got = stmt_int(p->db, SQL_ENVIRONMENT, &set, err);
	return got < 0 ? -1 : got && idset_has(&p->option_sets, set);
}

/*
 * What is kept under a name, after new environments were asked; out stays NULL
 * where nothing is.
 * c         the condition; NULL: those on options
 */
static int recall(struct plan *p, const char *name, const struct condition *c,
		  const struct bitmap **out, struct err *err)
{
	struct posting *kept = postings_find(p->db, name);
	int64_t last;

	if (!kept)
		return 0;
	if (last_env(p, &last, err) < 0)
		return -1;
	if (kept->last > last || last - kept->last > FOLLOW_AT_MOST) {
		postings_drop(p->db, kept);
		return 0;
	}
	for (; kept->last < last; kept->last++) {
		int64_t env = kept->last + 1;
		int holds = c ? holds_in(p, c, env, err) :
				plan_options_hold(p, env, err);

		if (holds < 0)
			return -1;
		if (holds)
			bitmap_add(&kept->envs, (size_t)env);
	}
	*out = &kept->envs;
	return 0;
}

int plan_recall(struct plan *p, struct plan_condition *pc, struct err *err)
{
	return recall(p, name_of(p, pc->c), pc->c, &pc->envs, err);
}

int plan_recall_options(struct plan *p, struct err *err)
{
	return recall(p, name_of_options(p), NULL, &p->option_envs, err);
}

/* Reads the environments of some tags or option sets, to be kept. */
static int know(struct plan *p, const char *name, enum sql_id sql,
		const struct idset *of, const struct bitmap **out,
		struct err *err)
{
	struct posting *new;
	int64_t last;
	size_t i;

	if (last_env(p, &last, err) < 0)
		return -1;
	new = postings_add(p->db, name);
	new->last = last;
	for (i = 0; i < of->n; i++) {
		sqlite3_stmt *s = stmt_take(p->db, sql);
		int got;

		bind_int(s, 1, of->ids[i]);
		while ((got = stmt_step(p->db, sql, err)) > 0)
			bitmap_add(&new->envs,
				   (size_t)sqlite3_column_int64(s, 0));
		if (got < 0) {
			postings_drop(p->db, new);
			return -1;
		}
		stmt_done(p->db, sql);
	}
	*out = &new->envs;
	return 0;
}

int plan_know(struct plan *p, struct plan_condition *pc, struct err *err)
{
	if (pc->envs)
		return 0;
	if (plan_all_tags(p, pc, err) < 0 ||
	    know(p, name_of(p, pc->c), SQL_ENVIRONMENTS_OF_TAG, &pc->tags,
		 &pc->envs, err) < 0)
		return -1;
	pc->n_envs = bitmap_count(pc->envs);
	return 0;
}

int plan_know_options(struct plan *p, struct err *err)
{
	if (p->option_envs)
		return 0;
	return know(p, name_of_options(p), SQL_ENVIRONMENTS_OF_OPTION_SET,
		    &p->option_sets, &p->option_envs, err);
}

bool plan_all_known(const struct plan *p)
{
	size_t known = p->option_envs != NULL, i;

	if (p->by_options && !known)
		return false;
	for (i = 0; i < p->n; i++)
		if (p->conditions[i].envs)
			known++;
		else if (p->conditions[i].level == LEVEL_ENV)
			return false;
	return known > 0;
}

bool plan_known_leave(const struct plan *p, int64_t env)
{
	size_t i;

	if (p->option_envs && !bitmap_has(p->option_envs, (size_t)env))
		return false;
	for (i = 0; i < p->n; i++)
		if (p->conditions[i].envs &&
		    bitmap_has(p->conditions[i].envs, (size_t)env) ==
			    p->conditions[i].c->negate)
			return false;
	return true;
}

/* Of the environments of a word, those that all known conditions leave. */
static uint64_t word_left(const struct plan *p, size_t word)
{
	uint64_t left = p->rarest && p->rarest->envs ?
		bitmap_word(p->rarest->envs, word) : UINT64_MAX;
	size_t i;

	if (p->option_envs)
		left &= bitmap_word(p->option_envs, word);
	for (i = 0; left && i < p->n; i++) {
		const struct plan_condition *pc = &p->conditions[i];
		uint64_t has;

		if (!pc->envs)
			continue;
		has = bitmap_word(pc->envs, word);
		left &= pc->c->negate ? ~has : has;
	}
	return left;
}

/* At least as many as they leave. */
static size_t count_left(const struct plan *p, size_t words)
{
	size_t n = 0, word;

	if (p->rarest && p->rarest->envs)
		return p->rarest->n_envs;
	for (word = 0; word < words; word++)
		n += (size_t)__builtin_popcountll(word_left(p, word));
	return n;
}

int plan_left(struct plan *p, struct idset *out, struct err *err)
{
	int64_t last;
	size_t words, word;

	if (last_env(p, &last, err) < 0)
		return -1;
	words = (size_t)last / BITMAP_WORD + 1;
	out->ids = arena_alloc(p->arena,
			       count_left(p, words) * sizeof(*out->ids));
	for (word = 0; word < words; word++) {
		uint64_t left = word_left(p, word);

		for (; left; left &= left - 1) {
			int64_t id = (int64_t)word * BITMAP_WORD +
				     __builtin_ctzll(left);

			if (id && id <= last)
				out->ids[out->n++] = id;
		}
	}
	return 0;
}
