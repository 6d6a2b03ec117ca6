/* history_text.h - private to history_*.c: parts of the text of a history. */
#ifndef HISTORY_TEXT_H
#define HISTORY_TEXT_H

#include "history.h"

/* The name of a fact, and the blanks up to where facts stand. */
void history_fact(struct buf *out, const char *name);
#define HISTORY_INDENT 10

/* Where a run stands in the order, in words. In arena. */
const char *history_place(const struct history *h, const struct line *line,
			  size_t i);

/* As print_value(). In arena. */
const char *history_value(const struct history *h, double x);

/* history_facts.c: drifts, what was annotated, noted, left out; the noise. */
void history_facts(const struct history *h, const struct history_line *l,
		   struct buf *out);

#endif
