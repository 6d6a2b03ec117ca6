/*
 * metrics_json.h - the metrics of one result as native JSON writes them.
 *
 * Figures that are series of their own (figure.h) stand in the summary of
 * their metric, which has no n where the metric has none: reading the document
 * gives the same series again. A series stays one by itself where it has
 * several values, or a unit or direction that its metric's do not tell.
 */
#ifndef METRICS_JSON_H
#define METRICS_JSON_H

#include "json.h"
#include "result.h"

/*
 * An array "metrics", in the order of each metric's first series.
 * cost      O(n log n)
 */
void json_metrics(struct json *j, const struct metric *metrics, size_t n);

#endif
