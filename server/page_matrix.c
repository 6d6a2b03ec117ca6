/* page_matrix.c - medians by the values of two keys. */
#include <string.h>

#include "matrix.h"
#include "list.h"
#include "pages.h"
#include "route.h"

static int refuse(const struct request *rq, size_t i, const char *text,
		  const char *why, struct err *err)
{
	err_set(err, ERR_INPUT, "'%.64s' %s", text, why);
	err_hint(err, "test, metric, host, any other tag or parameter, or a "
		 "kernel option NAME");
	return err_point(err, rq->uri, strlen(rq->uri),
			 rq->segments[i].offset);
}

/* NAME of the grammar, which is a kernel option. */
static bool is_name(const char *s)
{
	if (*s < 'A' || *s > 'Z')
		return false;
	for (; *s; s++)
		if (!(*s >= 'A' && *s <= 'Z') && !(*s >= 'a' && *s <= 'z') &&
		    !(*s >= '0' && *s <= '9') && *s != '_')
			return false;
	return true;
}

/*
 * The key that a segment means. NAME is the option, unless only a tag is
 * recorded under that name.
 */
static int read_key(struct request *rq, size_t i, const char **out,
		    struct err *err)
{
	const char *text, *option;
	size_t known, tag;

	if (segment_text(rq, i, &text, err) < 0)
		return -1;
	if (!tag_key_ok(text, strlen(text)) || tag_key_asks(text))
		return refuse(rq, i, text, "is no key", err);
	*out = tag_key_canonical(text, rq->arena);
	if (!strcmp(text, "test") || !strcmp(text, "metric"))
		return 0;
	if (tag_key_reserved(text))
		return refuse(rq, i, text, "is no key of a matrix", err);
	if (tag_option_name(*out) || !is_name(text))
		return 0;
	option = arena_printf(rq->arena, "option.%s", text);
	if (db_key_values(rq->db, option, &known, err) < 0 ||
	    db_key_values(rq->db, text, &tag, err) < 0)
		return -1;
	if (known || !tag)
		*out = option;
	return 0;
}

/* Is it a key that something has, somewhere in the archive? */
static int check_key(struct request *rq, const char *key, struct err *err)
{
	size_t known;

	if (!strcmp(key, "test") || !strcmp(key, "metric"))
		return 0;
	if (db_key_values(rq->db, key, &known, err) < 0)
		return -1;
	return known ? 0 : explain_no_key(rq, key, err);
}

static int make(struct request *rq, struct matrix *m, struct err *err)
{
	size_t i;

	*m = (struct matrix){ .rq = rq, .arena = rq->arena };
	for (i = 0; i < 2; i++)
		if (read_key(rq, i, &m->keys[i], err) < 0)
			return -1;
	if (!strcmp(m->keys[0], m->keys[1]))
		return refuse(rq, 1, m->keys[1], "are the rows already", err);
	if (terms_query(rq->written, &rq->segments[2], rq->now_ns, rq->arena,
			&m->selection, err) < 0 ||
	    db_find(rq->db, &m->selection, false, rq->arena, &m->found, err) <
		    0)
		return -1;
	if (!m->found.n_runs && m->selection.n)
		return explain_nothing(rq, &m->selection, 0, err);
	for (i = 0; m->found.n_runs && i < 2; i++)
		if (check_key(rq, m->keys[i], err) < 0)
			return -1;
	matrix_make(m);
	return 0;
}

int matrix_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct matrix m;

	if (make(rq, &m, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		matrix_json(&m, &rp->body);
	else if (rq->format == FORMAT_CSV)
		matrix_csv(&m, &rp->body);
	else
		matrix_text(&m, &rp->body);
	return REPLY_NOW;
}
