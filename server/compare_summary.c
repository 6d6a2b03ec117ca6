/* compare_summary.c - one figure for many rows, counts, line 1. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_block.h"
#include "compare_parts.h"
#include "report_text.h"

static bool same_metric(const struct row *x, const struct row *y)
{
	return !strcmp(x->metric, y->metric) && x->role == y->role &&
	       (x->unit == y->unit ||
		(x->unit && y->unit && !strcmp(x->unit, y->unit)));
}

/* Rows of one metric and unit, side against the baseline. */
static void summarise(struct compare *c, size_t side, size_t first)
{
	const struct row *like = &c->rows[first];
	double *a = arena_alloc(c->arena, c->n_rows * sizeof(*a));
	double *b = arena_alloc(c->arena, c->n_rows * sizeof(*b));
	double *scratch = arena_alloc(c->arena, c->n_rows * sizeof(*scratch));
	struct summary_over_rows *out;
	size_t i;

	c->summaries[side] = arena_grow(c->arena, c->summaries[side],
					c->n_summaries[side], sizeof(*out));
	out = &c->summaries[side][c->n_summaries[side]++];
	out->metric = like->metric;
	out->unit = like->unit;
	out->better = like->better;
	out->rows = arena_alloc(c->arena, c->n_rows * sizeof(*out->rows));
	for (i = first; i < c->n_rows; i++) {
		const struct row *r = &c->rows[i];

		if (!same_metric(r, like) || r->state[side] != ROW_PAIRED)
			continue;
		a[out->n] = r->against[side].a.mean;
		b[out->n] = r->against[side].b.mean;
		out->rows[out->n++] = i;
	}
	stats_over_rows(a, b, out->n, c->rq->options.confidence / 100, scratch,
			&out->over);
	stats_row_sums(a, b, out->n, &out->sums);
	stats_sums_leader(a, b, out->n, &out->sums_leader);
}

/* What is better higher stands first, else the order of the rows. */
static int by_direction(const void *x, const void *y)
{
	const struct summary_over_rows *a = x, *b = y;
	int d = (b->better == BETTER_HIGHER) - (a->better == BETTER_HIGHER);

	if (d || !a->n || !b->n)
		return d;
	return a->rows[0] < b->rows[0] ? -1 : a->rows[0] > b->rows[0];
}

void compare_summaries(struct compare *c)
{
	size_t side, i, j;

	for (side = 1; side < c->n_sides; side++)
		for (i = 0; i < c->n_rows; i++) {
			for (j = 0; j < i; j++)
				if (same_metric(&c->rows[i], &c->rows[j]))
					break;
			if (j == i)
				summarise(c, side, i);
		}
	for (side = 1; side < c->n_sides; side++)
		if (c->n_summaries[side])
			qsort(c->summaries[side], c->n_summaries[side],
			      sizeof(**c->summaries), by_direction);
}

void compare_count(const struct compare *c, size_t side,
		   struct row_counts *out)
{
	const char *seen[64];
	size_t n_seen = 0, i, j;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < c->n_rows; i++) {
		const struct row *r = &c->rows[i];
		const char *host = tags_get(&r->labels, "host");

		if (r->state[side] == ROW_ABSENT)
			continue;
		out->rows++;
		out->paired += r->state[side] == ROW_PAIRED;
		out->one_sided += r->state[side] == ROW_ONE_SIDED;
		out->failed += r->state[side] == ROW_FAILED;
		out->not_comparable += r->state[side] == ROW_NOT_COMPARABLE;
		out->verdicts[r->against[side].verdict]++;
		out->n_one += r->state[side] == ROW_PAIRED &&
			      (r->against[side].a.n == 1 ||
			       r->against[side].b.n == 1);
		for (j = 0; host && j < n_seen; j++)
			if (!strcmp(seen[j], host))
				host = NULL;
		if (host && n_seen < 64)
			seen[n_seen++] = host;
	}
	out->hosts = n_seen;
}

bool row_shown(const struct compare *c, const struct row *row, size_t side)
{
	enum verdict v = row->against[side].verdict;

	if (row->state[side] == ROW_ABSENT)
		return false;
	switch (c->rq->options.show) {
	case SHOW_CHANGED:
		return verdict_differs(v) || row->state[side] != ROW_PAIRED;
	case SHOW_WORSE:
		return v == VERDICT_WORSE;
	case SHOW_BETTER:
		return v == VERDICT_BETTER;
	default:
		return true;
	}
}

void row_name(const struct compare *c, const struct row *row, struct buf *out)
{
	size_t i;

	text_safe(out, *row->test ? row->test : "(no test)");
	for (i = 0; i < row->labels.n; i++) {
		const struct tag *t = &row->labels.items[i];

		/* What all rows share stands in the header. */
		if (c->n_rows > 1 && tags_get(&c->both, t->key))
			continue;
		buf_printf(out, " %s:", t->key);
		text_safe(out, t->value);
	}
	if (*row->metric) {
		buf_char(out, ' ');
		text_safe(out, row->metric);
	}
}

