/* page_compare.c - two tag sets side by side; the ministat blocks. */
#include <string.h>

#include "compare.h"
#include "limits.h"
#include "pages.h"
#include "text.h"

int compare_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct compare c;

	if (compare_make(rq, &c, COMPARE_ALL, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		compare_json(&c, &rp->body);
	else if (rq->format == FORMAT_CSV)
		compare_csv(&c, &rp->body);
	else
		compare_text(&c, &rp->body);
	return REPLY_NOW;
}

/*
 * A form's field, decoded once; "" where it is missing. '+' is a blank here,
 * and here only.
 */
static int field(const struct request *rq, const char *name, const char **out,
		 struct err *err)
{
	size_t n = strlen(name), i;
	const char *s = rq->query;

	*out = "";
	while (*s) {
		size_t len = strcspn(s, "&");

		if (len > n && !memcmp(s, name, n) && s[n] == '=') {
			char *raw = arena_strndup(rq->arena, s, len);

			for (i = n; i < len; i++)
				if (raw[i] == '+')
					raw[i] = ' ';
			if (terms_decode((struct written){ raw, len },
					 raw + n + 1, len - n - 1, rq->arena,
					 out, err) < 0)
				return -1;
			return 0;
		}
		s += len;
		s += *s == '&';
	}
	return 0;
}

/*
 * What was typed becomes a segment: blanks join terms like commas, and what the
 * path cannot hold is encoded. A slash would end the segment.
 */
static void add_segment(struct buf *path, const char *typed)
{
	bool gap = false;
	size_t from = path->len;

	for (; *typed; typed++) {
		if (*typed == ' ' || *typed == ',') {
			gap = true;
			continue;
		}
		if (gap && path->len > from)
			buf_char(path, ',');
		gap = false;
		if (strchr("-._:@+~=%", *typed) ||
		    (*typed >= '0' && *typed <= '9') ||
		    (*typed >= 'A' && *typed <= 'Z') ||
		    (*typed >= 'a' && *typed <= 'z'))
			buf_char(path, *typed);
		else
			buf_printf(path, "%%%02X", (unsigned char)*typed);
	}
	if (path->len == from)
		buf_char(path, '-');
}

int compare_form_get(struct request *rq, struct reply *rp, struct err *err)
{
	const char *common, *a, *b;
	struct buf path;

	if (field(rq, "common", &common, err) < 0 ||
	    field(rq, "a", &a, err) < 0 || field(rq, "b", &b, err) < 0)
		return -1;
	if (!*a && !*b) {
		err_set(err, ERR_INPUT, "/compare takes two sides");
		return err_hint(err, "/compare/A/B, or "
				"/compare?common=TERMS&a=TERMS&b=TERMS");
	}
	buf_init(&path, LIMIT_URL * 4);
	buf_str(&path, "/compare/");
	if (strspn(common, " ,-") != strlen(common)) {
		add_segment(&path, common);
		buf_char(&path, '/');
	}
	add_segment(&path, a);
	buf_char(&path, '/');
	add_segment(&path, b);
	rp->status = 303;
	reply_header(rp, "Location", arena_strndup(rq->arena, path.data,
						   path.len));
	buf_printf(&rp->body, "%s\n", path.data);
	buf_release(&path);
	return REPLY_NOW;
}

/* "VIMAGE forwarding host:apu2 pps": what stands behind the symbol. */
static const char *set_name(const struct compare *c, const struct row *row,
			    size_t side)
{
	struct buf b;
	const char *name;

	buf_init(&b, 1 << 16);
	text_safe(&b, c->sides[side].link);
	buf_char(&b, ' ');
	row_name(c, row, &b);
	if (row->unit) {
		buf_char(&b, ' ');
		text_safe(&b, row->unit);
	}
	name = arena_strndup(c->arena, b.data, b.len);
	buf_release(&b);
	return name;
}

static void print_block(const struct compare *c, const struct row *row,
			struct buf *out)
{
	const struct options *o = &c->rq->options;
	struct ministat_options opt = {
		.profile = o->profile,
		.level = o->confidence,
		.width = (size_t)o->width,
		.separate_bars = o->separate_bars,
	};
	struct ministat_set sets[SIDES_MAX];
	size_t n = 0, i;

	for (i = 0; i < c->n_sides; i++) {
		if (!row->sides[i].n_results || row->sides[i].not_comparable)
			continue;
		sets[n].name = set_name(c, row, i);
		sets[n++].set = row->sides[i].set;
	}
	ministat_print(sets, n, &opt, c->arena, out);
}

static bool is_whole(const struct compare *c, const struct row *row)
{
	size_t i;

	for (i = 1; i < c->n_sides; i++)
		if (row->state[i] != ROW_PAIRED)
			return false;
	return true;
}

#define REST_SHOWN 20

/* Rows that have no block are named with the reason, or at least counted. */
static void print_rest(const struct compare *c, struct buf *out)
{
	size_t n = 0, i, s;

	for (i = 0; i < c->n_rows; i++)
		for (s = 1; s < c->n_sides; s++) {
			char word[VERDICT_TEXT_SIZE];

			if (c->rows[i].state[s] == ROW_PAIRED ||
			    n++ >= REST_SHOWN)
				continue;
			row_word(c, &c->rows[i], s, word);
			buf_printf(out, "no block: ");
			row_name(c, &c->rows[i], out);
			buf_printf(out, ": %s\n", word);
		}
	if (n > REST_SHOWN)
		buf_printf(out, "no block: %zu more rows, all in %s\n",
			   n - REST_SHOWN, compare_link(c, "compare", false));
}

int ministat_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct compare c;
	size_t n = 0, i;

	if (compare_make(rq, &c, COMPARE_SETS, err) < 0)
		return -1;
	reply_type(rq, rp);
	for (i = 0; i < c.n_rows; i++)
		if (is_whole(&c, &c.rows[i])) {
			if (n++)
				buf_char(&rp->body, '\n');
			print_block(&c, &c.rows[i], &rp->body);
		}
	if (n < c.n_rows) {
		buf_str(&rp->body, n ? "\n" : "");
		print_rest(&c, &rp->body);
	}
	buf_printf(&rp->body, "\n%s\n", compare_link(&c, "ministat", false));
	return REPLY_NOW;
}
