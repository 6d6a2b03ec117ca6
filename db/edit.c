/* edit.c - what is changed in runs afterwards: each change is logged. */
#include <string.h>

#include "db_private.h"
#include "edit.h"
#include "limits.h"
#include "unit.h"

struct run_state {
	int64_t id, environment, list, at_ns;
	bool at_assumed, trashed;
};

static int read_run(struct db *db, int64_t id, struct run_state *out,
		    struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_RUN_BY_ID);
	int got;

	bind_int(s, 1, id);
	got = stmt_step(db, SQL_RUN_BY_ID, err);
	if (got < 0)
		return -1;
	if (got)
		*out = (struct run_state){
			.id = id,
			.environment = sqlite3_column_int64(s, 2),
			.list = sqlite3_column_int64(s, 3),
			.at_ns = sqlite3_column_int64(s, 4),
			.at_assumed = sqlite3_column_int(s, 5),
			.trashed = sqlite3_column_type(s, 6) != SQLITE_NULL,
		};
	stmt_done(db, SQL_RUN_BY_ID);
	return got ? 0 : err_set(err, ERR_NOT_FOUND, "there is no run %lld",
				 (long long)id);
}

/* The id of the edit; -1. */
static int64_t add_edit(struct db *db, int64_t run, const struct db_editor *by,
			const char *action, const char *reason,
			struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_EDIT_INSERT);

	bind_int(s, 1, run);
	bind_int(s, 2, by->now_ns);
	bind_text(s, 3, by->sender);
	bind_text(s, 4, action);
	bind_text(s, 5, reason);
	return stmt_run(db, SQL_EDIT_INSERT, err) < 0 ?
		-1 : sqlite3_last_insert_rowid(db->handle);
}

/* ---- Trash. ---- */

/* Moves a run between live and trash, counts and log included. */
static int move(struct db *db, int64_t run_id, const struct db_editor *by,
		const char *reason, struct err *err)
{
	struct run_state run;
	sqlite3_stmt *s;

	if (read_run(db, run_id, &run, err) < 0)
		return -1;
	if (run.trashed == (reason != NULL))
		return 0; /* asked twice: it is as asked */
	s = stmt_take(db, SQL_RUN_TRASH);
	bind_int(s, 1, run_id);
	if (reason)
		bind_int(s, 2, by->now_ns);
	if (stmt_run(db, SQL_RUN_TRASH, err) < 0 ||
	    add_edit(db, run_id, by, reason ? "trash" : "restore",
		     reason ? reason : "", err) < 0)
		return -1;
	return (reason ? uncount_run : count_run)(db, run.environment, run.list,
						  run.at_ns, err);
}

int db_trash(struct db *db, int64_t run_id, const struct db_editor *by,
	     const char *reason, struct err *err)
{
	return move(db, run_id, by, reason, err);
}

int db_restore(struct db *db, int64_t run_id, const struct db_editor *by,
	       struct err *err)
{
	return move(db, run_id, by, NULL, err);
}

/* ---- Corrections. ---- */

struct result_row {
	int64_t id, unit; /* unit 0: not given */
	int better, assumed;
};

static int read_result(struct db *db, int64_t id, struct result_row *out,
		       struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_RESULT_UNIT);
	int got;

	bind_int(s, 1, id);
	got = stmt_step(db, SQL_RESULT_UNIT, err);
	if (got < 0)
		return -1;
	if (got)
		*out = (struct result_row){ id, sqlite3_column_int64(s, 0),
					    sqlite3_column_int(s, 1),
					    sqlite3_column_int(s, 2) };
	stmt_done(db, SQL_RESULT_UNIT);
	return got ? 0 : err_set(err, ERR_DB, "there is no result %lld",
				 (long long)id);
}

static int write_result(struct db *db, const struct result_row *r,
			struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_RESULT_SET_UNIT);

	bind_int(s, 1, r->id);
	if (r->unit)
		bind_int(s, 2, r->unit);
	bind_int(s, 3, r->better);
	bind_int(s, 4, r->assumed);
	return stmt_run(db, SQL_RESULT_SET_UNIT, err);
}

