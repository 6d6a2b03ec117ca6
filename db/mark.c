/* mark.c - were stored runs changed since? */
#include "mark.h"

#include "db_private.h"

static int time_of(struct db *db, int64_t edit, int64_t *at_ns,
		   struct err *err)
{
	*at_ns = 0;
	bind_int(stmt_take(db, SQL_EDIT_TIME), 1, edit);
	return stmt_int(db, SQL_EDIT_TIME, at_ns, err) < 0 ? -1 : 0;
}

int mark_set(struct db *db, struct edit_mark *out, struct err *err)
{
	return stmt_number(db, SQL_LAST_EDIT, &out->id, err) < 0 ?
		       -1 : time_of(db, out->id, &out->at_ns, err);
}

int mark_holds(struct db *db, const struct edit_mark *mark, bool *newer,
	       struct err *err)
{
	int64_t last, at_ns;

	if (stmt_number(db, SQL_LAST_EDIT, &last, err) < 0 ||
	    time_of(db, mark->id, &at_ns, err) < 0)
		return -1;
	*newer = last > mark->id;
	return at_ns == mark->at_ns;
}
