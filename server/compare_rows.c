/* compare_rows.c - results into rows, rows into comparisons. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "describe.h"
#include "limits.h"
#include "order.h"
#include "unit.h"

/* A result or a failure of one side, under the key of its row. */
struct entry {
	const char *key;
	size_t side;
	const struct db_result *result;
	const struct db_failure *failure;
};

struct entries {
	struct entry *items;
	size_t n;
};

static const char *by_key(const struct compare *c)
{
	const char *by = c->rq->options.by;

	return !by ? "host" : *by ? by : NULL;
}

/* The parameters and the host that a row is known by. */
static void labels_of(const struct compare *c, const struct tags *params,
		      const struct db_run *run, struct tags *out)
{
	const char *by = by_key(c), *value = NULL;
	size_t i;

	for (i = 0; i < params->n; i++)
		if (!compare_names(c, params->items[i].key))
			tags_set(out, c->arena, params->items[i].key,
				 params->items[i].value);
	if (!by || compare_names(c, by))
		return;
	value = tags_get(out, by);
	if (!value)
		value = !strncmp(by, "option.", 7) ?
			tags_get(&run->env->options->tags, by) :
			tags_get(&run->env->tags, by);
	if (value)
		tags_set(out, c->arena, by, value);
}

static const char *key_of(const struct compare *c, const char *test,
			  const struct tags *params, const char *metric,
			  enum role role, const struct db_run *run,
			  struct buf *b)
{
	struct tags labels = { 0 };
	size_t i;

	labels_of(c, params, run, &labels);
	buf_clear(b);
	buf_printf(b, "%s\x01%s\x01%d", compare_names(c, "test") ? "" : test,
		   compare_names(c, "metric") ? "" : metric, (int)role);
	for (i = 0; i < labels.n; i++)
		buf_printf(b, "\x01%s\x02%s", labels.items[i].key,
			   labels.items[i].value);
	return arena_strndup(c->arena, b->data, b->len);
}

static void add_entry(struct compare *c, struct entries *e, const char *key,
		      size_t side, const struct db_result *result,
		      const struct db_failure *failure)
{
	e->items = arena_grow(c->arena, e->items, e->n, sizeof(*e->items));
	e->items[e->n++] = (struct entry){ key, side, result, failure };
}

/*
 * A failure of a whole test stands for each of its metrics that the other side
 * has; where there is none, for itself.
 */
static void add_failure(struct compare *c, struct entries *e, size_t side,
			const struct db_failure *f, struct buf *b)
{
	size_t before = e->n, i, j;

	if (f->metric) {
		add_entry(c, e, key_of(c, f->test, &f->params, f->metric,
				       ROLE_SAMPLE, f->run, b),
			  side, NULL, f);
		return;
	}
	for (i = 0; i < c->n_sides; i++)
		for (j = 0; j < c->sides[i].found.n_results; j++) {
			const struct db_result *r =
				&c->sides[i].found.results[j];
			const char *key, *mine;

			if (strcmp(r->series->test, f->test))
				continue;
			mine = key_of(c, f->test, &f->params,
				      r->series->metric, r->series->role,
				      f->run, b);
			key = key_of(c, r->series->test, &r->series->params,
				     r->series->metric, r->series->role,
				     r->run, b);
			if (!strcmp(mine, key))
				add_entry(c, e, key, side, NULL, f);
		}
	if (e->n == before)
		add_entry(c, e, key_of(c, f->test, &f->params, "", ROLE_SAMPLE,
				       f->run, b),
			  side, NULL, f);
}

static int by_entry(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	int d = strcmp(a->key, b->key);

	if (d)
		return d;
	if (a->side != b->side)
		return a->side < b->side ? -1 : 1;
	if (!a->result || !b->result)
		return (a->result == NULL) - (b->result == NULL);
	return a->result->run->id < b->result->run->id ? -1 :
	       a->result->run->id > b->result->run->id;
}

static void collect(struct compare *c, struct entries *e)
{
	struct buf b;
	size_t i, j;

	buf_init(&b, 1 << 20);
	for (i = 0; i < c->n_sides; i++) {
		const struct db_found *f = &c->sides[i].found;

		for (j = 0; j < f->n_results; j++) {
			const struct db_result *r = &f->results[j];

			add_entry(c, e,
				  key_of(c, r->series->test,
					 &r->series->params,
					 r->series->metric, r->series->role,
					 r->run, &b),
				  i, r, NULL);
		}
		for (j = 0; j < f->n_failures; j++)
			add_failure(c, e, i, &f->failures[j], &b);
	}
	buf_release(&b);
	if (e->n)
		qsort(e->items, e->n, sizeof(*e->items), by_entry);
}

