/*
 * compare_single.c - cases that were measured once a side: no row can be
 * judged, so metrics stand side by side and what the rows say together counts.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare_block.h"
#include "compare_parts.h"
#include "grid.h"
#include "report_text.h"

#define METRICS_A_TABLE 2

/* A row that makes more than this of a sum or a mean is pointed out. */
#define LEADER_SHARE .5

/* ... if without it the sums change by so much less or more. */
#define LEADER_CHANGE .01

bool compare_is_single(const struct compare *c, size_t side)
{
	size_t n = 0, i;

	for (i = 0; i < c->n_rows; i++) {
		const struct comparison *cmp = &c->rows[i].against[side];

		if (c->rows[i].state[side] != ROW_PAIRED)
			continue;
		if (cmp->a.n != 1 || cmp->b.n != 1)
			return false;
		n++;
	}
	return n > 1;
}

void print_plain_change(double ratio, char out[32])
{
	if (isnan(ratio))
		snprintf(out, 32, "n/a");
	else
		print_signed(100 * ratio, fabs(ratio) < 1 ? 2 : 0, out);
}

size_t compare_marked_row(const struct summary_over_rows *s)
{
	double without = s->sums_leader.change_ratio_without;

	if (s->sums_leader.row < s->n && s->n > 2 &&
	    fabs(s->sums_leader.share) > LEADER_SHARE &&
	    fabs(s->sums.change_ratio - without) > LEADER_CHANGE)
		return s->rows[s->sums_leader.row];
	if (s->over.leader.row < s->n && s->over.leader.share > LEADER_SHARE &&
	    s->n > 2)
		return s->rows[s->over.leader.row];
	return SIZE_MAX;
}

/* The row of a summary's metric that is of the same case; NULL: none. */
static const struct row *same_case(const struct compare *c,
				   const struct summary_over_rows *s,
				   const struct row *row)
{
	size_t i;

	for (i = 0; i < s->n; i++) {
		const struct row *r = &c->rows[s->rows[i]];

		if (!strcmp(r->test, row->test) &&
		    tags_equal(&r->labels, &row->labels))
			return r;
	}
	return NULL;
}

/* A table of up to two metrics. */
struct panels {
	const struct compare *c;
	size_t side;
	const struct summary_over_rows *of[METRICS_A_TABLE];
	size_t n;
	bool tests; /* several tests: the first column names them */
	struct grid g;
};

static void label_cells(struct panels *p, const struct row *row)
{
	size_t i;

	if (p->tests)
		grid_cell(&p->g, *row->test ? row->test : "(no test)");
	for (i = 0; i < p->c->n_label_keys; i++) {
		const char *v = tags_get(&row->labels, p->c->label_keys[i]);

		grid_cell(&p->g, v ? v : "-");
	}
}

static void panel_cells(struct panels *p, const struct summary_over_rows *s,
			const struct row *row)
{
	char a[32], b[32], change[32];

	grid_cell(&p->g, "|");
	if (!row) {
		grid_cell(&p->g, "-");
		grid_cell(&p->g, "-");
		grid_cell(&p->g, "");
		grid_cell(&p->g, "");
		return;
	}
	print_value(row->against[p->side].a.mean, a);
	print_value(row->against[p->side].b.mean, b);
	print_plain_change(row->against[p->side].relative.change_ratio,
			   change);
	grid_cell(&p->g, a);
	grid_cell(&p->g, b);
	grid_cell(&p->g, change);
	grid_cell(&p->g, compare_marked_row(s) == (size_t)(row - p->c->rows) ?
			 "<<" : "");
}

/* A line of the foot: its words in the first column, a figure a panel. */
static void foot(struct panels *p, const char *words,
		 const char *(*figure)(struct panels *p,
				       const struct summary_over_rows *s,
				       size_t column))
{
	size_t labels = p->c->n_label_keys + p->tests, i, k;

	for (i = 0; i < labels; i++)
		grid_cell(&p->g, i ? "" : words);
	for (i = 0; i < p->n; i++) {
		grid_cell(&p->g, "|");
		for (k = 0; k < 3; k++)
			grid_cell(&p->g, figure(p, p->of[i], k));
		grid_cell(&p->g, "");
	}
	grid_end_row(&p->g);
}

static const char *percent(struct panels *p, double ratio, int decimals)
{
	char text[32];

	if (isnan(ratio))
		return "n/a";
	print_signed(100 * ratio, decimals, text);
	return arena_strdup(p->c->arena, text);
}

static const char *figure_mean(struct panels *p,
			       const struct summary_over_rows *s,
			       size_t column)
{
	return column == 2 ? percent(p, s->over.ratio - 1, 2) : "";
}

static const char *figure_interval(struct panels *p,
				   const struct summary_over_rows *s,
				   size_t column)
{
	const struct interval *i = &s->over.interval;

	if (isnan(i->lo))
		return "";
	return column == 1 ? arena_printf(p->c->arena, "%s ..",
					  percent(p, i->lo, 1)) :
	       column == 2 ? percent(p, i->hi, 1) : "";
}

static const char *figure_median(struct panels *p,
				 const struct summary_over_rows *s,
				 size_t column)
{
	return column == 2 ? percent(p, s->over.median_change_ratio, 2) : "";
}

static const char *figure_counts(struct panels *p,
				 const struct summary_over_rows *s,
				 size_t column)
{
	size_t n[] = { s->over.n_up, s->over.n_down, s->over.n_equal };

	return arena_printf(p->c->arena, "%zu", n[column]);
}

static const char *figure_sums(struct panels *p,
			       const struct summary_over_rows *s,
			       size_t column)
{
	double sum = column ? s->sums.b : s->sums.a;

	return column == 2 ? percent(p, s->sums.change_ratio, 3) :
		isfinite(sum) ? arena_printf(p->c->arena, "%.10g", sum) :
				"n/a";
}

