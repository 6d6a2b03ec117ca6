/* compare_text.c - the report for a terminal or a mail. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "grid.h"
#include "report_text.h"

#define WIDTH 100

size_t compare_width(const struct compare *c)
{
	int w = c->rq->options.width;

	return w ? (size_t)w : WIDTH;
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void print_title(const struct compare *c, const struct row *row,
			struct buf *out)
{
	struct buf b;

	buf_init(&b, 1u << 16);
	buf_printf(&b, "%s%s%s", *row->test ? row->test : "(no test)",
		   *row->metric ? " " : "", row->metric);
	if (row->role != ROLE_SAMPLE)
		buf_printf(&b, " (%s)", role_name(row->role));
	buf_printf(&b, ", %s", row->unit ? row->shown_unit : "unit not given");
	buf_str(&b, row->better_disputed ? ", direction disputed" :
		row->better == BETTER_HIGHER ? ", more is better" :
		row->better == BETTER_LOWER ? ", less is better" :
		", direction not told");
	if (row->better_assumed && row->better != BETTER_UNKNOWN)
		buf_str(&b, " (assumed)");
	text_wrap(out, b.data, WRAP_AT_COMMA, compare_width(c), 0, 2);
	buf_release(&b);
}

static void value_cells(struct grid *g, const struct row *row,
			const struct row_side *s)
{
	char text[32];
	double cv = 100 * s->set.summary.stddev / fabs(s->set.summary.mean);

	if (!s->n_results || s->not_comparable) {
		grid_cell(g, s->failure ? "failed" : "-");
		grid_cell(g, "");
		return;
	}
	print_value(s->set.summary.mean * row->shown_factor, text);
	grid_cell(g, text);
	if (isfinite(cv)) {
		snprintf(text, sizeof(text), "%.1f", cv);
		grid_cell(g, text);
	} else {
		grid_cell(g, "");
	}
}

static void change_cells(struct grid *g, const struct comparison *cmp)
{
	const struct interval *i = &cmp->change_interval;
	int decimals = change_decimals(cmp);
	char lo[32], hi[32];

	if (isnan(cmp->relative.change_ratio)) {
		grid_cell(g, "n/a");
		grid_cell(g, "");
		return;
	}
	print_signed(100 * cmp->relative.change_ratio, decimals, lo);
	grid_cell(g, arena_printf(g->arena, "%s%s %%", lo,
				  grid_decimal_pad(decimals)));
	if (i->unbounded) {
		grid_cell(g, "unbounded");
	} else if (isnan(i->lo)) {
		grid_cell(g, "");
	} else {
		print_signed(100 * i->lo, decimals, lo);
		print_signed(100 * i->hi, decimals, hi);
		grid_cell(g, arena_printf(
			g->arena, "%7s .. %7s",
			arena_printf(g->arena, "%s%s", lo,
				     grid_decimal_pad(decimals)),
			arena_printf(g->arena, "%s%s", hi,
				     grid_decimal_pad(decimals))));
	}
}

static void row_cells(const struct compare *c, struct grid *g,
		      const struct row *row, size_t side)
{
	const struct row_side *a = &row->sides[0], *b = &row->sides[side];
	char word[VERDICT_TEXT_SIZE];
	size_t i;

	for (i = 0; i < c->n_label_keys; i++) {
		const char *v = tags_get(&row->labels, c->label_keys[i]);

		grid_cell(g, v ? v : "-");
	}
	grid_cell(g, arena_printf(g->arena, "%zu+%zu", a->set.n, b->set.n));
	value_cells(g, row, a);
	value_cells(g, row, b);
	change_cells(g, &row->against[side]);
	row_word(c, row, side, word);
	grid_cell(g, word);
	grid_end_row(g);
}

static void heads(const struct compare *c, struct grid *g, size_t side)
{
	char name[2] = { c->sides[side].name, 0 };
	size_t i;

	for (i = 0; i < c->n_label_keys; i++) {
		const char *key = c->label_keys[i];

		/* hw.nic is called nic at the head of a column. */
		grid_head(g, strncmp(key, "hw.", 3) ? key : key + 3,
			  grid_is_numeric(c, key));
	}
	grid_head(g, "n", true);
	grid_head(g, "A", true);
	grid_head(g, "cv", true);
	grid_head(g, name, true);
	grid_head(g, "cv", true);
	grid_head(g, "change  ", true);
	grid_head(g, arena_printf(g->arena, "%g %% interval  ",
				  c->rq->options.confidence), true);
	grid_head(g, "verdict", false);
}

/* Why a row has no figures, for each that has none. */
static void print_reasons(const struct compare *c, const struct row *rows,
			  size_t n, size_t side, struct buf *out)
{
	size_t i, j;

	for (i = 0; i < n; i++) {
		const struct row *r = &rows[i];

		if (!row_shown(c, r, side))
			continue;
		for (j = 0; j < 2; j++) {
			const struct row_side *s = &r->sides[j ? side : 0];

			if (!s->n_failures)
				continue;
			buf_printf(out, "failed in %c, run %lld: ",
				   c->sides[j ? side : 0].name,
				   (long long)s->failure->run->id);
			row_name(c, r, out);
			buf_str(out, ": ");
			text_safe(out, s->failure->reason);
			buf_char(out, '\n');
		}
		if (r->state[side] == ROW_NOT_COMPARABLE) {
			buf_str(out, "not comparable: ");
			row_name(c, r, out);
			buf_str(out, ": the units do not convert\n");
		}
		if (r->pooled) {
			buf_str(out, "pooled: ");
			row_name(c, r, out);
			buf_str(out, ": several series in one row, since a "
				"side names what tells them apart\n");
		}
	}
}

