/* import_pattern.c - what the path of a file tells. */
#include "import_pattern.h"

#include <string.h>

#include "buf.h"
#include "import_terms.h"

/* Bounds what a fit costs, and how deep it goes. */
#define PIECES_MAX 64

enum piece_kind { PIECE_TEXT, PIECE_KEY, PIECE_PART, PIECE_PART_END };

struct pattern_piece {
	enum piece_kind kind;
	const char *text;       /* a literal, or a key */
	size_t len;             /* of it */
	size_t at;              /* where it stands in what was written */
	bool any;               /* a key of any bytes but '/' */
	bool bytes[256];        /* else of these */
	size_t end;             /* of a part: its PIECE_PART_END */
	const char *absent, *present; /* the TERMS of a part, or NULL */
};

/* ---- Reading. ---- */

struct reader {
	struct pattern *p;
	size_t at, len;
	size_t open[PIECES_MAX], n_open; /* the parts around `at` */
	struct arena *arena;
	struct err *err;
};

static int wrong(const struct reader *r, size_t at, const char *what,
		 const char *hint)
{
	err_set(r->err, ERR_INPUT, "the pattern: %s", what);
	err_hint(r->err, "%s", hint);
	return err_point(r->err, r->p->written, r->len, at);
}

static struct pattern_piece *add(struct reader *r, enum piece_kind kind)
{
	struct pattern *p = r->p;
	struct pattern_piece *piece;

	if (p->n == PIECES_MAX) {
		wrong(r, r->at, "it has too many pieces",
		      "literals, {key} and [ ] count; several --path are "
		      "tried in order");
		return NULL;
	}
	p->pieces = arena_grow(r->arena, p->pieces, p->n, sizeof(*p->pieces));
	piece = &p->pieces[p->n++];
	piece->kind = kind;
	piece->at = r->at;
	return piece;
}

static bool is_pseudo(const char *key)
{
	return !strcmp(key, "test") || !strcmp(key, "metric") ||
	       !strcmp(key, "unit") || !strcmp(key, "better") ||
	       !strcmp(key, "at");
}

static int check_key(const struct reader *r, const char *key, size_t at)
{
	size_t i;

	if (!tag_key_ok(key, strlen(key)))
		return wrong(r, at, "this is no key", "a key is "
			     "[A-Za-z][A-Za-z0-9_.-]*: {host}, {rev:0-9}");
	if (tag_key_reserved(key) && !is_pseudo(key))
		return wrong(r, at, "this word is reserved and no tag",
			     "a tag, or test, metric, unit, better or at");
	if (tag_key_asks(key))
		return wrong(r, at, "no key ends in .pre or .sub",
			     "those ask for a part of a value");
	for (i = 0; i < r->p->n; i++)
		if (r->p->pieces[i].kind == PIECE_KEY &&
		    !strcmp(r->p->pieces[i].text, key))
			return wrong(r, at, "the key stands there twice",
				     "what differs from file to file has a "
				     "key of its own");
	return 0;
}

/* 0-9A-Z_ into the bytes that it means. */
static int read_class(const struct reader *r, struct pattern_piece *piece,
		      size_t at, size_t end)
{
	const unsigned char *s = (const unsigned char *)r->p->written;
	unsigned c;

	if (at == end)
		return wrong(r, at, "no bytes behind ':'",
			     "{rev:0-9} takes digits, {rev} anything");
	while (at < end) {
		unsigned from = s[at], to = from;

		if (at + 2 < end && s[at + 1] == '-') {
			to = s[at + 2];
			if (to < from)
				return wrong(r, at, "the range is empty",
					     "0-9, not 9-0");
			at += 2;
		}
		for (c = from; c <= to; c++)
			piece->bytes[c] = true;
		at++;
	}
	piece->bytes['/'] = false;
	return 0;
}

/* Is the last piece, brackets aside, a key that has no end of its own? */
static bool is_open_ended(const struct pattern *p)
{
	size_t i = p->n;

	while (i && p->pieces[i - 1].kind >= PIECE_PART)
		i--;
	return i && p->pieces[i - 1].kind == PIECE_KEY && p->pieces[i - 1].any;
}

