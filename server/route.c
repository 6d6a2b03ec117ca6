/* route.c - finding the page that is meant, and answering. */
#include "route.h"

#include <string.h>
#include <strings.h>

#include "assets.h"
#include "html.h"
#include "kept.h"
#include "limits.h"
#include "number.h"
#include "pages.h"
#include "path.h"

static bool has_method(const struct route *r, const char *method)
{
	const char *s = r->methods;
	size_t n = strlen(method);

	if (!strcmp(method, "HEAD")) {
		method = "GET";
		n = 3;
	}
	for (; *s; s += strcspn(s, " "), s += *s == ' ')
		if (strcspn(s, " ") == n && !memcmp(s, method, n))
			return true;
	return false;
}

static int no_page(const struct request *rq, const struct path *p,
		   struct err *err)
{
	const struct route *r;
	bool known = false;

	for (r = routes; r->path; r++)
		known |= path_word_is(r->path + 1, strcspn(r->path + 1, "/"),
				      p->page);
	if (known && *p->page) {
		err_set(err, ERR_INPUT, "/%s does not take these segments",
			p->page);
		for (r = routes; r->path; r++)
			if (path_word_is(r->path + 1,
					 strcspn(r->path + 1, "/"), p->page))
				err_near(err, r->path);
		return -1;
	}
	err_set(err, ERR_NOT_FOUND, "there is no page '%.60s'", rq->uri);
	for (r = routes; r->path; r++) {
		char name[32] = "";
		size_t n = strcspn(r->path + 1, "/");

		if (n < sizeof(name))
			memcpy(name, r->path + 1, n);
		if (n && strlen(r->path + 1) == n &&
		    name_distance(name, p->page) <= 2)
			err_near(err, r->path);
	}
	return err_hint(err, "GET /help lists the pages");
}

static int wrong_method(struct request *rq, struct reply *rp,
			const struct path *p, const struct piece *pieces,
			size_t n, struct err *err)
{
	const struct route *r;
	struct buf allow;

	buf_init(&allow, 256);
	for (r = routes; r->path; r++)
		if (path_fits(r, rq, p, pieces, n)) {
			const char *s = r->methods;

			for (; *s; s++)
				buf_str(&allow, *s == ' ' ? ", " :
					(char[2]){ *s, 0 });
			if (has_method(r, "GET"))
				buf_str(&allow, ", HEAD");
			buf_str(&allow, ", ");
		}
	reply_header(rp, "Allow", arena_strndup(rq->arena, allow.data,
						allow.len - 2));
	err_set(err, ERR_METHOD, "%s is not for this page; %.*s", rq->method,
		(int)(allow.len - 2), allow.data);
	buf_release(&allow);
	return -1;
}

/* Weighs nothing: the first media range that the page can give is taken. */
static int negotiate(struct request *rq, const struct path *p, struct err *err)
{
	const char *s = rq->accept && *rq->accept ? rq->accept : "*/*";
	unsigned can = rq->route->formats;
	size_t i;

	if (p->suffix >= 0) {
		const struct path_suffix *suffix = &path_suffixes[p->suffix];

		if (!(can & FORMATS_OF(suffix->format)))
			return err_set(err, ERR_ACCEPT, "/%s has no %s",
				       p->page, suffix->suffix);
		rq->format = suffix->format;
		return 0;
	}
	while (*s) {
		size_t len = strcspn(s, ",;");

		while (len && *s == ' ') {
			s++;
			len--;
		}
		for (i = 0; i < PATH_SUFFIXES; i++)
			if (len == strlen(path_suffixes[i].type) &&
			    !strncasecmp(s, path_suffixes[i].type, len) &&
			    (can & FORMATS_OF(path_suffixes[i].format))) {
				rq->format = path_suffixes[i].format;
				return 0;
			}
		if (path_word_is(s, len, "*/*") ||
		    path_word_is(s, len, "text/*")) {
			rq->format = FORMAT_TEXT;
			return 0;
		}
		s += len;
		s += strcspn(s, ",");
		s += *s == ',';
	}
	return err_set(err, ERR_ACCEPT, "/%s comes as text%s%s%s", p->page,
		       can & FORMATS_OF(FORMAT_JSON) ? ", JSON" : "",
		       can & FORMATS_OF(FORMAT_CSV) ? ", CSV" : "",
		       can & FORMATS_OF(FORMAT_HTML) ? ", HTML" : "");
}

/* /compare?a=&b= leads elsewhere, also in a browser; /compare is a page. */
static bool is_form(const struct route *r)
{
	return !strcmp(r->path, "/compare");
}

