/*
 * series_enough.h - how well each series of an upload is known, and how many
 * more samples it would take: the upload's answer.
 *
 * Of the first run, since an upload of many is no question of this kind; the
 * widest intervals first where there are more than fit.
 */
#ifndef SERIES_ENOUGH_H
#define SERIES_ENOUGH_H

#include "json.h"
#include "options.h"
#include "report.h"

/* A line each. Summaries are filled. */
void series_enough_text(const struct report *r, const struct want *want,
			struct arena *arena, struct buf *out);

/* "enough", "want", "series" and "series_left_out" of an object. */
void series_enough_json(const struct report *r, const struct want *want,
			struct arena *arena, struct json *j);

#endif