static int read_key(struct reader *r)
{
	const char *s = r->p->written + r->at, *end = strchr(s, '}');
	const char *colon = end ? memchr(s, ':', (size_t)(end - s)) : NULL;
	const char *stop = colon ? colon : end;
	struct pattern_piece *piece;
	const char *key;

	if (!end)
		return wrong(r, r->at, "'{' is not closed",
			     "{key}; a '{' of the path itself is \\{");
	key = tag_key_canonical(arena_strndup(r->arena, s + 1,
					      (size_t)(stop - s - 1)),
				r->arena);
	if (check_key(r, key, r->at + 1) < 0)
		return -1;
	if (!colon && is_open_ended(r->p))
		return wrong(r, r->at, "where does the key before this one "
			     "end?", "put a literal between, or say its bytes:"
			     " {rev:0-9}");
	piece = add(r, PIECE_KEY);
	if (!piece)
		return -1;
	piece->text = key;
	piece->any = !colon;
	if (colon && read_class(r, piece, (size_t)(colon + 1 - r->p->written),
				(size_t)(end - r->p->written)) < 0)
		return -1;
	r->at = (size_t)(end + 1 - r->p->written);
	return 0;
}

/* A literal, up to what is none. */
static int read_text(struct reader *r)
{
	const char *s = r->p->written;
	struct pattern_piece *piece = add(r, PIECE_TEXT);
	char *text;

	if (!piece)
		return -1;
	piece->text = text = arena_alloc(r->arena, r->len - r->at + 1);
	while (r->at < r->len && !strchr("{}[]|", s[r->at])) {
		if (s[r->at] == '\\' && ++r->at == r->len)
			return wrong(r, r->at - 1, "nothing behind '\\'",
				     "a '\\' of the path itself is \\\\");
		text[piece->len++] = s[r->at++];
	}
	return 0;
}

/* TERMS behind a '|', which are read once here to see whether they are good. */
static int read_terms(struct reader *r, const char **out)
{
	struct written all = { r->p->written, r->len };
	size_t from = ++r->at, len = strcspn(all.s + from, "|]");
	struct import_terms terms;

	import_terms_init(&terms);
	if (import_terms_add(&terms, all, from, len, r->arena, r->err) < 0)
		return -1;
	*out = arena_strndup(r->arena, all.s + from, len);
	r->at += len;
	return 0;
}

/* At '|' or ']'. */
static int end_part(struct reader *r)
{
	const char *s = r->p->written, *absent = NULL, *present = NULL;
	struct pattern_piece *part;
	size_t i;

	if (!r->n_open)
		return wrong(r, r->at, "no '[' before this",
			     "[part|TERMS]; the byte itself is written with a "
			     "\\ before it");
	i = r->open[--r->n_open];
	if (r->p->n == i + 1)
		return wrong(r, r->at, "the part is empty",
			     "[part|TERMS]: TERMS are recorded where part is "
			     "missing");
	if ((s[r->at] == '|' && read_terms(r, &absent) < 0) ||
	    (s[r->at] == '|' && read_terms(r, &present) < 0))
		return -1;
	if (s[r->at] != ']')
		return wrong(r, s[r->at] ? r->at : r->p->pieces[i].at,
			     s[r->at] ? "a third '|'" : "'[' is not closed",
			     "[part], [part|TERMS when missing] or [part|TERMS "
			     "when missing|TERMS when there]");
	if (!add(r, PIECE_PART_END))
		return -1;
	part = &r->p->pieces[i];
	part->end = r->p->n - 1;
	part->absent = absent;
	part->present = present;
	r->at++;
	return 0;
}

static int begin_part(struct reader *r)
{
	if (!add(r, PIECE_PART))
		return -1;
	r->open[r->n_open++] = r->p->n - 1;
	r->at++;
	return 0;
}

int pattern_read(const char *written, struct arena *arena, struct pattern *out,
		 struct err *err)
{
	struct reader r = { .p = out, .len = strlen(written), .arena = arena,
			    .err = err };
	int failed = 0;

	*out = (struct pattern){ .written = written };
	if (!r.len)
		return wrong(&r, 0, "it is empty", "{host}/{test}.txt");
	while (!failed && r.at < r.len)
		switch (written[r.at]) {
		case '{':
			failed = read_key(&r);
			break;
		case '[':
			failed = begin_part(&r);
			break;
		case ']':
		case '|':
			failed = end_part(&r);
			break;
		case '}':
			failed = wrong(&r, r.at, "no '{' before this",
				       "a '}' of the path itself is \\}");
			break;
		default:
			failed = read_text(&r);
		}
	if (!failed && r.n_open)
		return wrong(&r, out->pieces[r.open[r.n_open - 1]].at,
			     "'[' is not closed", "[part|TERMS]; a '[' of the "
			     "path itself is \\[");
	return failed;
}

