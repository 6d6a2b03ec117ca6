/* figure.c - the figures of a published summary as series. */
#include "figure.h"

#include <string.h>

/* A larger spread is worse, whichever way the metric is better. */
#define FIGURE(name, unit, better) { name, false, ROLE_SUMMARY, unit, better }
#define OF_SIX(name, better) { name, true, ROLE_SUMMARY, NULL, better }

static const struct figure figures[] = {
	OF_SIX("min", BETTER_UNKNOWN),
	OF_SIX("max", BETTER_UNKNOWN),
	OF_SIX("median", BETTER_UNKNOWN),
	OF_SIX("mean", BETTER_UNKNOWN),
	OF_SIX("stddev", BETTER_LOWER),
	/* The one value that a run of the tool gives. */
	{ "center", false, ROLE_SAMPLE, NULL, BETTER_UNKNOWN },
	{ "value", false, ROLE_SAMPLE, NULL, BETTER_UNKNOWN },
	FIGURE("spread", NULL, BETTER_LOWER),
	FIGURE("stderr", NULL, BETTER_LOWER),
	FIGURE("stderr_pct", "%", BETTER_LOWER),
	FIGURE("ci_low", NULL, BETTER_UNKNOWN),
	FIGURE("ci_high", NULL, BETTER_UNKNOWN),
	FIGURE("confidence", "", BETTER_NONE),
	FIGURE("ci99_low", NULL, BETTER_UNKNOWN),
	FIGURE("ci99_high", NULL, BETTER_UNKNOWN),
	FIGURE("q25", NULL, BETTER_UNKNOWN),
	FIGURE("q75", NULL, BETTER_UNKNOWN),
	FIGURE("sum", NULL, BETTER_UNKNOWN),
	FIGURE("lower_value", NULL, BETTER_UNKNOWN),
	FIGURE("upper_value", NULL, BETTER_UNKNOWN),
	FIGURE(NULL, NULL, BETTER_UNKNOWN), /* percentiles */
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
