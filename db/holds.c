/* holds.c - does a plan mean an environment, a run? */
#include <string.h>

#include "known.h"

static char yes, no; /* what the map says */

/* With at most so many tags an environment is asked for each of them. */
#define PROBES_MAX 4

static int has_tag(struct plan *p, int64_t env, int64_t tag, struct err *err)
{
	int64_t ignored;
	sqlite3_stmt *s = stmt_take(p->db, SQL_ENVIRONMENT_HAS_TAG);

	bind_int(s, 1, env);
	bind_int(s, 2, tag);
	return stmt_int(p->db, SQL_ENVIRONMENT_HAS_TAG, &ignored, err);
}

/* Asks for the tags of a condition that has few of them. */
static int probe(struct plan *p, const struct plan_condition *pc, int64_t env,
		 struct err *err)
{
	size_t i;
	int got = 0;

	for (i = 0; !got && i < pc->tags.n; i++)
		got = has_tag(p, env, pc->tags.ids[i], err);
	return got < 0 ? -1 : (got > 0) != pc->c->negate;
}

/* Is it still to be asked of environments? */
static bool is_open(const struct plan_condition *pc)
{
	return pc->level == LEVEL_ENV && !pc->envs;
}

/* What one tag of an environment says of a condition. */
static int learn(struct plan *p, struct plan_condition *pc, int64_t id,
		 struct err *err)
{
	const struct tag *tag;

	if (pc->all_tags) {
		if (idset_has(&pc->tags, id))
			pc->holds = !pc->c->negate;
		return 0;
	}
	tag = catalog_tag(p->db, id, err);
	if (tag && !strcmp(tag->key, pc->c->key))
		pc->holds = condition_holds(pc->c, tag->value);
	return tag ? 0 : -1;
}

/* Reads the tags once, for all conditions. */
static int read_tags(struct plan *p, int64_t env, struct err *err)
{
	sqlite3_stmt *s = stmt_take(p->db, SQL_ENVIRONMENT_TAGS);
	size_t i;
	int got;

	for (i = 0; i < p->n; i++)
		p->conditions[i].holds = !is_open(&p->conditions[i]) ||
			condition_holds(p->conditions[i].c, NULL);
	bind_int(s, 1, env);
	while ((got = stmt_step(p->db, SQL_ENVIRONMENT_TAGS, err)) > 0)
		for (i = 0; i < p->n; i++)
			if (is_open(&p->conditions[i]) &&
			    learn(p, &p->conditions[i],
				  sqlite3_column_int64(s, 0), err) < 0) {
				stmt_done(p->db, SQL_ENVIRONMENT_TAGS);
				return -1;
			}
	if (got < 0)
		return -1;
	stmt_done(p->db, SQL_ENVIRONMENT_TAGS);
	for (i = 0; i < p->n; i++)
		if (!p->conditions[i].holds)
			return 0;
	return 1;
}

static int tags_hold(struct plan *p, int64_t env, struct err *err)
{
	const struct plan_condition *only = NULL;
	size_t i, n = 0;

	for (i = 0; i < p->n; i++)
		if (is_open(&p->conditions[i])) {
			only = &p->conditions[i];
			n++;
		}
	if (!n)
		return 1;
	if (n == 1 && only->all_tags && only->tags.n <= PROBES_MAX)
		return probe(p, only, env, err);
	return read_tags(p, env, err);
}

int plan_holds_env(struct plan *p, int64_t env, struct err *err)
{
	char *said;
	int holds = 1;

	if (!plan_known_leave(p, env))
		return 0;
	said = idmap_get(&p->env_ok, env);
	if (said)
		return said == &yes;
	if (p->by_options && !p->option_envs)
		holds = plan_options_hold(p, env, err);
	if (holds > 0)
		holds = tags_hold(p, env, err);
	if (holds < 0)
		return -1;
	idmap_set(&p->env_ok, p->arena, env, holds ? &yes : &no);
	return holds;
}

