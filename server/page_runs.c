/* page_runs.c - storing an upload. */
#include <string.h>
#include <strings.h>

#include "import.h"
#include "json.h"
#include "limits.h"
#include "pages.h"
#include "route.h"
#include "series_enough.h"
#include "text.h"
#include "timestamp.h"
#include "upload.h"
#include "upload_env.h"

#define WARNINGS_SHOWN 10

/* An upload on its way through the writer. */
struct put {
	struct upload up;
	struct upload_counts counts;
	struct db_stored stored;
};

/* Bodies that a web form or `curl -d` has changed on the way. */
static int check_type(const struct request *rq, struct err *err)
{
	const char *type = rq->content_type ? rq->content_type : "";
	const char *body = rq->body;

	if (!strncasecmp(type, "multipart/", 10)) {
		err_set(err, ERR_TYPE, "a multipart form is not taken");
		return err_hint(err, "curl -fsS -T FILE URL sends the bytes "
				"as they are");
	}
	if (!strncasecmp(type, "application/x-www-form-urlencoded", 33) &&
	    !memchr(body, '\n', rq->body_len) && body[0] != '{' &&
	    body[0] != '[') {
		err_set(err, ERR_TYPE, "sent as a form and without a line "
			"end: curl -d removes them");
		return err_hint(err, "use curl -fsS -T FILE URL, or "
				"--data-binary @FILE");
	}
	return 0;
}

static int check_key(const struct request *rq, struct err *err)
{
	const char *key = rq->idempotency_key, *why;

	if (key && !tag_value_ok(key, strlen(key), &why))
		return err_set(err, ERR_INPUT, "the Idempotency-Key %s", why);
	return 0;
}

/* The name that curl adds to a URL that ends in '/'. */
static int read_file_name(const struct request *rq, const char **out,
			  struct err *err)
{
	const struct segment *s;
	struct segment term;
	struct err ignored;
	const char *why;

	*out = NULL;
	if (rq->n_segments < 2)
		return 0;
	s = &rq->segments[1];
	if (segment_text(rq, 1, out, err) < 0)
		return -1;
	if (!tag_value_ok(*out, strlen(*out), &why)) {
		err_set(err, ERR_INPUT, "the file's name %s", why);
		return err_point(err, rq->uri, strlen(rq->uri), s->offset);
	}
	if (terms_split(rq->written, s->offset, s->raw_len, rq->arena, &term,
			&ignored) < 0)
		return 0;
	err_set(err, ERR_INPUT, "'%.80s' reads as a term, and stands in the "
		"place of a file's name", *out);
	err_hint(err, "join terms with a comma: /runs/%.80s,%.80s",
		 arena_strndup(rq->arena, rq->segments[0].raw,
			       rq->segments[0].raw_len), *out);
	return err_point(err, rq->uri, strlen(rq->uri), s->offset);
}

static int prepare(struct request *rq, struct put *p, struct err *err)
{
	struct upload_terms *terms = arena_alloc(rq->arena, sizeof(*terms));
	struct upload_source src = {
		.data = rq->body,
		.len = rq->body_len,
		.terms = terms,
		.options = &rq->options,
		.sender = rq->sender,
		.key = rq->idempotency_key,
		.received_ns = rq->now_ns,
		.keep_told = rq->scope >= SCOPE_ADMIN,
		.pack = !rq->options.dry,
	};

	if (rq->n_segments && terms_upload(rq->written, &rq->segments[0],
					   rq->arena, terms, err) < 0)
		return -1;
	if (read_file_name(rq, &src.file, err) < 0 ||
	    upload_env(rq->db, terms->env, rq->arena, &src.env, err) < 0)
		return -1;
	if (!rq->body_len)
		return err_set(err, ERR_INPUT, "an upload without a body");
	if (check_type(rq, err) < 0 || check_key(rq, err) < 0 ||
	    upload_prepare(&src, rq->arena, &p->up, err) < 0)
		return -1;
	upload_count(&p->up, &p->counts);
	return 0;
}

static int put_write(struct db *db, struct db_job *job, struct err *err)
{
	const struct request *rq = job->owner;
	struct put *p = rq->later;

	return db_store(db, &p->up.store, rq->arena, &p->stored, err);
}

static void print_counts(const struct put *p, struct buf *out)
{
	const struct upload_counts *n = &p->counts;
	size_t warnings = p->up.report.n_warnings + (p->stored.equal_to != 0);

	buf_printf(out, "%zu test%s, %zu sample%s, ", n->tests,
		   plural(n->tests), n->samples, plural(n->samples));
	if (n->failures)
		buf_printf(out, "%zu failure%s, ", n->failures,
			   plural(n->failures));
	buf_printf(out, "%zu warning%s", warnings, plural(warnings));
}

static void print_warnings(const struct put *p, struct buf *out)
{
	const struct report *r = &p->up.report;
	size_t i;

	if (p->stored.equal_to)
		buf_printf(out, "warning: equal to run %lld; stored as a new "
			   "measurement, since it has no time of its own\n",
			   (long long)p->stored.equal_to);
	for (i = 0; i < r->n_warnings && i < WARNINGS_SHOWN; i++) {
		buf_str(out, "warning: ");
		if (r->warnings[i].line)
			buf_printf(out, "line %zu: ", r->warnings[i].line);
		text_safe(out, r->warnings[i].text);
		buf_char(out, '\n');
	}
	if (i < r->n_warnings)
		buf_printf(out, "%zu more warnings\n", r->n_warnings - i);
}

