/*
 * oracle.h - comparing with ../shared/data/stats. For one test program; every
 * number of the oracle is either compared or left out by name.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <float.h>

#include "oracle_sets.h"
#include "ttest.h"

static size_t compared, left_out;
static double worst;
static const char *worst_name = "";

/* What is left out, by reason. */
static struct {
	const char *what;
	size_t n;
} reasons[40];

static size_t count_numbers(const cJSON *item)
{
	size_t n = cJSON_IsNumber(item);
	const cJSON *child;

	cJSON_ArrayForEach(child, item)
		n += count_numbers(child);
	return n;
}

/* All numbers below an item. */
static void leave_out(const cJSON *item, const char *why)
{
	size_t i, n = count_numbers(item);

	for (i = 0; reasons[i].what && strcmp(reasons[i].what, why) != 0; i++)
		;
	assert_true(i < sizeof(reasons) / sizeof(reasons[0]) - 1);
	reasons[i].what = why;
	reasons[i].n += n;
	left_out += n;
}

/* A level that is a key: "0.95". */
static double level_of(const cJSON *item)
{
	char *end;
	double x = strtod(item->string, &end);

	assert_true(end != item->string && !*end);
	return x;
}

static const cJSON *get(const cJSON *o, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(o, key);
}

/* R has none where it says null or {"error"}. */
static void check(const struct pair *p, const char *what, const cJSON *want,
		  double got, double tolerance)
{
	double error;

	if (!cJSON_IsNumber(want))
		return;
	compared++;
	error = want->valuedouble == got ? 0 :
		fabs(got - want->valuedouble) / fabs(want->valuedouble);
	if (!(error <= tolerance)) {
		print_message("# %s %s: %.17g, want %.17g\n", p->name, what,
			      got, want->valuedouble);
		fail();
	}
	if (p->tolerance < 1e-9 && error > worst && tolerance < 1e-9) {
		worst = error;
		worst_name = what;
	}
}

/* An end that happens to be near 0 is judged by the half-width. */
static void check_end(const struct pair *p, const char *what, const cJSON *want,
		      double got, double half)
{
	if (cJSON_IsNumber(want) && fabs(want->valuedouble) < 1e-3 * half &&
	    fabs(got - want->valuedouble) <= p->tolerance * half)
		compared++;
	else
		check(p, what, want, got, p->tolerance);
}

static void check_interval(const struct pair *p, const char *what,
			   const cJSON *want, struct interval got, double shift)
{
	double half = fabs(got.hi - got.lo) / 2;

	check_end(p, what, cJSON_GetArrayItem(want, 0), got.lo + shift, half);
	check_end(p, what, cJSON_GetArrayItem(want, 1), got.hi + shift, half);
}

#endif
