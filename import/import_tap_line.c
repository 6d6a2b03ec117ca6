/* import_tap_line.c - the lines of TAP and KTAP. */
#include "claim.h"
#include "tap.h"

size_t tap_indent(struct span line)
{
	size_t n = 0;

	while (n < line.len && line.s[n] == ' ')
		n++;
	return n;
}

bool tap_test(struct span line, bool *ok, struct span *rest)
{
	size_t n;

	*ok = span_begins(line, "ok");
	if (!*ok && !span_begins(line, "not ok"))
		return false;
	n = *ok ? 2 : 6;
	*rest = (struct span){ line.s + n, line.len - n };
	return !rest->len || rest->s[0] == ' ';
}

bool tap_plan(struct span line, size_t *plan, struct span *rest)
{
	struct span f;
	uint64_t n;

	*rest = line;
	if (!span_begins(line, "1..") || !line_field(rest, &f) ||
	    !number_parse_u64(f.s + 3, f.len - 3, UINT32_MAX, &n))
		return false;
	*rest = span_trim(*rest);
	*plan = n;
	return !rest->len || rest->s[0] == '#';
}

bool tap_version(struct span line)
{
	return span_begins(line, "TAP version ") ||
	       span_begins(line, "KTAP version ");
}

/* A number says that "ok" is no word. */
static bool own_line(struct span line)
{
	struct span rest, f;
	size_t plan;
	bool ok;

	return tap_version(line) || tap_plan(line, &plan, &rest) ||
	       (tap_test(line, &ok, &rest) && line_field(&rest, &f) &&
		span_is_integer(f));
}

bool tap_known(struct span line)
{
	struct span rest;
	size_t plan;
	bool ok;

	line = span_trim(line);
	return tap_version(line) || tap_plan(line, &plan, &rest) ||
	       tap_test(line, &ok, &rest) || span_begins(line, "#") ||
	       span_begins(line, "Bail out!") || span_begins(line, "pragma ");
}

size_t tap_claim(const char *data, size_t len)
{
	size_t at, used, claimed;
	struct span line = line_first(data, len, &used);
	bool yaml = false;

	if (!own_line(line))
		return 0;
	claimed = used;
	for (at = used; at < len; at += used) {
		line = line_first(data + at, len - at, &used);
		if (span_blank(line))
			continue;
		if (tap_indent(line) && span_is(span_trim(line), "---"))
			yaml = true;
		else if (!tap_indent(line) || !yaml)
			yaml = false;
		if (!yaml && !tap_known(line))
			break;
		if (yaml && span_is(span_trim(line), "..."))
			yaml = false;
		claimed = at + used;
	}
	return claimed;
}
