/*
 * change_memo.h - change points of histories that were looked at before.
 *
 * A page about a host looks for the changes of all its lines, and of those one
 * has a new run since the last time. Which history it is, is told by a hash of
 * its values, so that nothing is ever out of date.
 */
#ifndef CHANGE_MEMO_H
#define CHANGE_MEMO_H

#include "change.h"

/*
 * stats_changes() with CHANGE_ALPHA. From any thread.
 * cost      O(n), where it is one of the last few thousand histories
 */
void memo_changes(const double *x, size_t n, struct arena *arena,
		  struct changes *out);

#endif
