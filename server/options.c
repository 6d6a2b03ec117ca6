/* options.c - the name=value part of a URL, read and checked. */
#include "options.h"

#include <stddef.h>
#include <string.h>

#include "change.h"
#include "limits.h"
#include "number.h"
#include "timestamp.h"

enum option_kind {
	KIND_FLAG,
	KIND_PERCENT,
	KIND_MARGIN,
	KIND_LEVEL,
	KIND_KEY_OR_NONE,
	KIND_KEY,
	KIND_PER,
	KIND_IGNORE,
	KIND_WANT,
	KIND_SHOW,
	KIND_SORT,
	KIND_WIDTH,
	KIND_PROFILE,
	KIND_BARS,
	KIND_ID,
	KIND_LIMIT,
	KIND_TEXT,
	KIND_PICK,
	KIND_X,
	KIND_Y,
	KIND_RUNS,
	KIND_LENGTH,
};

struct option {
	const char *name;
	size_t field;
	enum option_kind kind;
	unsigned pages;
	const char *form, *meaning;
};

static const struct option options[] = {
#define OPTION(name, field, kind, pages, form, meaning) \
	{ name, offsetof(struct options, field), kind, pages, form, meaning },
#include "options.def"
#undef OPTION
};

#define N_OPTIONS (sizeof(options) / sizeof(options[0]))

void options_init(struct options *o)
{
	memset(o, 0, sizeof(*o));
	o->confidence = 95;
	o->limit = 100;
	o->rows = LIMIT_ROWS;
	o->want = (struct want){ 1, 95, false };
}