/* Keeps what a result was, and makes it what it is to be. */
static int change_result(struct db *db, int64_t edit,
			 const struct result_row *to, struct err *err)
{
	struct result_row was;
	sqlite3_stmt *s;

	if (read_result(db, to->id, &was, err) < 0)
		return -1;
	if (was.unit == to->unit && was.better == to->better &&
	    was.assumed == to->assumed)
		return 0;
	s = stmt_take(db, SQL_EDIT_RESULT_BEFORE_INSERT);
	bind_int(s, 1, edit);
	bind_int(s, 2, was.id);
	if (was.unit)
		bind_int(s, 3, was.unit);
	bind_int(s, 4, was.better);
	bind_int(s, 5, was.assumed);
	return stmt_run(db, SQL_EDIT_RESULT_BEFORE_INSERT, err) < 0 ?
		-1 : write_result(db, to, err);
}

/* The same for a run's tags and time; the counts go along. */
static int change_run(struct db *db, int64_t edit, const struct run_state *was,
		      const struct run_state *to, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_EDIT_BEFORE_INSERT);

	bind_int(s, 1, edit);
	bind_int(s, 2, was->environment);
	bind_int(s, 3, was->at_ns);
	bind_int(s, 4, was->at_assumed);
	if (stmt_run(db, SQL_EDIT_BEFORE_INSERT, err) < 0)
		return -1;
	s = stmt_take(db, SQL_RUN_CORRECT);
	bind_int(s, 1, was->id);
	bind_int(s, 2, to->environment);
	bind_int(s, 3, to->at_ns);
	bind_int(s, 4, to->at_assumed);
	if (stmt_run(db, SQL_RUN_CORRECT, err) < 0)
		return -1;
	if (was->trashed || (was->environment == to->environment &&
			     was->at_ns == to->at_ns))
		return 0;
	return uncount_run(db, was->environment, was->list, was->at_ns, err) <
		       0 ?
		-1 : count_run(db, to->environment, was->list, to->at_ns, err);
}

/* The environment with the tags of another, and what is corrected. */
static int64_t corrected_environment(struct db *db, int64_t id,
				     const struct db_correction *c,
				     struct err *err)
{
	struct arena a = { 0 };
	const struct db_env *env = catalog_env(db, id, &a, err);
	struct tags tags = { 0 };
	int64_t made = -1;
	size_t i;

	if (env)
		tags = db_env_tags(env, &a);
	for (i = 0; i < c->n_removed; i++)
		tags_remove(&tags, c->removed[i]);
	for (i = 0; i < c->tags.n; i++)
		tags_put(&tags, &a, c->tags.items[i].key,
			 c->tags.items[i].value);
	if (tags.n > LIMIT_RUN_TAGS)
		err_set(err, ERR_TOO_BIG, "more than %u tags of one run",
			(unsigned)LIMIT_RUN_TAGS);
	else if (env)
		made = intern_environment(db, &tags, env->options->complete,
					  NULL, err);
	arena_release(&a);
	return made;
}

static int correct_results(struct db *db, int64_t edit,
			   const struct db_correction *c, struct err *err)
{
	int64_t unit = 0;
	size_t i;

	if (c->unit && (unit = intern_unit(db, c->unit, err)) < 0)
		return -1;
	for (i = 0; i < c->n_places; i++) {
		struct result_row to;

		if (read_result(db, (c->run_id << RESULT_SHIFT) +
				(int64_t)c->places[i], &to, err) < 0)
			return -1;
		if (c->unit)
			to.unit = unit;
		if (c->better != BETTER_UNKNOWN) {
			to.better = c->better;
			to.assumed = 0;
		} else if (to.assumed) {
			to.better = unit_assumed_better(c->unit);
		}
		if (change_result(db, edit, &to, err) < 0)
			return -1;
	}
	return 0;
}

