/*
 * report_check.h - what a report may hold, and what is said otherwise.
 *
 * Private to report.c. A refusal is an error of the report, at its line.
 */
#ifndef REPORT_CHECK_H
#define REPORT_CHECK_H

#include "report.h"

/* Says once that a limit was hit; nothing more is kept after it. */
void report_over(struct report *r, const char *what, size_t max);

/* Is key:value something that can be kept? */
bool report_tag_ok(struct report *r, const char *key, const char *value);

/* Can a name be kept, said to be what? NULL is a name. */
bool report_name_ok(struct report *r, const char *what, const char *name);

/* All of the parameters of a result. */
bool report_params_ok(struct report *r, const struct tags *params);

#endif
