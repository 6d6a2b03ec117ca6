/* report_check.c - what a report may hold, and what is said otherwise. */
#include "report_check.h"

#include <string.h>

#include "limits.h"
#include "mem.h"
#include "tags.h"

void report_over(struct report *r, const char *what, size_t max)
{
	if (r->over_limit)
		return;
	r->over_limit = true;
	r->over_what = what;
	report_error(r, r->line, "too many %s: at most %zu in one upload", what,
		     max);
}

/*
 * Tables carry cells of several lines: a line break and a tab are taken in a
 * value, other control characters are not.
 */
static bool value_ok(struct report *r, const char *value, const char **why)
{
	size_t i, len = strlen(value);
	char *plain = NULL;

	for (i = 0; i < len && len <= LIMIT_TAG_VALUE; i++)
		if (value[i] == '\n' || value[i] == '\t') {
			if (!plain)
				plain = arena_strndup(r->arena, value, len);
			plain[i] = ' ';
		}
	return tag_value_ok(plain ? plain : value, len, why);
}

bool report_tag_ok(struct report *r, const char *key, const char *value)
{
	const char *why;

	if (!tag_key_ok(key, strlen(key)))
		report_error(r, r->line, "'%.80s' cannot be a tag's name", key);
	else if (tag_key_reserved(key))
		report_error(r, r->line, "'%s' cannot be a tag: it is a word of"
			     " the archive's own", key);
	else if (tag_key_asks(key))
		report_error(r, r->line, "'%s' cannot be a tag's name: no key"
			     " ends in .pre or .sub", key);
	else if (!value_ok(r, value, &why))
		report_error(r, r->line, "the value of '%s' cannot be kept: it"
			     " %s", key, why);
	else
		return true;
	return false;
}

bool report_name_ok(struct report *r, const char *what, const char *name)
{
	const char *why;

	if (!name || tag_value_ok(name, strlen(name), &why))
		return true;
	report_error(r, r->line, "%s '%.60s' cannot be kept: it %s", what, name,
		     why);
	return false;
}

bool report_params_ok(struct report *r, const struct tags *params)
{
	size_t i;

	if (params && params->n > LIMIT_RUN_TAGS) {
		report_over(r, "parameters of a result", LIMIT_RUN_TAGS);
		return false;
	}
	for (i = 0; params && i < params->n; i++)
		if (!report_tag_ok(r, params->items[i].key,
				   params->items[i].value))
			return false;
	return true;
}
