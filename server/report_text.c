/* report_text.c - how figures are worded in a text report. */
#include "report_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "power.h"
#include "unit.h"

#define DECIMALS_MAX  4
#define EXPONENT_FROM 1e8 /* of a change in percent */

static int clamp(int x, int lo, int hi)
{
	return x < lo ? lo : x > hi ? hi : x;
}

int change_decimals(const struct comparison *c)
{
	return interval_decimals(&c->change_interval);
}

int interval_decimals(const struct interval *i)
{
	double half = (i->hi - i->lo) / 2 * 100;

	/* print_signed() has an exponent for the largest. */
	if (!(half > 0) || half >= EXPONENT_FROM)
		return 2;
	/* Two significant digits: 0.585 has two decimals, 14 has none. */
	return clamp(1 - (int)floor(log10(half)), 0, DECIMALS_MAX);
}

/* Where a product left the doubles: "+>1e308". */
static bool print_beyond(double x, bool sign, char out[32])
{
	if (isinf(x))
		snprintf(out, 32, "%s>1e308", x < 0 ? "-" : sign ? "+" : "");
	return isinf(x);
}

void print_signed(double x, int decimals, char out[32])
{
	if (print_beyond(x, true, out))
		return;
	/* No one reads the digits of a millionfold change. */
	if (fabs(x) >= EXPONENT_FROM)
		snprintf(out, 32, "%+.3g", x);
	else
		snprintf(out, 32, "%+.*f", decimals, x);
	if (out[0] == '-' && !strpbrk(out, "123456789"))
		out[0] = '+';
}

void print_p(double p, char out[32])
{
	snprintf(out, 32, isnan(p) ? "-" : p < 1e-99 ? "<1e-99" :
		 p < .001 ? "%.0e" : "%.2g", p);
}

void print_change_ends(const struct interval *i, char lo[32], char hi[32])
{
	int decimals = interval_decimals(i);

	print_signed(100 * i->lo, decimals, lo);
	print_signed(100 * i->hi, decimals, hi);
}

void print_change(struct buf *out, const struct comparison *c)
{
	const struct interval *i = &c->change_interval;
	int decimals = change_decimals(c);
	char a[32], b[32];

	if (isnan(c->relative.change_ratio)) {
		buf_str(out, "no change in %");
		return;
	}
	print_signed(100 * c->relative.change_ratio, decimals, a);
	buf_printf(out, "%s %%", a);
	if (i->unbounded) {
		buf_str(out, " (unbounded)");
	} else if (!isnan(i->lo)) {
		print_change_ends(i, a, b);
		buf_printf(out, " (%s .. %s)", a, b);
	}
}

/* How many decimals the shortest text of x has; -1 where it has an exponent. */
static int own_decimals(double x)
{
	char text[NUMBER_SIZE];
	const char *dot;

	number_print(x, text);
	if (strchr(text, 'e'))
		return -1;
	dot = strchr(text, '.');
	return dot ? (int)strlen(dot + 1) : 0;
}

void print_value(double x, char out[32])
{
	double size = fabs(x);
	int own, want;

	if (isnan(x)) {
		snprintf(out, 32, "-");
		return;
	}
	if (x == 0)
		x = 0; /* without a minus */
	if (print_beyond(x, false, out))
		return;
	if (size != 0 && (size < 1e-4 || size >= 1e9)) {
		snprintf(out, 32, "%.4g", x);
		return;
	}
	own = own_decimals(x);
	want = size == 0 ? 0 : clamp(3 - (int)floor(log10(size)), 0, 9);
	/* 99.998 has four digits as 100.0. */
	if (want && size + .5 * pow(10, -want) >= pow(10, 4 - want))
		want--;
	if (own >= 0 && own < want)
		want = own;
	snprintf(out, 32, "%.*f", want, x);
}

void print_ends(const struct interval *i, char lo[32], char hi[32])
{
	double half = i->hi / 2 - i->lo / 2;
	int decimals;

	if (!(half > 0) || fmax(fabs(i->lo), fabs(i->hi)) >= EXPONENT_FROM) {
		print_value(i->lo, lo);
		print_value(i->hi, hi);
		return;
	}
	decimals = clamp(1 - (int)floor(log10(half)), 0, 20);
	snprintf(lo, 32, "%.*f", decimals, i->lo);
	snprintf(hi, 32, "%.*f", decimals, i->hi);
}

/* "1.5": a half-width in percent, two significant digits. */
static void print_width(struct buf *out, double percent)
{
	int decimals = percent > 0 ?
		clamp(1 - (int)floor(log10(percent)), 0, DECIMALS_MAX) : 0;

	buf_printf(out, "%.*f", decimals, percent);
}

static void print_more(struct buf *out, const struct metric *m,
		       const struct want *want, const struct enough *e)
{
	if (e && !isnan(e->half_ratio)) {
		buf_str(out, " +/- ");
		print_width(out, 100 * e->half_ratio);
		buf_str(out, " %");
	}
	buf_printf(out, " (n %zu)", m->summary.n);
	if (e && !e->enough) {
		buf_printf(out, "; for +/- %g %% about %.0f more", want->width,
			   e->n_more);
	} else if (!e) {
		buf_str(out, m->summary.n < 2 ?
			"; one sample tells nothing of its spread" :
			m->summary.mean == 0 ?
			"; of a mean of 0 there is no +/- in %" :
			"; the published summary tells no spread");
	}
}

void print_enough(struct buf *out, const char *test, const struct metric *m,
		  const struct want *want, const struct enough *e)
{
	char mean[32];

	print_value(m->summary.mean, mean);
	text_safe(out, test ? test : "(no test)");
	buf_str(out, "  ");
	text_safe(out, m->name);
	buf_printf(out, " %s", mean);
	if (m->unit) {
		buf_char(out, ' ');
		text_safe(out, m->unit);
	}
	print_more(out, m, want, e);
	if (m->better != BETTER_UNKNOWN)
		return;
	if (unit_assumed_better(m->unit) == BETTER_UNKNOWN)
		buf_str(out, "; direction not told");
	else
		buf_printf(out, "; direction assumed: %s",
			   better_name(unit_assumed_better(m->unit)));
}
