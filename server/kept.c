/* kept.c - answers of routes that are kept. */
#include "kept.h"

#include "answers.h"
#include "pages.h"
#include "route.h"
#include "timestamp.h"
#include "writer.h"

/* The runs that an answer is made of, where the URL tells. */
static int selection_of(struct request *rq, struct selection *out)
{
	struct err ignored;
	const char *name;

	switch (rq->route->kept) {
	case KEPT_BY_HOST:
		return page_named(rq, "host", &name, out, &ignored);
	case KEPT_BY_TEST:
		return page_named(rq, "test", &name, out, &ignored);
	case KEPT_BY_TERMS:
		*out = (struct selection){ 0 };
		return terms_query(rq->written, &rq->segments[rq->n_segments -
							      1],
				   rq->now_ns, rq->arena, out, &ignored);
	default:
		return -1;
	}
}

/* The version of these runs. */
static uint64_t version_of(struct request *rq)
{
	static const char *const keys[] = { "host", "test" };
	const struct db_writer *writer = rq->server->writer;
	struct selection sel;
	size_t i;

	if (selection_of(rq, &sel) < 0)
		return db_writer_version(writer);
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const struct condition *c = selection_equal(&sel, keys[i]);

		if (c && c->n_values == 1)
			return db_writer_version_of(writer, keys[i],
						    c->values[0]);
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
