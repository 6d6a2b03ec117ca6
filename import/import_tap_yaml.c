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
 */
#include <string.h>
#include <yaml.h>

#include "tap.h"

#define BLOCK_MAX (1u << 20) /* a tree of YAML takes a hundred times as much */

struct reader {
	struct tap_block *block;
	struct report *report;
	yaml_document_t doc;
	size_t line;
};

void tap_value(struct tap_block *b, struct arena *a,
	       const struct gathered *value)
{
	b->values = arena_grow(a, b->values, b->n_values, sizeof(*value));
	b->values[b->n_values++] = *value;
}

/* The text of a scalar; empty where it is none, or null. */
static struct span text_of(const yaml_node_t *node)
{
	struct span s = { "", 0 };

	if (!node || node->type != YAML_SCALAR_NODE)
		return s;
	s.s = (const char *)node->data.scalar.value;
	s.len = node->data.scalar.length;
	if (memchr(s.s, '\0', s.len) ||
	    (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	     (span_is(s, "null") || span_is(s, "~"))))
		s.len = 0;
	return s;
}

static yaml_node_t *value_of(struct reader *x, const yaml_node_t *map,
			     const char *key)
{
	const yaml_node_pair_t *p;

	if (!map || map->type != YAML_MAPPING_NODE)
		return NULL;
	for (p = map->data.mapping.pairs.start;
	     p < map->data.mapping.pairs.top; p++)
		if (span_is(text_of(yaml_document_get_node(&x->doc, p->key)),
			    key))
			return yaml_document_get_node(&x->doc, p->value);
	return NULL;
}

/* A copy; NULL where nothing stands there. */
static const char *words_of(struct reader *x, const yaml_node_t *map,
			    const char *key)
{
	struct span s = span_trim(text_of(value_of(x, map, key)));

	return s.len ? span_copy(s, x->report->arena) : NULL;
}

static void read_value(struct reader *x, struct gathered like,
		       const yaml_node_t *node)
{
	if (span_sample(text_of(node), x->report, x->line, &like.value))
		tap_value(x->block, x->report->arena, &like);
}

static void read_metric(struct reader *x, const yaml_node_t *m)
{
	struct gathered like = { "value", NULL, BETTER_UNKNOWN, ROLE_SAMPLE,
				 0 };
	const yaml_node_t *value = value_of(x, m, "value");
	const yaml_node_t *samples = value_of(x, m, "samples");
	const char *name = words_of(x, m, "name");
	const char *better = words_of(x, m, "better");
	const char *role = words_of(x, m, "role");
	const yaml_node_item_t *i;

	if (name)
		like.name = name;
	like.unit = words_of(x, m, "unit");
	if ((better && !better_parse(better, &like.better)) ||
	    (role && !role_parse(role, &like.role)) || !value == !samples) {
		report_error(x->report, x->line, "the metric '%.60s' cannot be"
			     " read", like.name);
		return;
	}
	if (value || samples->type != YAML_SEQUENCE_NODE) {
		read_value(x, like, value ? value : samples);
		return;
	}
	for (i = samples->data.sequence.items.start;
	     i < samples->data.sequence.items.top; i++)
		read_value(x, like, yaml_document_get_node(&x->doc, *i));
}

static void read_metrics(struct reader *x, const yaml_node_t *list)
{
	const yaml_node_item_t *i;

	if (!list || list->type != YAML_SEQUENCE_NODE)
		return;
	for (i = list->data.sequence.items.start;
	     i < list->data.sequence.items.top; i++)
		read_metric(x, yaml_document_get_node(&x->doc, *i));
}

static void read_params(struct reader *x, const yaml_node_t *map)
{
	const yaml_node_pair_t *p;
	struct span key, value;

	if (!map || map->type != YAML_MAPPING_NODE)
		return;
	for (p = map->data.mapping.pairs.start;
	     p < map->data.mapping.pairs.top; p++) {
		key = text_of(yaml_document_get_node(&x->doc, p->key));
		value = text_of(yaml_document_get_node(&x->doc, p->value));
		if (key.len && value.len)
			tags_setn(&x->block->params, x->report->arena, key.s,
				  key.len, value.s, value.len);
	}
}

static void read_block(struct reader *x)
{
	struct gathered duration = { "duration_ms", "ms", BETTER_LOWER,
				     ROLE_SAMPLE, 0 };
	const yaml_node_t *root = yaml_document_get_root_node(&x->doc), *node;
	struct span line;
	size_t used;

	node = value_of(x, root, "duration_ms");
	if (text_of(node).len)
		read_value(x, duration, node);
	node = value_of(x, root, "error");
	line = text_of(node ? node : value_of(x, root, "message"));
	line = span_trim(line_first(line.s, line.len, &used));
	if (line.len)
		x->block->reason = span_copy(line, x->report->arena);
	read_params(x, value_of(x, root, "params"));
	read_metrics(x, value_of(x, root, "metrics"));
}

void tap_yaml(struct tap_block *b, struct span text, struct report *report,
	      size_t line)
{
	struct reader x = { .block = b, .report = report, .line = line };
	yaml_parser_t parser;

	if (text.len > BLOCK_MAX) {
		report_warn(report, line, "a YAML block of more than 1 MiB is"
			    " not read");
		return;
	}
	if (!yaml_parser_initialize(&parser)) {
		report_warn(report, line, "no memory for the YAML block");
		return;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)text.s,
				     text.len);
	if (yaml_parser_load(&parser, &x.doc)) {
		read_block(&x);
		yaml_document_delete(&x.doc);
	} else {
		report_warn(report, line + parser.problem_mark.line, "the YAML"
			    " cannot be read: %s", parser.problem ?
			    parser.problem : "no memory");
	}
	yaml_parser_delete(&parser);
}
