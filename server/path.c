/* path.c - a URL's path in pieces, and the patterns they fit. */
#include "path.h"

#include <string.h>

const struct path_suffix path_suffixes[PATH_SUFFIXES] = {
	{ ".txt", "text/plain", FORMAT_TEXT },
	{ ".json", "application/json", FORMAT_JSON },
	{ ".csv", "text/csv", FORMAT_CSV },
	{ ".html", "text/html", FORMAT_HTML },
};

static int split_pieces(struct request *rq, struct path *p, struct err *err)
{
	const char *s = rq->uri, *q = strchr(s, '?');
	size_t len = q ? (size_t)(q - s) : strlen(s), at = 1, counted = 0;

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

		counted += p->n && !path_options_only(s + at, stop - at);
		if (p->n == PIECES_MAX || counted > LIMIT_SEGMENTS)
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

	for (i = 0; i < PATH_SUFFIXES; i++) {
		size_t m = strlen(path_suffixes[i].suffix);

		if (piece->len > m &&
		    !memcmp(rq->uri + piece->offset + piece->len - m,
			    path_suffixes[i].suffix, m)) {
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

bool path_options_only(const char *s, size_t len)
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

size_t path_words(const char *pattern, const char *words[WORDS_MAX],
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

bool path_word_is(const char *word, size_t len, const char *s)
{
	return len == strlen(s) && !memcmp(word, s, len);
}

bool path_fits(const struct route *r, const struct request *rq,
		 const struct path *p, const struct piece *pieces, size_t n)
{
	const char *words[WORDS_MAX];
	size_t lens[WORDS_MAX], n_words = path_words(r->path, words, lens), i;

	if (!path_word_is(n_words ? words[0] : "", n_words ? lens[0] : 0,
			  p->page))
		return false;
	n_words = n_words ? n_words - 1 : 0;
	if (n_words && path_word_is(words[1], lens[1], "SIDES"))
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

int path_split(struct request *rq, struct path *p, struct err *err)
{
	if (split_pieces(rq, p, err) < 0)
		return -1;
	split_page(rq, p);
	return 0;
}
