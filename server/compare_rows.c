/* compare_rows.c - results into rows, rows into comparisons. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "compare_parts.h"
#include "idmap.h"
#include "notices.h"
#include "limits.h"

/* What a row is known by. Of several that are equal the first counts. */
struct row_key {
	const char *text;
	struct row_key *first;
	size_t n;  /* entries that have it */
	size_t at; /* the place of the next of them */
};

/* A result or a failure of one side, under the key of its row. */
struct entry {
	struct row_key *key;
	size_t side;
	const struct db_result *result;
	const struct db_failure *failure;
};

struct entries {
	struct entry *items;
	size_t n;
	struct row_key **keys;
	size_t n_keys;
};

const char *compare_by(const struct compare *c)
{
	const char *by = c->rq->options.by;

	return !by ? "host" : *by ? by : NULL;
}

/* The parameters and the host that a row is known by. */
static void labels_of(const struct compare *c, const struct tags *params,
		      const struct db_run *run, struct tags *out)
{
	const char *by = compare_by(c), *value = NULL;
	size_t i;

	for (i = 0; i < params->n; i++)
		if (!compare_names(c, params->items[i].key))
			tags_set(out, c->arena, params->items[i].key,
				 params->items[i].value);
	if (!by || compare_names(c, by))
		return;
	value = tags_get(out, by);
	if (!value)
		value = db_env_tag(run->env, by);
	if (value)
		tags_set(out, c->arena, by, value);
}

