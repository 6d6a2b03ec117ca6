/* line_order.h - private to line*.c: the order of a line's runs. */
#ifndef LINE_ORDER_H
#define LINE_ORDER_H

#include "lines.h"

/*
 * Decides by what the line's points are ordered, gives each its key, leaves out
 * those that have none, and sorts them.
 */
int line_order(struct line *line, const char *order, struct err *err);

/* ERR_UNUSABLE where no line has a run that records the key. */
int lines_have_order(const struct lines *lines, const char *order,
		     struct err *err);

#endif
