/*
 * upload_check.h - may these names be kept?
 */
#ifndef UPLOAD_CHECK_H
#define UPLOAD_CHECK_H

#include "err.h"
#include "report.h"

/*
 * Keys must be keys and no reserved words; values, tests, metrics and units
 * UTF-8 without control or bidirectional characters, of at most
 * LIMIT_TAG_VALUE bytes; a run has at most LIMIT_RUN_TAGS tags.
 * errors ERR_INPUT naming the key or name
 */
int upload_check(const struct report *report, struct err *err);

#endif
