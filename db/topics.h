/*
 * topics.h - of which hosts and tests a transaction told something. Private to
 * db/.
 *
 * Who keeps what he made of the runs of one host wants to know whether they are
 * the same still. Each name has one of a few thousand places, which it shares
 * with others: a place that was touched says that it may be otherwise now.
 */
#ifndef TOPICS_H
#define TOPICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.h"

#define TOPICS 4096

struct topics {
	bool all;         /* or so many that they are not listed */
	uint16_t of[256]; /* places */
	size_t n;
};

/* The place of a name; key is "host" or "test". */
size_t topic_of(const char *key, const char *value);

/* The host and the tests of a run that is stored. */
void topics_add_run(struct topics *t, const struct run *run);

#endif
