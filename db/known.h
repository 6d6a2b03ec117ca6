/*
 * known.h - the environments that a plan's conditions are known to leave.
 * Private to db/.
 *
 * A condition is asked of each environment, or the environments where it holds
 * are read once and kept (postings.h): then it is known, and costs next to
 * nothing to ask and to intersect.
 */
#ifndef KNOWN_H
#define KNOWN_H

#include "plan.h"

/*
 * Sets envs of a condition on tags where the connection keeps them (recall);
 * else reads them, to be kept (know).
 * cost      O(environments made since); O(environments that have its tags)
 */
int plan_recall(struct plan *plan, struct plan_condition *pc, struct err *err);
int plan_know(struct plan *plan, struct plan_condition *pc, struct err *err);

/* The same of all conditions on options: option_envs. */
int plan_recall_options(struct plan *plan, struct err *err);
int plan_know_options(struct plan *plan, struct err *err);

/* Has an environment one of option_sets? */
int plan_options_hold(struct plan *plan, int64_t env, struct err *err);

/* Tells the selection apart from all others, in the plan's arena. */
const char *plan_name(struct plan *plan);

/*
 * Are there conditions on tags or options, and are the environments of all
 * known?
 */
bool plan_all_known(const struct plan *plan);

/* Does every condition whose envs are known hold there? O(conditions) */
bool plan_known_leave(const struct plan *plan, int64_t env);

/* All such environments, sorted. O(environments / 64 + those) */
int plan_left(struct plan *plan, struct idset *out, struct err *err);

#endif
