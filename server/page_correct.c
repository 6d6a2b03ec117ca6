/* page_correct.c - what was said wrong of a run, and taking that back. */
#include <stdio.h>
#include <string.h>

#include "edit.h"
#include "json.h"
#include "limits.h"
#include "pages.h"
#include "route.h"
#include "text.h"

/* A correction on its way through the writer, or an undoing. */
struct correct {
	struct db_correction c;
	struct upload_terms terms;
	struct buf changes; /* "kernel 14.0 -> 14.1", one after another */
	int64_t undone, edit;
};

/* ---- What the terms say. ---- */

/* `key:` takes a tag away; all else is as an upload would say it. */
static int read_terms(struct request *rq, struct correct *x, struct err *err)
{
	const struct segment *from = &rq->segments[2];
	struct segment said = *from;
	size_t i;

	said.terms = arena_alloc(rq->arena, from->n * sizeof(*said.terms));
	said.n = 0;
	for (i = 0; i < from->n; i++) {
		const struct term *t = &from->terms[i];

		if (t->kind != TERM_KEY || t->value_len || t->negate) {
			said.terms[said.n++] = *t;
			continue;
		}
		x->c.removed = arena_grow(rq->arena, x->c.removed,
					  x->c.n_removed,
					  sizeof(*x->c.removed));
		x->c.removed[x->c.n_removed++] = tag_key_canonical(
			arena_strndup(rq->arena, t->key, t->key_len),
			rq->arena);
	}
	if (terms_upload(rq->written, &said, rq->arena, &x->terms, err) < 0)
		return -1;
	if (x->terms.test || x->terms.metric) {
		err_set(err, ERR_INPUT, "%s: says what was measured, and is "
			"not corrected", x->terms.test ? "test" : "metric");
		return err_hint(err, "DELETE the run, and upload it again");
	}
	if (x->terms.env)
		return err_set(err, ERR_INPUT, "env: is for uploads; say the "
			       "tags themselves");
	x->c.tags = x->terms.tags;
	x->c.unit = x->terms.unit;
	x->c.better = x->terms.better;
	x->c.has_at = x->terms.has_at;
	x->c.at_ns = x->terms.at_ns;
	return 0;
}

/* ---- What changes by them. ---- */

static void say(struct correct *x, const char *key, const char *was,
		const char *is)
{
	struct buf *b = &x->changes;

	buf_str(b, b->len ? ", " : "");
	text_safe(b, key);
	buf_char(b, ' ');
	text_safe(b, was ? was : "(none)");
	buf_str(b, " -> ");
	text_safe(b, is ? is : "(none)");
}

static int see_tags(struct request *rq, struct correct *x,
		    const struct db_run *run, struct err *err)
{
	size_t i;

	for (i = 0; i < x->c.n_removed; i++) {
		const char *was = db_env_tag(run->env, x->c.removed[i]);

		if (!was)
			return err_set(err, ERR_INPUT, "run %lld has no tag "
				       "'%.80s'", (long long)run->id,
				       x->c.removed[i]);
		say(x, x->c.removed[i], was, NULL);
	}
	for (i = 0; i < x->c.tags.n; i++) {
		const struct tag *t = &x->c.tags.items[i];
		const char *was = db_env_tag(run->env, t->key);

		if (!was || strcmp(was, t->value))
			say(x, t->key, was, t->value);
	}
	if (x->c.has_at && (run->at_assumed || run->at_ns != x->c.at_ns))
		say(x, "at", time_text(rq->arena, run->at_ns),
		    time_text(rq->arena, x->c.at_ns));
	return 0;
}

static bool fits(const struct options *o, const struct db_result *r)
{
	size_t i;

	for (i = 0; i < o->n_picks; i++) {
		const char *key = o->picks[i].key, *value;

		value = !strcmp(key, "test") ? r->series->test :
			!strcmp(key, "metric") ? r->series->metric :
			!strcmp(key, "unit") ? r->unit :
			tags_get(&r->series->params, key);
		if (!value || strcmp(value, o->picks[i].value))
			return false;
	}
	return true;
}

static void see_result(struct correct *x, const struct db_result *r)
{
	const char *metric = r->series->metric;
	char what[LIMIT_NAME + 16];

	if (x->c.unit && (!r->unit || strcmp(r->unit, x->c.unit))) {
		snprintf(what, sizeof(what), "unit of %s", metric);
		say(x, what, r->unit, x->c.unit);
	}
	if (x->c.better != BETTER_UNKNOWN &&
	    (r->better_assumed || r->better != x->c.better)) {
		snprintf(what, sizeof(what), "better of %s", metric);
		say(x, what, better_name(r->better),
		    better_name(x->c.better));
	}
}

