/* condition.c - the conditions of a selection: which one, does it hold? */
#include "selection.h"

#include <string.h>

#include "number.h"
#include "order.h"

const struct condition *selection_equal(const struct selection *s,
					const char *key)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (!strcmp(s->conditions[i].key, key) &&
		    !s->conditions[i].negate &&
		    s->conditions[i].kind == COND_EQUAL)
			return &s->conditions[i];
	return NULL;
}

static bool among(const struct condition *c, const char *value)
{
	size_t i;

	for (i = 0; i < c->n_values; i++)
		if (!strcmp(c->values[i], value))
			return true;
	return false;
}

static bool in_range(const struct condition *c, const char *value)
{
	return (!c->lo || order_compare(c->key, c->lo, value) <= 0) &&
	       (!c->hi || order_compare(c->key, value, c->hi) <= 0);
}

bool condition_holds(const struct condition *c, const char *value)
{
	bool holds = false;

	switch (c->kind) {
	case COND_EQUAL:
		holds = value && among(c, value);
		break;
	case COND_RANGE:
		holds = value && in_range(c, value);
		break;
	case COND_PREFIX:
		holds = value && !strncmp(value, c->values[0],
					  strlen(c->values[0]));
		break;
	case COND_CONTAINS:
		holds = value && strstr(value, c->values[0]);
		break;
	case COND_MISSING:
		holds = !value;
		break;
	case COND_RECORDED:
		holds = value != NULL;
		break;
	case COND_OPTION_ON:
		holds = value && !strcmp(value, "y");
		break;
	case COND_OPTION_OFF:
		holds = value && !strcmp(value, "n");
		break;
	}
	return holds != c->negate;
}

static bool to_int(const char *s, int64_t *out)
{
	uint64_t u;

	if (!s || !number_parse_u64(s, strlen(s), INT64_MAX, &u))
		return false;
	*out = (int64_t)u;
	return true;
}

bool condition_holds_int(const struct condition *c, int64_t value)
{
	bool holds = false;
	int64_t x;
	size_t i;

	if (c->kind == COND_RANGE)
		holds = (!to_int(c->lo, &x) || value >= x) &&
			(!to_int(c->hi, &x) || value <= x);
	else
		for (i = 0; i < c->n_values; i++)
			if (to_int(c->values[i], &x) && x == value)
				holds = true;
	return holds != c->negate;
}

bool condition_holds_time(const struct condition *c, int64_t ns)
{
	bool holds = false;
	size_t i;

	for (i = 0; i < c->n_values; i++)
		if (ns >= c->from_ns[i] && ns < c->to_ns[i])
			holds = true;
	return holds != c->negate;
}
