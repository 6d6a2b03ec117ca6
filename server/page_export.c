/* page_export.c - every run as a native document, a piece at a time. */
#include "document.h"
#include "pages.h"

#define PIECE (256u << 10) /* bytes, and the rest of a run */

/* The runs that were there when it began, and how far it is. */
struct export {
	int64_t *ids; /* in storing order */
	size_t n, done;
};

static int add_run(struct request *rq, struct reply *rp, int64_t id,
		   struct arena *arena, struct err *err)
{
	struct db_origin origin;
	struct db_found found;
	struct db_run *run;
	struct json j;

	if (db_run_by_id(rq->db, id, arena, &run, err) < 0 ||
	    db_origin(rq->db, run, arena, &origin, err) < 0 ||
	    db_run_results(rq->db, run, arena, &found, err) < 0)
		return -1;
	json_init(&j, &rp->body);
	json_object(&j, NULL);
	document_run(&j, run, &found);
	document_origin(&j, run, &origin);
	json_object_end(&j);
	buf_char(&rp->body, '\n');
	return 0;
}

static int export_more(struct request *rq, struct reply *rp, struct err *err)
{
	struct export *e = rq->later;
	size_t begin = rp->body.len;

	while (e->done < e->n && rp->body.len - begin < PIECE &&
	       !rp->body.over) {
		struct arena arena = { 0 };
		int failed = add_run(rq, rp, e->ids[e->done], &arena, err);

		arena_release(&arena);
		if (failed < 0)
			return -1;
		e->done++;
	}
	if (e->done == e->n)
		rp->more = NULL;
	return REPLY_NOW;
}

int export_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct export *e = arena_alloc(rq->arena, sizeof(*e));
	struct selection sel;

	if (page_selection(rq, &sel, err) < 0 ||
	    db_find_run_ids(rq->db, &sel, rq->arena, &e->ids, &e->n, err) < 0)
		return -1;
	if (!e->n && sel.n)
		return explain_nothing(rq, &sel, 0, err);
	rp->type = "application/x-ndjson";
	rq->later = e;
	rp->more = export_more;
	/* What goes wrong with the first piece is a proper error. */
	return export_more(rq, rp, err);
}
