/*
 * unit.h - what a unit's spelling means: dimension, factor, direction.
 *
 * The table is unit.def. A spelling that is not there is a dimension of its
 * own: comparable with itself only.
 */
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>

#include "report.h"

enum dimension {
	DIM_OTHER,
	DIM_BIT_RATE,
	DIM_BYTE_RATE,
	DIM_PACKET_RATE,
	DIM_RATE,
	DIM_TRANSACTION_RATE,
	DIM_REQUEST_RATE,
	DIM_IO_RATE,
	DIM_TIME,
	DIM_SHARE,
	DIM_TIME_PER_BYTE,
	DIM_TIME_PER_TRANSACTION,
	DIM_TIME_PER_OPERATION,
	DIM_BYTES,
	DIM_FREQUENCY,
	DIM_ENERGY,
	DIM_POWER,
	DIM_COUNT,
};

struct unit {
	const char *spelling, *canonical;
	enum dimension dimension;
	double factor; /* value * factor is in the dimension's base unit */
};

/* NULL for a spelling that is not in the table, and for NULL. */
const struct unit *unit_find(const char *spelling);

/*
 * The factor that turns a value in `from` into one in `to`; bit rates and byte
 * rates convert into each other (8 bits a byte). Either may be NULL (no unit):
 * comparable only with no unit.
 * returns   false if they are not comparable
 */
bool unit_factor(const char *from, const char *to, double *factor);

/* The same unit, spelt alike or not? */
bool unit_same(const char *x, const char *y);

/* Rates are better higher, times lower; else unknown, shares too. */
enum better unit_assumed_better(const char *spelling);

/*
 * The scale in which to show values of about this size: 4785555 pps is 4.786
 * Mpps. Gives the unit itself where no larger one fits.
 */
const struct unit *unit_scale(const char *spelling, double typical);

/* Default margin of equivalence, as a ratio: STATISTICS sec. 2.7. */
double unit_margin(const char *spelling);

#endif
