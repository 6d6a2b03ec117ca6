/*
 * number_print.c - the shortest decimal text of a double.
 *
 * The C library prints 15, 16 or 17 digits and reads them back until they are
 * the same double; that is right for all and takes a microsecond. For numbers
 * of everyday size the digits are computed here, in the 64 bits of an x87 long
 * double, with a bound on the error; wherever a rounding lies within the bound,
 * the C library decides.
 * source    Loitsch 2010, Printing Floating-Point Numbers Quickly and
 *           Accurately with Integers (the idea to check and to fall back)
 */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

#define DIGITS_MIN 15 /* as many as any decimal text of a double keeps */
#define DIGITS_MAX 17 /* as many as tell two doubles apart */

static size_t print_slowly(double x, char *out)
{
	/*
	 * 15 digits hold any shorter text too, as its zeros are not printed,
	 * except where a double itself has less than 15.
	 */
	int precision = fabs(x) >= DBL_MIN ? DIGITS_MIN : 1, n = 0;
	char *end;

	for (; precision <= DIGITS_MAX; precision++) {
		n = snprintf(out, NUMBER_SIZE, "%.*g", precision, x);
		if (strtod(out, &end) == x && !*end)
			break;
	}
	return (size_t)n;
}

/* Digits, the first of which is not 0, and where the point is: d.ddd * 10^e. */
struct decimal {
	uint64_t digits;
	int n, e;
};

/* Some systems let the x87 of an i386 round to 53 bits all the same. */
#if LDBL_MANT_DIG >= 64 && !defined(__i386__)

/* Powers of ten that a mantissa of 64 bits holds without rounding. */
#define POWER_MAX 27
static const long double powers[POWER_MAX + 1] = {
	1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,
	1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
	1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L,
	1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L,
};

/*
 * A number below 10^17 has at least 7 bits behind the point, so one rounding is
 * off by 2^-8 at most.
 */
#define ERROR_MAX .005L

/* x * 10^k after at most one rounding; false: k is too large. */
static bool scale(double x, int k, long double *out)
{
	if (k > POWER_MAX || k < -POWER_MAX)
		return false;
	*out = k >= 0 ? x * powers[k] : x / powers[-k];
	return true;
}

/* 1: rounded to so many digits it reads back as x, 0: not; -1: unsure. */
static int round_to(uint64_t whole, long double part, int n, long double half,
		    struct decimal *out)
{
	uint64_t unit = n == 15 ? 100 : n == 16 ? 10 : 1;
	long double rest = (long double)(whole % unit) + part, off;
	bool up = rest > .5L * (long double)unit;

	off = up ? (long double)unit - rest : rest;
	if (fabsl(rest - .5L * (long double)unit) < ERROR_MAX ||
	    (unit > 1 && fabsl(off - half) < 2 * ERROR_MAX))
		return -1;
	out->digits = whole / unit + up;
	out->n = n;
	return unit == 1 || off < half;
}

/* x > 0. false: the C library has to tell. */
static bool find_digits(double x, struct decimal *out)
{
	int exponent, got = 0, n;
	double mantissa = frexp(x, &exponent);
	long double scaled, half;
	uint64_t whole;

	/* Below a power of two the doubles are closer. */
	if (x < DBL_MIN || mantissa == .5)
		return false;
	out->e = (int)floor((exponent - 1) * .30102999566398120);
	if (!scale(x, DIGITS_MAX - 1 - out->e, &scaled))
		return false;
	if (scaled >= 1e17L &&
	    !scale(x, DIGITS_MAX - 1 - ++out->e, &scaled))
		return false;
	if (scaled < 1e16L || scaled >= 1e17L - 1)
		return false;
	/* Half the distance to the next double. */
	half = scaled / (mantissa * 0x1p54);
	whole = (uint64_t)scaled;
	for (n = DIGITS_MIN; !got && n <= DIGITS_MAX; n++)
		got = round_to(whole, scaled - (long double)whole, n, half,
			       out);
	return got > 0;
}

#else

static bool find_digits(double x, struct decimal *out)
{
	(void)x;
	(void)out;
	return false;
}

#endif

static uint64_t power_of_ten(int n)
{
	uint64_t x = 1;

	while (n--)
		x *= 10;
	return x;
}

/* Exactly n digits, zeros in front. */
static char *put_digits(char *out, uint64_t x, int n)
{
	int i;

	for (i = n; i--; x /= 10)
		out[i] = (char)('0' + x % 10);
	return out + n;
}

/* As %g has it: d.ddde-05 outside of 10^-4 to 10^digits. */
static char *put_exponent(char *out, const struct decimal *d)
{
	*out++ = (char)('0' + d->digits / power_of_ten(d->n - 1));
	if (d->n > 1) {
		*out++ = '.';
		out = put_digits(out, d->digits % power_of_ten(d->n - 1),
				 d->n - 1);
	}
	*out++ = 'e';
	*out++ = d->e < 0 ? '-' : '+';
	return put_digits(out, (uint64_t)abs(d->e), abs(d->e) < 100 ? 2 : 3);
}

static char *put_plain(char *out, const struct decimal *d)
{
	int behind = d->n - 1 - d->e; /* digits behind the point */
	uint64_t unit;

	if (behind <= 0)
		return put_digits(out, d->digits * power_of_ten(-behind),
				  d->e + 1);
	if (d->e < 0) {
		*out++ = '0';
		*out++ = '.';
		return put_digits(out, d->digits, behind);
	}
	unit = power_of_ten(behind);
	out = put_digits(out, d->digits / unit, d->e + 1);
	*out++ = '.';
	return put_digits(out, d->digits % unit, behind);
}

static char *put_decimal(char *out, struct decimal *d)
{
	int precision = d->n;

	if (d->digits == power_of_ten(d->n)) {
		d->digits /= 10;
		d->e++;
	}
	while (d->n > 1 && d->digits % 10 == 0) {
		d->digits /= 10;
		d->n--;
	}
	return d->e < -4 || d->e >= precision ? put_exponent(out, d) :
						put_plain(out, d);
}

static int count_digits(uint64_t x)
{
	int n = 1;

	while (x >= 10) {
		x /= 10;
		n++;
	}
	return n;
}

size_t number_print(double x, char out[NUMBER_SIZE])
{
	bool whole = x == floor(x) && fabs(x) < 1e15;
	struct decimal d;
	char *end = out;

	assert(isfinite(x));
	if (!whole && !find_digits(fabs(x), &d))
		return print_slowly(x, out);
	if (signbit(x))
		*end++ = '-';
	end = whole ? put_digits(end, (uint64_t)fabs(x),
				 count_digits((uint64_t)fabs(x))) :
		      put_decimal(end, &d);
	*end = '\0';
	return (size_t)(end - out);
}
