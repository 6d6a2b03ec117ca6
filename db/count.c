/* count.c - how many runs a selection means. */
#include "plan.h"

/* Is it decided by environments alone? Then their live runs are known. */
static bool by_environments(const struct plan *p)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		if (p->conditions[i].level != LEVEL_ENV &&
		    p->conditions[i].level != LEVEL_OPTION)
			return false;
	return true;
}

static int candidates(struct plan *p, struct idset *out, struct err *err)
{
	int got = plan_few_envs(p, out, err);
	size_t i;

	if (!got)
		got = plan_many_envs(p, out, err);
	for (i = 1; !got && i < p->db->census.n; i++)
		idset_add(out, p->arena, (int64_t)i);
	return got < 0 ? -1 : 0;
}

static int count_live(struct plan *p, size_t *n, struct err *err)
{
	struct idset envs = { 0 };
	size_t i;

	*n = 0;
	if (census_update(p->db, err) < 0 || candidates(p, &envs, err) < 0)
		return -1;
	for (i = 0; i < envs.n; i++) {
		size_t live = census_of(p->db, envs.ids[i])->live_runs;
		int holds = live ? plan_holds_env(p, envs.ids[i], err) : 0;

		if (holds < 0)
			return -1;
		*n += holds ? live : 0;
	}
	return 0;
}

int db_count_runs(struct db *db, const struct selection *selection,
		  struct arena *arena, size_t *n, struct err *err)
{
	struct plan plan;
	struct run_row *rows;

	if (plan_make(&plan, db, selection, arena, err) < 0)
		return -1;
	if (by_environments(&plan))
		return count_live(&plan, n, err);
	return plan_runs(&plan, 0, 0, &rows, n, err);
}
