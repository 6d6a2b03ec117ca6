/* page_note.c - a note on a range of a history, and taking it back. */
#include <string.h>

#include "edit.h"
#include "json.h"
#include "limits.h"
#include "line_notes.h"
#include "pages.h"
#include "route.h"
#include "text.h"
#include "timestamp.h"

/* A note on its way through the writer, or an undoing. */
struct noting {
	struct db_note note;
	struct selection lines;
	size_t n_runs;
	int64_t id;
};

/* Can its values be the ends of a range? */
static bool is_range(const struct condition *c)
{
	static const char *const single[] = { "rev", "kernel", "commit",
					      "tool.version" };
	size_t i;

	if (c->negate || !strcmp(c->key, "run") || !strcmp(c->key, "upload"))
		return false;
	if (!strcmp(c->key, "at"))
		return c->n_values == 1;
	if (c->kind == COND_RANGE)
		return true;
	for (i = 0; i < sizeof(single) / sizeof(single[0]); i++)
		if (c->kind == COND_EQUAL && c->n_values == 1 &&
		    !strcmp(c->key, single[i]))
			return true;
	return false;
}

static void take_range(struct noting *x, const struct condition *c,
		       struct arena *arena)
{
	struct db_note *note = &x->note;

	note->key = c->key;
	if (!strcmp(c->key, "at")) {
		if (c->from_ns[0] > 0)
			note->lo = time_text(arena, c->from_ns[0]);
		if (c->to_ns[0] < INT64_MAX)
			note->hi = time_text(arena, c->to_ns[0] - 1);
	} else if (c->kind == COND_RANGE) {
		note->lo = c->lo;
		note->hi = c->hi;
	} else {
		note->lo = note->hi = c->values[0];
	}
}

/* The one range of the terms, and the rest, which says of which lines. */
static int split_terms(struct request *rq, struct noting *x, struct err *err)
{
	struct selection all;
	size_t ranges = 0, i;
	struct buf terms;

	if (page_selection(rq, &all, err) < 0)
		return -1;
	if (all.last)
		return err_set(err, ERR_INPUT, "last: is not taken here");
	x->lines.conditions = arena_alloc(rq->arena, all.n *
					  sizeof(*x->lines.conditions));
	for (i = 0; i < all.n; i++) {
		const struct condition *c = &all.conditions[i];

		if (!is_range(c)) {
			x->lines.conditions[x->lines.n++] = *c;
			continue;
		}
		take_range(x, c, rq->arena);
		ranges++;
	}
	if (ranges != 1) {
		err_set(err, ERR_INPUT, "a note is on one range, and the terms "
			"have %zu", ranges);
		return err_hint(err, "rev:A..B, kernel:A..B, at:2026-11, or a "
				"range of another key");
	}
	buf_init(&terms, 16 * LIMIT_URL);
	terms_link(&terms, &x->lines);
	x->note.terms = arena_strndup(rq->arena, terms.data, terms.len);
	buf_release(&terms);
	return 0;
}

static int note_write(struct db *db, struct db_job *job, struct err *err)
{
	const struct request *rq = job->owner;
	struct noting *x = rq->later;
	const struct db_editor by = { rq->sender, rq->now_ns };

	return db_note_add(db, &x->note, &by, &x->id, err);
}

static int note_finish(struct request *rq, struct reply *rp, struct err *err)
{
	const struct noting *x = rq->later;
	const struct db_note *note = &x->note;
	struct json j;

	(void)err;
	rp->status = 201;
	/* Where it is to be seen. */
	reply_header(rp, "Location", arena_printf(rq->arena, "/history/%s",
						  note->terms));
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON) {
		json_init(&j, &rp->body);
		json_object(&j, NULL);
		json_int(&j, "note", x->id);
		json_string(&j, "terms", note->terms);
		json_string(&j, "key", note->key);
		json_string(&j, "from", note->lo);
		json_string(&j, "to", note->hi);
		json_object_end(&j);
		buf_char(&rp->body, '\n');
		return REPLY_NOW;
	}
	buf_printf(&rp->body, "note %lld: ", (long long)x->id);
	note_range(note, &rp->body);
	buf_printf(&rp->body, ", of %zu run%s now\n"
		   "POST %s/note/%lld/undo takes it back\n"
		   "see  %s/history/%s\n", x->n_runs, plural(x->n_runs),
		   rq->base, (long long)x->id, rq->base, note->terms);
	return REPLY_NOW;
}

int note_post(struct request *rq, struct reply *rp, struct err *err)
{
	struct noting *x = arena_alloc(rq->arena, sizeof(*x));

	(void)rp;
	if (split_terms(rq, x, err) < 0 ||
	    body_words(rq, "the note", &x->note.text, err) < 0)
		return -1;
	if (!*x->note.text) {
		err_set(err, ERR_INPUT, "a note without words");
		return err_hint(err, "they are the body: curl -d 'new PSU'");
	}
	/* A name mistyped would be a note that nobody ever sees. */
	if (db_count_runs(rq->db, &x->lines, rq->arena, &x->n_runs, err) < 0)
		return -1;
	if (!x->n_runs && x->lines.n)
		return explain_nothing(rq, &x->lines, 0, err);
	rq->later = x;
	rq->write = note_write;
	rq->finish = note_finish;
	return REPLY_LATER;
}

static int undo_write(struct db *db, struct db_job *job, struct err *err)
{
	const struct request *rq = job->owner;
	const struct noting *x = rq->later;
	const struct db_editor by = { rq->sender, rq->now_ns };

	return db_note_undo(db, x->id, &by, err);
}

static int undo_finish(struct request *rq, struct reply *rp, struct err *err)
{
	const struct noting *x = rq->later;

	(void)err;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		buf_printf(&rp->body, "{\"note\":%lld,\"undone\":true}\n",
			   (long long)x->id);
	else
		buf_printf(&rp->body, "note %lld is taken back\n",
			   (long long)x->id);
	return REPLY_NOW;
}

int note_undo_post(struct request *rq, struct reply *rp, struct err *err)
{
	struct noting *x = arena_alloc(rq->arena, sizeof(*x));

	(void)rp;
	if (segment_id(rq, 0, &x->id, err) < 0)
		return -1;
	rq->later = x;
	rq->write = undo_write;
	rq->finish = undo_finish;
	return REPLY_LATER;
}
