/* kept.c - answers of routes that are kept. */
#include "kept.h"

#include <string.h>

#include "answers.h"
#include "pages.h"
#include "route.h"
#include "timestamp.h"
#include "writer.h"

/* The version of the runs that an answer is made of. */
static uint64_t version_of(struct request *rq)
{
	static const char *const keys[] = { "host", "test" };
	const struct db_writer *writer = rq->server->writer;
	enum kept kept = rq->route->kept;
	struct selection sel;
	struct err ignored;
	const char *name;
	size_t i, j;

	for (i = 0; kept >= KEPT_BY_HOST && i < 2; i++) {
		if (kept == (enum kept)(KEPT_BY_HOST + i) &&
		    page_named(rq, keys[i], &name, &sel, &ignored) == 0)
			return db_writer_version_of(writer, keys[i], name);
		if (kept != KEPT_BY_TERMS ||
		    page_selection(rq, &sel, &ignored) < 0)
			continue;
		for (j = 0; j < sel.n; j++)
			if (!strcmp(sel.conditions[j].key, keys[i]) &&
			    sel.conditions[j].kind == COND_EQUAL &&
			    !sel.conditions[j].negate &&
			    sel.conditions[j].n_values == 1)
				return db_writer_version_of(writer, keys[i],
						sel.conditions[j].values[0]);
	}
	return db_writer_version(writer);
}

static bool given_again(struct request *rq, struct reply *rp,
			const struct kept_as *as)
{
	struct answers *answers = rq->server->answers;
	int64_t now = time_monotonic_ns(), age;

	reply_type(rq, rp);
	if (answers_get(answers, as->key, as->version, now, &rp->body))
		return true;
	if (rq->route->kept != KEPT_A_WHILE ||
	    !answers_get_late(answers, as->key, now, &rp->body, &age))
		return false;
	reply_header(rp, "Age", arena_printf(rq->arena, "%lld",
					     (long long)(age / NS_PER_S)));
	return true;
}

bool kept_give(struct request *rq, struct reply *rp, struct kept_as *as)
{
	*as = (struct kept_as){ 0 };
	if (!rq->route->kept || !rq->server->answers)
		return false;
	as->version = version_of(rq);
	as->key = arena_printf(rq->arena, "%d %s %s", rq->format, rq->base,
			       rq->uri);
	as->begin_ns = time_monotonic_ns();
	return given_again(rq, rp, as);
}

void kept_keep(struct request *rq, const struct reply *rp,
	       const struct kept_as *as)
{
	if (as->key && rp->status == 200 && !rp->n_headers)
		answers_put(rq->server->answers, as->key, as->version,
			    as->begin_ns, time_monotonic_ns() - as->begin_ns,
			    &rp->body);
}
