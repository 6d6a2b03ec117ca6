/*
 * import_tap_yaml.c - the YAML block of a TAP test, by libyaml.
 *
 *	duration_ms: 1.25
 *	error: 'no such file'
 *	params: {size: 64}
 *	metrics: [{name: rate, unit: pps, better: higher, samples: [4, 5]}]
 *
 * Of what a test says of itself these keys are read, in any style of YAML. TAP
 * has no standard for metrics; the keys are those of native JSON. A block that
 * is no YAML is a warning only: most are diagnostics and nothing else.
 *
 * libyaml takes time by the square of how deep brackets are nested, so that is
 * bounded first; its events, unlike its documents, need none for anchors.
 */
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "limits.h"
#include "tap.h"

struct reader {
	struct tap_block *block;
	struct report *report;
	size_t line;
	yaml_parser_t parser;
	yaml_event_t event;  /* the one to be read next */
	bool bad;            /* there is no next one */
};

static void add_metric(struct tap_block *b, struct arena *a,
		       const struct tap_metric *m)
{
	b->metrics = arena_grow(a, b->metrics, b->n_metrics, sizeof(*m));
	b->metrics[b->n_metrics++] = *m;
}

static void add_sample(struct tap_metric *m, struct arena *a, double v)
{
	m->samples = arena_grow(a, m->samples, m->n, sizeof(v));
	m->samples[m->n++] = v;
}

void tap_duration(struct tap_block *b, struct arena *a, double ms)
{
	struct tap_metric m = { "duration_ms", "ms", BETTER_LOWER,
				ROLE_SAMPLE, NULL, 0 };

	add_sample(&m, a, ms);
	add_metric(b, a, &m);
}

/* Events */

static void next(struct reader *x)
{
	yaml_event_delete(&x->event);
	x->bad = x->bad || !yaml_parser_parse(&x->parser, &x->event);
}

static bool is(const struct reader *x, yaml_event_type_t type)
{
	return !x->bad && x->event.type == type;
}

static void skip(struct reader *x)
{
	size_t depth = 0;

	do {
		if (is(x, YAML_MAPPING_START_EVENT) ||
		    is(x, YAML_SEQUENCE_START_EVENT))
			depth++;
		else if (is(x, YAML_MAPPING_END_EVENT) ||
			 is(x, YAML_SEQUENCE_END_EVENT))
			depth--;
		next(x);
	} while (depth && !x->bad);
}

/* The text of a scalar, the event's; empty where it is none, or null. */
static struct span text_of(const struct reader *x)
{
	struct span s = { "", 0 };

	if (!is(x, YAML_SCALAR_EVENT))
		return s;
	s.s = (const char *)x->event.data.scalar.value;
	s.len = x->event.data.scalar.length;
	if (memchr(s.s, '\0', s.len) ||
	    (x->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	     (span_is(s, "null") || span_is(s, "~"))))
		s.len = 0;
	return s;
}

/* The same in the arena, and the event is done. */
static struct span scalar(struct reader *x)
{
	struct span s = span_trim(text_of(x));

	s.s = span_copy(s, x->report->arena);
	skip(x);
	return s;
}

/* Begins a mapping or list; one that it is not is skipped. */
static bool begin(struct reader *x, yaml_event_type_t type)
{
	if (!is(x, type)) {
		skip(x);
		return false;
	}
	next(x);
	return true;
}

/* Is there more before the end of it, which is taken? */
static bool more(struct reader *x)
{
	if (x->bad)
		return false;
	if (!is(x, YAML_MAPPING_END_EVENT) && !is(x, YAML_SEQUENCE_END_EVENT))
		return true;
	next(x);
	return false;
}

/* Keys */

static void read_duration(struct reader *x)
{
	struct span s = text_of(x);
	double ms;

	if (s.len && span_sample(s, x->report, x->line, &ms))
		tap_duration(x->block, x->report->arena, ms);
	skip(x);
}

static void read_reason(struct reader *x)
{
	struct span s = scalar(x);
	size_t used;

	s = span_trim(line_first(s.s, s.len, &used));
	if (s.len && !x->block->reason)
		x->block->reason = span_copy(s, x->report->arena);
}

