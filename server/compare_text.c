/* compare_text.c - the report for a terminal or a mail. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "grid.h"
#include "report_text.h"
#include "timestamp.h"

#define WIDTH 100

static size_t width_of(const struct compare *c)
{
	int w = c->rq->options.width;

	return w ? (size_t)w : WIDTH;
}

static void print_dates(const struct side *s, struct buf *out)
{
	char from[TIME_SIZE], to[TIME_SIZE];

	if (!s->last_at_ns) {
		buf_str(out, ", date not recorded");
		return;
	}
	time_print_date(s->first_at_ns, from);
	time_print_date(s->last_at_ns, to);
	buf_printf(out, ", %s", from);
	if (strcmp(from, to))
		buf_printf(out, " .. %s", to);
	if (s->n_at_assumed)
		buf_printf(out, " (%zu without a date)", s->n_at_assumed);
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void print_side(const struct compare *c, size_t i, size_t pad,
		       struct buf *out)
{
	const struct side *s = &c->sides[i];

	buf_printf(out, "%c  %-*s  %zu run%s, %zu sample%s", s->name, (int)pad,
		   s->link, s->n_runs, plural(s->n_runs), s->n_samples,
		   plural(s->n_samples));
	if (s->n_hosts)
		buf_printf(out, ", %zu host%s", s->n_hosts,
			   plural(s->n_hosts));
	print_dates(s, out);
	if (!i)
		buf_str(out, ", baseline");
	if (s->found.n_failures)
		buf_printf(out, ", %zu failure%s", s->found.n_failures,
			   plural(s->found.n_failures));
	if (s->has_option)
		buf_printf(out, "; not recorded, left out: %zu", s->n_left_out);
	buf_char(out, '\n');
}

/* key:value words under a head, wrapped at the width. */
struct words {
	struct buf *out;
	size_t width, indent, column, n;
};

static void word(struct words *w, const char *text)
{
	size_t n = text_width(text);

	if (w->n && w->column + 1 + n > w->width) {
		buf_char(w->out, '\n');
		buf_pad(w->out, ' ', w->indent);
		w->column = w->indent;
	} else if (w->n) {
		buf_char(w->out, ' ');
		w->column++;
	}
	text_safe(w->out, text);
	w->column += n;
	w->n++;
}

static void begin_words(struct words *w, const struct compare *c,
			struct buf *out, const char *head)
{
	buf_str(out, head);
	*w = (struct words){ out, width_of(c), strlen(head), strlen(head), 0 };
}

/* VIMAGE, -VIMAGE or option.NAME:text, as the grammar has it. */
static const char *tag_word(const struct compare *c, const char *key,
			    const char *value)
{
	if (!strncmp(key, "option.", 7) && value && !strcmp(value, "y"))
		return key + 7;
	if (!strncmp(key, "option.", 7) && value && !strcmp(value, "n"))
		return arena_printf(c->arena, "-%s", key + 7);
	return arena_printf(c->arena, "%s:%s", key, value ? value : "");
}

#define OPTIONS_SHOWN 8 /* of those that all sides share */

static void print_both(const struct compare *c, struct buf *out)
{
	struct words w;
	size_t options = 0, i;

	begin_words(&w, c, out, c->n_sides > 2 ? "all   " : "both  ");
	for (i = 0; i < c->both.n; i++) {
		const struct tag *t = &c->both.items[i];

		if (!strncmp(t->key, "option.", 7) &&
		    options++ >= OPTIONS_SHOWN)
			continue;
		word(&w, tag_word(c, t->key, t->value));
	}
	if (options > OPTIONS_SHOWN)
		word(&w, arena_printf(c->arena, "and %zu more options",
				      options - OPTIONS_SHOWN));
	if (!w.n)
		word(&w, "nothing recorded is the same everywhere");
	buf_char(out, '\n');
}

/* The values of one side, with counts where there are several. */
static void side_values(const struct compare *c,
			const struct tag_difference *d, size_t side,
			struct buf *b)
{
	bool first = true;
	size_t i;

