/* compare_text.c - the report for a terminal or a mail. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare_block.h"
#include "compare_parts.h"
#include "text.h"

#define WIDTH 100

size_t compare_width(const struct compare *c)
{
	int w = c->rq->options.width;

	return w ? (size_t)w : WIDTH;
}

/* The tests that were used; none where nothing could be tested. */
static const char *methods(const struct compare *c, size_t side)
{
	bool used[METHOD_PAIRED + 1] = { false }, one = true;
	const char *how = NULL;
	double margin = NAN;
	size_t i;

	for (i = 0; i < c->n_rows; i++) {
		const struct row *row = &c->rows[i];

		if (row->state[side] != ROW_PAIRED)
			continue;
		used[row->against[side].method] = true;
		one &= isnan(margin) || margin == row->margin;
		margin = row->margin;
	}
	if (used[METHOD_WELCH])
		how = used[METHOD_PAIRED] ? "paired t, Welch" :
					    "Welch, Fieller";
	else if (used[METHOD_PAIRED])
		how = "paired t";
	else if (used[METHOD_CONSTANT])
		how = "ranks of constants";
	if (!how)
		return "";
	return arena_printf(c->arena, "; %s%s", how,
			    !one ? "; margin by unit" :
			    arena_printf(c->arena, "; margin %g %%",
					 100 * margin));
}

static void print_counts(const struct compare *c, size_t side, struct buf *out)
{
	struct row_counts n;
	size_t hidden = 0, line, i;
	const char *how;

	compare_count(c, side, &n);
	for (i = 0; i < c->n_rows; i++)
		hidden += !row_shown(c, &c->rows[i], side);
	line = out->len;
	buf_printf(out, "%zu row%s: %zu paired, %zu one-sided, %zu failed, "
		   "%zu not comparable", n.rows, plural(n.rows), n.paired,
		   n.one_sided, n.failed, n.not_comparable);
	if (hidden)
		buf_printf(out, "; %zu hidden by show=", hidden);
	how = arena_printf(c->arena, "change = (%c - A) / A%s",
			   c->sides[side].name, methods(c, side));
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

/* Blocks of rows, each with its verdict. */
static void print_blocks(const struct compare *c, size_t side, struct buf *out)
{
	struct legend legend = { .common = notices_of_all(c, side) };
	size_t from = 0, i;

	notices_tell(legend.common, out);
	for (i = 1; i <= c->n_rows; i++)
		if (i == c->n_rows ||
		    !row_same_block(&c->rows[from], &c->rows[i])) {
			compare_block(c, from, i, side, &legend, out);
			from = i;
		}
	buf_char(out, '\n');
	compare_over(c, side, out);
	compare_legend(c, side, &legend, out);
}

/* What the n of the tables counts, where it is not samples. */
static void print_per(const struct compare *c, size_t side, struct buf *out)
{
	size_t unpaired = 0, without = 0, i;
	const char *per = "sample";

	for (i = 0; i < c->n_rows; i++) {
		unpaired += c->rows[i].n_unpaired[side];
		without += c->rows[i].sides[0].n_without +
			   c->rows[i].sides[side].n_without;
		if (strcmp(c->rows[i].per, "sample"))
			per = c->rows[i].per;
	}
	if (c->rq->options.pair)
		buf_printf(out, "n counts pairs by %s; on one side only, left "
			   "out: %zu\n", c->rq->options.pair, unpaired);
	else if (!strcmp(per, "run"))
		buf_str(out, "n counts runs: their means are compared "
			"(per=sample compares samples)\n");
	else if (strcmp(per, "sample"))
		buf_printf(out, "n counts means by %s; results without it, "
			   "left out: %zu\n", per, without);
}

/*
 * Sides that were measured on hosts of their own have no row in common; what to
 * ask instead. A key that a side names stands in no row.
 */
static void print_hint(const struct compare *c, size_t side, struct buf *out)
{
	const char *by = c->rq->options.by ? c->rq->options.by : "host";
	struct row_counts n;

	compare_count(c, side, &n);
	if (n.paired || !n.verdicts[VERDICT_ONLY_A] ||
	    !n.verdicts[VERDICT_ONLY_B] || !tags_get(&c->rows[0].labels, by))
		return;
	buf_printf(out, "no row has both sides: each was measured on its own "
		   "%s; by=none compares them\n", by);
}

static void print_side_report(const struct compare *c, size_t side,
			      struct buf *out)
{
	if (side > 1) {
		buf_char(out, '\n');
		print_answer(c, side, out);
	}
	print_per(c, side, out);
	if (compare_is_single(c, side))
		compare_single(c, side, out);
	else
		print_blocks(c, side, out);
	if (c->rq->options.detail)
		compare_detail(c, side, out);
	print_hint(c, side, out);
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