static void read_params(struct reader *x)
{
	struct span key, value;

	if (!begin(x, YAML_MAPPING_START_EVENT))
		return;
	while (more(x)) {
		key = scalar(x);
		value = scalar(x);
		if (key.len && value.len)
			tags_setn(&x->block->params, x->report->arena, key.s,
				  key.len, value.s, value.len);
	}
}

static void read_sample(struct reader *x, struct tap_metric *m)
{
	double v;

	if (span_sample(text_of(x), x->report, x->line, &v))
		add_sample(m, x->report->arena, v);
	skip(x);
}

static void read_samples(struct reader *x, struct tap_metric *m)
{
	if (!is(x, YAML_SEQUENCE_START_EVENT)) {
		read_sample(x, m);
		return;
	}
	for (next(x); more(x);)
		read_sample(x, m);
}

/* Its keys come in any order; false: this one cannot be read. */
static bool read_member(struct reader *x, struct tap_metric *m)
{
	struct span key = scalar(x), s;

	if (span_is(key, "value") || span_is(key, "samples")) {
		read_samples(x, m);
		return true;
	}
	s = scalar(x);
	if (!s.len)
		return true;
	if (span_is(key, "name"))
		m->name = s.s;
	else if (span_is(key, "unit"))
		m->unit = s.s;
	else if (span_is(key, "better"))
		return better_parse(s.s, &m->better);
	else if (span_is(key, "role"))
		return role_parse(s.s, &m->role);
	return true;
}

static void read_metric(struct reader *x)
{
	struct tap_metric m = { "value", NULL, BETTER_UNKNOWN, ROLE_SAMPLE,
				NULL, 0 };
	bool ok = true;

	if (begin(x, YAML_MAPPING_START_EVENT))
		while (more(x))
			ok = read_member(x, &m) && ok;
	if (ok && m.n)
		add_metric(x->block, x->report->arena, &m);
	else
		report_error(x->report, x->line, "the metric '%.60s' cannot be"
			     " read", m.name);
}

static void read_block(struct reader *x)
{
	struct span key;

	while (is(x, YAML_STREAM_START_EVENT) ||
	       is(x, YAML_DOCUMENT_START_EVENT))
		next(x);
	if (!begin(x, YAML_MAPPING_START_EVENT))
		return;
	while (more(x)) {
		key = scalar(x);
		if (span_is(key, "duration_ms"))
			read_duration(x);
		else if (span_is(key, "error") || span_is(key, "message"))
			read_reason(x);
		else if (span_is(key, "params"))
			read_params(x);
		else if (!span_is(key, "metrics") ||
			 !is(x, YAML_SEQUENCE_START_EVENT))
			skip(x);
		else
			for (next(x); more(x);)
				read_metric(x);
	}
}

/* Brackets in quotes count too: that many stand in no block. */
static bool too_deep(struct span text)
{
	size_t i, depth = 0;

	for (i = 0; i < text.len && depth <= LIMIT_JSON_DEPTH; i++)
		if (text.s[i] == '[' || text.s[i] == '{')
			depth++;
		else if ((text.s[i] == ']' || text.s[i] == '}') && depth)
			depth--;
	return depth > LIMIT_JSON_DEPTH;
}

void tap_yaml(struct tap_block *b, struct span text, struct report *report,
	      size_t line)
{
	struct reader x = { .block = b, .report = report, .line = line };

	if (too_deep(text)) {
		report_warn(report, line, "the YAML is nested too deep: it is"
			    " not read");
		return;
	}
	if (!yaml_parser_initialize(&x.parser))
		abort(); /* as x_malloc() */
	yaml_parser_set_input_string(&x.parser, (const unsigned char *)text.s,
				     text.len);
	next(&x);
	read_block(&x);
	if (x.bad)
		report_warn(report, line + x.parser.problem_mark.line, "the"
			    " YAML cannot be read: %s", x.parser.problem ?
			    x.parser.problem : "no memory");
	yaml_event_delete(&x.event);
	yaml_parser_delete(&x.parser);
}