/* Terms are split where the pattern has them; else a segment is one word. */
static int read_segments(struct request *rq, const struct path *p,
			 const struct piece *pieces, size_t n, struct err *err)
{
	const char *words[WORDS_MAX];
	size_t lens[WORDS_MAX], i, n_all = p->n ? p->n - 1 : 0, n_terms = 0;
	struct segment *all = arena_alloc(rq->arena, n_all * sizeof(*all));
	bool sides;

	path_words(rq->route->path, words, lens);
	sides = strstr(rq->route->path, "SIDES") != NULL;
	rq->segments = arena_alloc(rq->arena, n * sizeof(*rq->segments));
	rq->n_segments = n;
	for (i = 0; i < n; i++) {
		struct segment *s = &rq->segments[i];

		if (sides || path_word_is(words[i + 1], lens[i + 1], "TERMS")) {
			if (terms_split(rq->written, pieces[i].offset,
					pieces[i].len, rq->arena, s, err) < 0)
				return -1;
			continue;
		}
		s->raw = rq->uri + pieces[i].offset;
		s->raw_len = pieces[i].len;
		s->offset = pieces[i].offset;
	}
	/* Options count wherever they stand, in the order of the URL. */
	for (i = 0; i < n_all; i++) {
		const struct piece *piece = &p->pieces[i + 1];

		if (path_options_only(rq->uri + piece->offset, piece->len) &&
		    terms_split(rq->written, piece->offset, piece->len,
				rq->arena, &all[i], err) < 0)
			return -1;
	}
	for (i = 0; i < n_all; i++) {
		size_t j;

		for (j = 0; j < n; j++)
			if (rq->segments[j].offset ==
			    p->pieces[i + 1].offset)
				all[i] = rq->segments[j];
		n_terms += all[i].n;
	}
	if (n_terms > LIMIT_TERMS)
		return err_set(err, ERR_INPUT, "more than %u terms",
			       LIMIT_TERMS);
	rq->query = rq->uri + p->query;
	/* A form's fields are no options: the page reads them itself. */
	if (is_form(rq->route))
		return 0;
	return options_read(rq->written, rq->route->takes, all, n_all,
			    p->query, p->query_len, rq->arena, &rq->options,
			    err);
}

/* A file of web/ is no row of the table. */
static int asset_method(const struct request *rq, struct reply *rp,
			struct err *err)
{
	reply_header(rp, "Allow", "GET, HEAD");
	return err_set(err, ERR_METHOD, "%s is not for this page; GET, HEAD",
		       rq->method);
}

static int find_route(struct request *rq, struct reply *rp, struct path *p,
		      struct piece *pieces, size_t *n, struct err *err)
{
	const struct route *r;
	bool known = false;
	size_t i;

	*n = 0;
	if (asset_find(rq->uri))
		return asset_method(rq, rp, err);
	for (i = 1; i < p->n; i++)
		if (!path_options_only(rq->uri + p->pieces[i].offset,
				     p->pieces[i].len))
			pieces[(*n)++] = p->pieces[i];
	for (r = routes; r->path; r++) {
		if (!path_fits(r, rq, p, pieces, *n))
			continue;
		known = true;
		if (has_method(r, rq->method)) {
			rq->route = r;
			return 0;
		}
	}
	return known ? wrong_method(rq, rp, p, pieces, *n, err) :
			   no_page(rq, p, err);
}

static bool is_read(const char *method)
{
	return !strcmp(method, "GET") || !strcmp(method, "HEAD");
}

/* Reading is open: what shows who somebody is, is not even looked at. */
static int check_scope(struct request *rq, struct err *err)
{
	enum scope needed = rq->route->scope;

	if (needed == SCOPE_READ)
		return 0;
	if (!is_read(rq->method) &&
	    (!rq->server->writer || rq->server->read_only))
		return err_set(err, ERR_BUSY, "this archive is served "
			       "read-only");
	if (!is_read(rq->method) && db_writer_damaged(rq->server->writer))
		return err_set(err, ERR_ARCHIVE, "the archive is damaged, and "
			       "is served read-only");
	if (rq->authorize && rq->authorize(rq, err) < 0)
		return -1;
	if (rq->scope >= needed)
		return 0;
	if (rq->known)
		return err_set(err, ERR_FORBIDDEN, "this needs a token of "
			       "scope %s; '%s' has scope %s here",
			       scope_name(needed), rq->sender,
			       scope_name(rq->scope));
	if (!rq->authorize)
		return err_set(err, ERR_AUTH, "this page is a server's alone");
	err_set(err, ERR_AUTH, "this needs a token of scope %s",
		scope_name(needed));
	return err_hint(err, "`maxistat token add` makes one; show it as "
			"Authorization: Bearer, or from .netrc with curl -n");
}

void route_error_format(struct request *rq)
{
	const char *accept = rq->accept ? rq->accept : "";
	size_t len = strcspn(rq->uri + 1, "/?");
	bool json = len >= 5 && !memcmp(rq->uri + 1 + len - 5, ".json", 5);

	if (strcspn(rq->uri, "?") == len + 1 || !memchr(rq->uri + 1, '.', len))
		json |= !strncasecmp(accept, "application/json", 16);
	rq->format = json ? FORMAT_JSON : FORMAT_TEXT;
}

