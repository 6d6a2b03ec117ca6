/* page_run_list.c - the list of runs. */
#include <string.h>

#include "json.h"
#include "limits.h"
#include "list.h"
#include "pages.h"
#include "text.h"
#include "timestamp.h"

static void runs_table(struct request *rq, struct db_run **runs, size_t n,
		       struct table *t)
{
	static const struct column columns[] = {
		{ "run", true },     { "measured", false },
		{ "host", false },   { "series", true },
		{ "tests", false },  { "tags", false },
	};
	size_t i;

	table_init(t, rq->arena, columns, 6);
	for (i = 0; i < n; i++) {
		char at[TIME_SIZE];

		time_print_minute(runs[i]->at_ns, at);
		table_int(t, runs[i]->id);
		table_text(t, rq->format == FORMAT_CSV ?
			   time_text(rq->arena, runs[i]->at_ns) :
			   arena_printf(rq->arena, "%s%s", at,
					runs[i]->at_assumed ? "?" : ""));
		table_text(t, tags_get(&runs[i]->env->tags, "host"));
		table_int(t, (int64_t)runs[i]->n_series);
		table_text(t, run_tests(rq->arena, runs[i]));
		table_text(t, run_words(rq->arena, runs[i], "host",
					rq->format == FORMAT_CSV ? 0 : 60));
	}
}

/*
 * Of a full config no more than its size, as in the text: a list of them would
 * be megabytes. /run/ID has them all.
 */
static void json_options(const struct db_option_set *options, struct json *j)
{
	const struct tags none = { 0 };

	json_tags(j, "options", options->complete ? &none : &options->tags);
	json_int(j, "full_config", options->complete ?
		 (int64_t)options->tags.n : 0);
}

static void list_json(struct request *rq, struct reply *rp,
		      struct db_run **runs, size_t n, int64_t n_all,
		      const char *next)
{
	struct json j;
	size_t i;

	json_init(&j, &rp->body);
	json_object(&j, NULL);
	json_array(&j, "runs");
	for (i = 0; i < n; i++) {
		json_object(&j, NULL);
		json_int(&j, "run", runs[i]->id);
		json_int(&j, "upload", runs[i]->upload_id);
		json_string(&j, "at", time_text(rq->arena, runs[i]->at_ns));
		json_bool(&j, "at_assumed", runs[i]->at_assumed);
		json_tags(&j, "tags", &runs[i]->env->tags);
		json_options(runs[i]->env->options, &j);
		json_string(&j, "tests", run_tests(rq->arena, runs[i]));
		json_int(&j, "series", (int64_t)runs[i]->n_series);
		json_object_end(&j);
	}
	json_array_end(&j);
	if (n_all < 0)
		json_null(&j, "count");
	else
		json_int(&j, "count", n_all);
	json_string(&j, "next", next);
	json_object_end(&j);
	buf_char(&rp->body, '\n');
}

static const char *next_page(struct request *rq, const struct selection *sel,
			     int64_t last)
{
	struct buf b;
	const char *link;

	buf_init(&b, 16 * LIMIT_URL);
	buf_printf(&b, "%s/runs/", rq->base);
	terms_link(&b, sel);
	buf_printf(&b, ",after=%lld", (long long)last);
	if (rq->options.limit != 100)
		buf_printf(&b, ",limit=%zu", rq->options.limit);
	link = arena_strndup(rq->arena, b.data, b.len);
	buf_release(&b);
	return link;
}

/*
 * How many runs the terms mean: n, where this page is the only one; -1: to
 * count them was not asked for.
 */
static int count_all(struct request *rq, const struct selection *sel,
		     size_t n, const char *next, int64_t *out, struct err *err)
{
	struct db_totals totals;

	*out = (int64_t)n;
	if (!next && !rq->options.after)
		return 0;
	if (sel->n || sel->last) {
		*out = -1;
		if (!rq->options.count)
			return 0;
		if (db_count_runs(rq->db, sel, rq->arena, &n, err) < 0)
			return -1;
	} else {
		if (db_totals(rq->db, &totals, err) < 0)
			return -1;
		n = totals.n_runs;
	}
	*out = (int64_t)n;
	return 0;
}

int runs_get(struct request *rq, struct reply *rp, struct err *err)
{
	size_t limit = rq->options.limit, n;
	int64_t n_all;
	const char *next = NULL;
	struct selection sel;
	struct db_run **runs;
	struct table t;

	if (page_selection(rq, &sel, err) < 0)
		return -1;
	if (sel.last && sel.last < limit)
		limit = sel.last;
	if (db_find_runs(rq->db, &sel, rq->options.after, limit + 1, rq->arena,
			 &runs, &n, err) < 0)
		return -1;
	if (!n && sel.n)
		return explain_nothing(rq, &sel, 0, err);
	if (n > limit) {
		n = limit;
		next = sel.last ? NULL : next_page(rq, &sel, runs[n - 1]->id);
	}
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON) {
		if (count_all(rq, &sel, n, next, &n_all, err) < 0)
			return -1;
		list_json(rq, rp, runs, n, n_all, next);
		return REPLY_NOW;
	}
	runs_table(rq, runs, n, &t);
	if (rq->format == FORMAT_CSV)
		table_csv(&t, &rp->body);
	else if (n)
		table_print(&t, &rp->body);
	else
		buf_str(&rp->body, "no runs yet\n");
	reply_next(rq, rp, next);
	return REPLY_NOW;
}
