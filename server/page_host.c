/* page_host.c - what a host is and was, and how well it measures. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "host_tags.h"
#include "limits.h"
#include "line_facts.h"
#include "pages.h"
#include "report_text.h"
#include "timestamp.h"

#define VALUES_TEXT 10 /* of a key, the newest */

struct host {
	const struct request *rq;
	const char *name, *link;
	struct db_found found;
	int64_t first_ns, last_ns;  /* measured */
	struct recorded *recorded;
	size_t n_recorded;
	size_t n_all;               /* lines */
	struct line_facts *lines;
	size_t n;                   /* those of one page */
	struct tags common;         /* to them */
	size_t n_noisier, n_tested; /* of them */
	size_t n_no_median, n_twice;
	double seen[3];             /* ratios: least, median, most */
	size_t n_seen;
	const char *more;           /* the lines that are left out, or NULL */
};

/* ---- Making it. ---- */

static void take_times(struct host *h)
{
	size_t i;

	h->first_ns = h->last_ns = h->found.runs[0]->at_ns;
	for (i = 1; i < h->found.n_runs; i++) {
		int64_t at = h->found.runs[i]->at_ns;

		h->first_ns = at < h->first_ns ? at : h->first_ns;
		h->last_ns = at > h->last_ns ? at : h->last_ns;
	}
}

static void take_lines(struct host *h, const struct lines *lines)
{
	struct arena *arena = h->rq->arena;
	double *seen;
	size_t i;

	h->n_all = lines->n;
	h->n = lines->n < LIMIT_ROWS ? lines->n : LIMIT_ROWS;
	h->lines = arena_alloc(arena, h->n * sizeof(*h->lines));
	seen = arena_alloc(arena, h->n * sizeof(*seen));
	for (i = 0; i < h->n; i++) {
		struct line_facts *f = &h->lines[i];

		line_facts(&lines->of[i], h->rq, f);
		h->n_noisier += f->spread.noisier;
		h->n_tested += isnan(f->spread.p) ? 0 : 1;
		h->n_no_median += f->line->n_no_median;
		h->n_twice += f->line->n_twice;
		if (!isnan(f->seen_ratio))
			seen[h->n_seen++] = f->seen_ratio;
	}
	lines_common(h->lines, h->n, arena, &h->common);
	if (!h->n_seen)
		return;
	stats_sort(seen, h->n_seen);
	h->seen[0] = seen[0];
	h->seen[1] = stats_median(seen, h->n_seen);
	h->seen[2] = seen[h->n_seen - 1];
}

static int make(struct request *rq, struct host *h, struct err *err)
{
	struct selection selection;
	struct lines lines;
	const char *terms;

	*h = (struct host){ .rq = rq };
	if (page_named(rq, "host", &h->name, &selection, err) < 0 ||
	    db_find(rq->db, &selection, false, rq->arena, &h->found, err) < 0)
		return -1;
	if (!h->found.n_runs)
		return explain_nothing(rq, &selection, 0, err);
	if (lines_make(&h->found, NULL, rq->arena, &lines, err) < 0)
		return -1;
	terms = selection.conditions[0].text;
	h->link = arena_printf(rq->arena, "%s/host/%s", rq->base,
			       strchr(terms, ':') + 1);
	take_times(h);
	host_tags(&h->found, rq->arena, &h->recorded, &h->n_recorded);
	take_lines(h, &lines);
	if (h->n < h->n_all)
		h->more = arena_printf(rq->arena, "%s/history/%s,after=%zu",
				       rq->base, terms, h->n);
	return 0;
}

/* ---- As text. ---- */

static void answer(const struct host *h, struct buf *out)
{
	char age[TIME_SIZE];

	time_print_age(h->rq->now_ns - h->last_ns, age);
	text_safe(out, h->name);
	buf_printf(out, ": %zu run%s, the last %s; ", h->found.n_runs,
		   plural(h->found.n_runs), age);
	if (h->n_noisier)
		buf_printf(out, "%zu of %zu line%s became noisier\n",
			   h->n_noisier, h->n, plural(h->n));
	else if (h->n_tested)
		buf_printf(out, "no line became noisier, of %zu\n",
			   h->n_tested);
	else
		buf_str(out, "too few runs to say whether it became "
			"noisier\n");
}

