/* page_index.c - the front page and the state of the server, as text. */
#include <inttypes.h>
#include <string.h>

#include "checker.h"
#include "json.h"
#include "list.h"
#include "morning.h"
#include "pages.h"
#include "text.h"
#include "timestamp.h"

#define LATEST 10

/*
 * What there is to know first; not known, where the archive is too large for it
 * to be found in time. Any other failure is one of the page.
 */
static int look(struct request *rq, int64_t newest_ns, struct morning *out,
		bool *known, struct err *err)
{
	*known = false;
	if (!newest_ns)
		return 0;
	*known = !morning_make(rq, newest_ns, out, err);
	return *known || err->code == ERR_BUSY || err->code == ERR_TOO_BIG ?
		       0 : -1;
}

/* Lines that work on this very archive. */
static void print_try(const struct request *rq, struct db_run **runs,
		      size_t n, struct buf *out)
{
	const char *base = *rq->base ? rq->base : "http://127.0.0.1:8421";

	buf_printf(out, "store    curl -fsS -T FILE "
		   "%s/runs/host:NAME,test:NAME,unit:UNIT\n", base);
	buf_printf(out, "list     curl -fsS %s/runs\n", base);
	if (n > 1)
		buf_printf(out, "compare  curl -fsS "
			   "%s/compare/run:%lld/run:%lld\n", base,
			   (long long)runs[1]->id, (long long)runs[0]->id);
	buf_printf(out, "changes  curl -fsS %s/changes/since=30d\n", base);
	buf_printf(out, "help     curl -fsS %s/help\n", base);
}

static void print_runs(const struct request *rq, struct db_run **runs,
		       size_t n, struct buf *out)
{
	const struct column columns[] = { { "run", true },
					  { "measured", false },
					  { "host", false },
					  { "tests", false },
					  { "tags", false } };
	struct table t;
	size_t i;

	table_init(&t, rq->arena, columns, 5);
	for (i = 0; i < n; i++) {
		char at[TIME_SIZE];

		time_print_minute(runs[i]->at_ns, at);
		table_int(&t, runs[i]->id);
		table_text(&t, arena_printf(rq->arena, "%s%s", at,
					    runs[i]->at_assumed ? "?" : ""));
		table_text(&t, tags_get(&runs[i]->env->tags, "host"));
		table_text(&t, run_tests(rq->arena, runs[i]));
		table_text(&t, run_words(rq->arena, runs[i], "host",
					60));
	}
	table_print(&t, out);
}

int index_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct selection everything = { 0 };
	struct morning morning;
	struct db_totals totals;
	struct db_run **runs;
	struct json j;
	bool known;
	size_t n;

	if (db_totals(rq->db, &totals, err) < 0 ||
	    db_find_runs(rq->db, &everything, 0, LATEST, rq->arena, &runs, &n,
			 err) < 0 ||
	    look(rq, totals.newest_at_ns, &morning, &known, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON) {
		json_init(&j, &rp->body);
		json_object(&j, NULL);
		json_int(&j, "runs", (int64_t)totals.n_runs);
		json_int(&j, "results", (int64_t)totals.n_results);
		json_int(&j, "trashed", (int64_t)totals.n_trashed);
		json_string(&j, "newest_at",
			    time_text(rq->arena, totals.newest_at_ns));
		if (known)
			morning_json(&morning, rq, &j);
		else
			json_null(&j, "recent");
		json_object_end(&j);
		buf_char(&rp->body, '\n');
		return REPLY_NOW;
	}
	if (known)
		morning_text(&morning, rq, &rp->body);
	buf_printf(&rp->body, "maxistat: %zu runs, %zu results", totals.n_runs,
		   totals.n_results);
	if (totals.n_trashed)
		buf_printf(&rp->body, "; %zu in the trash", totals.n_trashed);
	buf_str(&rp->body, "\n\n");
	if (n)
		print_runs(rq, runs, n, &rp->body);
	else
		buf_str(&rp->body, "Nothing is stored yet.\n");
	buf_char(&rp->body, '\n');
	print_try(rq, runs, n, &rp->body);
	return REPLY_NOW;
}

int health_get(struct request *rq, struct reply *rp, struct err *err)
{
	const struct checker *checker = rq->server->checker;
	const char *check = checker ? checker_state(checker) : NULL;
	struct db_totals totals;
	struct json j;

	if (rq->server->writer && db_writer_damaged(rq->server->writer)) {
		err_set(err, ERR_ARCHIVE, "the archive is damaged, and is "
			"served read-only");
		return err_hint(err, "maxistat fsck says what is wrong");
	}
	if (db_totals(rq->db, &totals, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON) {
		json_init(&j, &rp->body);
		json_object(&j, NULL);
		json_bool(&j, "ok", true);
		json_bool(&j, "writable", rq->server->writer != NULL);
		json_int(&j, "runs", (int64_t)totals.n_runs);
		json_string(&j, "check", check);
		json_object_end(&j);
		buf_char(&rp->body, '\n');
	} else {
		buf_printf(&rp->body, "ok: %zu runs%s\n", totals.n_runs,
			   rq->server->writer ? "" : ", read-only");
		if (check)
			buf_printf(&rp->body, "check of its pages: %s\n",
				   check);
	}
	return REPLY_NOW;
}
