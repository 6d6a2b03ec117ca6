/* compare_over.c - one figure for many rows. */
#include <math.h>
#include <string.h>

#include "compare_block.h"
#include "report_text.h"

static void print_sums(const struct compare *c,
		       const struct summary_over_rows *s, size_t side,
		       struct buf *out)
{
	char text[32];

	/* Sums beyond the largest double are no sums. */
	if (!isfinite(s->sums.a) || !isfinite(s->sums.b))
		return;
	buf_printf(out, "  sum of unlike rows, as published  A %.10g  %c "
		   "%.10g", s->sums.a, c->sides[side].name, s->sums.b);
	if (isfinite(s->sums.change_ratio)) {
		print_signed(100 * s->sums.change_ratio, 3, text);
		buf_printf(out, "  %s %%", text);
	}
	buf_str(out, "\n  the largest rows decide a sum; it is no answer\n");
}

static void print_summary(const struct compare *c,
			  const struct summary_over_rows *s, size_t side,
			  struct buf *out)
{
	const struct over_rows *o = &s->over;
	int decimals = interval_decimals(&o->interval);
	char text[32];

	/* As many as the mean before it has, or one less. */
	decimals = decimals > 1 ? 2 : 1;
	if (o->n + o->n_left_out < 2)
		return;
	text_safe(out, s->metric);
	if (s->unit) {
		buf_str(out, ", ");
		text_safe(out, s->unit);
	}
	buf_char(out, '\n');
	if (o->n) {
		print_signed(100 * (o->ratio - 1), 2, text);
		buf_printf(out, "  geometric mean of %zu ratios %.5f  %s %%",
			   o->n, o->ratio, text);
		if (!isnan(o->interval.lo)) {
			print_signed(100 * o->interval.lo, decimals, text);
			buf_printf(out, ", %g %% over the rows %s ..",
				   c->rq->options.confidence, text);
			print_signed(100 * o->interval.hi, decimals, text);
			buf_printf(out, " %s", text);
		}
		buf_char(out, '\n');
	}
	if (o->n_left_out)
		buf_printf(out, "  left out of it, no ratio: %zu\n",
			   o->n_left_out);
	if (isfinite(o->median_change_ratio)) {
		print_signed(100 * o->median_change_ratio, 2, text);
		buf_printf(out, "  median change %s %%; rows up, down, equal: "
			   "%zu, %zu, %zu\n", text, o->n_up, o->n_down,
			   o->n_equal);
	}
	if (c->rq->options.total && s->sums.n)
		print_sums(c, s, side, out);
}

void compare_over(const struct compare *c, size_t side, struct buf *out)
{
	struct buf b;
	size_t i;

	buf_init(&b, 1u << 20);
	for (i = 0; i < c->n_summaries[side]; i++)
		print_summary(c, &c->summaries[side][i], side, &b);
	text_wrap_lines(out, b.len ? b.data : "", compare_width(c), 4);
	buf_release(&b);
}