static void print_facts(const struct host *h, struct buf *out)
{
	char from[TIME_SIZE], to[TIME_SIZE];

	time_print_minute(h->first_ns, from);
	time_print_minute(h->last_ns, to);
	buf_printf(out, "measured  %s .. %s\n", from, to);
	if (h->n_seen > 1)
		buf_printf(out, "noise     after %d runs a change of %s .. %s "
			   "%% would be seen; of half the lines %s %%\n",
			   CHANGE_CONFIRMED,
			   percent_text(h->seen[0], h->rq->arena),
			   percent_text(h->seen[2], h->rq->arena),
			   percent_text(h->seen[1], h->rq->arena));
	print_common(&h->common, out);
	if (h->found.n_failures)
		buf_printf(out, "failed    %zu result%s\n",
			   h->found.n_failures, plural(h->found.n_failures));
	if (h->n_no_median)
		buf_printf(out, "left out  %zu result%s: only a summary was "
			   "published, and it has no median\n",
			   h->n_no_median, plural(h->n_no_median));
	if (h->n_twice)
		buf_printf(out, "left out  %zu result%s: the run has the same "
			   "series in another unit, too\n", h->n_twice,
			   plural(h->n_twice));
}

static void print_recorded(const struct host *h, struct buf *out)
{
	static const struct column columns[] = {
		{ "recorded", false }, { "value", false }, { "runs", true },
		{ "from", false },     { "to", false },
	};
	char from[TIME_SIZE], to[TIME_SIZE];
	size_t i, of_key = 0;
	struct table t;

	if (!h->n_recorded)
		return;
	table_init(&t, h->rq->arena, columns, 5);
	for (i = 0; i < h->n_recorded; i++) {
		const struct recorded *r = &h->recorded[i];
		bool same = i && !strcmp(r->key, r[-1].key);

		of_key = same ? of_key + 1 : 0;
		if (of_key >= VALUES_TEXT)
			continue;
		time_print_minute(r->first_ns, from);
		time_print_minute(r->last_ns, to);
		table_text(&t, same ? "" : r->key);
		table_text(&t, r->value);
		table_int(&t, (int64_t)r->n_runs);
		table_text(&t, arena_strdup(t.arena, from));
		table_text(&t, arena_strdup(t.arena, to));
	}
	buf_char(out, '\n');
	table_print(&t, out);
	if (t.n_cells / 5 < h->n_recorded)
		buf_printf(out, "%zu older values: %s/host.json%s\n",
			   h->n_recorded - t.n_cells / 5, h->rq->base,
			   h->link + strlen(h->rq->base) + 5);
}

/* "1.2 -> 3.4 % noisier"; where it did not, the newest alone. */
static const char *spread_text(const struct line_spread *s,
			       struct arena *arena)
{
	const char *newest = percent_text(s->newest, arena);

	if (!newest)
		return NULL;
	if (!s->noisier)
		return arena_printf(arena, "%s %%", newest);
	return arena_printf(arena, "%s -> %s %% noisier",
			    percent_text(s->before, arena), newest);
}

/* Two texts with a blank, or what there is of them. */
static const char *both(const char *a, const char *b, struct arena *arena)
{
	return a && b ? arena_printf(arena, "%s %s", a, b) : a ? a : b;
}

static const char *with_percent(double ratio, struct arena *arena)
{
	return isnan(ratio) ? NULL :
		arena_printf(arena, "%s %%", percent_text(ratio, arena));
}

static void add_line(const struct host *h, const struct line_facts *f,
		     struct table *t)
{
	const struct line *line = f->line;
	struct arena *arena = t->arena;
	const char *name = both(*line->series->test ? line->series->test :
						      "(no test)",
				line->series->metric, arena);

	table_text(t, both(name, line_words(line, &h->common, arena), arena));
	table_int(t, (int64_t)line->n);
	table_text(t, f->newest ? both(line_newest(f, arena), line->unit,
				       arena) : NULL);
	table_text(t, line_age(f, h->rq));
	table_text(t, with_percent(f->noise_ratio, arena));
	table_text(t, with_percent(f->seen_ratio, arena));
	table_int(t, (int64_t)f->n_changes);
	table_text(t, both(line_last_change(f, arena), line_last_word(f),
			   arena));
	table_text(t, spread_text(&f->spread, arena));
	table_text(t, f->history);
}