static int by_newest(const void *x, const void *y)
{
	const struct db_result *const *a = x, *const *b = y;

	if ((*a)->run->at_ns != (*b)->run->at_ns)
		return (*a)->run->at_ns > (*b)->run->at_ns ? -1 : 1;
	return (*a)->run->id > (*b)->run->id ? -1 :
	       (*a)->run->id < (*b)->run->id;
}

static int by_run(const void *x, const void *y)
{
	return by_newest(y, x);
}

/* last:N keeps the newest runs of each row and side, after all else. */
static void keep_last(struct row_side *s, size_t last)
{
	size_t runs = 0, i;

	if (last && s->n_results)
		qsort(s->results, s->n_results, sizeof(*s->results),
		      by_newest);
	for (i = 0; last && i < s->n_results; i++) {
		runs += !i || s->results[i]->run != s->results[i - 1]->run;
		if (runs > last)
			break;
	}
	if (last)
		s->n_results = i;
	/* Samples stand in measured order: by time, then as stored. */
	if (s->n_results)
		qsort(s->results, s->n_results, sizeof(*s->results), by_run);
	for (i = 0; i < s->n_results; i++)
		s->n_runs += !i || s->results[i]->run != s->results[i - 1]->run;
}

/* All samples of a side in the row's unit, or all summaries as one. */
static void merge(struct compare *c, const struct row *row,
		  struct row_side *s)
{
	struct sample_set *parts;
	double *factors;
	size_t i;

	parts = arena_alloc(c->arena, s->n_results * sizeof(*parts));
	factors = arena_alloc(c->arena, s->n_results * sizeof(*factors));
	for (i = 0; i < s->n_results; i++) {
		parts[i] = s->results[i]->set;
		if (!unit_factor(s->results[i]->unit, row->unit, &factors[i]))
			s->not_comparable = true;
		s->summary_only |= s->results[i]->summary_only;
		s->set.n += parts[i].n;
	}
	if (s->not_comparable || !s->n_results)
		return;
	if (s->n_results == 1 && factors[0] == 1) {
		s->set = parts[0];
		return;
	}
	if (!s->summary_only) {
		double *all = arena_alloc(c->arena, s->set.n * sizeof(*all));
		double *scratch =
			arena_alloc(c->arena, s->set.n * sizeof(*scratch));
		size_t n = 0, j;

		for (i = 0; i < s->n_results; i++)
			for (j = 0; j < parts[i].n; j++)
				all[n++] = parts[i].samples[j] * factors[i];
		s->set.samples = all;
		stats_describe(all, n, scratch, &s->set.summary);
		return;
	}
	stats_pool(parts, factors, s->n_results, &s->set.summary);
}

/* Direction of a row: what its results agree on. */
static void direct(struct row *row, const struct db_result *r)
{
	if (r->better == BETTER_UNKNOWN || r->better == BETTER_NONE)
		return;
	if (row->better == BETTER_UNKNOWN) {
		row->better = r->better;
		row->better_assumed = r->better_assumed;
	} else if (row->better == r->better) {
		row->better_assumed &= r->better_assumed;
	} else if (row->better_assumed && !r->better_assumed) {
		row->better = r->better;
		row->better_assumed = false;
	} else if (row->better_assumed == r->better_assumed) {
		row->better_disputed = true;
	}
}

static void add_result(struct compare *c, struct row *row,
		       const struct entry *e)
{
	struct row_side *s = &row->sides[e->side];

	if (e->failure) {
		if (!s->n_failures++)
			s->failure = e->failure;
		return;
	}
	if (s->n_results &&
	    s->results[s->n_results - 1]->series != e->result->series)
		row->pooled = true;
	s->results = arena_grow(c->arena, s->results, s->n_results,
				sizeof(*s->results));
	s->results[s->n_results++] = e->result;
	direct(row, e->result);
}

