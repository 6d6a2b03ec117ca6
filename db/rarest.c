/* rarest.c - the environments that a plan need look at. */
#include "known.h"

/* Counts that are so many environments old lead to the same choices. */
#define COUNTS_LAST 1000

/* Of a condition: its tags are not counted, or it is not about tags. */
#define MANY SIZE_MAX

/* Drops the counts that are old. */
static int age_counts(struct db *db, struct err *err)
{
	struct db_cache *c = &db->cache;
	int64_t last;

	if (stmt_number(db, SQL_LAST_ENVIRONMENT, &last, err) < 0)
		return -1;
	if (last <= c->counted_at + COUNTS_LAST && last >= c->counted_at)
		return 0;
	c->counted_at = last;
	arena_release(&c->counts_arena);
	c->tag_counts = (struct idmap){ 0 };
	return 0;
}

/* How many environments hold a tag, about. */
static int count_tag(struct db *db, int64_t tag, size_t *n, struct err *err)
{
	struct db_cache *c = &db->cache;
	size_t *known = idmap_get(&c->tag_counts, tag);
	int64_t count = 0;

	if (!known) {
		bind_int(stmt_take(db, SQL_ENVIRONMENTS_OF_TAG_COUNT), 1, tag);
		if (stmt_int(db, SQL_ENVIRONMENTS_OF_TAG_COUNT, &count, err) <
		    0)
			return -1;
		known = arena_alloc(&c->counts_arena, sizeof(*known));
		*known = (size_t)count;
		idmap_set(&c->tag_counts, &c->counts_arena, tag, known);
	}
	*n += *known;
	return 0;
}

static int count_envs(struct plan *p, struct plan_condition *pc,
		      struct err *err)
{
	size_t i;

	pc->n_envs = 0;
	if (pc->envs)
		pc->n_envs = bitmap_count(pc->envs);
	else
		for (i = 0; i < pc->tags.n; i++)
			if (count_tag(p->db, pc->tags.ids[i], &pc->n_envs,
				      err) < 0)
				return -1;
	return 0;
}

static bool is_of_tags(const struct plan_condition *pc)
{
	return pc->level == LEVEL_ENV && pc->c->kind != COND_MISSING &&
	       pc->c->kind != COND_RECORDED;
}

/* Counts the environments of each condition, once; the one with the fewest. */
static int rarest(struct plan *p, struct plan_condition **out, struct err *err)
{
	size_t i;

	*out = p->rarest;
	if (p->counted)
		return 0;
	if (age_counts(p->db, err) < 0)
		return -1;
	for (i = 0; i < p->n; i++) {
		struct plan_condition *pc = &p->conditions[i];

		pc->n_envs = MANY;
		if (!is_of_tags(pc))
			continue;
		if ((pc->envs || pc->all_tags) && count_envs(p, pc, err) < 0)
			return -1;
		if (!pc->c->negate && (!*out || pc->n_envs < (*out)->n_envs))
			*out = pc;
	}
	p->rarest = *out;
	p->counted = true;
	return 0;
}

/*
 * Asking an environment for its tags takes as long as reading so many entries
 * of the index of a tag.
 */
#define ENTRIES_A_LOOK 32

/* Makes known what is cheaper to read than to ask so many environments for. */
static int know_cheap(struct plan *p, size_t n_envs, struct err *err)
{
	size_t i;

	for (i = 0; i < p->n; i++) {
		struct plan_condition *pc = &p->conditions[i];

		if (pc->n_envs == MANY || pc->n_envs / ENTRIES_A_LOOK > n_envs)
			continue;
		if (plan_know(p, pc, err) < 0)
			return -1;
	}
	return 0;
}

/*
 * Options are asked of each environment by a look-up, or read for all.
 * n_envs    of so many environments
 */
static int know_cheap_options(struct plan *p, size_t n_envs, struct err *err)
{
	if (!p->by_options || n_envs <= p->db->few)
		return 0;
	return plan_know_options(p, err);
}

static int left_by(struct plan *p, struct plan_condition *best,
		   struct idset *out, struct err *err)
{
	if (plan_know(p, best, err) < 0 ||
	    know_cheap(p, best->n_envs, err) < 0 ||
	    know_cheap_options(p, best->n_envs, err) < 0 ||
	    plan_left(p, out, err) < 0)
		return -1;
	return 1;
}

int plan_few_envs(struct plan *p, struct idset *out, struct err *err)
{
	struct plan_condition *best;

	if (rarest(p, &best, err) < 0)
		return -1;
	if (!best || best->n_envs > p->db->few)
		return 0;
	return left_by(p, best, out, err);
}

/* The negated condition that leaves the fewest environments; NULL: none. */
static struct plan_condition *widest(struct plan *p)
{
	struct plan_condition *out = NULL;
	size_t i;

	for (i = 0; i < p->n; i++) {
		struct plan_condition *pc = &p->conditions[i];

		if (pc->c->negate && pc->n_envs && pc->n_envs < MANY &&
		    (!out || pc->n_envs > out->n_envs))
			out = pc;
	}
	return out;
}

int plan_many_envs(struct plan *p, struct idset *out, struct err *err)
{
	struct plan_condition *best;

	if (rarest(p, &best, err) < 0)
		return -1;
	if (!best)
		best = widest(p);
	if (best)
		return left_by(p, best, out, err);
	if (!p->by_options)
		return 0;
	return plan_know_options(p, err) < 0 || plan_left(p, out, err) < 0 ?
		-1 : 1;
}
