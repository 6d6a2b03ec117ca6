/*
 * plan.h - a selection made ready for this archive. Private to db/.
 *
 * Every condition is asked where its key lives: at the run (run, upload, at),
 * at the environment (tags, options), at the series (test, metric, role,
 * parameters) or at the result (unit, better). A key that is a parameter of
 * some series and a tag of some environment is mixed: the parameter wins.
 */
#ifndef PLAN_H
#define PLAN_H

#include "db_private.h"
#include "idmap.h"

enum level {
	LEVEL_RUN,
	LEVEL_OPTION,
	LEVEL_ENV,
	LEVEL_SERIES,
	LEVEL_PARAM,
	LEVEL_MIXED,
	LEVEL_RESULT,
};

struct plan_condition {
	const struct condition *c;
	enum level level;
	/* LEVEL_ENV: the tags whose value satisfies it, negation aside. */
	struct idset tags;
	bool all_tags; /* tags is complete; else values are to be compared */
	bool holds;    /* in the environment that holds.c looks at */
	/* The environments where it holds, negation aside; NULL: not known. */
	const struct bitmap *envs;
	size_t n_envs; /* where it holds, negation aside; SIZE_MAX: unknown */
};

struct plan {
	struct db *db;
	struct arena *arena;
	const struct selection *selection;
	struct plan_condition *conditions;
	size_t n;
	bool by_role;      /* roles other than sample were asked for */
	bool by_series;    /* some condition looks at series or results */
	bool by_result;    /* some condition looks at unit or better */
	bool mixed;
	bool trash_too;    /* runs in the trash are meant as well */
	bool by_options;   /* option_sets are the only ones meant */
	struct idset option_sets;
	const struct bitmap *option_envs; /* that have one; NULL: not known */
	int64_t run_lo, run_hi;
	int64_t last_env; /* 0: not asked yet */
	bool counted; /* n_envs of the conditions; and then: */
	struct plan_condition *rarest; /* with the fewest; NULL: none has any */
	struct idmap series;  /* id -> yes or no, where that needs no env */
	struct idmap envs;    /* id -> struct db_env, as they are loaded */
	struct idmap env_ok;  /* id -> yes or no */
};

/* A row of run, before it is decided upon. */
struct run_row {
	int64_t id, upload, environment, series_list, at_ns;
	bool at_assumed;
	int64_t trashed_ns;
};

int plan_make(struct plan *plan, struct db *db, const struct selection *sel,
	      struct arena *arena, struct err *err);

/*
 * The runs a plan means, trash aside unless trash_too, by id; at most
 * LIMIT_QUERY_RUNS.
 * before    only ids below it (0: all)
 * newest    the caller needs only so many of the newest (0: all); there may be
 *           older ones before them
 */
int plan_runs(struct plan *plan, int64_t before, size_t newest,
	      struct run_row **rows, size_t *n, struct err *err);

/*
 * Completes the tags of a condition on environments.
 * cost      O(values of its key), where neither the order of order.h nor the
 *           first letters find them
 */
int plan_all_tags(struct plan *plan, struct plan_condition *pc,
		  struct err *err);

/*
 * The environments that the known conditions leave, after some more of them are
 * made known; the others are still to be asked for.
 * returns   1: there they are, sorted; 0: they are many (few), or no condition
 *           leaves any out (many)
 */
int plan_few_envs(struct plan *plan, struct idset *out, struct err *err);
int plan_many_envs(struct plan *plan, struct idset *out, struct err *err);

/* Adds the ids that a statement gives, whose parameters are bound. */
int plan_collect(struct plan *plan, enum sql_id sql, struct idset *out,
		 struct err *err);

/* The ids that a statement gives for any of some ids, sorted. */
int plan_collect_all(struct plan *plan, enum sql_id sql,
		     const struct idset *of, struct idset *out,
		     struct err *err);

/* Does the plan mean this series in this environment? -1: error. */
int plan_series(struct plan *plan, const struct db_series *series,
		const struct db_env *env, struct err *err);
bool plan_failure(const struct plan *plan, const struct db_failure *failure,
		  const struct db_env *env);
bool plan_result(const struct plan *plan, const char *unit, enum better better);

/*
 * holds.c: 1, 0, or -1: does the plan mean this environment, as far as its tags
 * and options tell; does it mean this run? The answers for environments are
 * kept.
 * cost      of the first for an environment O(its tags)
 */
int plan_holds_env(struct plan *plan, int64_t env, struct err *err);
int plan_holds_run(struct plan *plan, const struct run_row *row,
		   struct err *err);

/* Does it name its runs, run:42? */
bool plan_names_runs(const struct plan *plan);

/* Loaded once a plan. NULL with err set. */
struct db_env *plan_env(struct plan *plan, int64_t id, struct err *err);

/* find.c: one row of any RUN* statement. */
void run_row_read(sqlite3_stmt *s, struct run_row *row);
struct db_run *run_of_row(struct plan *plan, const struct run_row *row,
			  struct err *err);

#endif
