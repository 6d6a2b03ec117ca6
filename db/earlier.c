/* earlier.c - which run was the one before. */
#include "db_private.h"

int earlier_run(struct db *db, int64_t list, int64_t run,
		const struct tags *tags, int64_t *out, struct err *err)
{
	const char *host = tags_get(tags, "host");
	enum sql_id sql = host ? SQL_EARLIER_RUN : SQL_EARLIER_RUN_NO_HOST;
	int64_t tag = 0;
	sqlite3_stmt *s;
	int got = 0;

	*out = 0;
	if (host) {
		s = stmt_take(db, SQL_TAG_ID);
		bind_text(s, 1, "host");
		bind_text(s, 2, host);
		if (stmt_int(db, SQL_TAG_ID, &tag, err) < 0)
			return -1;
	}
	s = stmt_take(db, sql);
	bind_int(s, 1, list);
	bind_int(s, 2, run);
	if (host)
		bind_int(s, 3, tag);
	/* One after another: most often the first is the one. */
	while (!*out && (got = stmt_step(db, sql, err)) > 0)
		if (sqlite3_column_int(s, 1))
			*out = sqlite3_column_int64(s, 0);
	if (got < 0)
		return -1;
	stmt_done(db, sql);
	return 0;
}

int db_run_before(struct db *db, const struct db_run *run, int64_t *out,
		  struct err *err)
{
	return earlier_run(db, run->series_list, run->id, &run->env->tags, out,
			   err);
}
