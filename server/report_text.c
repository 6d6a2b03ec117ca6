/* report_text.c - how figures are worded in a text report. */
#include "report_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

#define DECIMALS_MAX 4

static int clamp(int x, int lo, int hi)
{
	return x < lo ? lo : x > hi ? hi : x;
}

int change_decimals(const struct comparison *c)
{
	const struct interval *i = &c->change_interval;
	double half = (i->hi - i->lo) / 2 * 100;

	if (!(half > 0) || isinf(half))
		return 2;
	/* Two significant digits: 0.585 has two decimals, 14 has none. */
	return clamp(1 - (int)floor(log10(half)), 0, DECIMALS_MAX);
}

void print_signed(double x, int decimals, char out[32])
{
	snprintf(out, 32, "%+.*f", decimals, x);
	if (out[0] == '-' && !strpbrk(out, "123456789"))
		out[0] = '+';
}

void print_change(struct buf *out, const struct comparison *c)
{
	const struct interval *i = &c->change_interval;
	int decimals = change_decimals(c);
	char a[32], b[32];

	print_signed(100 * c->relative.change_ratio, decimals, a);
	buf_printf(out, "%s %%", a);
	if (i->unbounded) {
		buf_str(out, " (unbounded)");
	} else if (!isnan(i->lo)) {
		print_signed(100 * i->lo, decimals, a);
		print_signed(100 * i->hi, decimals, b);
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
	if (size != 0 && (size < 1e-4 || size >= 1e9)) {
		snprintf(out, 32, "%.4g", x);
		return;
	}
	own = own_decimals(x);
	want = size == 0 ? 0 : clamp(3 - (int)floor(log10(size)), 0, 9);
	if (own >= 0 && own < want)
		want = own;
	snprintf(out, 32, "%.*f", want, x);
}
