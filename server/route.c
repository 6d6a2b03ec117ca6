/* route.c - finding the page that is meant, and answering. */
#include "route.h"

#include <string.h>
#include <strings.h>

#include "assets.h"
#include "limits.h"
#include "number.h"

#define WORDS_MAX 4 /* of a pattern */

static const struct {
	const char *suffix, *type;
	enum format format;
} suffixes[] = {
	{ ".txt", "text/plain", FORMAT_TEXT },
	{ ".json", "application/json", FORMAT_JSON },
	{ ".csv", "text/csv", FORMAT_CSV },
	{ ".html", "text/html", FORMAT_HTML },
};

#define N_SUFFIXES (sizeof(suffixes) / sizeof(suffixes[0]))

/* The raw pieces of a path: page and what is behind it. */
struct piece {
	size_t offset, len;
};

struct path {
	const char *page; /* without its suffix */
	int suffix;       /* index, or -1 */
	struct piece pieces[LIMIT_SEGMENTS + 2];
	size_t n;
	size_t query, query_len;
};

static int split_path(struct request *rq, struct path *p, struct err *err)
{
	const char *s = rq->uri, *q = strchr(s, '?');
	size_t len = q ? (size_t)(q - s) : strlen(s), at = 1;

	memset(p, 0, sizeof(*p));
	rq->written = (struct written){ s, strlen(s) };
	p->query = q ? len + 1 : len;
	p->query_len = q ? strlen(q + 1) : 0;
	if (s[0] != '/')
		return err_set(err, ERR_INPUT, "a path begins with /");
	/* One slash at the end changes nothing. */
	while (at < len) {
		const char *slash = memchr(s + at, '/', len - at);
		size_t stop = slash ? (size_t)(slash - s) : len;

		if (p->n == LIMIT_SEGMENTS + 1)
			return err_set(err, ERR_INPUT,
				       "more than %u segments",
				       LIMIT_SEGMENTS);
		p->pieces[p->n++] = (struct piece){ at, stop - at };
		at = stop + 1;
	}
	return 0;
}

/* The suffix that a piece ends with; it is taken off. -1: none. */
static int take_suffix(const struct request *rq, struct piece *piece)
{
	size_t i;

	for (i = 0; i < N_SUFFIXES; i++) {
		size_t m = strlen(suffixes[i].suffix);

		if (piece->len > m &&
		    !memcmp(rq->uri + piece->offset + piece->len - m,
			    suffixes[i].suffix, m)) {
			piece->len -= m;
			return (int)i;
		}
	}
	return -1;
}

/* /run/42.json is the same as /run.json/42. */
static int take_id_suffix(const struct request *rq, struct piece *piece)
{
	const char *s = rq->uri + piece->offset;
	size_t digits = strspn(s, "0123456789");
	struct piece whole = *piece;
	int suffix = take_suffix(rq, piece);

	if (suffix >= 0 && piece->len == digits)
		return suffix;
	*piece = whole;
	return -1;
}

static void split_page(struct request *rq, struct path *p)
{
	const char *page = "";

	p->suffix = -1;
	if (p->n) {
		p->suffix = take_suffix(rq, &p->pieces[0]);
		page = arena_strndup(rq->arena, rq->uri + p->pieces[0].offset,
				     p->pieces[0].len);
	}
	if (p->suffix < 0 && p->n == 2 && !strcmp(page, "run"))
		p->suffix = take_id_suffix(rq, &p->pieces[1]);
	/* "/.json" and "/index.json" are those of "/". */
	if (!strcmp(page, "index") || !strcmp(page, ".json"))
		page = "";
	p->page = page;
	rq->page = page;
}

/* Terms that are all name=value: it does not count as a segment. */
static bool is_options_only(const char *s, size_t len)
{
	const char *end = s + len;

	if (!len)
		return false;
	while (s < end) {
		const char *comma = memchr(s, ',', (size_t)(end - s));
		const char *stop = comma ? comma : end, *c = s;

		while (c < stop && *c != ':' && *c != '=')
			c++;
		if (c == s || c == stop || *c == ':' || *s == '-')
			return false;
		s = stop + 1;
	}
	return true;
}

