/* page_run.c - one run: everything it holds, its bytes, trash and restore. */
#include <math.h>
#include <string.h>

#include "limits.h"
#include "document.h"
#include "edit.h"
#include "number.h"
#include "pages.h"
#include "report_text.h"
#include "route.h"
#include "text.h"
#include "timestamp.h"

struct run_page {
	struct db_run *run;
	struct db_origin origin;
	struct db_found found;
	struct db_edit *edits;
	size_t n_edits;
	int64_t previous; /* 0: none */
};

static int load(struct request *rq, struct run_page *p, struct err *err)
{
	int64_t id;

	if (segment_id(rq, 0, &id, err) < 0 ||
	    db_run_by_id(rq->db, id, rq->arena, &p->run, err) < 0 ||
	    db_origin(rq->db, p->run, rq->arena, &p->origin, err) < 0 ||
	    db_edits(rq->db, id, rq->arena, &p->edits, &p->n_edits, err) < 0 ||
	    db_run_before(rq->db, p->run, &p->previous, err) < 0)
		return -1;
	return db_run_results(rq->db, p->run, rq->arena, &p->found, err);
}

static void give_json(struct request *rq, struct reply *rp,
		      const struct run_page *p)
{
	struct json j;
	size_t i;

	json_init(&j, &rp->body);
	json_object(&j, NULL);
	json_int(&j, "run", p->run->id);
	json_int(&j, "upload", p->run->upload_id);
	document_run(&j, p->run, &p->found);
	document_origin(&j, p->run, &p->origin);
	json_string(&j, "terms", p->origin.terms);
	if (p->previous)
		json_int(&j, "previous", p->previous);
	else
		json_null(&j, "previous");
	json_string(&j, "trashed",
		    time_text(rq->arena, p->run->trashed_ns));
	if (p->run->trashed_ns)
		json_string(&j, "trash_reason", p->origin.trash_reason);
	json_array(&j, "warnings");
	for (i = 0; i < p->origin.n_warnings; i++) {
		json_object(&j, NULL);
		json_int(&j, "line", (int64_t)p->origin.warnings[i].line);
		json_string(&j, "message", p->origin.warnings[i].text);
		json_object_end(&j);
	}
	json_array_end(&j);
	json_array(&j, "edits");
	for (i = 0; i < p->n_edits; i++) {
		const struct db_edit *e = &p->edits[i];

		json_object(&j, NULL);
		json_int(&j, "edit", e->id);
		json_string(&j, "at", time_text(rq->arena, e->at_ns));
		json_string(&j, "by", e->sender);
		json_string(&j, "action", e->action);
		json_string(&j, "reason", e->reason);
		json_object_end(&j);
	}
	json_array_end(&j);
	json_object_end(&j);
	buf_char(&rp->body, '\n');
}

static const char *value_cell(struct arena *arena, double x)
{
	char text[32];

	if (isnan(x))
		return NULL;
	print_value(x, text);
	return arena_strdup(arena, text);
}

static const char *params_words(struct arena *arena, const struct tags *t)
{
	const char *words = "";
	size_t i;

	for (i = 0; i < t->n; i++)
		words = arena_printf(arena, "%s%s%s:%s", words, i ? " " : "",
				     t->items[i].key, t->items[i].value);
	return words;
}

static void print_series(const struct request *rq, const struct run_page *p,
			 struct buf *out)
{
	static const struct column columns[] = {
		{ "test", false },   { "metric", false }, { "unit", false },
		{ "n", true },	     { "mean", true },	  { "stddev", true },
		{ "min", true },     { "max", true },	  { "role", false },
		{ "params", false },
	};
	struct table t;
	size_t i;

	table_init(&t, rq->arena, columns, 10);
	for (i = 0; i < p->found.n_results; i++) {
		const struct db_result *r = &p->found.results[i];
		const struct summary *s = &r->set.summary;

		table_text(&t, *r->series->test ? r->series->test : NULL);
		table_text(&t, r->series->metric);
		table_text(&t, r->unit);
		table_int(&t, (int64_t)s->n);
		table_text(&t, value_cell(rq->arena, s->mean));
		table_text(&t, value_cell(rq->arena, s->stddev));
		table_text(&t, value_cell(rq->arena, s->min));
		table_text(&t, value_cell(rq->arena, s->max));
		table_text(&t, r->summary_only ? "published" :
			   role_name(r->series->role));
		table_text(&t, params_words(rq->arena, &r->series->params));
	}
	table_print(&t, out);
}

