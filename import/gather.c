/* gather.c - one result of a tool while it is being read. */
#include "gather.h"

#include <string.h>

struct gather *gather_new(struct report *report)
{
	struct gather *g = arena_alloc(report->arena, sizeof(*g));

	g->report = report;
	g->near = NOMINAL_NEAR;
	return g;
}

void gather_value(struct gather *g, const char *name, const char *unit,
		  enum better better, enum role role, double value)
{
	g->values = arena_grow(&g->scratch, g->values, g->n_values,
			       sizeof(*g->values));
	g->values[g->n_values++] = (struct gathered){ name, unit, better, role,
						      value };
}

bool gather_number(struct gather *g, struct span digits, const char *name,
		   const char *unit, enum better better, enum role role)
{
	double value;

	if (!span_sample(digits, g->report, g->report->line, &value))
		return false;
	gather_value(g, name, unit, better, role, value);
	return true;
}

static void set(struct gather *g, struct tags *t, const char *key,
		struct span value)
{
	value = span_trim(value);
	if (value.len)
		tags_setn(t, &g->scratch, key, strlen(key), value.s, value.len);
}

void gather_param(struct gather *g, const char *key, struct span value)
{
	set(g, &g->params, key, value);
}

void gather_fact(struct gather *g, const char *key, struct span value)
{
	set(g, &g->facts, key, value);
}

void gather_duration(struct gather *g, struct span seconds)
{
	g->duration = arena_strndup(&g->scratch, seconds.s, seconds.len);
}

void gather_seconds(struct gather *g, double seconds)
{
	char text[NUMBER_SIZE];

	number_print(seconds, text);
	g->duration = arena_strdup(&g->scratch, text);
}

size_t gather_count(const struct gather *g, const char *name, enum role role)
{
	size_t i, n = 0;

	for (i = 0; i < g->n_values; i++)
		n += g->values[i].role == role &&
		     !strcmp(g->values[i].name, name);
	return n;
}

/* A fact as long as every result of the file has the same. */
static void duration_fact(struct gather *g, size_t run)
{
	struct tags *t = &report_run(g->report, run)->tags;
	const char *old = tags_get(t, "duration_s");

	if (old && strcmp(old, g->duration)) {
		g->varies = true;
		tags_remove(t, "duration_s");
	}
	if (!g->varies)
		report_tag(g->report, run, "duration_s", g->duration);
}

/* The run of this duration, with the facts of this result. */
static size_t run_of(struct gather *g)
{
	struct report *r = g->report;
	struct tags tags = { 0 };
	const char *duration = NULL;
	struct run *u;
	size_t i, run;

	for (i = 0; i < g->run_tags.n; i++)
		tags_set(&tags, &g->scratch, g->run_tags.items[i].key,
			 g->run_tags.items[i].value);
	if (g->duration && !g->counted)
		duration = nominal_duration(&g->nominal, r->arena,
					    span_of(g->duration), g->near,
					    &g->params);
	if (duration)
		tags_set(&tags, &g->scratch, "duration_s", duration);
	run = report_run_with(r, &tags);
	if (r->over_limit)
		return run;
	if (g->duration && g->counted)
		duration_fact(g, run);
	for (i = 0; i < g->facts.n; i++)
		report_tag(r, run, g->facts.items[i].key,
			   g->facts.items[i].value);
	u = report_run(r, run);
	if (g->has_at && !u->has_at) {
		u->has_at = true;
		u->at_ns = g->at_ns;
	}
	return run;
}

bool gather_flush(struct gather *g)
{
	struct report *r = g->report;
	size_t i, run;

	if (!g->n_values) {
		gather_drop(g);
		return false;
	}
	if (g->line)
		r->line = g->line;
	run = run_of(g);
	for (i = 0; i < g->n_values && !r->over_limit; i++) {
		const struct gathered *v = &g->values[i];

		report_sample(r, run, g->test, &g->params, v->name, v->unit,
			      v->better, v->role, v->value);
	}
	g->n_flushed++;
	gather_drop(g);
	return true;
}

void gather_drop(struct gather *g)
{
	g->test = g->duration = NULL;
	g->line = 0;
	g->has_at = false;
	g->params = g->facts = (struct tags){ 0 };
	g->values = NULL;
	g->n_values = 0;
	arena_release(&g->scratch);
}

void gather_fail(struct gather *g, struct span reason, size_t line)
{
	struct report *r = g->report;
	size_t run = run_of(g);
	char *text;

	reason = span_trim(reason);
	if (!reason.len)
		reason = span_of("no reason is told");
	text = arena_strndup(r->arena, reason.s, reason.len < 300 ?
			     reason.len : 300);
	report_failure(r, run, g->test, &g->params, NULL, text, line);
	gather_drop(g);
}

void gather_end(struct gather *g)
{
	gather_drop(g);
}
