/* census.c - what the environments of the archive have. */
#include "census.h"

#include <string.h>

#include "db_private.h"

/* More new runs than that are not followed one by one. */
#define FOLLOW_AT_MOST 20000

void census_forget(struct db *db)
{
	x_free(db->census.envs);
	x_free(db->census.options);
	memset(&db->census, 0, sizeof(db->census));
}

const struct env_count *census_of(struct db *db, int64_t environment)
{
	static const struct env_count none = { .newest_ns = INT64_MIN };

	return (size_t)environment < db->census.n ?
		       &db->census.envs[environment] : &none;
}

/* The option sets, from the environments that have them. */
static void add_options(struct census *c)
{
	size_t i;

	c->n_options = 0;
	for (i = 0; i < c->n; i++)
		if (c->envs[i].option_set >= c->n_options)
			c->n_options = c->envs[i].option_set + 1;
	c->options = x_calloc(c->n_options, sizeof(*c->options));
	for (i = 0; i < c->n; i++) {
		const struct env_count *e = &c->envs[i];
		struct env_count *set = &c->options[e->option_set];

		if (!e->live_runs)
			continue;
		if (!set->live_runs || e->newest_ns > set->newest_ns)
			set->newest_ns = e->newest_ns;
		set->live_runs += e->live_runs;
	}
}

const struct env_count *census_of_options(struct db *db, int64_t set)
{
	static const struct env_count none = { .newest_ns = INT64_MIN };
	struct census *c = &db->census;

	if (!c->options)
		add_options(c);
	return (size_t)set < c->n_options ? &c->options[set] : &none;
}

static struct env_count *place_of(struct census *c, int64_t id)
{
	size_t n = (size_t)id + 1;

	if (n > c->n) {
		/* By an eighth: a table of 10^5 is not to be copied daily. */
		n += n / 8 + 64;
		c->envs = x_realloc(c->envs, n * sizeof(*c->envs));
		memset(c->envs + c->n, 0, (n - c->n) * sizeof(*c->envs));
		c->n = n;
	}
	return &c->envs[id];
}

/* A row of ENVIRONMENT_COUNTS*. */
static void read_counts(struct census *c, sqlite3_stmt *s)
{
	struct env_count *e = place_of(c, sqlite3_column_int64(s, 0));

	c->live_runs -= e->live_runs;
	e->option_set = (uint32_t)sqlite3_column_int64(s, 1);
	e->live_runs = (uint32_t)sqlite3_column_int64(s, 2);
	e->newest_ns = e->live_runs ? sqlite3_column_int64(s, 3) : INT64_MIN;
	c->live_runs += e->live_runs;
}

static int read_one(struct db *db, int64_t environment, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_ENVIRONMENT_COUNTS_OF);
	int got;

	bind_int(s, 1, environment);
	got = stmt_step(db, SQL_ENVIRONMENT_COUNTS_OF, err);
	if (got < 0)
		return -1;
	if (got)
		read_counts(&db->census, s);
	stmt_done(db, SQL_ENVIRONMENT_COUNTS_OF);
	return 0;
}

static int read_all(struct db *db, struct err *err)
{
	struct census *c = &db->census;
	sqlite3_stmt *s;
	int got;

	census_forget(db);
	s = stmt_take(db, SQL_ENVIRONMENT_COUNTS);
	while ((got = stmt_step(db, SQL_ENVIRONMENT_COUNTS, err)) > 0)
		read_counts(c, s);
	if (got < 0)
		return -1;
	stmt_done(db, SQL_ENVIRONMENT_COUNTS);
	s = stmt_take(db, SQL_LAST_RUNS);
	while ((got = stmt_step(db, SQL_LAST_RUNS, err)) > 0)
		place_of(c, sqlite3_column_int64(s, 0))->last_run =
			sqlite3_column_int64(s, 1);
	if (got < 0)
		return -1;
	stmt_done(db, SQL_LAST_RUNS);
	return stmt_number(db, SQL_LAST_RUN, &c->last_run, err) < 0 ||
	       stmt_number(db, SQL_LAST_EDIT, &c->last_edit, err) < 0 ? -1 : 0;
}

/* A run that is new in an environment, or no longer there. */
static int changed(struct db *db, int64_t run, int64_t environment,
		   struct err *err)
{
	struct env_count *e = place_of(&db->census, environment);

	if (run > e->last_run)
		e->last_run = run;
	return read_one(db, environment, err);
}

/*
 * Follows a statement of id, run, environment (and another one or NULL).
 * returns   1: done, 0: there is too much, -1: error
 */
static int follow(struct db *db, enum sql_id sql, int64_t *last,
		  struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, sql);
	size_t n = 0;
	int got;

	bind_int(s, 1, *last);
	while ((got = stmt_step(db, sql, err)) > 0 && n++ < FOLLOW_AT_MOST) {
		int64_t run = sqlite3_column_int64(s, 1);
		int64_t before = sqlite3_column_int64(s, 3);

		if (changed(db, run, sqlite3_column_int64(s, 2), err) < 0 ||
		    (before && changed(db, run, before, err) < 0)) {
			stmt_done(db, sql);
			return -1;
		}
		*last = sqlite3_column_int64(s, 0);
	}
	if (got < 0)
		return -1;
	stmt_done(db, sql);
	return got == 0;
}

/*
 * A purge takes the edits along with the runs. One between two updates leaves
 * another sum; that costs reading all again.
 */
static int is_whole(struct db *db, struct err *err)
{
	int64_t live = 0;

	if (stmt_number(db, SQL_LIVE_RUNS, &live, err) < 0)
		return -1;
	return (size_t)live == db->census.live_runs;
}

int census_update(struct db *db, struct err *err)
{
	struct census *c = &db->census;
	int good = c->envs != NULL;

	x_free(c->options);
	c->options = NULL;
	if (good)
		good = follow(db, SQL_RUNS_SINCE, &c->last_run, err);
	if (good > 0)
		good = follow(db, SQL_EDITS_SINCE, &c->last_edit, err);
	if (good > 0)
		good = is_whole(db, err);
	if (!good)
		good = read_all(db, err);
	if (good < 0)
		census_forget(db); /* half of it may be of another snapshot */
	return good < 0 ? -1 : 0;
}