static void print_edits(const struct request *rq, const struct run_page *p,
			struct buf *out)
{
	size_t i;

	for (i = 0; i < p->n_edits; i++) {
		const struct db_edit *e = &p->edits[i];

		buf_printf(out, "edit %lld: %s by ", (long long)e->id,
			   time_text(rq->arena, e->at_ns));
		text_safe(out, e->sender);
		buf_printf(out, ": %s%s", e->action, *e->reason ? ": " : "");
		text_safe(out, e->reason);
		buf_char(out, '\n');
	}
}

static void give_text(struct request *rq, struct reply *rp,
		      const struct run_page *p)
{
	struct buf *out = &rp->body;
	size_t i;

	buf_printf(out, "run %lld%s\n", (long long)p->run->id,
		   p->run->trashed_ns ? ", in the trash" : "");
	if (p->run->trashed_ns && *p->origin.trash_reason) {
		buf_str(out, "reason    ");
		text_safe(out, p->origin.trash_reason);
		buf_char(out, '\n');
	}
	buf_printf(out, "measured  %s%s\n",
		   time_text(rq->arena, p->run->at_ns),
		   p->run->at_assumed ? " (assumed: when it was received)" :
					"");
	buf_printf(out, "received  %s from ",
		   time_text(rq->arena, p->origin.received_ns));
	text_safe(out, p->origin.sender);
	buf_str(out, "\nformat    ");
	text_safe(out, p->origin.format);
	if (p->origin.file) {
		buf_str(out, ", file ");
		text_safe(out, p->origin.file);
	}
	buf_str(out, "\ntags      ");
	text_safe(out, run_words(rq->arena, p->run, NULL,
					0));
	buf_str(out, "\n\n");
	print_series(rq, p, out);
	for (i = 0; i < p->found.n_failures; i++) {
		buf_str(out, "failed: ");
		text_safe(out, p->found.failures[i].test);
		buf_str(out, ": ");
		text_safe(out, p->found.failures[i].reason);
		buf_char(out, '\n');
	}
	for (i = 0; i < p->origin.n_warnings; i++) {
		buf_str(out, "warning: ");
		if (p->origin.warnings[i].line)
			buf_printf(out, "line %zu: ",
				   p->origin.warnings[i].line);
		text_safe(out, p->origin.warnings[i].text);
		buf_char(out, '\n');
	}
	print_edits(rq, p, out);
	buf_printf(out, "\noriginal  %s/run/%lld/raw\n", rq->base,
		   (long long)p->run->id);
	if (p->previous)
		buf_printf(out, "compare   %s/compare/run:%lld/run:%lld\n",
			   rq->base, (long long)p->previous,
			   (long long)p->run->id);
}

int run_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct run_page p;

	if (load(rq, &p, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		give_json(rq, rp, &p);
	else
		give_text(rq, rp, &p);
	return REPLY_NOW;
}

/* Bytes that somebody sent are never shown as a page. */
static void give_raw(struct request *rq, struct reply *rp, const char *what,
		     int64_t id, const char *data, size_t len)
{
	buf_add(&rp->body, data, len);
	rp->type = "text/plain; charset=utf-8";
	reply_header(rp, "Content-Disposition",
		     arena_printf(rq->arena,
				  "attachment; filename=\"%s-%lld.txt\"", what,
				  (long long)id));
}

int run_raw_get(struct request *rq, struct reply *rp, struct err *err)
{
	const char *data;
	int64_t id;
	size_t len;

	if (segment_id(rq, 0, &id, err) < 0 ||
	    db_run_raw(rq->db, id, rq->arena, &data, &len, err) < 0)
		return -1;
	give_raw(rq, rp, "run", id, data, len);
	return REPLY_NOW;
}

int upload_raw_get(struct request *rq, struct reply *rp, struct err *err)
{
	const char *data;
	int64_t id;
	size_t len;

	if (segment_id(rq, 0, &id, err) < 0 ||
	    db_upload_raw(rq->db, id, rq->arena, &data, &len, err) < 0)
		return -1;
	give_raw(rq, rp, "upload", id, data, len);
	return REPLY_NOW;
}
