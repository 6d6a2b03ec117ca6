/*
 * quantity.h - numbers with a unit: 1.50ms, 22.6 Gbits/sec, 53.76MB.
 *
 * The prefix of a unit moves the point of the digits as they stand there, so
 * that 22.6 Gbits/sec is 22600000000 bit/s and not nearly; a series whose lines
 * differ in their prefix stays one series.
 */
#ifndef QUANTITY_H
#define QUANTITY_H

#include "line.h"

/* A spelling: the value in `unit` is number * 10^ten * 2^two * times. */
struct quantity_unit {
	const char *spelled;
	const char *unit; /* one that unit.def knows, where it does */
	int ten, two;
	double times;     /* 0: 1 */
};

/* The tables end with a NULL spelling. */
extern const struct quantity_unit quantity_us[];      /* time, in us */
extern const struct quantity_unit quantity_s[];       /* time, in s */
extern const struct quantity_unit quantity_count[];   /* none k K M G T */
extern const struct quantity_unit quantity_bytes[];   /* B KB MB: 2^10; in B */
extern const struct quantity_unit quantity_iperf[];   /* Gbits/sec KBytes/sec */

/* "1.50ms", "1.50 ms": the number and what follows it; false: no number. */
bool quantity_split(struct span s, struct span *number, struct span *unit);

/* NULL where the table does not have it. */
const struct quantity_unit *quantity_unit(const struct quantity_unit *table,
					  struct span spelled);

/* The number in the unit's `unit`; out is set only on NUMBER_OK. */
enum number_status quantity_value(struct span number,
				  const struct quantity_unit *unit,
				  double *out);

/* Both at once; NUMBER_BAD also for a unit that is not in the table. */
enum number_status quantity_read(struct span s,
				 const struct quantity_unit *table,
				 double *out);

/* 1,234.5: commas between thousands, or none. */
enum number_status quantity_grouped(struct span s, double *out);

/* A share: "0.07%" is 0.07; the sign may be missing. */
enum number_status quantity_percent(struct span s, double *out);

/* Seconds since 1970, with a fraction: 1796046891.267717. */
bool quantity_epoch(struct span s, int64_t *ns);

#endif