static void compare_row(struct compare *c, struct row *row)
{
	const struct options *o = &c->rq->options;
	struct compare_options opt = {
		.confidence = o->confidence / 100,
		.better = row->better_disputed ? BETTER_UNKNOWN : row->better,
	};
	const struct row_side *a = &row->sides[0];
	size_t i;

	row->margin = o->margin > 0 ? o->margin / 100 : unit_margin(row->unit);
	opt.margin = row->margin;
	for (i = 1; i < c->n_sides; i++) {
		const struct row_side *b = &row->sides[i];
		struct comparison *out = &row->against[i];
		enum verdict none = VERDICT_NOT_COMPARABLE;

		row->state[i] = ROW_NOT_COMPARABLE;
		if ((!a->n_results && a->failure) ||
		    (!b->n_results && b->failure)) {
			row->state[i] = ROW_FAILED;
			none = VERDICT_FAILED;
		} else if (!a->n_results || !b->n_results) {
			row->state[i] = ROW_ONE_SIDED;
			none = a->n_results ? VERDICT_ONLY_A : VERDICT_ONLY_B;
		} else if (!a->not_comparable && !b->not_comparable) {
			row->state[i] = ROW_PAIRED;
			stats_compare(a->set, b->set, &opt, out);
			continue;
		}
		stats_compare_nothing(none, &opt, out);
		out->a = a->set.summary;
		out->b = b->set.summary;
	}
}

/* The unit of the baseline, else of the first side that has one. */
static void choose_unit(const struct compare *c, struct row *row)
{
	size_t i;

	for (i = 0; i < c->n_sides; i++)
		if (row->sides[i].n_results) {
			row->unit = row->sides[i].results[0]->unit;
			return;
		}
}

static void finish_row(struct compare *c, struct row *row)
{
	size_t i;

	for (i = 0; i < c->n_sides; i++)
		keep_last(&row->sides[i], c->sides[i].selection.last);
	choose_unit(c, row);
	for (i = 0; i < c->n_sides; i++)
		merge(c, row, &row->sides[i]);
	compare_row(c, row);
}

static struct row *new_row(struct compare *c, const struct entry *e)
{
	const struct db_series *s = e->result ? e->result->series : NULL;
	struct row *row;

	c->rows = arena_grow(c->arena, c->rows, c->n_rows, sizeof(*c->rows));
	row = &c->rows[c->n_rows++];
	row->test = s ? s->test : e->failure->test;
	row->metric = s ? s->metric :
		e->failure->metric ? e->failure->metric : "";
	row->role = s ? s->role : ROLE_SAMPLE;
	labels_of(c, s ? &s->params : &e->failure->params,
		  s ? e->result->run : e->failure->run, &row->labels);
	return row;
}

static int by_labels(const struct tags *a, const struct tags *b)
{
	size_t i;

	for (i = 0; i < a->n && i < b->n; i++) {
		int d = strcmp(a->items[i].key, b->items[i].key);

		if (!d)
			d = order_compare(a->items[i].key, a->items[i].value,
					  b->items[i].value);
		if (d)
			return d;
	}
	return a->n < b->n ? -1 : a->n > b->n;
}

static int by_row(const void *x, const void *y)
{
	const struct row *a = x, *b = y;
	int d = strcmp(a->test, b->test);

	if (!d)
		d = strcmp(a->metric, b->metric);
	if (!d)
		d = (int)a->role - (int)b->role;
	return d ? d : by_labels(&a->labels, &b->labels);
}

static double change_size(const struct row *r)
{
	double x = fabs(r->against[1].relative.change_ratio);

	return isnan(x) ? -1 : x;
}

static int by_change(const void *x, const void *y)
{
	const struct row *a = x, *b = y;
	int d = strcmp(a->test, b->test);

	if (!d)
		d = strcmp(a->metric, b->metric);
	if (!d)
		d = change_size(a) < change_size(b) ? 1 :
		    change_size(a) > change_size(b) ? -1 : 0;
	return d ? d : by_row(x, y);
}

int compare_make(struct request *rq, struct compare *c, struct err *err)
{
	struct entries e = { 0 };
	struct row *row = NULL;
	size_t i;

	if (compare_sides(rq, c, err) < 0 || compare_load(c, err) < 0 ||
	    db_newest_run(rq->db, &c->newest_run, err) < 0)
		return -1;
	collect(c, &e);
	for (i = 0; i < e.n; i++) {
		if (!i || strcmp(e.items[i].key, e.items[i - 1].key)) {
			if (c->n_rows == LIMIT_ROWS)
				return err_set(err, ERR_TOO_BIG,
					       "more than %u rows; narrow the "
					       "terms", LIMIT_ROWS);
			row = new_row(c, &e.items[i]);
		}
		add_result(c, row, &e.items[i]);
	}
	for (i = 0; i < c->n_rows; i++)
		finish_row(c, &c->rows[i]);
	if (c->n_rows)
		qsort(c->rows, c->n_rows, sizeof(*c->rows),
		      rq->options.sort == SORT_CHANGE ? by_change : by_row);
	if (compare_tags(c, err) < 0)
		return -1;
	compare_labels(c);
	compare_scales(c);
	compare_summaries(c);
	return 0;
}