/* Conditions on the run itself. */
static bool row_ok(const struct plan *p, const struct run_row *row)
{
	size_t i;

	if ((row->trashed_ns && !p->trash_too) || row->id < p->run_lo ||
	    row->id > p->run_hi)
		return false;
	for (i = 0; i < p->n; i++) {
		const struct condition *c = p->conditions[i].c;

		if (p->conditions[i].level != LEVEL_RUN)
			continue;
		if (!strcmp(c->key, "at") ?
			    !condition_holds_time(c, row->at_ns) :
			    !condition_holds_int(c, !strcmp(c->key, "run") ?
							    row->id :
							    row->upload))
			return false;
	}
	return true;
}

static int any_failure(struct plan *p, const struct run_row *row,
		       const struct db_env *env, struct err *err)
{
	sqlite3_stmt *s = stmt_take(p->db, SQL_FAILURES_OF_RUN);
	int got, holds = 0;

	bind_int(s, 1, row->id);
	while (!holds &&
	       (got = stmt_step(p->db, SQL_FAILURES_OF_RUN, err)) != 0) {
		struct db_failure f = { 0 };
		const struct tags *params;

		if (got < 0)
			return -1;
		params = catalog_params(p->db, sqlite3_column_int64(s, 1), err);
		if (!params) {
			stmt_done(p->db, SQL_FAILURES_OF_RUN);
			return -1;
		}
		f.test = (const char *)sqlite3_column_text(s, 0);
		f.params = *params;
		f.metric = (const char *)sqlite3_column_text(s, 2);
		holds = plan_failure(p, &f, env);
	}
	stmt_done(p->db, SQL_FAILURES_OF_RUN);
	return holds;
}

/* Of a list's results with their unit and direction: is one meant? */
static int any_result(struct plan *p, const struct run_row *row,
		      const struct series_list *list, const struct db_env *env,
		      struct err *err)
{
	sqlite3_stmt *s = stmt_take(p->db, SQL_UNITS_OF_RUN);
	int got, holds = 0;

	bind_int(s, 1, row->id << RESULT_SHIFT);
	bind_int(s, 2, ((row->id + 1) << RESULT_SHIFT) - 1);
	while (!holds &&
	       (got = stmt_step(p->db, SQL_UNITS_OF_RUN, err)) != 0) {
		size_t place;
		const char *unit = NULL;

		if (got < 0)
			return -1;
		place = (size_t)sqlite3_column_int64(s, 0) &
			((1u << RESULT_SHIFT) - 1);
		if (sqlite3_column_type(s, 1) != SQLITE_NULL)
			unit = catalog_unit(p->db, sqlite3_column_int64(s, 1),
					    err);
		holds = place < list->n &&
			plan_series(p, list->series[place], env, err) > 0 &&
			plan_result(p, unit,
				    (enum better)sqlite3_column_int(s, 2));
	}
	stmt_done(p->db, SQL_UNITS_OF_RUN);
	return holds;
}

/* Does the run hold a result or failure that is meant? */
static int contents_ok(struct plan *p, const struct run_row *row,
		       struct err *err)
{
	const struct series_list *list;
	const struct db_env *env = NULL;
	int holds = 0;
	size_t i;

	if (!p->by_series)
		return 1;
	list = catalog_list(p->db, row->series_list, err);
	if (list && p->mixed)
		env = plan_env(p, row->environment, err);
	if (!list || (p->mixed && !env))
		return -1;
	if (p->by_result)
		holds = any_result(p, row, list, env, err);
	else
		for (i = 0; !holds && i < list->n; i++)
			holds = plan_series(p, list->series[i], env, err);
	return holds ? holds : any_failure(p, row, env, err);
}

int plan_holds_run(struct plan *p, const struct run_row *row,
		   struct err *err)
{
	int holds = row_ok(p, row);

	if (holds > 0)
		holds = plan_holds_env(p, row->environment, err);
	return holds > 0 ? contents_ok(p, row, err) : holds;
}
