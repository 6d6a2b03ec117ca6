/*
 * ministat_t.c - ministat's table of Student's t, computed instead of copied:
 * it is libRmath's qt rounded to 3 decimals, but for seven entries.
 */
#include "ministat.h"

#include <Rmath.h>
#include <assert.h>
#include <math.h>

#define TABLE_ROWS 100 /* above it stands the normal quantile */

static const struct {
	double percent; /* two-sided, as it is called */
	double p;       /* one-sided, as it is */
} levels[MINISTAT_LEVELS] = {
	{ 80, .9 }, { 90, .95 }, { 95, .975 },
	{ 98, .99 }, { 99, .995 }, { 99.5, .999 },
};

/* Entries of the last level that differ from the rounded quantile. */
static const struct {
	size_t df;
	double t;
} misprints[] = {
	{ 1, 318.313 }, { 7, 4.782 }, { 8, 4.499 }, { 9, 4.296 },
	{ 10, 4.143 }, { 11, 4.024 }, { 12, 3.929 },
};

static size_t level_index(double percent)
{
	size_t i;

	for (i = 0; i < MINISTAT_LEVELS; i++)
		if (levels[i].percent == percent)
			break;
	return i;
}

bool ministat_level_ok(double percent)
{
	return level_index(percent) < MINISTAT_LEVELS;
}

double ministat_t(double percent, size_t df)
{
	size_t level = level_index(percent), i;
	double t;

	assert(level < MINISTAT_LEVELS && df > 0);
	if (level == MINISTAT_LEVELS - 1)
		for (i = 0; i < sizeof(misprints) / sizeof(misprints[0]); i++)
			if (misprints[i].df == df)
				return misprints[i].t;
	if (df > TABLE_ROWS)
		t = qnorm(levels[level].p, 0, 1, 1, 0);
	else
		t = qt(levels[level].p, (double)df, 1, 0);
	return round(1000 * t) / 1000;
}