static int prepare(struct request *rq, struct reply *rp, struct err *err)
{
	struct piece pieces[PIECES_MAX];
	struct path path;
	size_t n;

	route_error_format(rq);
	if (strlen(rq->uri) > LIMIT_URL)
		return err_set(err, ERR_INPUT, "a URL longer than %u bytes",
			       LIMIT_URL);
	if (path_split(rq, &path, err) < 0)
		return -1;
	if (find_route(rq, rp, &path, pieces, &n, err) < 0 ||
	    negotiate(rq, &path, err) < 0 || check_scope(rq, err) < 0)
		return -1;
	return read_segments(rq, &path, pieces, n, err);
}

/* A reader in one snapshot for as long as the handler runs. */
static int with_reader(struct request *rq, struct reply *rp,
		       int (*handler)(struct request *, struct reply *,
				      struct err *),
		       struct err *err)
{
	int answer;

	if (db_pool_take(rq->server->readers, &rq->db, err) < 0)
		return -1;
	db_allow(rq->db, rq->budget_ns);
	if (db_snapshot_begin(rq->db, err) < 0) {
		db_pool_give(rq->server->readers, rq->db);
		return -1;
	}
	answer = handler(rq, rp, err);
	db_snapshot_end(rq->db);
	db_pool_give(rq->server->readers, rq->db);
	rq->db = NULL;
	if (answer >= 0 && rp->body.over)
		return err_set(err, ERR_TOO_BIG, "the answer is larger than "
			       "%u bytes; narrow the terms", LIMIT_PAGE);
	return answer;
}

static void give_asset(const struct asset *asset, struct reply *rp)
{
	rp->type = asset->type;
	rp->asset = asset;
}

/* A page whose URL is wrong is a page all the same: its script says what is. */
static void refuse_page(struct request *rq, struct reply *rp,
			const struct err *err)
{
	reply_error(rq, rp, err);
	if (!rq->route || rq->format != FORMAT_HTML || !is_read(rq->method))
		return;
	buf_clear(&rp->body);
	html_page(rq, rp);
}

bool route_find(struct request *rq, struct reply *rp)
{
	const struct asset *asset = asset_find(rq->uri);
	struct err err = { 0 };

	rp->status = 200;
	rp->type = "text/plain; charset=utf-8";
	if (asset && is_read(rq->method)) {
		give_asset(asset, rp);
	} else if (prepare(rq, rp, &err) < 0) {
		refuse_page(rq, rp, &err);
	} else if (rq->format == FORMAT_HTML &&
		   !(is_form(rq->route) && *rq->query)) {
		html_page(rq, rp);
	} else {
		return true;
	}
	return false;
}

static int answer_kept(struct request *rq, struct reply *rp, struct err *err)
{
	struct kept_as as;
	int answer;

	if (kept_give(rq, rp, &as))
		return REPLY_NOW;
	answer = with_reader(rq, rp, rq->route->handler, err);
	if (answer == REPLY_NOW)
		kept_keep(rq, rp, &as);
	return answer;
}

/* In the writer's thread. */
static void on_written(struct db_job *job)
{
	struct request *rq = job->owner;

	rq->resume(rq);
}

int route_answer(struct request *rq, struct reply *rp)
{
	struct err err = { 0 };
	int answer = answer_kept(rq, rp, &err);

	if (answer == REPLY_LATER) {
		rq->job.work = rq->write;
		rq->job.done = on_written;
		rq->job.owner = rq;
		if (db_writer_add(rq->server->writer, &rq->job))
			return REPLY_LATER;
		answer = err_set(&err, ERR_BUSY, "the server is stopping");
	}
	if (answer < 0)
		reply_error(rq, rp, &err);
	rq->finish = NULL;
	return REPLY_NOW;
}

bool route_may_send(struct request *rq, struct reply *rp)
{
	struct err err = { 0 };

	rp->status = 200;
	if (!prepare(rq, rp, &err))
		return true;
	reply_error(rq, rp, &err);
	return false;
}

void route_finish(struct request *rq, struct reply *rp)
{
	struct err err = { 0 };

	if (rq->job.failed)
		reply_error(rq, rp, &rq->job.err);
	else if (with_reader(rq, rp, rq->finish, &err) < 0)
		reply_error(rq, rp, &err);
}

int route_more(struct request *rq, struct reply *rp, struct err *err)
{
	return with_reader(rq, rp, rp->more, err) < 0 ? -1 : 0;
}

int segment_text(const struct request *rq, size_t i, const char **out,
		 struct err *err)
{
	const struct segment *s = &rq->segments[i];

	return terms_decode(rq->written, s->raw, s->raw_len, rq->arena, out,
			    err);
}

int segment_id(const struct request *rq, size_t i, int64_t *out,
	       struct err *err)
{
	const struct segment *s = &rq->segments[i];
	uint64_t id;

	if (!number_parse_u64(s->raw, s->raw_len, INT64_MAX, &id) || !id) {
		err_set(err, ERR_NOT_FOUND, "'%.*s' is no number",
			(int)(s->raw_len > 40 ? 40 : s->raw_len), s->raw);
		return err_point(err, rq->uri, strlen(rq->uri), s->offset);
	}
	*out = (int64_t)id;
	return 0;
}
