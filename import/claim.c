/* claim.c - which lines from here on are one format's. */
#include "claim.h"

#include <string.h>

size_t claim_lines(const char *data, size_t len, bool (*own)(struct span line),
		   bool (*goes_on)(struct span line))
{
	size_t at, used, claimed;
	struct span line = line_first(data, len, &used);

	if (!own(line))
		return 0;
	claimed = used;
	for (at = used; at < len; at += used) {
		line = line_first(data + at, len - at, &used);
		if (span_blank(line))
			continue;
		if (!own(line) && !goes_on(line))
			break;
		claimed = at + used;
	}
	return claimed;
}

size_t claim_until(const char *data, size_t len, bool (*own)(struct span line),
		   bool (*last)(struct span line))
{
	size_t at, used;
	struct span line = line_first(data, len, &used);

	if (!own(line))
		return 0;
	for (at = used; at < len; at += used) {
		line = line_first(data + at, len - at, &used);
		if (own(line))
			return at;
		if (last(line))
			return at + used;
	}
	return len;
}

bool line_is_rule(struct span line)
{
	size_t i;

	line = span_trim(line);
	for (i = 0; i < line.len; i++)
		if (line.s[i] != '-')
			return false;
	return line.len >= 10;
}

size_t claim_ruled(const char *data, size_t len, bool (*own)(struct span line),
		   bool (*goes_on)(struct span line))
{
	size_t used, n;

	if (!line_is_rule(line_first(data, len, &used)))
		return claim_lines(data, len, own, goes_on);
	n = claim_lines(data + used, len - used, own, goes_on);
	return n ? used + n : 0;
}

bool line_begins(struct span line, const char *const *words)
{
	for (; *words; words++)
		if (span_begins(line, *words))
			return true;
	return false;
}

bool span_after(struct span s, const char *text, struct span *after)
{
	const char *at = span_find(s, text);

	if (!at)
		return false;
	at += strlen(text);
	*after = (struct span){ at, s.len - (size_t)(at - s.s) };
	return true;
}

bool span_between(struct span s, const char *from, const char *to,
		  struct span *between)
{
	const char *end;

	if (!span_after(s, from, between))
		return false;
	end = span_find(*between, to);
	if (end)
		between->len = (size_t)(end - between->s);
	return true;
}
