/*
 * wrk.h - wrk and wrk2 print the same but for wrk2's histogram.
 *
 * Private to import_wrk*.c.
 */
#ifndef WRK_H
#define WRK_H

#include "import.h"

extern const struct known_metric wrk_gives[];

/* two: is it wrk2's? */
size_t wrk_claim(const char *data, size_t len, bool two);

/* Reads either. */
int wrk_parse(const char *data, size_t len, struct report *r, struct err *err);

#endif
