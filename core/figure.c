/* figure.c - the figures of a published summary as series. */
#include "figure.h"

#include <string.h>

/* A larger spread is worse, whichever way the metric is better. */
static const struct figure figures[] = {
	{ "min", true, NULL, BETTER_UNKNOWN },
	{ "max", true, NULL, BETTER_UNKNOWN },
	{ "median", true, NULL, BETTER_UNKNOWN },
	{ "mean", true, NULL, BETTER_UNKNOWN },
	{ "stddev", true, NULL, BETTER_LOWER },
	{ "center", false, NULL, BETTER_UNKNOWN }, /* a mean or a median */
	{ "spread", false, NULL, BETTER_LOWER },
	{ "stderr", false, NULL, BETTER_LOWER },   /* of the mean */
	{ "stderr_pct", false, "%", BETTER_LOWER },
	{ "ci_low", false, NULL, BETTER_UNKNOWN },
	{ "ci_high", false, NULL, BETTER_UNKNOWN },
	{ "confidence", false, "", BETTER_NONE },  /* of these two: 0.95 */
	{ "ci99_low", false, NULL, BETTER_UNKNOWN },
	{ "ci99_high", false, NULL, BETTER_UNKNOWN },
	{ "q25", false, NULL, BETTER_UNKNOWN },
	{ "q75", false, NULL, BETTER_UNKNOWN },
	{ "sum", false, NULL, BETTER_UNKNOWN },
	{ "value", false, NULL, BETTER_UNKNOWN },  /* of BMF, and its bounds */
	{ "lower_value", false, NULL, BETTER_UNKNOWN },
	{ "upper_value", false, NULL, BETTER_UNKNOWN },
	{ NULL, false, NULL, BETTER_UNKNOWN },
};

static const char *digits(const char *s)
{
	while (*s >= '0' && *s <= '9')
		s++;
	return s;
}

/* p50, p99.9 */
static bool is_percentile(const char *name)
{
	const char *end;

	if (name[0] != 'p' || (end = digits(name + 1)) == name + 1)
		return false;
	return !*end || (*end == '.' && end[1] && !*digits(end + 1));
}

const struct figure *figure_find(const char *name)
{
	const struct figure *f = figures;

	while (f->name && strcmp(f->name, name))
		f++;
	return f->name || is_percentile(name) ? f : NULL;
}

const struct figure *figure_of(const char *series, size_t *of)
{
	const struct figure *f = NULL;
	const char *dot = series;

	while (!f && *dot && (dot = strchr(dot + 1, '.'))) {
		f = figure_find(dot + 1);
		*of = (size_t)(dot - series);
	}
	return f;
}

const char *figure_unit(const struct figure *f, const char *unit)
{
	return !f->unit ? unit : *f->unit ? f->unit : NULL;
}

enum better figure_better(const struct figure *f, enum better better)
{
	return f->better ? f->better : better;
}