static void print_links(const struct request *rq, const struct put *p,
			const char *location, struct buf *out)
{
	buf_printf(out, "see      %s%s\n", rq->base, location);
	if (p->up.store.n_runs != 1)
		return;
	if (p->stored.earlier)
		buf_printf(out, "compare  %s/compare/run:%lld/run:%lld\n",
			   rq->base, (long long)p->stored.earlier,
			   (long long)p->stored.run_ids[0]);
	else
		buf_printf(out, "compare  no earlier run of these tests on "
			   "this host\n");
}

static void give_json(struct request *rq, struct reply *rp,
		      const struct put *p, const char *location)
{
	const struct report *r = &p->up.report;
	struct json j;
	size_t i;

	rp->type = "application/json";
	json_init(&j, &rp->body);
	json_object(&j, NULL);
	json_bool(&j, "stored", p->stored.n_new > 0);
	json_int(&j, "new", (int64_t)p->stored.n_new);
	json_int(&j, "before", (int64_t)p->stored.n_before);
	json_array(&j, "runs");
	for (i = 0; i < p->up.store.n_runs && p->stored.run_ids; i++)
		json_int(&j, NULL, p->stored.run_ids[i]);
	json_array_end(&j);
	json_int(&j, "tests", (int64_t)p->counts.tests);
	json_int(&j, "samples", (int64_t)p->counts.samples);
	json_int(&j, "failures", (int64_t)p->counts.failures);
	json_array(&j, "warnings");
	for (i = 0; i < p->up.store.n_warnings; i++) {
		json_object(&j, NULL);
		json_int(&j, "line", (int64_t)r->warnings[i].line);
		json_string(&j, "message", r->warnings[i].text);
		json_object_end(&j);
	}
	json_array_end(&j);
	series_enough_json(r, &rq->options.want, rq->arena, &j);
	if (location)
		json_string(&j, "see", arena_printf(rq->arena, "%s%s",
						    rq->base, location));
	json_object_end(&j);
	buf_char(&rp->body, '\n');
}

/* "run 42", "runs 42..141", or all of them where they are no range. */
static const char *name_runs(struct request *rq, const struct put *p)
{
	const int64_t *ids = p->stored.run_ids;
	size_t n = p->up.store.n_runs;

	if (n == 1)
		return arena_printf(rq->arena, "run %lld", (long long)ids[0]);
	if (ids[n - 1] - ids[0] == (int64_t)n - 1)
		return arena_printf(rq->arena, "runs %lld..%lld",
				    (long long)ids[0], (long long)ids[n - 1]);
	return arena_printf(rq->arena, "%zu runs", n);
}

static void print_stored(struct request *rq, struct reply *rp,
			 const struct put *p, const char *location)
{
	struct buf *out = &rp->body;
	const char *host = NULL;

	if (!p->stored.n_new) {
		buf_printf(out, "NOT stored again: same as %s\n",
			   name_runs(rq, p));
		buf_printf(out, "see      %s%s\n", rq->base, location);
		return;
	}
	buf_printf(out, "%s stored: ", name_runs(rq, p));
	print_counts(p, out);
	if (p->stored.n_before)
		buf_printf(out, "; %zu of them stored before",
			   p->stored.n_before);
	if (p->stored.new_host)
		host = tags_get(&p->up.report.runs[0].tags, "host");
	if (host) {
		buf_str(out, "  (new host ");
		text_safe(out, host);
		buf_char(out, ')');
	}
	buf_char(out, '\n');
	print_warnings(p, out);
	series_enough_text(&p->up.report, &rq->options.want, rq->arena, out);
	print_links(rq, p, location, out);
}

static int put_finish(struct request *rq, struct reply *rp, struct err *err)
{
	struct put *p = rq->later;
	const char *location;

	(void)err;
	rp->status = p->stored.n_new ? 201 : 200;
	location = p->up.store.n_runs == 1 ?
		arena_printf(rq->arena, "/run/%lld",
			     (long long)p->stored.run_ids[0]) :
		arena_printf(rq->arena, "/runs/upload:%lld",
			     (long long)p->stored.upload_id);
	reply_header(rp, "Location", location);
	if (rq->format == FORMAT_JSON)
		give_json(rq, rp, p, location);
	else
		print_stored(rq, rp, p, location);
	return REPLY_NOW;
}

static int give_dry(struct request *rq, struct reply *rp, const struct put *p)
{
	struct buf *out = &rp->body;

	if (rq->format == FORMAT_JSON) {
		give_json(rq, rp, p, NULL);
		return REPLY_NOW;
	}
	buf_printf(out, "dry run, nothing is stored; %zu run%s as %s: ",
		   p->counts.runs, plural(p->counts.runs),
		   p->up.store.format);
	print_counts(p, out);
	buf_char(out, '\n');
	print_warnings(p, out);
	series_enough_text(&p->up.report, &rq->options.want, rq->arena, out);
	return REPLY_NOW;
}

int runs_put(struct request *rq, struct reply *rp, struct err *err)
{
	struct put *p = arena_alloc(rq->arena, sizeof(*p));

	if (prepare(rq, p, err) < 0)
		return -1;
	if (rq->options.dry)
		return give_dry(rq, rp, p);
	rq->later = p;
	rq->write = put_write;
	rq->job.stores = true;
	rq->finish = put_finish;
	return REPLY_LATER;
}
