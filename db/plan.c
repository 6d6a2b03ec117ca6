/* plan.c - a selection made ready for this archive. */
#include "known.h"

#include <string.h>

#include "number.h"
#include "order.h"
#include "unit.h"

static char yes, no; /* what the maps say */

/* Of a key that is a parameter: is it a tag of some environment as well? */
static int param_level(struct db *db, const char *key, enum level *out,
		       struct err *err)
{
	int64_t ignored;
	int got;

	bind_text(stmt_take(db, SQL_KEY_IN_ENVIRONMENTS), 1, key);
	got = stmt_int(db, SQL_KEY_IN_ENVIRONMENTS, &ignored, err);
	*out = got > 0 ? LEVEL_MIXED : LEVEL_PARAM;
	return got < 0 ? -1 : 0;
}

static int level_of(struct db *db, const char *key, enum level *out,
		    struct err *err)
{
	static const struct {
		const char *key;
		enum level level;
	} fixed[] = {
		{ "run", LEVEL_RUN },	  { "upload", LEVEL_RUN },
		{ "at", LEVEL_RUN },	  { "test", LEVEL_SERIES },
		{ "metric", LEVEL_SERIES }, { "role", LEVEL_SERIES },
		{ "unit", LEVEL_RESULT }, { "better", LEVEL_RESULT },
	};
	bool is_param;
	size_t i;

	for (i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
		if (!strcmp(fixed[i].key, key)) {
			*out = fixed[i].level;
			return 0;
		}
	if (tag_option_name(key)) {
		*out = LEVEL_OPTION;
		return 0;
	}
	if (catalog_is_parameter(db, key, &is_param, err) < 0)
		return -1;
	*out = LEVEL_ENV;
	return is_param ? param_level(db, key, out, err) : 0;
}

int plan_collect(struct plan *p, enum sql_id sql, struct idset *out,
		 struct err *err)
{
	sqlite3_stmt *s = p->db->stmts[sql];
	int got;

	while ((got = stmt_step(p->db, sql, err)) > 0)
		idset_add(out, p->arena, sqlite3_column_int64(s, 0));
	if (got < 0)
		return -1;
	stmt_done(p->db, sql);
	return 0;
}

static int equal_tags(struct plan *p, const struct condition *c,
		      struct idset *out, struct err *err)
{
	size_t i;

	for (i = 0; i < c->n_values; i++) {
		sqlite3_stmt *s = stmt_take(p->db, SQL_TAG_ID);
		int64_t id;
		int got;

		bind_text(s, 1, c->key);
		bind_text(s, 2, c->values[i]);
		got = stmt_int(p->db, SQL_TAG_ID, &id, err);
		if (got < 0)
			return -1;
		if (got)
			idset_add(out, p->arena, id);
	}
	return 0;
}

/* The statement that reads no more values of the key than it must. */
static enum sql_id take_values(struct plan *p, const struct condition *c)
{
	static const unsigned char first[1] = { 0 }, last[1] = { 0xff };
	unsigned char *key;
	sqlite3_stmt *s;

	if (c->kind == COND_RANGE) {
		s = stmt_take(p->db, SQL_TAGS_OF_KEY_BY_ORDER);
		key = (unsigned char *)arena_bytes(p->arena,
						   (size_t)2 * ORDER_KEY_MAX);
		bind_text(s, 1, c->key);
		bind_blob(s, 2, c->lo ? key : first,
			  c->lo ? order_key(c->key, c->lo, key) : 1);
		key += ORDER_KEY_MAX;
		bind_blob(s, 3, c->hi ? key : last,
			  c->hi ? order_key(c->key, c->hi, key) : 1);
		return SQL_TAGS_OF_KEY_BY_ORDER;
	}
	if (c->kind == COND_PREFIX) {
		s = stmt_take(p->db, SQL_TAGS_OF_KEY_BY_VALUE);
		bind_text(s, 1, c->key);
		bind_text(s, 2, c->values[0]);
		/* No letter of UTF-8 holds this byte. */
		bind_text(s, 3, arena_printf(p->arena, "%s\xff",
					     c->values[0]));
		return SQL_TAGS_OF_KEY_BY_VALUE;
	}
	bind_text(stmt_take(p->db, SQL_TAGS_OF_KEY), 1, c->key);
	return SQL_TAGS_OF_KEY;
}

/*
 * The tags whose value satisfies the condition, negation aside.
 * most      so many values are looked at
 * returns   1: these are all, 0: there are more values, -1: error
 */
static int matching_tags(struct plan *p, const struct condition *c, size_t most,
			 struct idset *out, struct err *err)
{
	struct condition positive = *c;
	enum sql_id sql;
	sqlite3_stmt *s;
	int got;

