/*
 * openmetrics.h - the lines of OpenMetrics and Prometheus text.
 *
 * Private to import_openmetrics*.c.
 */
#ifndef OPENMETRICS_H
#define OPENMETRICS_H

#include "line.h"
#include "mem.h"

/* What the type of a family says of its lines. */
enum openmetrics_kind { PLAIN, HISTOGRAM, SUMMARY, NO_MEASURE };

/* NAME{LABELS} VALUE [TIME]; labels and time may be empty. */
struct openmetrics_sample {
	struct span name, labels, value, time;
};

/* false: the line is no sample. */
bool openmetrics_sample(struct span line, struct openmetrics_sample *s);

/* "# TYPE a gauge", # UNIT and # HELP: the three words; false: none of them. */
bool openmetrics_described(struct span line, struct span *what,
			   struct span *name, struct span *rest);

/* false: no such type is known. */
bool openmetrics_kind(struct span type, enum openmetrics_kind *kind);

/*
 * The labels as parameters, in the arena; one that can be no key of a tag is
 * label.NAME.
 *
 * skip      a label that is not the series': le, quantile; NULL: none
 * skipped   out: its value, or empty
 * returns   false where they are no labels
 */
bool openmetrics_labels(struct span labels, struct arena *a,
			struct tags *params, const char *skip,
			struct span *skipped);

/* Bytes of the text that begins here; 0. */
size_t openmetrics_claim(const char *data, size_t len);

#endif
