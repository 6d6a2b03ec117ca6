/* compare_block.c - the tables of a text report, a verdict a row. */
#include "compare_block.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grid.h"
#include "report_text.h"

/* More samples than this are not the answer; the noise has to be found. */
#define MORE_MAX 500

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

/* x is what is compared of the side: its units, or those that have a pair. */
static void value_cells(struct grid *g, const struct row *row,
			const struct row_side *s, const struct summary *x)
{
	char text[32];
	double cv = 100 * x->stddev / fabs(x->mean);

	if (!s->n_results || s->not_comparable || !s->units.n) {
		grid_cell(g, s->failure ? "failed" : "-");
		grid_cell(g, "");
		return;
	}
	print_value(x->mean * row->shown_factor, text);
	grid_cell(g, text);
	if (isfinite(cv)) {
		snprintf(text, sizeof(text), "%.1f", cv);
		grid_cell(g, text);
	} else {
		grid_cell(g, "");
	}
}

static void interval_cell(struct grid *g, const struct interval *i,
			  int decimals)
{
	char lo[32], hi[32];

	if (i->unbounded) {
		grid_cell(g, "unbounded");
		return;
	}
	if (isnan(i->lo)) {
		grid_cell(g, "");
		return;
	}
	print_signed(100 * i->lo, decimals, lo);
	print_signed(100 * i->hi, decimals, hi);
	grid_cell(g, arena_printf(g->arena, "%6s .. %6s",
				  arena_printf(g->arena, "%s%s", lo,
					       grid_decimal_pad(decimals)),
				  arena_printf(g->arena, "%s%s", hi,
					       grid_decimal_pad(decimals))));
}

static void change_cell(struct grid *g, double ratio, int decimals)
{
	char text[32];

	if (isnan(ratio)) {
		grid_cell(g, "n/a");
		return;
	}
	print_signed(100 * ratio, decimals, text);
	grid_cell(g, arena_printf(g->arena, "%s%s %%", text,
				  grid_decimal_pad(decimals)));
}

/* How many more samples a side would decide; for what is not decided. */
static void more_cell(struct grid *g, const struct comparison *cmp,
		      struct legend *legend)
{
	double more = cmp->power.n_more;

	if (cmp->verdict != VERDICT_INCONCLUSIVE || isnan(more)) {
		grid_cell(g, "");
		return;
	}
	legend->more = true;
	grid_cell(g, more > MORE_MAX ? "-" :
		  arena_printf(g->arena, "+%.0f", more));
}

static void word_cell(const struct compare *c, struct grid *g,
		      const struct row *row, size_t side,
		      struct legend *legend)
{
	char word[VERDICT_TEXT_SIZE];
	bool weak = verdict_differs(row->against[side].verdict) &&
		    !row->holm[side];

	row_word(c, row, side, word);
	legend->weak |= weak;
	grid_cell(g, arena_printf(g->arena, "%s%s", word, weak ? "?" : ""));
}

static void letters_cell(struct grid *g, const struct row *row, size_t side,
			 struct legend *legend)
{
	unsigned set = row->notices[side] & ~legend->common;
	struct buf b;

	legend->notices |= set;
	buf_init(&b, 256);
	notices_letters(set, &b);
	grid_cell(g, b.len ? b.data : "");
	buf_release(&b);
}

static void row_cells(const struct compare *c, struct grid *g,
		      const struct row *row, size_t side,
		      struct legend *legend)
{
	const struct row_side *a = &row->sides[0], *b = &row->sides[side];
	const struct comparison *cmp = &row->against[side];
	size_t na = a->units.n, nb = b->units.n, i;