int db_correct(struct db *db, const struct db_correction *c,
	       const struct db_editor *by, int64_t *edit, struct err *err)
{
	struct run_state was, to;

	if (read_run(db, c->run_id, &was, err) < 0)
		return -1;
	to = was;
	to.environment = corrected_environment(db, was.environment, c, err);
	if (to.environment < 0)
		return -1;
	if (c->has_at) {
		to.at_ns = c->at_ns;
		to.at_assumed = false;
	}
	*edit = add_edit(db, c->run_id, by, "correct", c->terms, err);
	if (*edit < 0 || change_run(db, *edit, &was, &to, err) < 0)
		return -1;
	return correct_results(db, *edit, c, err);
}

/* ---- Undoing one. ---- */

/* What the run was before an edit, which must be its newest correction. */
static int read_before(struct db *db, int64_t edit, struct run_state *was,
		       struct run_state *to, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_EDIT_BEFORE);
	int64_t later = 0;
	int got;

	bind_int(s, 1, edit);
	got = stmt_step(db, SQL_EDIT_BEFORE, err);
	if (got < 0)
		return -1;
	if (got)
		*to = (struct run_state){
			.id = sqlite3_column_int64(s, 0),
			.environment = sqlite3_column_int64(s, 1),
			.at_ns = sqlite3_column_int64(s, 2),
			.at_assumed = sqlite3_column_int(s, 3),
		};
	stmt_done(db, SQL_EDIT_BEFORE);
	if (!got)
		return err_set(err, ERR_NOT_FOUND, "there is no correction "
			       "%lld", (long long)edit);
	s = stmt_take(db, SQL_EDIT_LATER);
	bind_int(s, 1, to->id);
	bind_int(s, 2, edit);
	if (stmt_int(db, SQL_EDIT_LATER, &later, err) < 0)
		return -1;
	if (!later)
		return read_run(db, to->id, was, err);
	err_set(err, ERR_CONFLICT, "run %lld was changed again after edit %lld",
		(long long)to->id, (long long)edit);
	return err_hint(err, "undo edit %lld first", (long long)later);
}

/* The results that it had changed, one after another: the writer's memory. */
static int undo_results(struct db *db, int64_t edit, int64_t undone,
			struct err *err)
{
	int64_t after = -1;
	int got;

	for (;;) {
		struct result_row to = { 0 };
		sqlite3_stmt *s = stmt_take(db, SQL_EDIT_RESULT_BEFORE);

		bind_int(s, 1, undone);
		bind_int(s, 2, after);
		got = stmt_step(db, SQL_EDIT_RESULT_BEFORE, err);
		if (got > 0)
			to = (struct result_row){ sqlite3_column_int64(s, 0),
						  sqlite3_column_int64(s, 1),
						  sqlite3_column_int(s, 2),
						  sqlite3_column_int(s, 3) };
		if (got >= 0)
			stmt_done(db, SQL_EDIT_RESULT_BEFORE);
		if (got <= 0)
			return got;
		if (change_result(db, edit, &to, err) < 0)
			return -1;
		after = to.id;
	}
}

int db_undo(struct db *db, int64_t edit, const struct db_editor *by,
	    int64_t *run, int64_t *made, struct err *err)
{
	struct run_state was, to;

	if (read_before(db, edit, &was, &to, err) < 0)
		return -1;
	*run = was.id;
	*made = add_edit(db, was.id, by, "undo", "", err);
	if (*made < 0 || change_run(db, *made, &was, &to, err) < 0)
		return -1;
	return undo_results(db, *made, edit, err);
}

/* ---- The log. ---- */

int db_edits(struct db *db, int64_t run, struct arena *arena,
	     struct db_edit **out, size_t *n, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_EDITS);
	int got;

	*out = NULL;
	*n = 0;
	bind_int(s, 1, run);
	while ((got = stmt_step(db, SQL_EDITS, err)) > 0) {
		*out = arena_grow(arena, *out, *n, sizeof(**out));
		(*out)[(*n)++] = (struct db_edit){
			.id = sqlite3_column_int64(s, 0),
			.at_ns = sqlite3_column_int64(s, 1),
			.sender = stmt_text(s, 2, arena),
			.action = stmt_text(s, 3, arena),
			.reason = stmt_text(s, 4, arena),
		};
	}
	if (got < 0)
		return -1;
	stmt_done(db, SQL_EDITS);
	return 0;
}