static const char *text_of_key(const struct compare *c, const char *test,
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

static struct row_key *add_key(const struct compare *c, struct entries *e,
			       const char *text)
{
	struct row_key *key = arena_alloc(c->arena, sizeof(*key));

	key->text = text;
	e->keys = arena_grow(c->arena, e->keys, e->n_keys, sizeof(*e->keys));
	e->keys[e->n_keys++] = key;
	return key;
}

/* The keys of a series, by what its runs have in host's place. */
struct series_key {
	const char *by; /* NULL where a run has none */
	struct row_key *key;
	struct series_key *next;
};

static bool is_same(const char *x, const char *y)
{
	return x == y || (x && y && !strcmp(x, y));
}

/* Thousands of results of a series share a key; it is made once. */
static struct row_key *key_of_result(const struct compare *c,
				     struct entries *e, struct idmap *known,
				     const struct db_result *r, struct buf *b)
{
	const char *by = compare_by(c);
	const char *value = by ? db_env_tag(r->run->env, by) : NULL;
	struct series_key *first = idmap_get(known, r->series->id), *k;
	const char *text;

	for (k = first; k; k = k->next)
		if (is_same(k->by, value))
			return k->key;
	k = arena_alloc(c->arena, sizeof(*k));
	k->by = value;
	text = text_of_key(c, r->series->test, &r->series->params,
			   r->series->metric, r->series->role, r->run, b);
	k->key = add_key(c, e, text);
	k->next = first;
	idmap_set(known, c->arena, r->series->id, k);
	return k->key;
}

static void add_entry(struct compare *c, struct entries *e,
		      struct row_key *key, size_t side,
		      const struct db_result *result,
		      const struct db_failure *failure)
{
	e->items = arena_grow(c->arena, e->items, e->n, sizeof(*e->items));
	e->items[e->n++] = (struct entry){ key, side, result, failure };
}

static struct row_key *key_of_failure(const struct compare *c,
				      struct entries *e,
				      const struct db_failure *f,
				      const char *metric, struct buf *b)
{
	return add_key(c, e, text_of_key(c, f->test, &f->params, metric,
					 ROLE_SAMPLE, f->run, b));
}

/*
 * A failure of a whole test stands for each of its metrics that the other side
 * has; where there is none, for itself.
 */
static void add_failure(struct compare *c, struct entries *e, size_t side,
			const struct db_failure *f, struct idmap *known,
			struct buf *b)
{
	size_t before = e->n, i, j;

	if (f->metric) {
		add_entry(c, e, key_of_failure(c, e, f, f->metric, b), side,
			  NULL, f);
		return;
	}
	for (i = 0; i < c->n_sides; i++)
		for (j = 0; j < c->sides[i].found.n_results; j++) {
			const struct db_result *r =
				&c->sides[i].found.results[j];
			struct row_key *key;

			if (strcmp(r->series->test, f->test))
				continue;
			key = key_of_result(c, e, known, r, b);
			if (!strcmp(key->text,
				    text_of_key(c, f->test, &f->params,
						r->series->metric,
						r->series->role, f->run, b)))
				add_entry(c, e, key, side, NULL, f);
		}
	if (e->n == before)
		add_entry(c, e, key_of_failure(c, e, f, "", b), side, NULL, f);
}

static int by_text(const void *x, const void *y)
{
	const struct row_key *const *a = x, *const *b = y;

	return strcmp((*a)->text, (*b)->text);
}

/*
 * By key; of one key they stay in the order that they came in: by side, the
 * results of its runs, then its failures.
 */
static void sort_entries(struct compare *c, struct entries *e)
{
	struct entry *sorted = arena_alloc(c->arena, e->n * sizeof(*sorted));
	size_t at = 0, i;

	if (e->n_keys)
		qsort(e->keys, e->n_keys, sizeof(*e->keys), by_text);
	for (i = 0; i < e->n_keys; i++)
		e->keys[i]->first = i && !by_text(&e->keys[i - 1],
						  &e->keys[i]) ?
			e->keys[i - 1]->first : e->keys[i];
	for (i = 0; i < e->n; i++)
		e->items[i].key->first->n++;
	for (i = 0; i < e->n_keys; i++) {
		e->keys[i]->at = at;
		at += e->keys[i]->n;
	}
	for (i = 0; i < e->n; i++) {
		struct entry *entry = &e->items[i];

		entry->key = entry->key->first;
		sorted[entry->key->at++] = *entry;
	}
	e->items = sorted;
}

static int collect(struct compare *c, struct entries *e, struct err *err)
{
	struct idmap known = { 0 };
	int failed = 0;
	struct buf b;
	size_t i, j;

	buf_init(&b, 1 << 20);
	for (i = 0; i < c->n_sides; i++) {
		const struct db_found *f = &c->sides[i].found;

		for (j = 0; j < f->n_results; j++)
			add_entry(c, e, key_of_result(c, e, &known,
						      &f->results[j], &b),
				  i, &f->results[j], NULL);
		/* Each one looks at all results: the time may run out here. */
		for (j = 0; !failed && j < f->n_failures; j++) {
			add_failure(c, e, i, &f->failures[j], &known, &b);
			failed = db_on_time(c->rq->db, err);
		}
	}
	buf_release(&b);
	sort_entries(c, e);
	return failed;
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

/* A row is named by its first result; by a failure where there is none. */
static const struct entry *namer(const struct entries *all, size_t i)
{
	const struct entry *first = &all->items[i];

	for (; i < all->n && all->items[i].key == first->key; i++)
		if (all->items[i].result)
			return &all->items[i];
	return first;
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

/* With less results a thread of its own would not be worth its start. */
#define RESULTS_BESIDE 2000

/* Every other row. */
struct share {
	struct compare c; /* of it the arena, scratch and exact work are own */
	struct arena arena;
	size_t first, step;
	struct err err;
	int failed;
};

static void finish_share(void *arg)
{
	struct share *s = arg;
	size_t i;

	for (i = s->first; !s->failed && i < s->c.n_rows; i += s->step) {
		s->failed = db_on_time(s->c.rq->db, &s->err);
		if (!s->failed)
			row_finish(&s->c, &s->c.rows[i]);
	}
}

static size_t count_results(const struct compare *c)
{
	size_t n = 0, i;

	for (i = 0; i < c->n_sides; i++)
		n += c->sides[i].found.n_results;
	return n;
}

/*
 * Rows have nothing to do with each other; many are finished by two threads. A
 * row is given the same whichever does it.
 */
static int finish_rows(struct compare *c, struct err *err)
{
	bool alone = c->n_rows < 2 || count_results(c) < RESULTS_BESIDE;
	struct share share[2];
	struct beside beside;
	size_t i, n = alone ? 1 : 2;

	for (i = 0; i < n; i++) {
		share[i] = (struct share){ .c = *c, .first = i, .step = n };
		share[i].c.arena = &share[i].arena;
		share[i].c.exact_work = RANK_EXACT_WORK / n;
	}
	if (!alone)
		beside_begin(&beside, finish_share, &share[1]);
	finish_share(&share[0]);
	if (!alone)
		beside_end(&beside);
	for (i = n; i--;) {
		arena_adopt(c->arena, &share[i].arena);
		if (share[i].failed)
			*err = share[i].err;
	}
	return share[0].failed || (!alone && share[1].failed) ? -1 : 0;
}

int compare_make(struct request *rq, struct compare *c,
		 enum compare_flags flags, struct err *err)
{
	struct entries e = { 0 };
	struct row *row = NULL;
	size_t i;

	if (compare_sides(rq, c, err) < 0 || compare_load(c, flags, err) < 0 ||
	    db_newest_run(rq->db, &c->newest_run, err) < 0)
		return -1;
	c->sets_only = flags == COMPARE_SETS;
	if (collect(c, &e, err) < 0)
		return -1;
	for (i = 0; i < e.n; i++) {
		if (!i || e.items[i].key != e.items[i - 1].key) {
			if (c->n_rows == LIMIT_ROWS)
				return err_set(err, ERR_TOO_BIG,
					       "more than %u rows; narrow the "
					       "terms", LIMIT_ROWS);
			row = new_row(c, namer(&e, i));
		}
		add_result(c, row, &e.items[i]);
	}
	if (finish_rows(c, err) < 0)
		return -1;
	compare_order(c);
	if (compare_tags(c, err) < 0)
		return -1;
	if (!c->sets_only) {
		compare_family(c);
		compare_notices(c);
	}
	compare_labels(c);
	compare_scales(c);
	if (!c->sets_only)
		compare_summaries(c);
	return 0;
}
