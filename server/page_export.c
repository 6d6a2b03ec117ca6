/* page_export.c - every run as a native document, a piece at a time. */
#include <string.h>

#include "document.h"
#include "list.h"
#include "pages.h"

#define PIECE (256u << 10) /* bytes, and the rest of a run */

/* The runs with so many numbers in a row are found at a time. */
#define WINDOW 100000

/* The runs that were there when it began, and how far it is. */
struct export {
	struct selection selection;
	int64_t next, last;  /* numbers that were not looked at */
	int64_t *ids;        /* of a window, in storing order */
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

/* Finds the runs of the next numbers; there may be none among them. */
static int next_window(struct request *rq, struct export *e, struct err *err)
{
	int64_t from = e->next, to = e->last, *ids;
	struct arena arena = { 0 };
	int failed;

	if (to - from >= WINDOW)
		to = from + WINDOW - 1;
	e->next = to + 1;
	e->done = 0;
	failed = db_find_run_ids(rq->db, &e->selection, from, to, &arena, &ids,
				 &e->n, err);
	if (!failed && e->n)
		memcpy(e->ids, ids, e->n * sizeof(*ids));
	arena_release(&arena);
	return failed;
}

static int export_more(struct request *rq, struct reply *rp, struct err *err)
{
	struct export *e = rq->later;
	size_t begin = rp->body.len;

	while (rp->body.len - begin < PIECE && !rp->body.over) {
		struct arena arena = { 0 };
		int failed;

		if (e->done == e->n && e->next > e->last) {
			rp->more = NULL;
			break;
		}
		if (e->done == e->n) {
			if (next_window(rq, e, err) < 0)
				return -1;
			continue;
		}
		failed = add_run(rq, rp, e->ids[e->done], &arena, err);
		arena_release(&arena);
		if (failed < 0)
			return -1;
		e->done++;
	}
	return REPLY_NOW;
}

int export_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct export *e = arena_alloc(rq->arena, sizeof(*e));

	e->next = 1;
	if (page_selection(rq, &e->selection, err) < 0 ||
	    db_last_run(rq->db, &e->last, err) < 0)
		return -1;
	e->ids = arena_alloc(rq->arena,
			     (size_t)(e->last < WINDOW ? e->last : WINDOW) *
				     sizeof(*e->ids));
	rp->type = "application/x-ndjson";
	rq->later = e;
	rp->more = export_more;
	/* What goes wrong with the first piece is a proper error. */
	if (export_more(rq, rp, err) < 0)
		return -1;
	if (!rp->more && !rp->body.len && e->selection.n)
		return explain_nothing(rq, &e->selection, 0, err);
	return REPLY_NOW;
}
