/* report_message.c - the words of a report: messages, names of enums. */
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "mem.h"

#define MESSAGE_MAX 400 /* bytes of one message before escaping */

const char *report_printable(struct arena *a, const char *text)
{
	size_t len = strlen(text), n, i;
	struct buf out;
	const char *s;

	buf_init(&out, 4 * MESSAGE_MAX + 1);
	buf_str(&out, "");
	while (len) {
		n = utf8_length(text, len);
		if (n && tag_value_ok(text, n, &s)) {
			buf_add(&out, text, n);
		} else {
			n = n ? n : 1;
			for (i = 0; i < n; i++)
				buf_printf(&out, "\\x%02X",
					   (unsigned)(unsigned char)text[i]);
		}
		text += n;
		len -= n;
	}
	s = arena_strndup(a, out.data, out.len);
	buf_release(&out);
	return s;
}

static void message_add(struct report *r, struct message **list, size_t *n,
			size_t line, const char *text)
{
	if (*n < REPORT_MESSAGES_MAX) {
		*list = arena_grow(r->arena, *list, *n, sizeof(**list));
		(*list)[*n].line = line;
		(*list)[*n].text = text;
	}
	++*n;
}

__attribute__((format(printf, 2, 0)))
static const char *message_text(struct report *r, const char *fmt, va_list ap)
{
	char text[MESSAGE_MAX];

	vsnprintf(text, sizeof(text), fmt, ap);
	return report_printable(r->arena, text);
}

void report_warn(struct report *r, size_t line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message_add(r, &r->warnings, &r->n_warnings,
		    line ? r->line0 + line : 0, message_text(r, fmt, ap));
	va_end(ap);
}

void report_error(struct report *r, size_t line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	message_add(r, &r->errors, &r->n_errors, line ? r->line0 + line : 0,
		    message_text(r, fmt, ap));
	va_end(ap);
	r->complete = false;
}

/* The spelling of an enum's value stands at its index; NULL is none. */
static const char *const better_names[] = { NULL, "higher", "lower", "none" };
static const char *const role_names[] = { "sample", "interval", "stream",
					  "summary" };
#define N_OF(a) (sizeof(a) / sizeof((a)[0]))

static int name_index(const char *const *names, size_t n, const char *s)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (names[i] && !strcmp(names[i], s))
			return (int)i;
	return -1;
}

bool name_same(const char *x, const char *y)
{
	return x == y || (x && y && !strcmp(x, y));
}

const char *better_name(enum better better)
{
	return better_names[better];
}

bool better_parse(const char *s, enum better *out)
{
	int i = name_index(better_names, N_OF(better_names), s);

	if (i >= 0)
		*out = (enum better)i;
	return i >= 0;
}

const char *role_name(enum role role)
{
	return role_names[role];
}

bool role_parse(const char *s, enum role *out)
{
	int i = name_index(role_names, N_OF(role_names), s);

	if (i >= 0)
		*out = (enum role)i;
	return i >= 0;
}
