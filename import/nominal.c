/* nominal.c - nearly equal durations are one. */
#include "nominal.h"

#include <math.h>

#include "mem.h"

static const struct tags *params_copy(struct arena *a, const struct tags *t)
{
	struct tags *copy;
	size_t i;

	if (!t || !t->n)
		return NULL;
	copy = arena_alloc(a, sizeof(*copy));
	for (i = 0; i < t->n; i++)
		tags_set(copy, a, t->items[i].key, t->items[i].value);
	return copy;
}

static bool same(const struct tags *x, const struct tags *y)
{
	static const struct tags none;

	return tags_equal(x ? x : &none, y ? y : &none);
}

const char *nominal_duration(struct nominal *n, struct arena *a,
			     struct span seconds, double near,
			     const struct tags *params)
{
	const char *text;
	double s;
	size_t i;

	if (span_number(seconds, &s) != NUMBER_OK || s < 0)
		return NULL;
	for (i = 0; i < n->n; i++)
		/* 1.01 is within 1 % of 1.00, also in binary. */
		if (fabs(n->known[i].s - s) <=
		    near * n->known[i].s * (1 + 1e-9) &&
		    same(n->known[i].params, params))
			return n->known[i].text;
	text = span_copy(seconds, a);
	if (n->n < NOMINAL_MAX) {
		n->known[n->n].s = s;
		n->known[n->n].text = text;
		n->known[n->n].params = params_copy(a, params);
		n->n++;
	}
	return text;
}
