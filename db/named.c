/* named.c - facts of a machine that are said once and used by their name. */
#include <string.h>

#include "db_private.h"
#include "edit.h"

/* What may be meant by a name that is not there: the newest that look alike. */
static int name_near(struct db *db, const char *name, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_NAMED_ENVIRONMENTS);
	struct err failed;
	int got;

	while ((got = stmt_step(db, SQL_NAMED_ENVIRONMENTS, &failed)) > 0) {
		const char *other = (const char *)sqlite3_column_text(s, 0);

		if (other && *other == *name)
			err_near(err, other);
	}
	if (!got)
		stmt_done(db, SQL_NAMED_ENVIRONMENTS);
	return -1;
}

int db_named_get(struct db *db, const char *name, struct arena *arena,
		 struct db_named *out, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_NAMED_ENVIRONMENT);
	const struct db_env *env;
	int64_t id = 0;
	int got;

	memset(out, 0, sizeof(*out));
	bind_text(s, 1, name);
	got = stmt_step(db, SQL_NAMED_ENVIRONMENT, err);
	if (got < 0)
		return -1;
	if (got) {
		id = sqlite3_column_int64(s, 0);
		out->at_ns = sqlite3_column_int64(s, 1);
		out->sender = stmt_text(s, 2, arena);
	}
	stmt_done(db, SQL_NAMED_ENVIRONMENT);
	if (!got) {
		err_set(err, ERR_NOT_FOUND, "no environment is called '%.80s'",
			name);
		return name_near(db, name, err);
	}
	env = catalog_env(db, id, arena, err);
	if (!env)
		return -1;
	out->tags = db_env_tags(env, arena);
	out->complete = env->options->complete;
	return 0;
}

int db_named_put(struct db *db, const char *name, const struct tags *tags,
		 bool complete, const struct db_editor *by,
		 enum db_named_state *state, struct err *err)
{
	sqlite3_stmt *s = stmt_take(db, SQL_NAMED_ENVIRONMENT);
	int64_t was = 0, id;
	int got;

	bind_text(s, 1, name);
	got = stmt_int(db, SQL_NAMED_ENVIRONMENT, &was, err);
	if (got < 0)
		return -1;
	id = intern_environment(db, tags, complete, NULL, err);
	if (id < 0)
		return -1;
	*state = !got ? DB_NAMED_NEW : was == id ? DB_NAMED_SAME :
		 DB_NAMED_CHANGED;
	if (*state == DB_NAMED_SAME)
		return 0;
	s = stmt_take(db, SQL_NAMED_ENVIRONMENT_PUT);
	bind_text(s, 1, name);
	bind_int(s, 2, id);
	bind_int(s, 3, by->now_ns);
	bind_text(s, 4, by->sender);
	return stmt_run(db, SQL_NAMED_ENVIRONMENT_PUT, err);
}