size_t name_distance(const char *x, const char *y)
{
	size_t row[65], nx = strlen(x), ny = strlen(y), i, j;

	if (nx > 64 || ny > 64)
		return nx > ny ? nx : ny;
	for (j = 0; j <= ny; j++)
		row[j] = j;
	for (i = 1; i <= nx; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (j = 1; j <= ny; j++) {
			size_t best = diagonal + (x[i - 1] != y[j - 1]);

			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[ny];
}

static int unknown(const char *name, unsigned takes, struct err *err)
{
	const char *best = NULL;
	size_t distance = 4, i;
	bool elsewhere = false;

	for (i = 0; i < N_OPTIONS; i++) {
		size_t d = name_distance(name, options[i].name);

		elsewhere |= d == 0;
		if ((options[i].pages & takes) && d < distance) {
			distance = d;
			best = options[i].name;
		}
	}
	err_set(err, ERR_INPUT, elsewhere ?
		"'%.60s' is no option of this page" :
		"'%.60s' is no option", name);
	if (best)
		err_hint(err, "%s=?", best);
	return -1;
}

static int refuse(const struct option *o, const char *value, struct err *err)
{
	return err_set(err, ERR_INPUT, "%s takes %s, not '%.60s'", o->name,
		       o->form, value);
}

/* Which of the words of "a|b|c" it is; -1: none. */
static int word_of(const char *form, const char *value)
{
	size_t len = strlen(value);
	int i = 0;

	for (;; i++) {
		const char *bar = strchr(form, '|');
		size_t n = bar ? (size_t)(bar - form) : strlen(form);

		if (n == len && !memcmp(form, value, n))
			return i;
		if (!bar)
			return -1;
		form = bar + 1;
	}
}

static int set_number(const struct option *o, const char *value, double lo,
		      double hi, double *out, struct err *err)
{
	double x;

	if (number_parse(value, strlen(value), &x) != NUMBER_OK || x < lo ||
	    x > hi)
		return refuse(o, value, err);
	*out = x;
	return 0;
}

static int set_int(const struct option *o, const char *value, uint64_t lo,
		   uint64_t hi, uint64_t *out, struct err *err)
{
	if (!number_parse_u64(value, strlen(value), hi, out) || *out < lo)
		return refuse(o, value, err);
	return 0;
}

static int add_pick(const struct option *o, const char *value,
		    struct arena *arena, struct options *out, struct err *err)
{
	const char *colon = strchr(value, ':'), *key, *why;

	if (!colon || !tag_key_ok(value, (size_t)(colon - value)) ||
	    !tag_value_ok(colon + 1, strlen(colon + 1), &why))
		return refuse(o, value, err);
	if (out->n_picks == LIMIT_TERMS)
		return err_set(err, ERR_INPUT, "more than %u picks",
			       LIMIT_TERMS);
	key = arena_strndup(arena, value, (size_t)(colon - value));
	out->picks = arena_grow(arena, out->picks, out->n_picks,
				sizeof(*out->picks));
	out->picks[out->n_picks++] =
		(struct pick){ tag_key_canonical(key, arena),
			       arena_strdup(arena, colon + 1) };
	return 0;
}

/* The kinds that are one word of the form. */
static int set_word(const struct option *o, const char *value, void *field,
		    struct err *err)
{
	int word = word_of(o->form, value);

	if (word < 0)
		return refuse(o, value, err);
	switch (o->kind) {
	case KIND_SHOW:
		*(enum show *)field = (enum show)word;
		break;
	case KIND_SORT:
		*(enum sort *)field = (enum sort)word;
		break;
	case KIND_PROFILE:
		*(enum ministat_profile *)field = word ? MINISTAT_DEBIAN2015 :
							 MINISTAT_FREEBSD;
		break;
	case KIND_X:
		*(enum axis_x *)field = (enum axis_x)word;
		break;
	case KIND_Y:
		*(enum axis_y *)field = (enum axis_y)word;
		break;
	case KIND_LEVEL:
		return set_number(o, value, 0, 100, field, err);
	default: /* flags: the one word; KIND_BARS: the second */
		*(bool *)field = o->kind != KIND_BARS || word == 1;
		break;
	}
	return 0;
}

/* A key, or one of the words that stand for none. */
static int set_key(const struct option *o, const char *value,
		   struct arena *arena, const char **field, struct err *err)
{
	if (!tag_key_ok(value, strlen(value)))
		return refuse(o, value, err);
	if (o->kind == KIND_KEY_OR_NONE && !strcmp(value, "none"))
		*field = "";
	else if (o->kind == KIND_PER && !strcmp(value, "auto"))
		*field = NULL;
	else
		*field = tag_key_canonical(arena_strdup(arena, value), arena);
	return 0;
}

static int set_want(const struct option *o, const char *value,
		    struct want *out, struct err *err)
{
	size_t n = strcspn(value, ",");
	double width, level = 95;

	if (number_parse(value, n, &width) != NUMBER_OK || !(width > 0) ||
	    width > 100 ||
	    (value[n] && (number_parse(value + n + 1, strlen(value + n + 1),
				       &level) != NUMBER_OK ||
			  level < 50 || level > 99.99)))
		return refuse(o, value, err);
	*out = (struct want){ width, level, true };
	return 0;
}

static int set(const struct option *o, const char *value, struct arena *arena,
	       struct options *out, struct err *err)
{
	void *field = (char *)out + o->field;
	uint64_t n;

	switch (o->kind) {
	case KIND_PERCENT:
		return set_number(o, value, 50.01, 99.99, field, err);
	case KIND_MARGIN:
		return set_number(o, value, 0.01, 100, field, err);
	case KIND_KEY_OR_NONE:
	case KIND_KEY:
	case KIND_PER:
		return set_key(o, value, arena, field, err);
	case KIND_WANT:
		return set_want(o, value, field, err);
	case KIND_WIDTH:
		if (set_int(o, value, 40, 1000, &n, err) < 0)
			return -1;
		*(int *)field = (int)n;
		return 0;
	case KIND_ID:
		if (set_int(o, value, 1, INT64_MAX, &n, err) < 0)
			return -1;
		*(int64_t *)field = (int64_t)n;
		return 0;
	case KIND_LIMIT:
	case KIND_RUNS:
		if (set_int(o, value, 1, o->kind == KIND_LIMIT ?
			    LIMIT_ROWS : CHANGE_RUNS_MAX, &n, err) < 0)
			return -1;
		*(size_t *)field = (size_t)n;
		return 0;
	case KIND_LENGTH:
		if (!time_parse_length(value, strlen(value), field) ||
		    *(int64_t *)field <= 0)
			return refuse(o, value, err);
		return 0;
	case KIND_TEXT:
		*(const char **)field = arena_strdup(arena, value);
		return 0;
	case KIND_PICK:
		return add_pick(o, value, arena, out, err);
	default:
		return set_word(o, value, field, err);
	}
}

static const struct option *find(const char *name, unsigned takes)
{
	size_t i;

	for (i = 0; i < N_OPTIONS; i++)
		if ((options[i].pages & takes) &&
		    !strcmp(options[i].name, name))
			return &options[i];
	return NULL;
}

int options_set(enum takes takes, const char *name, const char *value,
		struct arena *arena, struct options *out, struct err *err)
{
	const struct option *o = find(name, takes);

	return o ? set(o, value, arena, out, err) : unknown(name, takes, err);
}

/* What a URL has given so far. */
struct given {
	struct written all;
	enum takes takes;
	struct arena *arena;
	struct options *out;
	unsigned long seen; /* a bit a row of the table */
	struct err *err;
};

/* The pages that take an option with this value, whichever row is theirs. */
static unsigned pages_of(const char *name, const char *value,
			 struct arena *arena)
{
	unsigned pages = 0;
	size_t i;

	for (i = 0; i < N_OPTIONS; i++) {
		struct options ignored;
		struct err err;

		options_init(&ignored);
		if (!strcmp(options[i].name, name) &&
		    !set(&options[i], value, arena, &ignored, &err))
			pages |= options[i].pages;
	}
	return pages;
}

static void keep_given(struct given *g, const struct option *o,
		       const char *value)
{
	struct options *out = g->out;
	struct buf b;

	buf_init(&b, 4 * LIMIT_URL);
	buf_printf(&b, "%s=", o->name);
	terms_encode(&b, value);
	out->given = arena_grow(g->arena, out->given, out->n_given,
				sizeof(*out->given));
	out->given[out->n_given++] = (struct given_option){
		arena_strndup(g->arena, b.data, b.len),
		pages_of(o->name, value, g->arena)
	};
	buf_release(&b);
}

static int give(struct given *g, const char *name_raw, size_t name_len,
		const char *value_raw, size_t value_len)
{
	const char *name = arena_strndup(g->arena, name_raw, name_len), *value;
	const struct option *o = find(name, g->takes);
	size_t at = (size_t)(name_raw - g->all.s);

	if (!o) {
		unknown(name, g->takes, g->err);
		return err_point(g->err, g->all.s, g->all.len, at);
	}
	if (o->kind != KIND_PICK && (g->seen & 1ul << (o - options))) {
		err_set(g->err, ERR_INPUT, "the option '%s' stands there twice",
			name);
		return err_point(g->err, g->all.s, g->all.len, at);
	}
	g->seen |= 1ul << (o - options);
	if (terms_decode(g->all, value_raw, value_len, g->arena, &value,
			 g->err) < 0)
		return -1;
	if (set(o, value, g->arena, g->out, g->err) < 0)
		return err_point(g->err, g->all.s, g->all.len, at);
	keep_given(g, o, value);
	return 0;
}

/* ?pick=a:1,b:2 is two picks; elsewhere a comma belongs to the value. */
static int give_query(struct given *g, const char *s, size_t len)
{
	const char *equals = memchr(s, '=', len), *end = s + len, *value;
	size_t name_len;

	if (!equals || equals == s) {
		err_set(g->err, ERR_INPUT,
			"behind ? stand options, name=value, joined by &");
		return err_point(g->err, g->all.s, g->all.len,
				 (size_t)(s - g->all.s));
	}
	name_len = (size_t)(equals - s);
	value = equals + 1;
	while (name_len == 4 && !memcmp(s, "pick", 4)) {
		const char *comma = memchr(value, ',', (size_t)(end - value));

		if (!comma)
			break;
		if (give(g, s, name_len, value, (size_t)(comma - value)) < 0)
			return -1;
		value = comma + 1;
	}
	return give(g, s, name_len, value, (size_t)(end - value));
}

static int give_all_query(struct given *g, size_t query, size_t len)
{
	const char *s = g->all.s + query, *end = s + len;

	while (s < end) {
		const char *amp = memchr(s, '&', (size_t)(end - s));
		const char *stop = amp ? amp : end;

		if (give_query(g, s, (size_t)(stop - s)) < 0)
			return -1;
		s = amp ? amp + 1 : end;
	}
	return 0;
}

int options_read(struct written all, enum takes takes,
		 const struct segment *segments, size_t n_segments,
		 size_t query, size_t query_len, struct arena *arena,
		 struct options *out, struct err *err)
{
	struct given g = { .all = all, .takes = takes, .arena = arena,
			   .out = out, .err = err };
	size_t i, j;
	int failed = 0;

	options_init(out);
	for (i = 0; !failed && i < n_segments; i++)
		for (j = 0; !failed && j < segments[i].n; j++) {
			const struct term *t = &segments[i].terms[j];

			if (t->kind == TERM_OPTION)
				failed = give(&g, t->key, t->key_len, t->value,
					      t->value_len);
		}
	if (!failed)
		failed = give_all_query(&g, query, query_len);
	return failed;
}

const char *options_link(const struct options *o, unsigned takes,
			 struct arena *arena)
{
	const char *link = "";
	size_t i;

	for (i = 0; i < o->n_given; i++)
		if (o->given[i].takes & takes)
			link = arena_printf(arena, "%s%s%s", link,
					    *link ? "," : "",
					    o->given[i].text);
	return link;
}

void options_help(struct buf *out)
{
	static const struct {
		enum takes takes;
		const char *title;
	} groups[] = { { TAKES_REPORT, "Options of /compare" },
		       { TAKES_CHECK, "Options of /check, besides those" },
		       { TAKES_CONFIRM, "Options of DELETE /runs" },
		       { TAKES_PLOT, "Options of /ministat" },
		       { TAKES_HISTORY, "Options of /history" },
		       { TAKES_CHANGES, "Options of /changes" },
		       { TAKES_LIST, "Options of lists" },
		       { TAKES_VALUES, "Options of /tags/KEY and /hosts" },
		       { TAKES_MATRIX, "Options of /matrix" },
		       { TAKES_UPLOAD, "Options of an upload" } };
	size_t g, i;

	for (g = 0; g < sizeof(groups) / sizeof(groups[0]); g++) {
		buf_printf(out, "\n%s\n", groups[g].title);
		for (i = 0; i < N_OPTIONS; i++) {
			const struct option *o = &options[i];

			if (!(o->pages & groups[g].takes))
				continue;
			buf_printf(out, "  %s=%-*s  %s\n", o->name,
				   (int)(30 - strlen(o->name)), o->form,
				   o->meaning);
		}
	}
}
