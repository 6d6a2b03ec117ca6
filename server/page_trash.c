/* page_trash.c - runs into the trash, and out of it: through the writer. */
#include <string.h>

#include "edit.h"
#include "limits.h"
#include "pages.h"
#include "route.h"
#include "text.h"

#define SHOWN 20 /* runs that a refusal names */

struct move {
	int64_t run_id;
	struct selection selection; /* of many */
	size_t n;                   /* as many as they are to be */
	const char *reason;         /* NULL: restore */
};

/* ---- One run. ---- */

static int move_write(struct db *db, struct db_job *job, struct err *err)
{
	const struct request *rq = job->owner;
	const struct move *m = rq->later;

	const struct db_editor by = { rq->sender, rq->now_ns };

	return m->reason ? db_trash(db, m->run_id, &by, m->reason, err) :
			   db_restore(db, m->run_id, &by, err);
}

static int move_finish(struct request *rq, struct reply *rp, struct err *err)
{
	const struct move *m = rq->later;

	(void)err;
	buf_printf(&rp->body, m->reason ?
		   "run %lld is in the trash; POST %s/run/%lld/restore brings "
		   "it back\n" :
		   "run %lld is live again: %s/run/%lld\n",
		   (long long)m->run_id, rq->base, (long long)m->run_id);
	return REPLY_NOW;
}

static int move_start(struct request *rq, const char *reason, struct err *err)
{
	struct move *m = arena_alloc(rq->arena, sizeof(*m));
	struct db_run *run;

	if (segment_id(rq, 0, &m->run_id, err) < 0 ||
	    db_run_by_id(rq->db, m->run_id, rq->arena, &run, err) < 0)
		return -1;
	m->reason = reason;
	rq->later = m;
	rq->write = move_write;
	rq->finish = move_finish;
	return REPLY_LATER;
}

int run_delete(struct request *rq, struct reply *rp, struct err *err)
{
	const char *reason;

	(void)rp;
	return body_words(rq, "the reason", &reason, err) < 0 ?
		-1 : move_start(rq, reason, err);
}

int run_restore_post(struct request *rq, struct reply *rp, struct err *err)
{
	(void)rp;
	return move_start(rq, NULL, err);
}

/* ---- All that the terms mean. ---- */

/* 409: which they are, and how it is done. */
static int refuse(const struct selection *sel, struct db_run *const *runs,
		  size_t n, struct err *err)
{
	struct buf ids;
	size_t i;

	buf_init(&ids, 1 << 12);
	for (i = 0; i < n && i < SHOWN; i++)
		buf_printf(&ids, "%s%lld", i ? ", " : "",
			   (long long)runs[i]->id);
	if (n > SHOWN)
		buf_printf(&ids, " and %zu more", n - SHOWN);
	err_set(err, ERR_CONFLICT, "%zu run%s would go into the trash: %s", n,
		plural(n), ids.data);
	buf_clear(&ids);
	terms_link(&ids, sel);
	err_hint(err, "DELETE /runs/%s,confirm=%zu does it; GET /runs/%s "
		 "lists them", ids.len < 60 ? ids.data : "...", n,
		 ids.len < 60 ? ids.data : "...");
	buf_release(&ids);
	return -1;
}

static int trash_write(struct db *db, struct db_job *job, struct err *err)
{
	const struct request *rq = job->owner;
	const struct move *m = rq->later;
	const struct db_editor by = { rq->sender, rq->now_ns };
	struct arena arena = { 0 };
	int64_t *ids;
	size_t n, i;
	int failed = db_find_run_ids(db, &m->selection, 1, INT64_MAX, &arena,
				     &ids, &n, err);

	if (!failed && n != m->n)
		failed = err_set(err, ERR_CONFLICT, "there are %zu runs now, "
				 "not the %zu that were confirmed", n, m->n);
	for (i = 0; !failed && i < n; i++)
		failed = db_trash(db, ids[i], &by, m->reason, err);
	arena_release(&arena);
	return failed;
}

static int trash_finish(struct request *rq, struct reply *rp, struct err *err)
{
	const struct move *m = rq->later;

	(void)err;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		buf_printf(&rp->body, "{\"trashed\":%zu}\n", m->n);
	else
		buf_printf(&rp->body, "%zu run%s in the trash; POST "
			   "%s/run/ID/restore brings one back\n", m->n,
			   m->n == 1 ? " is" : "s are", rq->base);
	return REPLY_NOW;
}

int runs_delete(struct request *rq, struct reply *rp, struct err *err)
{
	struct move *m = arena_alloc(rq->arena, sizeof(*m));
	struct db_run **runs;

	(void)rp;
	if (page_selection(rq, &m->selection, err) < 0 ||
	    body_words(rq, "the reason", &m->reason, err) < 0)
		return -1;
	if (m->selection.last)
		return err_set(err, ERR_INPUT, "last: is not taken here; "
			       "run:A..B names the runs themselves");
	if (db_find_runs(rq->db, &m->selection, 0, LIMIT_QUERY_RUNS, rq->arena,
			 &runs, &m->n, err) < 0)
		return -1;
	if (!m->n && m->selection.n)
		return explain_nothing(rq, &m->selection, 0, err);
	if (!rq->options.confirm || (size_t)rq->options.confirm != m->n)
		return refuse(&m->selection, runs, m->n, err);
	rq->later = m;
	rq->write = trash_write;
	rq->finish = trash_finish;
	return REPLY_LATER;
}