static void print_block(const struct compare *c, const struct row *rows,
			size_t n, size_t side, struct buf *out)
{
	struct grid g;
	size_t shown = 0, i;

	for (i = 0; i < n; i++)
		shown += row_shown(c, &rows[i], side);
	if (!shown)
		return;
	buf_char(out, '\n');
	print_title(c, &rows[0], out);
	grid_init(&g, c->arena);
	heads(c, &g, side);
	for (i = 0; i < n; i++)
		if (row_shown(c, &rows[i], side))
			row_cells(c, &g, &rows[i], side);
	grid_print(&g, c->n_label_keys, compare_width(c), out);
	print_reasons(c, rows, n, side, out);
}

static void print_summary(const struct compare *c,
			  const struct summary_over_rows *s, size_t side,
			  struct buf *out)
{
	char text[32];

	if (s->geomean.n + s->geomean.n_left_out < 2)
		return;
	text_safe(out, s->metric);
	if (s->unit) {
		buf_str(out, ", ");
		text_safe(out, s->unit);
	}
	buf_char(out, '\n');
	if (s->geomean.n) {
		print_signed(100 * (s->geomean.ratio - 1), 2, text);
		buf_printf(out, "  geometric mean of %zu ratios %.5f  %s %%\n",
			   s->geomean.n, s->geomean.ratio, text);
	}
	if (s->geomean.n_left_out)
		buf_printf(out, "  left out of it, no ratio: %zu\n",
			   s->geomean.n_left_out);
	if (isfinite(s->median_change)) {
		print_signed(100 * s->median_change, 2, text);
		buf_printf(out, "  median change %s %%; rows up, down, equal: "
			   "%zu, %zu, %zu\n", text, s->n_up, s->n_down,
			   s->n_equal);
	}
	if (!c->rq->options.total || !s->sums.n)
		return;
	buf_printf(out, "  sum of unlike rows, as published  A %.10g  %c "
		   "%.10g", s->sums.a, c->sides[side].name, s->sums.b);
	if (isfinite(s->sums.change_ratio)) {
		print_signed(100 * s->sums.change_ratio, 3, text);
		buf_printf(out, "  %s %%", text);
	}
	buf_str(out, "\n  the largest rows decide a sum; it is no answer\n");
}

static void print_counts(const struct compare *c, size_t side, struct buf *out)
{
	struct row_counts n;
	size_t hidden = 0, summaries = 0, line, i;
	const char *how;

	compare_count(c, side, &n);
	for (i = 0; i < c->n_rows; i++) {
		hidden += !row_shown(c, &c->rows[i], side);
		summaries += c->rows[i].sides[0].summary_only ||
			     c->rows[i].sides[side].summary_only;
	}
	if (summaries)
		buf_printf(out, "%zu row%s from published summaries: the "
			   "samples are not known\n", summaries,
			   plural(summaries));
	if (n.n_one)
		buf_printf(out, "n = 1: with 5 a side each row gets an "
			   "interval and a verdict\n");
	if (n.paired)
		buf_str(out, "cv  standard deviation, % of the mean\n");
	line = out->len;
	buf_printf(out, "%zu row%s: %zu paired, %zu one-sided, %zu failed, "
		   "%zu not comparable", n.rows, plural(n.rows), n.paired,
		   n.one_sided, n.failed, n.not_comparable);
	if (hidden)
		buf_printf(out, "; %zu hidden by show=", hidden);
	how = arena_printf(c->arena, "change = (%c - A) / A; Welch, Fieller",
			   c->sides[side].name);
	buf_printf(out, ".%s%s\n", out->len - line + 3 + strlen(how) >
		   compare_width(c) ? "\n" : "  ", how);
}

static void print_answer(const struct compare *c, size_t side, struct buf *out)
{
	struct buf b;

	buf_init(&b, 1u << 16);
	if (c->n_sides > 2)
		buf_printf(&b, "%c against A: ", c->sides[side].name);
	compare_answer(c, side, &b);
	text_wrap(out, b.data, WRAP_AT_COMMA, compare_width(c), 0, 2);
	buf_release(&b);
}

static void print_side_report(const struct compare *c, size_t side,
			      struct buf *out)
{
	size_t from = 0, i;

	if (side > 1) {
		buf_char(out, '\n');
		print_answer(c, side, out);
	}
	for (i = 1; i <= c->n_rows; i++)
		if (i == c->n_rows ||
		    !row_same_block(&c->rows[from], &c->rows[i])) {
			print_block(c, &c->rows[from], i - from, side, out);
			from = i;
		}
	buf_char(out, '\n');
	for (i = 0; i < c->n_summaries[side]; i++)
		print_summary(c, &c->summaries[side][i], side, out);
	print_counts(c, side, out);
}

void compare_text(const struct compare *c, struct buf *out)
{
	size_t side;

	print_answer(c, 1, out);
	buf_char(out, '\n');
	compare_head(c, out);
	for (side = 1; side < c->n_sides; side++)
		print_side_report(c, side, out);
	buf_printf(out, "pinned %s\n", compare_link(c, "compare", true));
	buf_printf(out, "%s\n", compare_link(c, "compare", false));
}