/* What the columns are. */
static void print_key(const struct host *h, struct buf *out)
{
	buf_printf(out, "\nnoise    standard deviation of a run around its "
		   "level, %% of the level\n"
		   "seen     the smallest change that %d runs of a new level "
		   "would show in 80 of 100 cases\n"
		   "changes  steps of the level, and what the last one was\n"
		   "spread   standard deviation within a run, %% of its mean, "
		   "median of the newest %d runs;\n"
		   "         noisier: larger than in the runs before (at most "
		   "%d), Mann-Whitney, p < %g;\n",
		   CHANGE_CONFIRMED, SPREAD_NEWEST, SPREAD_BEFORE,
		   SPREAD_ALPHA);
	if (h->n_tested)
		buf_printf(out, "         of %zu line%s with enough runs at "
			   "most %.2g false ones are expected\n",
			   h->n_tested, plural(h->n_tested),
			   SPREAD_ALPHA / 2 * (double)h->n_tested);
	else
		buf_str(out, "         no line has enough runs for that\n");
}

static void print_lines(const struct host *h, struct buf *out)
{
	static const struct column columns[] = {
		{ "line", false },   { "runs", true },	  { "newest", true },
		{ "measured", true }, { "noise", true },  { "seen", true },
		{ "changes", true }, { "the last", true }, { "spread", false },
		{ "", false },
	};
	struct table t;
	size_t i;

	if (!h->n) {
		buf_str(out, "\nno run with a value; all have failed\n");
		return;
	}
	table_init(&t, h->rq->arena, columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (i = 0; i < h->n; i++)
		add_line(h, &h->lines[i], &t);
	buf_char(out, '\n');
	table_print(&t, out);
	if (h->more)
		buf_printf(out, "%zu more lines: %s\n", h->n_all - h->n,
			   h->more);
	print_key(h, out);
}

static void host_text(const struct host *h, struct buf *out)
{
	answer(h, out);
	buf_char(out, '\n');
	print_facts(h, out);
	print_recorded(h, out);
	print_lines(h, out);
	buf_printf(out, "\n%s\n", h->link);
}

/* ---- As JSON. ---- */

static void recorded_json(const struct host *h, struct json *j)
{
	size_t i;

	json_array(j, "recorded");
	for (i = 0; i < h->n_recorded && i < LIMIT_ROWS; i++) {
		const struct recorded *r = &h->recorded[i];

		json_object(j, NULL);
		json_string(j, "key", r->key);
		json_string(j, "value", r->value);
		json_string(j, "from", time_text(h->rq->arena, r->first_ns));
		json_string(j, "to", time_text(h->rq->arena, r->last_ns));
		json_int(j, "runs", (int64_t)r->n_runs);
		json_object_end(j);
	}
	json_array_end(j);
	json_int(j, "recorded_left_out", (int64_t)(h->n_recorded - i));
}

static void host_json(const struct host *h, struct buf *out)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_object(&j, NULL);
	json_string(&j, "schema", "maxistat-host/1");
	json_string(&j, "link", h->link);
	json_string(&j, "host", h->name);
	json_int(&j, "runs", (int64_t)h->found.n_runs);
	json_string(&j, "first_at", time_text(h->rq->arena, h->first_ns));
	json_string(&j, "last_at", time_text(h->rq->arena, h->last_ns));
	json_int(&j, "failures", (int64_t)h->found.n_failures);
	recorded_json(h, &j);
	json_array(&j, "lines");
	for (i = 0; i < h->n; i++)
		line_facts_json(&h->lines[i], h->rq, &j);
	json_array_end(&j);
	json_int(&j, "lines_left_out", (int64_t)(h->n_all - h->n));
	json_int(&j, "lines_tested", (int64_t)h->n_tested);
	json_int(&j, "lines_noisier", (int64_t)h->n_noisier);
	json_number(&j, "expected_false",
		    SPREAD_ALPHA / 2 * (double)h->n_tested);
	json_object_end(&j);
	buf_char(out, '\n');
}

int host_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct host h;

	if (make(rq, &h, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		host_json(&h, &rp->body);
	else
		host_text(&h, &rp->body);
	return REPLY_NOW;
}