static const char *figure_without(struct panels *p,
				  const struct summary_over_rows *s,
				  size_t column)
{
	if (column != 2 || compare_marked_row(s) == SIZE_MAX ||
	    s->sums_leader.row >= s->n)
		return "";
	return percent(p, s->sums_leader.change_ratio_without, 2);
}

static void heads(struct panels *p)
{
	char name[2] = { p->c->sides[p->side].name, 0 };
	size_t i;

	if (p->tests)
		grid_head(&p->g, "test", LEFT, 0);
	for (i = 0; i < p->c->n_label_keys; i++)
		grid_head(&p->g, p->c->label_keys[i],
			  grid_side(p->c, p->c->label_keys[i]), 2);
	for (i = 0; i < p->n; i++) {
		grid_head(&p->g, "|", LEFT, 1);
		grid_head(&p->g, "A", RIGHT, 1);
		grid_head(&p->g, name, RIGHT, 2);
		grid_head(&p->g, "change%", RIGHT, 2);
		grid_head(&p->g, "", LEFT, 1);
	}
}

/* "throughput, Mbit/s, more is better | ..." */
static void print_title(const struct panels *p, struct buf *out)
{
	size_t i;

	buf_char(out, '\n');
	for (i = 0; i < p->n; i++) {
		const struct summary_over_rows *s = p->of[i];

		buf_str(out, i ? " | " : "");
		text_safe(out, s->metric);
		buf_str(out, ", ");
		text_safe(out, s->unit ? s->unit : "no unit");
		buf_str(out, s->better == BETTER_HIGHER ? ", more is better" :
			s->better == BETTER_LOWER ? ", less is better" :
			", direction not told");
	}
	buf_char(out, '\n');
}

static void print_foot(struct panels *p)
{
	bool total = p->c->rq->options.total, marked = false;
	size_t i;

	for (i = 0; i < p->n; i++)
		marked |= compare_marked_row(p->of[i]) != SIZE_MAX;
	foot(p, "geometric mean", figure_mean);
	foot(p, "over the rows", figure_interval);
	foot(p, "median change", figure_median);
	foot(p, "up, down, equal", figure_counts);
	if (!total)
		return;
	foot(p, "sum, unlike rows", figure_sums);
	if (marked)
		foot(p, "without the <<", figure_without);
}

/* What the mark means, in words and figures. */
static void explain_mark(const struct panels *p,
			 const struct summary_over_rows *s, struct buf *out)
{
	size_t marked = compare_marked_row(s);
	char text[32];

	if (marked == SIZE_MAX)
		return;
	buf_str(out, "<< ");
	row_name(p->c, &p->c->rows[marked], out);
	if (s->sums_leader.row < s->n &&
	    s->rows[s->sums_leader.row] == marked) {
		print_signed(100 * s->sums_leader.change_ratio_without, 2,
			     text);
		buf_printf(out, "\n   %.0f %% of the difference of the sums "
			   "is this one row; without it the sums change "
			   "%s %%", 100 * fabs(s->sums_leader.share), text);
	}
	if (s->over.leader.row < s->n && s->rows[s->over.leader.row] ==
	    marked) {
		print_signed(100 * s->over.leader.change_ratio_without, 1,
			     text);
		buf_printf(out, "\n   the geometric mean without it is %s %%",
			   text);
	}
	buf_char(out, '\n');
}

static void print_table(struct panels *p, struct buf *out)
{
	const struct compare *c = p->c;
	size_t i, k;

	print_title(p, out);
	grid_init(&p->g, c->arena);
	heads(p);
	/* A case stands where its first metric stands. */
	for (i = 0; i < c->n_rows; i++) {
		const struct row *of[METRICS_A_TABLE], *first = NULL;

		for (k = 0; k < p->n; k++) {
			of[k] = same_case(c, p->of[k], &c->rows[i]);
			if (of[k] && (!first || of[k] < first))
				first = of[k];
		}
		if (first != &c->rows[i] || !row_shown(c, first, p->side))
			continue;
		label_cells(p, first);
		for (k = 0; k < p->n; k++)
			panel_cells(p, p->of[k], of[k]);
		grid_end_row(&p->g);
	}
	print_foot(p);
	grid_print(&p->g, c->n_label_keys + p->tests, compare_width(c), out);
	for (k = 0; k < p->n; k++)
		explain_mark(p, p->of[k], out);
}

static bool several_tests(const struct compare *c)
{
	size_t i;

	for (i = 1; i < c->n_rows; i++)
		if (strcmp(c->rows[i].test, c->rows[0].test))
			return true;
	return false;
}

const struct row *compare_marked(const struct compare *c, size_t side)
{
	const struct row *found = NULL;
	size_t i;

	for (i = 0; i < c->n_summaries[side]; i++) {
		size_t row = compare_marked_row(&c->summaries[side][i]);

		if (row != SIZE_MAX && !found)
			found = &c->rows[row];
	}
	return found;
}

void compare_single(const struct compare *c, size_t side, struct buf *out)
{
	struct panels p = { .c = c, .side = side,
			    .tests = several_tests(c) };
	size_t i;

	for (i = 0; i < c->n_summaries[side]; i++) {
		if (!c->summaries[side][i].n)
			continue;
		p.of[p.n++] = &c->summaries[side][i];
		if (p.n == METRICS_A_TABLE) {
			print_table(&p, out);
			p.n = 0;
		}
	}
	if (p.n)
		print_table(&p, out);
	if (c->rq->options.total)
		buf_str(out, "the largest rows decide a sum; it is no "
			"answer\n");
}