	for (i = 0; i < d->n_values; i++) {
		const struct tag_value *v = &d->values[i];

		if (!v->runs[side])
			continue;
		buf_printf(b, "%s%s", first ? "" : ", ",
			   v->value ? v->value : "not recorded");
		if (v->runs[side] != c->sides[side].n_runs)
			buf_printf(b, " (%zu)", v->runs[side]);
		first = false;
	}
}

static void print_differ(const struct compare *c, struct buf *out)
{
	const char *what = compare_asked(c);
	size_t i, s;

	buf_printf(out, "differ besides %s:", *what ? what : "the terms");
	if (!c->n_differ) {
		buf_str(out, " nothing recorded\n");
		return;
	}
	buf_char(out, '\n');
	for (i = 0; i < c->n_differ; i++) {
		struct buf line;

		buf_init(&line, 1 << 16);
		buf_printf(&line, "  %s: ", c->differ[i].key);
		for (s = 0; s < c->n_sides; s++) {
			buf_printf(&line, "%s%c ", s ? " | " : "",
				   c->sides[s].name);
			side_values(c, &c->differ[i], s, &line);
		}
		text_safe(out, line.data);
		buf_char(out, '\n');
		buf_release(&line);
	}
}

static void print_header(const struct compare *c, struct buf *out)
{
	size_t pad = 0, i;

	for (i = 0; i < c->n_sides; i++)
		if (strlen(c->sides[i].link) > pad)
			pad = strlen(c->sides[i].link);
	for (i = 0; i < c->n_sides; i++)
		print_side(c, i, pad > 40 ? 40 : pad, out);
	print_both(c, out);
	print_differ(c, out);
}

static void print_title(const struct row *row, struct buf *out)
{
	text_safe(out, *row->test ? row->test : "(no test)");
	if (*row->metric) {
		buf_char(out, ' ');
		text_safe(out, row->metric);
	}
	if (row->role != ROLE_SAMPLE)
		buf_printf(out, " (%s)", role_name(row->role));
	buf_str(out, ", ");
	text_safe(out, row->unit ? row->shown_unit : "unit not given");
	buf_str(out, row->better_disputed ? ", direction disputed" :
		row->better == BETTER_HIGHER ? ", more is better" :
		row->better == BETTER_LOWER ? ", less is better" :
		", direction not told");
	if (row->better_assumed && row->better != BETTER_UNKNOWN)
		buf_str(out, " (assumed)");
	buf_char(out, '\n');
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
	verdict_text(&row->against[side], word);
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
	print_title(&rows[0], out);
	grid_init(&g, c->arena);
	heads(c, &g, side);
	for (i = 0; i < n; i++)
		if (row_shown(c, &rows[i], side))
			row_cells(c, &g, &rows[i], side);
	grid_print(&g, out);
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
	size_t hidden = 0, summaries = 0, i;

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
	buf_printf(out, "%zu row%s: %zu paired, %zu one-sided, %zu failed, "
		   "%zu not comparable", n.rows, plural(n.rows), n.paired,
		   n.one_sided, n.failed, n.not_comparable);
	if (hidden)
		buf_printf(out, "; %zu hidden by show=", hidden);
	buf_printf(out, ".  change = (%c - A) / A; Welch, Fieller\n",
		   c->sides[side].name);
}

static void print_side_report(const struct compare *c, size_t side,
			      struct buf *out)
{
	size_t from = 0, i;

	if (side > 1) {
		buf_printf(out, "\n%c against A: ", c->sides[side].name);
		compare_answer(c, side, out);
		buf_char(out, '\n');
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

	if (c->n_sides > 2)
		buf_str(out, "B against A: ");
	compare_answer(c, 1, out);
	buf_str(out, "\n\n");
	print_header(c, out);
	for (side = 1; side < c->n_sides; side++)
		print_side_report(c, side, out);
	buf_printf(out, "pinned %s\n", compare_link(c, "compare", true));
	buf_printf(out, "%s\n", compare_link(c, "compare", false));
}