	positive.negate = false;
	if (c->kind == COND_EQUAL) {
		if (equal_tags(p, c, out, err) < 0)
			return -1;
		idset_sort(out);
		return 1;
	}
	sql = take_values(p, c);
	s = p->db->stmts[sql];
	while ((got = stmt_step(p->db, sql, err)) > 0 && most--)
		if (condition_holds(&positive,
				    (const char *)sqlite3_column_text(s, 1)))
			idset_add(out, p->arena, sqlite3_column_int64(s, 0));
	if (got < 0)
		return -1;
	stmt_done(p->db, sql);
	idset_sort(out);
	return got == 0;
}

int plan_all_tags(struct plan *p, struct plan_condition *pc, struct err *err)
{
	if (pc->all_tags)
		return 0;
	pc->tags.n = 0;
	pc->all_tags = true;
	return matching_tags(p, pc->c, SIZE_MAX, &pc->tags, err) < 0 ? -1 : 0;
}

int plan_collect_all(struct plan *p, enum sql_id sql, const struct idset *of,
		     struct idset *out, struct err *err)
{
	size_t i;

	for (i = 0; i < of->n; i++) {
		bind_int(stmt_take(p->db, sql), 1, of->ids[i]);
		if (plan_collect(p, sql, out, err) < 0)
			return -1;
	}
	idset_sort(out);
	return 0;
}

/*
 * Keeps the option sets that one condition means. have: of all sets, those
 * with a value that matches; any: those with any value of the key.
 */
static int narrow_options(struct plan *p, const struct condition *c,
			  struct err *err)
{
	struct condition recorded = { .key = c->key, .kind = COND_RECORDED };
	struct idset tags = { 0 }, have = { 0 }, all_tags = { 0 }, any = { 0 };
	size_t n = 0, i;

	if (matching_tags(p, c, SIZE_MAX, &tags, err) < 0 ||
	    plan_collect_all(p, SQL_OPTION_SETS_OF_TAG, &tags, &have, err) <
		    0 ||
	    matching_tags(p, &recorded, SIZE_MAX, &all_tags, err) < 0 ||
	    plan_collect_all(p, SQL_OPTION_SETS_OF_TAG, &all_tags, &any, err) <
		    0)
		return -1;
	for (i = 0; i < p->option_sets.n; i++) {
		int64_t id = p->option_sets.ids[i];
		const struct db_option_set *set =
			catalog_option_set(p->db, id, err);
		bool holds;

		if (!set)
			return -1;
		/* In a full config what is not there is n. */
		if (idset_has(&any, id) || !set->complete)
			holds = c->kind == COND_MISSING ?
				!idset_has(&any, id) : idset_has(&have, id);
		else
			holds = condition_holds(c, "n") != c->negate;
		if (holds != c->negate)
			p->option_sets.ids[n++] = id;
	}
	p->option_sets.n = n;
	return 0;
}

static int all_option_sets(struct plan *p, struct err *err)
{
	stmt_take(p->db, SQL_OPTION_SETS_ALL);
	p->by_options = true;
	return plan_collect(p, SQL_OPTION_SETS_ALL, &p->option_sets, err);
}

/* The bounds that run:a..b and run:42 set; plan_runs() searches within. */
static void bound_runs(struct plan *p, const struct condition *c)
{
	uint64_t x;

	if (strcmp(c->key, "run") || c->negate || c->kind != COND_RANGE)
		return;
	if (c->lo && number_parse_u64(c->lo, strlen(c->lo), INT64_MAX, &x) &&
	    (int64_t)x > p->run_lo)
		p->run_lo = (int64_t)x;
	if (c->hi && number_parse_u64(c->hi, strlen(c->hi), INT64_MAX, &x) &&
	    (int64_t)x < p->run_hi)
		p->run_hi = (int64_t)x;
}

/*
 * The tags of a condition on environments, unless the environments are known.
 * Where there are many values, each environment's own is compared instead.
 */
static int find_tags(struct plan *p, struct plan_condition *pc,
		     struct err *err)
{
	int all;

	if (pc->c->kind == COND_MISSING || pc->c->kind == COND_RECORDED)
		return 0;
	if (plan_recall(p, pc, err) < 0)
		return -1;
	if (pc->envs)
		return 0;
	/* A tag's value is several pages away from its place in the order. */
	all = matching_tags(p, pc->c, p->db->few / 8, &pc->tags, err);
	pc->all_tags = all > 0;
	return all < 0 ? -1 : 0;
}

int plan_make(struct plan *p, struct db *db, const struct selection *sel,
	      struct arena *arena, struct err *err)
{
	size_t i;