	for (i = 0; i < c->n_label_keys; i++) {
		const char *v = tags_get(&row->labels, c->label_keys[i]);

		grid_cell(g, v ? v : "-");
	}
	if (cmp->n_pairs)
		grid_cell(g, arena_printf(g->arena, "%zu pairs",
					  cmp->n_pairs));
	else
		grid_cell(g, arena_printf(g->arena, "%zu+%zu", na, nb));
	value_cells(g, row, a, cmp->n_pairs ? &cmp->a : &a->units.summary);
	value_cells(g, row, b, cmp->n_pairs ? &cmp->b : &b->units.summary);
	change_cell(g, cmp->relative.change_ratio, change_decimals(cmp));
	interval_cell(g, &cmp->change_interval, change_decimals(cmp));
	word_cell(c, g, row, side, legend);
	letters_cell(g, row, side, legend);
	more_cell(g, cmp, legend);
	legend->cv |= row->state[side] == ROW_PAIRED;
	grid_end_row(g);
}

/* "all 5   ratio   -3.8 %   -7.2 .. -0.3   worse?   all 5 below 0" */
static void group_cells(const struct compare *c, struct grid *g,
			const struct host_group *group, size_t side,
			struct legend *legend)
{
	const struct over_hosts *o = &group->over[side];
	char word[VERDICT_TEXT_SIZE + 2];
	int decimals = interval_decimals(&o->interval);
	const char *agree = "";
	size_t i;

	for (i = 0; i < c->n_label_keys; i++) {
		const char *key = c->label_keys[i];
		const struct row *first = &c->rows[group->rows[0]];
		const char *v = tags_get(&first->labels, key);

		if (!strcmp(key, group->by))
			v = arena_printf(g->arena, "all %zu", o->n);
		else if (i >= c->n_label_keys - c->n_fact_labels || !v)
			v = "";
		grid_cell(g, v);
	}
	grid_cell(g, "");
	grid_cell(g, "ratio");
	for (i = 0; i < 3; i++)
		grid_cell(g, "");
	change_cell(g, o->change_ratio, decimals);
	interval_cell(g, &o->interval, decimals);
	group_word(c, group, side, word);
	legend->weak |= strchr(word, '?') != NULL;
	if (o->n > 2 && !o->disagree && (o->n_down == o->n || o->n_up == o->n))
		agree = arena_printf(g->arena, " all %zu %s 0", o->n,
				     o->n_up ? "above" : "below");
	grid_cell(g, arena_printf(g->arena, "%s%s", word, agree));
	grid_cell(g, "");
	grid_cell(g, "");
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
			  grid_side(c, key), 2);
	}
	grid_head(g, "n", RIGHT, 2);
	grid_head(g, "A", RIGHT, 2);
	grid_head(g, "cv", RIGHT, 1);
	grid_head(g, name, RIGHT, 2);
	grid_head(g, "cv", RIGHT, 1);
	grid_head(g, "change  ", RIGHT, 2);
	grid_head(g, arena_printf(g->arena, "%g %% interval ",
				  c->rq->options.confidence), RIGHT, 1);
	grid_head(g, "verdict", LEFT, 2);
	grid_head(g, "", LEFT, 1);
	grid_head(g, "more n", RIGHT, 1);
}

/* "failed in A, run 7: udp throughput: reason", wrapped. */
static void print_reason(const struct compare *c, const struct row *row,
			 const char *what, const char *why, struct buf *out)
{
	struct buf b;

	buf_init(&b, 1u << 16);
	buf_printf(&b, "%s: ", what);
	row_name(c, row, &b);
	buf_printf(&b, ": %s", why);
	text_wrap(out, b.data, WRAP_AT_BLANK, compare_width(c), 0, 2);
	buf_release(&b);
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

			if (s->n_failures)
				print_reason(c, r, arena_printf(
					c->arena, "failed in %c, run %lld",
					c->sides[j ? side : 0].name,
					(long long)s->failure->run->id),
					s->failure->reason, out);
		}
		if (r->state[side] == ROW_NOT_COMPARABLE)
			print_reason(c, r, "not comparable",
				     r->sides[0].not_comparable ||
				     r->sides[side].not_comparable ?
				     "the units do not convert" :
				     arena_printf(c->arena, "a side records "
						  "no %s", r->per), out);
		if (r->pooled)
			print_reason(c, r, "pooled", "several series in one "
				     "row, since a side names what tells "
				     "them apart", out);
	}
}

