/* compare_detail.c - every figure of every row: detail=1, bootstrap=1. */
#include <math.h>

#include "compare_block.h"
#include "figures.h"
#include "report_text.h"

/* " (3.1 .. 3.4)", or nothing where there is no interval */
static void print_around(const struct interval *x, struct buf *out)
{
	char lo[32], hi[32];

	if (isnan(x->lo) || isnan(x->hi))
		return;
	print_ends(x, lo, hi);
	buf_printf(out, " (%s .. %s)", lo, hi);
}

static void print_quantile(const struct quantile_pair *q, char name,
			   struct buf *out)
{
	char x[32], hi[32];

	print_value(q->a, x);
	buf_printf(out, "  p%-22g A %s", 100 * q->p, x);
	print_around(&q->a_interval, out);
	print_value(q->b, x);
	buf_printf(out, "  %c %s", name, x);
	print_around(&q->b_interval, out);
	if (!isnan(q->change_interval.lo)) {
		print_change_ends(&q->change_interval, x, hi);
		buf_printf(out, "  change %s .. %s %%", x, hi);
	}
	if (isnan(q->a_interval.lo) || isnan(q->b_interval.lo))
		buf_printf(out, "  (an interval needs %zu a side)",
			   stats_quantile_needs(q->p));
	buf_char(out, '\n');
}

static void print_quantiles(const struct row *row, size_t side, char name,
			    struct buf *out)
{
	const struct quantile_pair *q = row->quantiles[side];
	size_t i;

	for (i = 0; q && i < QUANTILE_COUNT; i++)
		if (!isnan(q[i].a))
			print_quantile(&q[i], name, out);
}

void compare_detail(const struct compare *c, size_t side, struct buf *out)
{
	size_t i;

	for (i = 0; i < c->n_rows; i++) {
		const struct row *row = &c->rows[i];

		if (row->state[side] != ROW_PAIRED || !row_shown(c, row, side))
			continue;
		buf_char(out, '\n');
		row_name(c, row, out);
		buf_str(out, ":\n");
		figures_text(&row->against[side], row->unit, out);
		if (!isnan(row->p_holm[side]))
			buf_printf(out, "  %-23s %.4g\n  %-23s %.4g\n",
				   "p_holm", row->p_holm[side], "p_bh",
				   row->p_bh[side]);
		print_quantiles(row, side, c->sides[side].name, out);
	}
	buf_char(out, '\n');
}