/* ---- Fitting. ---- */

/* How a piece fits: where a key's value stands, whether a part is there. */
struct fit {
	size_t from, to;
	bool there;
};

struct fitting {
	const struct pattern *p;
	const char *path;
	size_t len;
	struct fit fits[PIECES_MAX];
	bool *hopeless; /* a piece at a place of the path: tried in vain */
};

static bool fit_from(struct fitting *f, size_t i, size_t at);

static bool fit_key(struct fitting *f, size_t i, size_t at)
{
	const struct pattern_piece *piece = &f->p->pieces[i];
	const unsigned char *s = (const unsigned char *)f->path;
	size_t most = at, to;

	while (most < f->len && (piece->any ? s[most] != '/' :
				 piece->bytes[s[most]]))
		most++;
	for (to = piece->any ? at + 1 : most; to > at && to <= most;
	     to += piece->any ? 1 : (size_t)-1)
		if (fit_from(f, i + 1, to)) {
			f->fits[i].from = at;
			f->fits[i].to = to;
			return true;
		}
	return false;
}

static bool fit_part(struct fitting *f, size_t i, size_t at)
{
	f->fits[i].there = fit_from(f, i + 1, at);
	return f->fits[i].there ||
	       fit_from(f, f->p->pieces[i].end + 1, at);
}

/* Do the pieces from i on fit the path from `at` on? */
static bool fit_from(struct fitting *f, size_t i, size_t at)
{
	const struct pattern_piece *piece = &f->p->pieces[i];
	bool *hopeless = &f->hopeless[i * (f->len + 1) + at];
	bool ok;

	if (i == f->p->n)
		return at == f->len;
	if (*hopeless)
		return false;
	switch (piece->kind) {
	case PIECE_TEXT:
		ok = f->len - at >= piece->len &&
		     !memcmp(f->path + at, piece->text, piece->len) &&
		     fit_from(f, i + 1, at + piece->len);
		break;
	case PIECE_KEY:
		ok = fit_key(f, i, at);
		break;
	case PIECE_PART:
		ok = fit_part(f, i, at);
		break;
	default:
		ok = fit_from(f, i + 1, at);
	}
	*hopeless = !ok;
	return ok;
}

static void add_terms(struct buf *out, const char *terms)
{
	if (terms)
		buf_printf(out, "%s%s", out->len ? "," : "", terms);
}

static void add_value(struct buf *out, const struct fitting *f, size_t i,
		      struct arena *arena)
{
	const struct fit *fit = &f->fits[i];

	add_terms(out, f->p->pieces[i].text);
	buf_char(out, ':');
	terms_encode(out, arena_strndup(arena, f->path + fit->from,
					fit->to - fit->from));
}

static const char *tell(const struct fitting *f, struct arena *arena)
{
	struct buf out;
	const char *terms;
	size_t i;

	/* A byte of a path is three at most, and every term is written. */
	buf_init(&out, 3 * f->len + 4 * strlen(f->p->written) + 1);
	for (i = 0; i < f->p->n; i++) {
		const struct pattern_piece *piece = &f->p->pieces[i];

		if (piece->kind == PIECE_KEY)
			add_value(&out, f, i, arena);
		if (piece->kind != PIECE_PART)
			continue;
		add_terms(&out, f->fits[i].there ? piece->present :
						   piece->absent);
		if (!f->fits[i].there)
			i = piece->end;
	}
	terms = out.len ? arena_strndup(arena, out.data, out.len) : "-";
	buf_release(&out);
	return terms;
}

const char *pattern_terms(const struct pattern *pattern, const char *path,
			  struct arena *arena)
{
	struct fitting f = { .p = pattern, .path = path, .len = strlen(path) };
	bool fits;

	f.hopeless = x_calloc(pattern->n + 1, f.len + 1);
	fits = fit_from(&f, 0, 0);
	x_free(f.hopeless);
	return fits ? tell(&f, arena) : NULL;
}
