/* record.c - what a record of a table says of its value. */
#include "record.h"

#include <string.h>

#include "timestamp.h"

static const struct { const char *name; enum field field; } names[] = {
	{ "test", FIELD_TEST },     { "metric", FIELD_METRIC },
	{ "unit", FIELD_UNIT },     { "better", FIELD_BETTER },
	{ "role", FIELD_ROLE },     { "value", FIELD_VALUE },
	{ "at", FIELD_AT },         { "host", FIELD_RUN_TAG },
	{ "os", FIELD_RUN_TAG },    { "kernel", FIELD_RUN_TAG },
	{ "rev", FIELD_RUN_TAG },   { "commit", FIELD_RUN_TAG },
	{ "boot", FIELD_RUN_TAG },  { "round", FIELD_RUN_TAG },
	{ "batch", FIELD_RUN_TAG }, { "nic.driver", FIELD_RUN_TAG },
	{ "disk.driver", FIELD_RUN_TAG }, { "tool", FIELD_RUN_TAG },
	{ "tool.version", FIELD_RUN_TAG },
};

static const char *const run_tag_prefixes[] = { "hw.", "option.", "CONFIG_",
						"gen.", "sink.", "peer." };

enum field field_of(struct span name)
{
	size_t i;

	for (i = 0; i < N_OF(names); i++)
		if (span_is(name, names[i].name))
			return names[i].field;
	for (i = 0; i < N_OF(run_tag_prefixes); i++)
		if (span_begins(name, run_tag_prefixes[i]) &&
		    name.len > strlen(run_tag_prefixes[i]))
			return FIELD_RUN_TAG;
	return FIELD_OTHER;
}

static const char *set_at(struct record *r, struct span text)
{
	struct time_span at;

	if (!time_parse(text.s, text.len, &at) || !time_is_dated(&at))
		return "is no time (2026-11-30T08:00:00Z)";
	if (at.has_clock && !at.has_zone)
		return "has no zone";
	r->has_at = true;
	r->at_ns = at.from_ns;
	return NULL;
}

const char *record_set(struct record *r, struct arena *a, enum field field,
		       const char *name, struct span text)
{
	const char *s;

	if (!text.len || field == FIELD_VALUE)
		return NULL;
	if (field == FIELD_AT)
		return set_at(r, text);
	s = span_copy(text, a);
	if (field == FIELD_TEST)
		r->test = s;
	else if (field == FIELD_METRIC)
		r->metric = s;
	else if (field == FIELD_UNIT)
		r->unit = s;
	else if (field == FIELD_BETTER && !better_parse(s, &r->better))
		return "is not higher, lower or none";
	else if (field == FIELD_ROLE && !role_parse(s, &r->role))
		return "is no role";
	else if (field == FIELD_RUN_TAG)
		tags_set(&r->run_tags, a, name, s);
	else if (field == FIELD_OTHER)
		tags_set(&r->params, a, name, s);
	return NULL;
}

size_t record_run(struct report *report, const struct record *r)
{
	return r->has_at ? report_run_at(report, &r->run_tags, r->at_ns) :
		report_run_with(report, &r->run_tags);
}