void compare_block(const struct compare *c, size_t from, size_t to,
		   size_t side, struct legend *legend, struct buf *out)
{
	struct grid g;
	size_t shown = 0, i;

	for (i = from; i < to; i++)
		shown += row_shown(c, &c->rows[i], side);
	if (!shown)
		return;
	buf_char(out, '\n');
	print_title(c, &c->rows[from], out);
	grid_init(&g, c->arena);
	heads(c, &g, side);
	for (i = from; i < to; i++)
		if (row_shown(c, &c->rows[i], side))
			row_cells(c, &g, &c->rows[i], side, legend);
	for (i = 0; i < c->n_groups; i++) {
		const struct host_group *group = &c->groups[i];

		if (group->known[side] && group->rows[0] >= from &&
		    group->rows[0] < to)
			group_cells(c, &g, group, side, legend);
	}
	grid_print(&g, c->n_label_keys, compare_width(c), out);
	print_reasons(c, &c->rows[from], to - from, side, out);
}

#define MEDIANS_SHOWN 4

/* "m  the median says otherwise: c2758 -2.7 %, l5630 +16 %" */
static void tell_medians(const struct compare *c, size_t side, struct buf *out)
{
	size_t n = 0, i;

	buf_str(out, "m  the median says otherwise:");
	for (i = 0; i < c->n_rows; i++) {
		const struct row *row = &c->rows[i];
		const struct comparison *cmp = &row->against[side];
		const char *name = c->n_label_keys ?
			tags_get(&row->labels, c->label_keys[0]) : NULL;
		char text[32];

		if (!(row->notices[side] & 1u << NOTICE_MEDIAN) ||
		    ++n > MEDIANS_SHOWN)
			continue;
		print_signed(100 * (cmp->b.median / cmp->a.median - 1),
			     change_decimals(cmp), text);
		buf_str(out, n > 1 ? ", " : " ");
		text_safe(out, name ? name : row->test);
		buf_printf(out, " %s %%", text);
	}
	if (n > MEDIANS_SHOWN)
		buf_printf(out, " and %zu more", n - MEDIANS_SHOWN);
	buf_char(out, '\n');
}

#define REASONS_SHOWN 4

/* "too few  1 vs 5; need 2 a side, 4 a side for ranks", each reason once. */
static void tell_reasons(const struct compare *c, size_t side, struct buf *out)
{
	char told[REASONS_SHOWN][VERDICT_REASON_SIZE];
	size_t n = 0, i, j;

	for (i = 0; i < c->n_rows && n < REASONS_SHOWN; i++) {
		const struct comparison *cmp = &c->rows[i].against[side];
		char word[VERDICT_TEXT_SIZE];

		if (c->rows[i].state[side] != ROW_PAIRED ||
		    !row_shown(c, &c->rows[i], side) ||
		    !verdict_reason(cmp, told[n]))
			continue;
		for (j = 0; strcmp(told[j], told[n]); j++)
			;
		if (j < n)
			continue;
		verdict_text(cmp, word);
		buf_printf(out, "%s  %s\n", word, told[n++]);
	}
}

static void print_legend(const struct compare *c, size_t side,
			 const struct legend *legend, struct buf *out)
{
	unsigned letters = legend->notices;

	tell_reasons(c, side, out);
	if (legend->weak)
		buf_printf(out, "?  %g %% sure alone, not among these rows "
			   "(Holm)\n", c->rq->options.confidence);
	if (letters & 1u << NOTICE_MEDIAN) {
		tell_medians(c, side, out);
		letters &= ~(1u << NOTICE_MEDIAN);
	}
	notices_explain(letters, out);
	if (legend->more)
		buf_printf(out, "more n  further samples a side to decide at "
			   "the margin; - over %d: find the noise first\n",
			   MORE_MAX);
	if (legend->cv)
		buf_str(out, "cv  standard deviation, % of the mean\n");
}

void compare_legend(const struct compare *c, size_t side,
		    const struct legend *legend, struct buf *out)
{
	struct buf b;

	buf_init(&b, 1u << 20);
	print_legend(c, side, legend, &b);
	text_wrap_lines(out, b.len ? b.data : "", compare_width(c), 3);
	buf_release(&b);
}
