/* import_openmetrics_line.c - the lines of OpenMetrics and Prometheus text. */
#include <string.h>

#include "claim.h"
#include "openmetrics.h"

static const struct {
	const char *name;
	enum openmetrics_kind kind;
} types[] = {
	{ "gauge", PLAIN }, { "counter", PLAIN }, { "unknown", PLAIN },
	{ "untyped", PLAIN }, { "histogram", HISTOGRAM },
	{ "gaugehistogram", HISTOGRAM }, { "summary", SUMMARY },
	{ "info", NO_MEASURE }, { "stateset", NO_MEASURE },
};

static bool name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == ':';
}

static size_t name_length(struct span s)
{
	size_t n = 0;

	while (n < s.len && name_byte(s.s[n]))
		n++;
	return n && (s.s[0] < '0' || s.s[0] > '9') ? n : 0;
}

/* "# TYPE a gauge": the three words; false: it is no such line. */
bool openmetrics_described(struct span line, struct span *what,
			   struct span *name, struct span *rest)
{
	if (!span_begins(line, "# "))
		return false;
	*rest = (struct span){ line.s + 2, line.len - 2 };
	if (!line_field(rest, what) || !line_field(rest, name))
		return false;
	*rest = span_trim(*rest);
	return (span_is(*what, "TYPE") || span_is(*what, "UNIT") ||
		span_is(*what, "HELP")) && name_length(*name) == name->len;
}

bool openmetrics_kind(struct span type, enum openmetrics_kind *kind)
{
	size_t i;

	for (i = 0; i < N_OF(types); i++)
		if (span_is(type, types[i].name)) {
			*kind = types[i].kind;
			return true;
		}
	return false;
}

/* What stands between { and }, which may stand in a quoted value too. */
static bool split_labels(struct span *rest, struct span *labels)
{
	bool quoted = false;
	size_t i;

	for (i = 1; i < rest->len && (quoted || rest->s[i] != '}'); i++)
		if (quoted && rest->s[i] == '\\')
			i++;
		else if (rest->s[i] == '"')
			quoted = !quoted;
	if (i >= rest->len)
		return false;
	*labels = (struct span){ rest->s + 1, i - 1 };
	*rest = (struct span){ rest->s + i + 1, rest->len - i - 1 };
	return true;
}

bool openmetrics_sample(struct span line, struct openmetrics_sample *s)
{
	struct span rest = line, more;
	size_t n = name_length(line);

	if (!n)
		return false;
	s->name = (struct span){ line.s, n };
	rest = (struct span){ line.s + n, line.len - n };
	s->labels = s->time = (struct span){ line.s, 0 };
	if (rest.len && rest.s[0] == '{' && !split_labels(&rest, &s->labels))
		return false;
	if (!rest.len || (rest.s[0] != ' ' && rest.s[0] != '\t') ||
	    !line_field(&rest, &s->value))
		return false;
	if (!line_field(&rest, &more) || span_is(more, "#"))
		return true;
	s->time = more;
	return !line_field(&rest, &more) || span_is(more, "#");
}

static bool own_line(struct span line)
{
	struct span what, name, type;
	enum openmetrics_kind kind;

	return openmetrics_described(line, &what, &name, &type) &&
	       span_is(what, "TYPE") && openmetrics_kind(type, &kind);
}

/* Also a sample that is damaged: it must not pass for prose. */
static bool next_line(struct span line)
{
	size_t n = name_length(line);
	struct span rest = { line.s + n, line.len - n }, value;

	if (!n || (rest.len && rest.s[0] == '{'))
		return line.len && (n || line.s[0] == '#');
	if (!line_field(&rest, &value))
		return memchr(line.s, '_', line.len) != NULL; /* cut off */
	return value.s > line.s + n && strchr("+-.0123456789NnIi", *value.s);
}

/* # HELP and # UNIT may stand before the # TYPE by which it is known. */
size_t openmetrics_claim(const char *data, size_t len)
{
	struct span line, what, name, rest;
	size_t at = 0, used = 0, n, i;

	if (len < 2 || data[0] != '#' || data[1] != ' ')
		return 0;
	for (i = 0; i < 3 && at < len; i++, at += used) {
		line = line_first(data + at, len - at, &used);
		if (!openmetrics_described(line, &what, &name, &rest))
			return 0;
		if (!span_is(what, "TYPE"))
			continue;
		n = claim_lines(data + at, len - at, own_line, next_line);
		return n ? at + n : 0;
	}
	return 0;
}

/* Labels */

/* "\\", "\"" and "\n" in a value are one character each. */
static struct span unescaped(struct span s, struct arena *a)
{
	char *out = span_copy(s, a);
	size_t i, n = 0;

	for (i = 0; i < s.len; i++, n++) {
		if (s.s[i] != '\\' || i + 1 == s.len) {
			out[n] = s.s[i];
			continue;
		}
		i++;
		out[n] = s.s[i] == 'n' ? '\n' : s.s[i];
	}
	out[n] = '\0';
	return (struct span){ out, n };
}

/* The next name="value"; false: there is none, or *bad. */
static bool next_label(struct span *labels, struct span *name,
		       struct span *value, bool *bad)
{
	struct span s = span_trim(*labels);
	size_t i;

	*bad = s.len > 0;
	i = name_length(s);
	if (!i || i + 1 >= s.len || s.s[i] != '=' || s.s[i + 1] != '"')
		return false;
	*name = (struct span){ s.s, i };
	i += 2;
	value->s = s.s + i;
	while (i < s.len && s.s[i] != '"')
		i += s.s[i] == '\\' ? 2 : 1;
	if (i >= s.len)
		return false;
	value->len = (size_t)(s.s + i - value->s);
	i++;
	*labels = span_trim((struct span){ s.s + i, s.len - i });
	if (!labels->len)
		return true;
	if (labels->s[0] != ',')
		return false;
	labels->s++;
	labels->len--;
	return true;
}

static void keep_label(struct tags *params, struct arena *a, struct span name,
		       struct span value)
{
	const char *key = span_copy(name, a);

	value = unescaped(value, a);
	if (!value.len)
		return; /* the same as a label that is not there */
	if (tag_key_reserved(key) || !tag_key_ok(name.s, name.len))
		key = arena_printf(a, "label.%s", key);
	tags_setn(params, a, key, strlen(key), value.s, value.len);
}

bool openmetrics_labels(struct span labels, struct arena *a,
			struct tags *params, const char *skip,
			struct span *skipped)
{
	struct span name, value;
	bool bad;

	*skipped = (struct span){ labels.s, 0 };
	while (next_label(&labels, &name, &value, &bad))
		if (skip && span_is(name, skip))
			*skipped = value;
		else
			keep_label(params, a, name, value);
	return !bad;
}
