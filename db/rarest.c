/* rarest.c - the environments that a plan need look at. */
#include "plan.h"

/* Counts that are so many environments old lead to the same choices. */
#define COUNTS_LAST 1000

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

static int count_envs(struct plan *p, const struct idset *tags, size_t *n,
		      struct err *err)
{
	size_t i;

	*n = 0;
	for (i = 0; i < tags->n; i++)
		if (count_tag(p->db, tags->ids[i], n, err) < 0)
			return -1;
	return 0;
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

		pc->n_envs = SIZE_MAX;
		if (pc->level != LEVEL_ENV || pc->c->negate ||
		    pc->c->kind == COND_MISSING || pc->c->kind == COND_RECORDED)
			continue;
		pc->n_envs = SIZE_MAX - 1; /* its tags themselves are many */
		if (pc->all_tags &&
		    count_envs(p, &pc->tags, &pc->n_envs, err) < 0)
			return -1;
		if (!*out || pc->n_envs < (*out)->n_envs)
			*out = pc;
	}
	p->rarest = *out;
	p->counted = true;
	return 0;
}

static int envs_of(struct plan *p, struct plan_condition *pc,
		   struct idset *out, struct err *err)
{
	pc->met = true;
	return plan_collect_all(p, SQL_ENVIRONMENTS_OF_TAG, &pc->tags, out,
				err);
}

/*
 * Asking an environment for its tags takes as long as reading so many entries
 * of the index of a tag.
 */
#define ENTRIES_A_LOOK 32

/* Leaves those of all other conditions that are cheaper to read than to ask. */
static int intersect(struct plan *p, struct idset *envs, struct err *err)
{
	size_t i;

	for (i = 0; i < p->n; i++) {
		struct plan_condition *pc = &p->conditions[i];
		struct idset other = { 0 };

		if (pc->met || pc->n_envs / ENTRIES_A_LOOK > envs->n)
			continue;
		if (envs_of(p, pc, &other, err) < 0)
			return -1;
		idset_intersect(envs, &other);
	}
	return 0;
}

int plan_few_envs(struct plan *p, struct idset *out, struct err *err)
{
	struct plan_condition *best;

	if (rarest(p, &best, err) < 0)
		return -1;
	if (!best || best->n_envs > p->db->few)
		return 0;
	if (envs_of(p, best, out, err) < 0 || intersect(p, out, err) < 0)
		return -1;
	return 1;
}

/* The negated condition that leaves the fewest environments; NULL: none. */
static int widest(struct plan *p, struct plan_condition **out, struct err *err)
{
	size_t most = 0, i;

	*out = NULL;
	for (i = 0; i < p->n; i++) {
		struct plan_condition *pc = &p->conditions[i];
		size_t n;

		if (pc->level != LEVEL_ENV || !pc->c->negate || !pc->all_tags)
			continue;
		if (count_envs(p, &pc->tags, &n, err) < 0)
			return -1;
		if (n > most) {
			most = n;
			*out = pc;
		}
	}
	return 0;
}

/* What it leaves; 0: there is no such condition. */
static int left_by_negation(struct plan *p, struct idset *out, struct err *err)
{
	struct plan_condition *pc;
	struct idset without = { 0 };
	int64_t last, id;
	size_t i = 0;

	if (widest(p, &pc, err) < 0)
		return -1;
	if (!pc)
		return 0;
	if (stmt_number(p->db, SQL_LAST_ENVIRONMENT, &last, err) < 0 ||
	    envs_of(p, pc, &without, err) < 0)
		return -1;
	for (id = 1; id <= last; id++) {
		while (i < without.n && without.ids[i] < id)
			i++;
		if (i == without.n || without.ids[i] != id)
			idset_add(out, p->arena, id);
	}
	return 1;
}

int plan_many_envs(struct plan *p, bool all, struct idset *out,
		   struct err *err)
{
	struct plan_condition *best;

	if (rarest(p, &best, err) < 0)
		return -1;
	if (best) {
		if (plan_all_tags(p, best, err) < 0 ||
		    envs_of(p, best, out, err) < 0 ||
		    (all && intersect(p, out, err) < 0))
			return -1;
		return 1;
	}
	if (!p->by_options)
		return left_by_negation(p, out, err);
	return plan_collect_all(p, SQL_ENVIRONMENTS_OF_OPTION_SET,
				&p->option_sets, out, err) < 0 ? -1 : 1;
}