void row_word(const struct compare *c, const struct row *row, size_t side,
	      char out[VERDICT_TEXT_SIZE])
{
	const struct comparison *cmp = &row->against[side];

	if (cmp->verdict == VERDICT_ONLY_B)
		snprintf(out, VERDICT_TEXT_SIZE, "only in %c",
			 c->sides[side].name);
	else
		verdict_text(cmp, out);
}

/* One row: its own answer. */
static void answer_row(const struct compare *c, size_t side, struct buf *out)
{
	const struct row *row = &c->rows[0];
	const struct comparison *cmp = &row->against[side];
	char word[VERDICT_TEXT_SIZE];

	row_word(c, row, side, word);
	if (row->state[side] == ROW_PAIRED && verdict_differs(cmp->verdict))
		buf_printf(out, "%c %s %s: ", c->sides[side].name,
			   cmp->verdict == VERDICT_CHANGED ? "has" : "is",
			   word);
	else
		buf_printf(out, "%s: ", word);
	row_name(c, row, out);
	if (row->state[side] == ROW_PAIRED &&
	    !isnan(cmp->relative.change_ratio)) {
		buf_str(out, ", ");
		print_change(out, cmp);
	}
}

static void add_count(struct buf *out, size_t n, const char *word, bool *first)
{
	if (!n)
		return;
	buf_printf(out, "%s %zu %s", *first ? ":" : ",", n, word);
	*first = false;
}

/* Nothing can be judged; where to look all the same. */
static void answer_single(const struct compare *c, size_t side,
			  struct buf *out)
{
	const struct row *marked = compare_marked(c, side);
	char text[32];

	buf_str(out, ", n = 1 a side: too few for a verdict");
	if (!marked)
		return;
	print_plain_change(marked->against[side].relative.change_ratio, text);
	buf_printf(out, ". Look first at the row marked <<: %s %%", text);
}

/* "hosts disagree on ipfw": tests whose hosts do. */
static void add_disagreement(const struct compare *c, size_t side,
			     struct buf *out)
{
	size_t n = 0, i;

	for (i = 0; i < c->n_groups; i++) {
		const struct row *row = &c->rows[c->groups[i].rows[0]];

		if (!c->groups[i].known[side] ||
		    !c->groups[i].over[side].disagree)
			continue;
		buf_str(out, n++ ? ", " : "; hosts disagree on ");
		text_safe(out, *row->test ? row->test : row->metric);
	}
}

static size_t count_weak(const struct compare *c, size_t side,
			 enum verdict verdict)
{
	size_t n = 0, i;

	for (i = 0; i < c->n_rows; i++)
		n += c->rows[i].against[side].verdict == verdict &&
		     verdict_differs(verdict) && !c->rows[i].holm[side];
	return n;
}

void compare_answer(const struct compare *c, size_t side, struct buf *out)
{
	static const struct {
		enum verdict verdict;
		const char *word;
	} words[] = {
		{ VERDICT_BETTER, "better" },
		{ VERDICT_WORSE, "worse" },
		{ VERDICT_CHANGED, "changed" },
		{ VERDICT_NEGLIGIBLE, "negligible" },
		{ VERDICT_EQUIVALENT, "equivalent" },
		{ VERDICT_IDENTICAL, "identical" },
		{ VERDICT_INCONCLUSIVE, "inconclusive" },
		{ VERDICT_TOO_FEW, "too few" },
		{ VERDICT_NOT_COMPARABLE, "not comparable" },
		{ VERDICT_FAILED, "failed" },
		{ VERDICT_ONLY_A, "only in A" },
		{ VERDICT_ONLY_B, NULL },
	};
	struct row_counts n;
	bool first = true;
	size_t weak, i;

	compare_count(c, side, &n);
	if (n.rows == 1) {
		answer_row(c, side, out);
		return;
	}
	buf_printf(out, "%zu rows", n.rows);
	if (n.hosts > 1)
		buf_printf(out, " on %zu hosts", n.hosts);
	if (n.rows && n.n_one == n.rows && n.verdicts[VERDICT_TOO_FEW] ==
	    n.rows) {
		answer_single(c, side, out);
		return;
	}
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		char only[16] = "only in B";

		only[8] = c->sides[side].name;
		add_count(out, n.verdicts[words[i].verdict],
			  words[i].word ? words[i].word : only, &first);
		weak = count_weak(c, side, words[i].verdict);
		if (weak)
			buf_printf(out, " (%zu weak)", weak);
	}
	add_disagreement(c, side, out);
}
