/* line.c - the scanner that line formats share: lines, fields, numbers. */
#include "line.h"

#include <string.h>

#include "mem.h"

void lines_init(struct lines *l, const char *data, size_t len)
{
	memset(l, 0, sizeof(*l));
	l->at = data;
	l->end = data + len;
}

bool lines_read(struct lines *l, struct report *report, struct span *line)
{
	if (!lines_next(l, line) || report->over_limit)
		return false;
	report->line = l->no;
	return true;
}

struct span line_first(const char *data, size_t len, size_t *used)
{
	const char *lf = len ? memchr(data, '\n', len) : NULL;
	struct span line = { data, lf ? (size_t)(lf - data) : len };

	*used = line.len + (lf ? 1 : 0);
	return line;
}

bool lines_next(struct lines *l, struct span *line)
{
	size_t used;

	if (l->at == l->end)
		return false;
	l->start = l->at;
	*line = line_first(l->at, (size_t)(l->end - l->at), &used);
	l->at += used;
	l->no++;
	return true;
}

bool lines_number(struct lines *l, struct span *line)
{
	const char *s = l->at, *from;
	size_t n_points = 0;

	s += s < l->end && *s == '-';
	for (from = s; s < l->end; s++)
		if (*s == '.')
			n_points++;
		else if (*s < '0' || *s > '9')
			break;
	if ((size_t)(s - from) <= n_points || n_points > 1 ||
	    (s < l->end && *s != '\n'))
		return false;
	*line = (struct span){ l->at, (size_t)(s - l->at) };
	l->start = l->at;
	l->at = s + (s < l->end);
	l->no++;
	return true;
}

void line_skip(struct lines *l, struct span line)
{
	if (span_blank(line))
		return;
	if (!l->skipped++)
		l->first_skipped = l->no;
}

void lines_end(const struct lines *l, struct report *report)
{
	if (l->skipped)
		report_warn(report, l->first_skipped,
			    "%zu line%s not understood, from here on",
			    l->skipped, l->skipped == 1 ? "" : "s");
}

struct span span_of(const char *s)
{
	return (struct span){ s, strlen(s) };
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

struct span span_trim(struct span s)
{
	while (s.len && is_blank(s.s[0])) {
		s.s++;
		s.len--;
	}
	while (s.len && is_blank(s.s[s.len - 1]))
		s.len--;
	return s;
}

bool span_blank(struct span s)
{
	return !span_trim(s).len;
}

const char *span_find(struct span s, const char *word)
{
	return s.len ? memmem(s.s, s.len, word, strlen(word)) : NULL;
}

char *span_copy(struct span s, struct arena *a)
{
	return arena_strndup(a, s.s, s.len);
}

int span_shown(struct span s, size_t max)
{
	return (int)(s.len < max ? s.len : max);
}

bool line_field(struct span *line, struct span *field)
{
	size_t i = 0, from;

	while (i < line->len && is_blank(line->s[i]))
		i++;
	from = i;
	while (i < line->len && !is_blank(line->s[i]))
		i++;
	*field = (struct span){ line->s + from, i - from };
	line->s += i;
	line->len -= i;
	return field->len > 0;
}

size_t line_fields(struct span line, struct span *field, size_t max)
{
	struct span f;
	size_t n = 0;

	while (line_field(&line, &f)) {
		if (n < max)
			field[n] = f;
		n++;
	}
	return n;
}

bool line_key_value(struct span line, char sep, struct span *key,
		    struct span *value)
{
	const char *at = line.len ? memchr(line.s, sep, line.len) : NULL;

	if (!at)
		return false;
	*key = span_trim((struct span){ line.s, (size_t)(at - line.s) });
	*value = span_trim((struct span){
		at + 1, line.len - (size_t)(at - line.s) - 1 });
	return key->len > 0;
}

enum number_status span_number(struct span s, double *out)
{
	return number_parse(s.s, s.len, out);
}

bool span_is_number(struct span s)
{
	double x;

	return span_number(s, &x) == NUMBER_OK;
}

bool span_is_integer(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (s.s[i] < '0' || s.s[i] > '9')
			return false;
	return s.len > 0;
}

bool span_is_decimal(struct span s, size_t decimals)
{
	struct span whole = s;

	if (s.len < decimals + 2 || s.s[s.len - decimals - 1] != '.')
		return false;
	whole.len = s.len - decimals - 1;
	s.s += whole.len + 1;
	s.len = decimals;
	return span_is_integer(whole) && span_is_integer(s);
}

bool span_sample(struct span s, struct report *report, size_t line, double *out)
{
	enum number_status status = span_number(s, out);

	if (status == NUMBER_OK)
		return true;
	report_error(report, line, "'%.*s' %s%s", span_shown(s, 40), s.s,
		     number_problem(status), s.len && memchr(s.s, ',', s.len) ?
		     ": a decimal comma?" : "");
	return false;
}