/* Which results a unit or a direction is for: those of one metric. */
static int see_results(struct request *rq, struct correct *x,
		       struct db_run *run, struct err *err)
{
	struct db_found found;
	size_t *places, i;
	const char *metric = NULL;

	if (!x->c.unit && x->c.better == BETTER_UNKNOWN)
		return rq->options.n_picks ?
			err_set(err, ERR_INPUT, "pick= is for unit: and "
				"better:") : 0;
	if (db_run_results(rq->db, run, rq->arena, &found, err) < 0)
		return -1;
	places = arena_alloc(rq->arena, found.n_results * sizeof(*places));
	for (i = 0; i < found.n_results; i++) {
		const struct db_result *r = &found.results[i];

		if (!fits(&rq->options, r))
			continue;
		if (metric && strcmp(metric, r->series->metric)) {
			err_set(err, ERR_INPUT, "%s: could be that of several "
				"metrics of this run", x->c.unit ? "unit" :
				"better");
			err_near(err, metric);
			err_near(err, r->series->metric);
			return err_hint(err, "pick=metric:NAME says which");
		}
		metric = r->series->metric;
		places[x->c.n_places++] = i;
		see_result(x, r);
	}
	x->c.places = places;
	return metric ? 0 : err_set(err, ERR_INPUT, "no result of this run "
				    "fits the picks");
}

/* ---- The pages. ---- */

static int correct_write(struct db *db, struct db_job *job, struct err *err)
{
	const struct request *rq = job->owner;
	const struct db_editor by = { rq->sender, rq->now_ns };
	struct correct *x = rq->later;

	return x->undone ? db_undo(db, x->undone, &by, &x->c.run_id, &x->edit,
				   err) :
			   db_correct(db, &x->c, &by, &x->edit, err);
}

static void give_json(struct reply *rp, const struct correct *x)
{
	struct json j;

	json_init(&j, &rp->body);
	json_object(&j, NULL);
	json_int(&j, "run", x->c.run_id);
	if (x->edit)
		json_int(&j, "edit", x->edit);
	json_bool(&j, "changed", x->edit != 0);
	if (x->c.terms && *x->c.terms)
		json_string(&j, "changes", x->c.terms);
	json_object_end(&j);
	buf_char(&rp->body, '\n');
}

static int give(struct request *rq, struct reply *rp, struct correct *x)
{
	const long long run = x->c.run_id, edit = x->edit;
	struct buf *out = &rp->body;

	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		give_json(rp, x);
	else if (!edit)
		buf_printf(out, "run %lld is so already; nothing is changed\n",
			   run);
	else if (x->undone)
		buf_printf(out, "run %lld is again as it was before edit %lld;"
			   " POST %s/edit/%lld/undo takes this back\n", run,
			   (long long)x->undone, rq->base, edit);
	else
		buf_printf(out, "run %lld corrected: %s\nPOST %s/edit/%lld/undo"
			   " takes it back\nsee  %s/run/%lld\n", run,
			   x->c.terms, rq->base, edit, rq->base, run);
	return REPLY_NOW;
}

static int correct_finish(struct request *rq, struct reply *rp,
			  struct err *err)
{
	(void)err;
	return give(rq, rp, rq->later);
}

static int write_later(struct request *rq, struct correct *x)
{
	rq->later = x;
	rq->write = correct_write;
	rq->finish = correct_finish;
	return REPLY_LATER;
}

int run_correct_post(struct request *rq, struct reply *rp, struct err *err)
{
	struct correct *x = arena_alloc(rq->arena, sizeof(*x));
	struct db_run *run;
	int failed;

	if (segment_id(rq, 0, &x->c.run_id, err) < 0 ||
	    read_terms(rq, x, err) < 0 ||
	    db_run_by_id(rq->db, x->c.run_id, rq->arena, &run, err) < 0)
		return -1;
	buf_init(&x->changes, LIMIT_PAGE);
	failed = see_tags(rq, x, run, err) < 0 ||
		 see_results(rq, x, run, err) < 0;
	x->c.terms = arena_strndup(rq->arena, x->changes.data,
				   x->changes.len);
	buf_release(&x->changes);
	if (failed)
		return -1;
	return *x->c.terms ? write_later(rq, x) : give(rq, rp, x);
}

int edit_undo_post(struct request *rq, struct reply *rp, struct err *err)
{
	struct correct *x = arena_alloc(rq->arena, sizeof(*x));

	(void)rp;
	return segment_id(rq, 0, &x->undone, err) < 0 ?
		-1 : write_later(rq, x);
}