static size_t split_words(const char *pattern, const char *words[WORDS_MAX],
			  size_t lens[WORDS_MAX])
{
	size_t n = 0;

	while (*pattern == '/' && pattern[1] && n < WORDS_MAX) {
		words[n] = ++pattern;
		pattern += strcspn(pattern, "/");
		lens[n] = (size_t)(pattern - words[n]);
		n++;
	}
	return n;
}

static bool word_is(const char *word, size_t len, const char *s)
{
	return len == strlen(s) && !memcmp(word, s, len);
}

/* Do the segments (options aside) fit the pattern's words? */
static bool fits(const struct route *r, const struct request *rq,
		 const struct path *p, const struct piece *pieces, size_t n)
{
	const char *words[WORDS_MAX];
	size_t lens[WORDS_MAX], n_words = split_words(r->path, words, lens), i;

	if (!word_is(n_words ? words[0] : "", n_words ? lens[0] : 0, p->page))
		return false;
	n_words = n_words ? n_words - 1 : 0;
	if (n_words && word_is(words[1], lens[1], "SIDES"))
		return n >= 2;
	if (n != n_words)
		return false;
	for (i = 0; i < n; i++) {
		bool variable = words[i + 1][0] >= 'A' &&
				words[i + 1][0] <= 'Z';

		if (!variable && (lens[i + 1] != pieces[i].len ||
				  memcmp(words[i + 1],
					 rq->uri + pieces[i].offset,
					 pieces[i].len)))
			return false;
	}
	return true;
}

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
		known |= word_is(p->page, strcspn(r->path + 1, "/"),
				 r->path + 1) ||
			 (!strncmp(r->path + 1, p->page, strlen(p->page)) &&
			  strlen(p->page) == strcspn(r->path + 1, "/"));
	if (known && *p->page) {
		err_set(err, ERR_INPUT, "/%s does not take these segments",
			p->page);
		for (r = routes; r->path; r++)
			if (strlen(p->page) == strcspn(r->path + 1, "/") &&
			    !strncmp(r->path + 1, p->page, strlen(p->page)))
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
		if (fits(r, rq, p, pieces, n)) {
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
	const char *s = rq->accept ? rq->accept : "*/*";
	unsigned can = rq->route->formats;
	size_t i;

	rq->format = FORMAT_TEXT;
	if (p->suffix >= 0) {
		rq->format = suffixes[p->suffix].format;
		if (!(can & FORMATS_OF(rq->format)))
			return err_set(err, ERR_ACCEPT, "/%s has no %s",
				       p->page, suffixes[p->suffix].suffix);
		return 0;
	}
	while (*s) {
		size_t len = strcspn(s, ",;");

		while (len && *s == ' ') {
			s++;
			len--;
		}
		for (i = 0; i < N_SUFFIXES; i++)
			if (len == strlen(suffixes[i].type) &&
			    !strncasecmp(s, suffixes[i].type, len) &&
			    (can & FORMATS_OF(suffixes[i].format))) {
				rq->format = suffixes[i].format;
				return 0;
			}
		if (word_is(s, len, "*/*") || word_is(s, len, "text/*"))
			return 0;
		s += len;
		s += strcspn(s, ",");
		s += *s == ',';
	}
	return err_set(err, ERR_ACCEPT, "/%s comes as text%s%s%s", p->page,
		       can & FORMATS_OF(FORMAT_JSON) ? ", JSON" : "",
		       can & FORMATS_OF(FORMAT_CSV) ? ", CSV" : "",
		       can & FORMATS_OF(FORMAT_HTML) ? ", HTML" : "");
}

/* Terms are split where the pattern has them; else a segment is one word. */
static int read_segments(struct request *rq, const struct path *p,
			 const struct piece *pieces, size_t n, struct err *err)
{
	const char *words[WORDS_MAX];
	size_t lens[WORDS_MAX], i, n_all = p->n ? p->n - 1 : 0;
	struct segment *all = arena_alloc(rq->arena, n_all * sizeof(*all));
	bool sides;

	split_words(rq->route->path, words, lens);
	sides = strstr(rq->route->path, "SIDES") != NULL;
	rq->segments = arena_alloc(rq->arena, n * sizeof(*rq->segments));
	rq->n_segments = n;
	for (i = 0; i < n; i++) {
		struct segment *s = &rq->segments[i];

		if (sides || word_is(words[i + 1], lens[i + 1], "TERMS")) {
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

		if (is_options_only(rq->uri + piece->offset, piece->len) &&
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
	}
	rq->query = rq->uri + p->query;
	/* A form's fields are no options: the page reads them itself. */
	if (!strcmp(rq->route->path, "/compare"))
		return 0;
	return options_read(rq->written, rq->route->takes, all, n_all,
			    p->query, p->query_len, rq->arena, &rq->options,
			    err);
}

static int find_route(struct request *rq, struct reply *rp, struct path *p,
		      struct piece *pieces, size_t *n, struct err *err)
{
	const struct route *r;
	bool path_fits = false;
	size_t i;

	*n = 0;
	for (i = 1; i < p->n; i++)
		if (!is_options_only(rq->uri + p->pieces[i].offset,
				     p->pieces[i].len))
			pieces[(*n)++] = p->pieces[i];
	for (r = routes; r->path; r++) {
		if (!fits(r, rq, p, pieces, *n))
			continue;
		path_fits = true;
		if (has_method(r, rq->method)) {
			rq->route = r;
			return 0;
		}
	}
	/* The error's representation: as far as it can be told. */
	if (p->suffix >= 0)
		rq->format = suffixes[p->suffix].format;
	return path_fits ? wrong_method(rq, rp, p, pieces, *n, err) :
			   no_page(rq, p, err);
}

static int check_scope(const struct request *rq, struct err *err)
{
	if (rq->route->scope == SCOPE_READ)
		return 0;
	if (!rq->server->writer || rq->server->read_only) {
		err_set(err, ERR_BUSY, "this archive is served read-only");
		return -1;
	}
	if (rq->scope < rq->route->scope) {
		err_set(err, ERR_AUTH, "writing needs a token here");
		return err_hint(err, "off loopback, writes are open only with "
				"serve --open or --trust");
	}
	return 0;
}

static int prepare(struct request *rq, struct reply *rp, struct err *err)
{
	struct piece pieces[LIMIT_SEGMENTS + 2];
	struct path path;
	size_t n;

	if (strlen(rq->uri) > LIMIT_URL)
		return err_set(err, ERR_INPUT, "a URL longer than %u bytes",
			       LIMIT_URL);
	if (split_path(rq, &path, err) < 0)
		return -1;
	split_page(rq, &path);
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

int route_dispatch(struct request *rq, struct reply *rp)
{
	const struct asset *asset = asset_find(rq->uri);
	struct err err = { 0 };
	int answer;

	rp->status = 200;
	rp->type = "text/plain; charset=utf-8";
	if (asset && (!strcmp(rq->method, "GET") ||
		      !strcmp(rq->method, "HEAD"))) {
		rp->type = asset->type;
		buf_add(&rp->body, asset->data, asset->len);
		return REPLY_NOW;
	}
	answer = prepare(rq, rp, &err);
	if (!answer && rq->format == FORMAT_HTML) {
		const char *name = arena_printf(rq->arena, "/%s.html",
						*rq->page ? rq->page : "index");

		asset = asset_find(name);
		rp->type = asset->type;
		buf_add(&rp->body, asset->data, asset->len);
		return REPLY_NOW;
	}
	if (!answer)
		answer = with_reader(rq, rp, rq->route->handler, &err);
	if (answer < 0)
		reply_error(rq, rp, &err);
	return answer == REPLY_LATER ? REPLY_LATER : REPLY_NOW;
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

	if (with_reader(rq, rp, rq->finish, &err) < 0)
		reply_error(rq, rp, &err);
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
		err_set(err, ERR_NOT_FOUND, "'%.*s' is no number of a run",
			(int)(s->raw_len > 40 ? 40 : s->raw_len), s->raw);
		return err_point(err, rq->uri, strlen(rq->uri), s->offset);
	}
	*out = (int64_t)id;
	return 0;
}
