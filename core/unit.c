/* unit.c - what a unit's spelling means. */
#include "unit.h"

#include <math.h>
#include <string.h>

static const struct unit units[] = {
#define UNIT(spelling, canonical, dimension, factor) \
	{ spelling, canonical, dimension, factor },
#include "unit.def"
#undef UNIT
};

#define N_UNITS (sizeof(units) / sizeof(units[0]))

const struct unit *unit_find(const char *spelling)
{
	size_t i;

	for (i = 0; spelling && i < N_UNITS; i++)
		if (*units[i].spelling == *spelling &&
		    !strcmp(units[i].spelling, spelling))
			return &units[i];
	return NULL;
}

bool unit_factor(const char *from, const char *to, double *factor)
{
	const struct unit *f, *t;

	*factor = 1;
	if (!from || !to)
		return !from && !to;
	if (from == to || !strcmp(from, to))
		return true;
	f = unit_find(from);
	t = unit_find(to);
	if (!f || !t)
		return false;
	*factor = f->factor / t->factor;
	if (f->dimension == DIM_BIT_RATE && t->dimension == DIM_BYTE_RATE)
		*factor /= 8;
	else if (f->dimension == DIM_BYTE_RATE && t->dimension == DIM_BIT_RATE)
		*factor *= 8;
	else
		return f->dimension == t->dimension;
	return true;
}

bool unit_same(const char *x, const char *y)
{
	double factor;

	return unit_factor(x, y, &factor) && factor == 1;
}

enum better unit_assumed_better(const char *spelling)
{
	const struct unit *u = unit_find(spelling);

	switch (u ? u->dimension : DIM_OTHER) {
	case DIM_BIT_RATE:
	case DIM_BYTE_RATE:
	case DIM_PACKET_RATE:
	case DIM_RATE:
	case DIM_TRANSACTION_RATE:
	case DIM_REQUEST_RATE:
	case DIM_IO_RATE:
		return BETTER_HIGHER;
	case DIM_TIME:
	case DIM_TIME_PER_BYTE:
	case DIM_TIME_PER_TRANSACTION:
	case DIM_TIME_PER_OPERATION:
		return BETTER_LOWER;
	default:
		return BETTER_UNKNOWN;
	}
}

/* Ki, Mi, ...: a ladder of 1024. */
static bool is_binary(const char *spelling)
{
	return strchr("KMGT", spelling[0]) && spelling[1] == 'i';
}

/* A ladder of 1000 and one of 1024 are not mixed; no time becomes minutes. */
static bool scales_to(const struct unit *from, const struct unit *to)
{
	return to->dimension == from->dimension &&
	       !strcmp(to->spelling, to->canonical) &&
	       strcmp(to->spelling, "min") &&
	       is_binary(to->spelling) == is_binary(from->spelling);
}

const struct unit *unit_scale(const char *spelling, double typical)
{
	const struct unit *u = unit_find(spelling), *best = u;
	double x, best_x;
	size_t i;

	if (!u || !(fabs(typical) > 0))
		return u;
	best_x = fabs(typical);
	if (best_x >= 1 && best_x < 10000)
		return u;
	for (i = 0; i < N_UNITS; i++) {
		if (!scales_to(u, &units[i]))
			continue;
		x = fabs(typical) * u->factor / units[i].factor;
		/* The largest unit that leaves at least one whole. */
		if (x >= 1 && (best_x < 1 || x < best_x)) {
			best = &units[i];
			best_x = x;
		}
	}
	return best;
}

double unit_margin(const char *spelling)
{
	const struct unit *u = unit_find(spelling);

	switch (u ? u->dimension : DIM_OTHER) {
	case DIM_TIME:
	case DIM_SHARE:
	case DIM_TIME_PER_BYTE:
	case DIM_TIME_PER_TRANSACTION:
	case DIM_TIME_PER_OPERATION:
		return 0.02;
	default:
		return 0.01;
	}
}
