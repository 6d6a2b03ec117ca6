/*
 * report_text.h - how figures are worded in a text report: as many digits as
 * they can bear.
 */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "options.h"
#include "report.h"
#include "text.h"
#include "verdict.h"

/* Decimals of a change in percent: two significant digits of its half-width;
 * two where there is no interval. */
int change_decimals(const struct comparison *c);

int interval_decimals(const struct interval *i);

/* "-1.68 % (-2.07 .. -1.29)", or "-1.17 %" without an interval. */
void print_change(struct buf *out, const struct comparison *c);

/*
 * A value with four significant digits, or all digits of its whole part, and
 * never more than it has: 10761, 476.9, 5.
 */
void print_value(double x, char out[32]);

/* A probability: 2e-09; below the doubles that matter "<1e-99"; "-" for NAN. */
void print_p(double p, char out[32]);

/* The ends of a change's interval in percent, as change_decimals() says. */
void print_change_ends(const struct interval *i, char lo[32], char hi[32]);

/* The ends of an interval, with two significant digits of its half-width. */
void print_ends(const struct interval *i, char lo[32], char hi[32]);

/*
 * "udp  throughput 54.92 MB/s +/- 1.5 % (n 40); for +/- 1 % about 46 more;
 * direction assumed: higher", of a metric whose summary is filled. e is what
 * stats_enough() told of it, NULL where that was nothing.
 */
void print_enough(struct buf *out, const char *test, const struct metric *m,
		  const struct want *want, const struct enough *e);

/* Said where it is not enough, so that nobody loops for the wrong thing. */
#define NOT_ENOUGH \
	"not enough yet: more samples narrow the interval. Stopping as soon " \
	"as a\ndifference looks significant would find differences that are " \
	"not there.\n"

/* "+1.45" with so many decimals; a rounded zero has no minus. */
void print_signed(double x, int decimals, char out[32]);

#endif
