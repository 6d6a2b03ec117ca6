/* page_lists.c - what there is: tags, tests, hosts. */
#include <string.h>

#include "limits.h"
#include "list.h"
#include "pages.h"
#include "route.h"
#include "text.h"
#include "timestamp.h"

/* Of a list that is given in parts. */
struct part {
	size_t count;     /* of all there are */
	const char *next; /* the address of the next part; NULL: the last one */
};

/*
 * A table in whichever representation was asked for.
 * part      NULL: it is the whole
 */
static void give_table(const struct request *rq, struct reply *rp,
		       const struct table *t, const char *key,
		       const char *empty, const struct part *part)
{
	struct json j;

	reply_type(rq, rp);
	if (rq->format == FORMAT_CSV) {
		table_csv(t, &rp->body);
	} else if (rq->format == FORMAT_JSON) {
		json_init(&j, &rp->body);
		json_object(&j, NULL);
		table_json(t, &j, key);
		if (part) {
			json_int(&j, "count", (int64_t)part->count);
			json_string(&j, "next", part->next);
		}
		json_object_end(&j);
		buf_char(&rp->body, '\n');
	} else if (t->n_cells) {
		table_print(t, &rp->body);
	} else {
		buf_printf(&rp->body, "%s\n", empty);
	}
	if (part)
		reply_next(rq, rp, part->next);
}

static void age_cell(struct table *t, const struct request *rq, int64_t at_ns)
{
	char text[TIME_SIZE];

	if (!at_ns) {
		table_text(t, NULL);
		return;
	}
	time_print_age(rq->now_ns - at_ns, text);
	table_text(t, arena_strdup(rq->arena, text));
}

/* The address of the values that follow the last one. */
static const char *next_values(struct request *rq, const char *path,
			       const char *last)
{
	struct buf b;
	const char *link;

	buf_init(&b, 4 * LIMIT_URL);
	buf_printf(&b, "%s%s?after=", rq->base, path);
	terms_encode(&b, last);
	if (rq->options.rows != LIMIT_ROWS)
		buf_printf(&b, "&limit=%zu", rq->options.rows);
	link = arena_strndup(rq->arena, b.data, b.len);
	buf_release(&b);
	return link;
}

/*
 * Values of a key with runs and the age of the newest.
 * path      of this list
 */
static int give_values(struct request *rq, struct reply *rp, const char *key,
		       const char *list, const char *path, struct err *err)
{
	const struct column columns[] = { { "value", false },
					  { "runs", true },
					  { "last_at", false },
					  { "last", false } };
	size_t most = rq->options.rows, n, i;
	struct part part = { 0 };
	struct db_count *values;
	struct table t;

	if (db_tag_values(rq->db, key, rq->options.after_value, most + 1,
			  rq->arena, &values, &n, err) < 0 ||
	    db_key_values(rq->db, key, &part.count, err) < 0)
		return -1;
	if (!part.count && !strcmp(list, "values"))
		return explain_no_key(rq, key, err);
	if (n > most) {
		n = most;
		part.next = next_values(rq, path, values[n - 1].name);
	}
	table_init(&t, rq->arena, columns, 4);
	for (i = 0; i < n; i++) {
		table_text(&t, values[i].name);
		table_int(&t, (int64_t)values[i].n_runs);
		table_text(&t, time_text(rq->arena, values[i].last_at_ns));
		age_cell(&t, rq, values[i].last_at_ns);
	}
	give_table(rq, rp, &t, list, "none recorded", &part);
	return REPLY_NOW;
}

int tags_get_page(struct request *rq, struct reply *rp, struct err *err)
{
	const struct column columns[] = { { "key", false },
					  { "values", true } };
	struct db_count *keys;
	struct table t;
	size_t n, i;

	if (rq->n_segments) {
		const char *key;

		if (segment_text(rq, 0, &key, err) < 0)
			return -1;
		key = tag_key_canonical(key, rq->arena);
		/* A key holds nothing that a path would have to encode. */
		return give_values(rq, rp, key, "values",
				   arena_printf(rq->arena, "/tags/%s", key),
				   err);
	}
	if (db_tag_keys(rq->db, rq->arena, &keys, &n, err) < 0)
		return -1;
	table_init(&t, rq->arena, columns, 2);
	for (i = 0; i < n; i++) {
		table_text(&t, keys[i].name);
		table_int(&t, (int64_t)keys[i].n_values);
	}
	give_table(rq, rp, &t, "keys", "no tags yet", NULL);
	return REPLY_NOW;
}

int tests_get(struct request *rq, struct reply *rp, struct err *err)
{
	const struct column columns[] = { { "test", false },
					  { "series", true },
					  { "runs", true },
					  { "last_at", false },
					  { "last", false } };
	struct db_count *tests;
	struct table t;
	size_t n, i;

	if (db_tests(rq->db, rq->arena, &tests, &n, err) < 0)
		return -1;
	table_init(&t, rq->arena, columns, 5);
	for (i = 0; i < n; i++) {
		table_text(&t, *tests[i].name ? tests[i].name : NULL);
		table_int(&t, (int64_t)tests[i].n_values);
		table_int(&t, (int64_t)tests[i].n_runs);
		table_text(&t, time_text(rq->arena, tests[i].last_at_ns));
		age_cell(&t, rq, tests[i].last_at_ns);
	}
	give_table(rq, rp, &t, "tests", "no tests yet", NULL);
	return REPLY_NOW;
}

int hosts_get(struct request *rq, struct reply *rp, struct err *err)
{
	return give_values(rq, rp, "host", "hosts", "/hosts", err);
}