	memset(p, 0, sizeof(*p));
	p->db = db;
	p->arena = arena;
	p->selection = sel;
	p->run_lo = 1;
	p->run_hi = INT64_MAX >> RESULT_SHIFT;
	p->n = sel->n;
	p->conditions = arena_alloc(arena, sel->n * sizeof(*p->conditions));
	for (i = 0; i < sel->n; i++) {
		struct plan_condition *pc = &p->conditions[i];

		pc->c = &sel->conditions[i];
		if (level_of(db, pc->c->key, &pc->level, err) < 0)
			return -1;
		bound_runs(p, pc->c);
		p->by_role |= !strcmp(pc->c->key, "role");
		p->by_series |= pc->level >= LEVEL_SERIES;
		p->by_result |= pc->level == LEVEL_RESULT;
		p->mixed |= pc->level == LEVEL_MIXED;
		if (pc->level == LEVEL_OPTION) {
			if (!p->by_options && all_option_sets(p, err) < 0)
				return -1;
			if (narrow_options(p, pc->c, err) < 0)
				return -1;
		}
		if (pc->level == LEVEL_ENV && find_tags(p, pc, err) < 0)
			return -1;
	}
	return p->by_options ? plan_recall_options(p, err) : 0;
}

static const char *series_value(const struct db_series *s, const char *key)
{
	if (!strcmp(key, "test"))
		return s->test[0] ? s->test : NULL;
	if (!strcmp(key, "metric"))
		return s->metric;
	if (!strcmp(key, "role"))
		return role_name(s->role);
	return tags_get(&s->params, key);
}

/* All conditions on a series; env may be NULL when nothing is mixed. */
static bool series_holds(const struct plan *p, const struct db_series *s,
			 const struct db_env *env)
{
	size_t i;

	if (!p->by_role && s->role != ROLE_SAMPLE)
		return false;
	for (i = 0; i < p->n; i++) {
		const struct plan_condition *pc = &p->conditions[i];
		const char *value;

		if (pc->level != LEVEL_SERIES && pc->level != LEVEL_PARAM &&
		    pc->level != LEVEL_MIXED)
			continue;
		value = series_value(s, pc->c->key);
		if (!value && pc->level == LEVEL_MIXED)
			value = tags_get(&env->tags, pc->c->key);
		if (!condition_holds(pc->c, value))
			return false;
	}
	return true;
}

int plan_series(struct plan *p, const struct db_series *series,
		const struct db_env *env, struct err *err)
{
	char *said;

	(void)err;
	if (p->mixed)
		return series_holds(p, series, env);
	said = idmap_get(&p->series, series->id);
	if (!said) {
		said = series_holds(p, series, NULL) ? &yes : &no;
		idmap_set(&p->series, p->arena, series->id, said);
	}
	return said == &yes;
}

bool plan_failure(const struct plan *p, const struct db_failure *f,
		  const struct db_env *env)
{
	struct db_series s = { .test = f->test, .params = f->params,
			       .metric = f->metric, .role = ROLE_SAMPLE };
	size_t i;

	for (i = 0; i < p->n; i++) {
		const struct condition *c = p->conditions[i].c;
		const char *value;

		if (p->conditions[i].level < LEVEL_SERIES)
			continue;
		/* A whole test that failed failed in each metric and unit. */
		if (p->conditions[i].level == LEVEL_RESULT ||
		    !strcmp(c->key, "role") ||
		    (!f->metric && !strcmp(c->key, "metric")))
			continue;
		value = series_value(&s, c->key);
		if (!value && p->conditions[i].level == LEVEL_MIXED)
			value = tags_get(&env->tags, c->key);
		if (!condition_holds(c, value))
			return false;
	}
	return true;
}

static bool unit_holds(const struct condition *c, const char *unit)
{
	size_t i;

	if (c->kind != COND_EQUAL || !unit)
		return condition_holds(c, unit);
	for (i = 0; i < c->n_values; i++)
		if (unit_same(c->values[i], unit))
			return !c->negate;
	return c->negate;
}

bool plan_result(const struct plan *p, const char *unit, enum better better)
{
	size_t i;

	for (i = 0; p->by_result && i < p->n; i++) {
		const struct condition *c = p->conditions[i].c;

		if (p->conditions[i].level != LEVEL_RESULT)
			continue;
		if (!strcmp(c->key, "unit") ? !unit_holds(c, unit) :
		    !condition_holds(c, better_name(better)))
			return false;
	}
	return true;
}

struct db_env *plan_env(struct plan *p, int64_t id, struct err *err)
{
	struct db_env *env = idmap_get(&p->envs, id);

	if (!env) {
		env = catalog_env(p->db, id, p->arena, err);
		if (env)
			idmap_set(&p->envs, p->arena, id, env);
	}
	return env;
}
