/* compare_detail.c - every figure of every row: detail=1, bootstrap=1. */
#include <math.h>

#include "compare_block.h"
#include "figures.h"
#include "report_text.h"

static void print_quantiles(const struct row *row, size_t side, char name,
			    struct buf *out)
{
	const struct quantile_pair *q = row->quantiles[side];
	char a[32], b[32], lo[32], hi[32];
	size_t i;

	for (i = 0; q && i < QUANTILE_COUNT; i++) {
		if (isnan(q[i].a))
			continue;
		print_value(q[i].a, a);
		print_value(q[i].b, b);
		buf_printf(out, "  p%-22g A %s  %c %s", 100 * q[i].p, a, name,
			   b);
		if (!isnan(q[i].change_interval.lo)) {
			print_signed(100 * q[i].change_interval.lo, 2, lo);
			print_signed(100 * q[i].change_interval.hi, 2, hi);
			buf_printf(out, "  change %s .. %s %%", lo, hi);
		}
		buf_char(out, '\n');
	}
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
