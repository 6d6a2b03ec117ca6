/*
 * compare_parts.h - parts of compare_make() and of the renderings, a file each.
 * Private to compare_*.c.
 */
#ifndef COMPARE_PARTS_H
#define COMPARE_PARTS_H

#include "compare.h"

/* compare_rows.c: the key in host's place in the row key; NULL for none. */
const char *compare_by(const struct compare *c);

/* compare_order.c: the rows as a person reads them, or by size of change. */
void compare_order(struct compare *c);

/* compare_tags.c: what the sides share and differ in, labels, shown units. */
int compare_tags(struct compare *c, struct err *err);
void compare_labels(struct compare *c);
void compare_scales(struct compare *c);

/* compare_summary.c: one figure for many rows. */
void compare_summaries(struct compare *c);

/* compare_single.c: the row that is pointed out; SIZE_MAX: none. */
size_t compare_marked_row(const struct summary_over_rows *s);

/* compare_family.c: adjusted p, one test over several hosts. */
void compare_family(struct compare *c);

/* compare_head.c: what the sides are, above the tables of a text. */
void compare_head(const struct compare *c, struct buf *out);

/* compare_json_row.c */
void row_json(const struct compare *c, const struct row *row, struct json *j);

#endif
