/* clean.c - from the bytes of an upload to lines that importers can read. */
#include "clean.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "mem.h"

struct look {
	const char *begins;
	size_t len;
	const char *what;
};

#define LOOK(begins, what) { begins, sizeof(begins) - 1, what }

/* Bytes that are never text. */
static const struct look magics[] = {
	LOOK("\xff\xfe", "UTF-16 text; save it as UTF-8"),
	LOOK("\xfe\xff", "UTF-16 text; save it as UTF-8"),
	LOOK("\x1f\x8b", "gzip-compressed; unpack it first"),
	LOOK("\x28\xb5\x2f\xfd", "zstd-compressed; unpack it first"),
	LOOK("\xfd" "7zXZ", "xz-compressed; unpack it first"),
	LOOK("BZh91AY&SY", "bzip2-compressed; unpack it first"),
	LOOK("PK\x03\x04", "a zip file; unpack it first"),
	LOOK("\x7f" "ELF", "a program"),
	LOOK("\x89PNG", "a picture"),
	LOOK("%PDF-", "a PDF document"),
	LOOK("SQLite format 3", "an SQLite database"),
};

/* Texts that are no results. */
static const struct look texts[] = {
	LOOK("<!DOCTYPE html", "an HTML page"),
	LOOK("<!doctype html", "an HTML page"),
	LOOK("<html", "an HTML page"),
	LOOK("<HTML", "an HTML page"),
	LOOK("<?xml", "XML of a kind that no format reads"),
	LOOK("version https://git-lfs", "a Git LFS pointer, not the file"),
	LOOK("diff --git ", "a patch"),
	LOOK("{", "JSON without results[].test or results[].metrics, or"
	     " damaged JSON"),
	LOOK("[", "a JSON array, which no format reads"),
};

static const char *look(const struct look *list, size_t n, struct span s)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (s.len >= list[i].len &&
		    !memcmp(s.s, list[i].begins, list[i].len))
			return list[i].what;
	return NULL;
}

/* Every line that has something is a number with two decimals and a blank. */
static bool netperf_or_numbers(struct span text)
{
	struct lines l;
	struct span line;
	size_t n = 0;

	lines_init(&l, text.s, text.len);
	while (lines_next(&l, &line)) {
		if (span_blank(line))
			continue;
		line.len--;
		if (line.s[line.len] != ' ' || !span_is_decimal(line, 2))
			return false;
		n++;
	}
	return n > 0;
}

const char *text_looks_like(struct span text)
{
	while (text.len && (text.s[0] == '\n' || text.s[0] == ' ')) {
		text.s++;
		text.len--;
	}
	if (netperf_or_numbers(text))
		return "bare rates of netperf -P 0 -v 0 (netperf) or plain"
		       " numbers (ministat-input)";
	return look(texts, N_OF(texts), text);
}

#define BLOCK 128

/*
 * Tab, LF, VT, FF, CR, BS and ESC stand in captured terminal output. Without a
 * branch: the compiler looks at 16 of a block at once.
 */
static unsigned char is_control(unsigned char c)
{
	return ((c < 0x20) & ((c < 0x08) | (c > 0x0d)) & (c != 0x1b)) |
	       (c == 0x7f);
}

static size_t count_controls(struct span s)
{
	size_t n = 0, i;

	for (; s.len >= BLOCK; s.s += BLOCK, s.len -= BLOCK) {
		unsigned char of_block = 0;

		for (i = 0; i < BLOCK; i++)
			of_block = (unsigned char)(of_block +
				is_control((unsigned char)s.s[i]));
		n += of_block;
	}
	for (i = 0; i < s.len; i++)
		n += is_control((unsigned char)s.s[i]);
	return n;
}

static size_t count_nuls(struct span s)
{
	size_t n = 0, i;

	for (i = 0; i < s.len; i++)
		n += !s.s[i];
	return n;
}

static int refuse_binary(struct span s, struct err *err)
{
	const char *what = look(magics, N_OF(magics), s);
	size_t n_nul, n_control;

	if (what)
		return err_set(err, ERR_INPUT, "the input is %s", what);
	n_control = count_controls(s);
	if (n_control <= s.len / 16)
		return 0;
	n_nul = count_nuls(s);
	if (n_nul > s.len / 4)
		return err_set(err, ERR_INPUT, "the input is binary or UTF-16:"
			       " %zu of %zu bytes are NUL", n_nul, s.len);
	return err_set(err, ERR_INPUT, "the input is binary: %zu of"
		       " %zu bytes are control characters", n_control, s.len);
}

/* The length of an ESC [ ... letter sequence at s; 0 where there is none. */
static size_t escape_length(const char *s, size_t len)
{
	size_t i;

	if (len < 3 || s[0] != '\033' || s[1] != '[')
		return 0;
	for (i = 2; i < len; i++) {
		char c = s[i];

		if ((c >= '0' && c <= '9') || c == ';' || c == '?')
			continue;
		return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ?
			i + 1 : 0;
	}
	return 0;
}

/* Copies a line without its escape sequences; returns where out ends. */
static char *copy_plain(char *out, struct span line)
{
	size_t i = 0, n;

	while (i < line.len) {
		const char *esc = memchr(line.s + i, '\033', line.len - i);

		n = esc ? (size_t)(esc - line.s) - i : line.len - i;
		memcpy(out, line.s + i, n);
		out += n;
		i += n;
		if (!esc)
			break;
		n = escape_length(esc, line.len - i);
		if (!n)
			*out++ = line.s[i++];
		i += n;
	}
	return out;
}

struct cleaning {
	struct report *report;
	char *out;
	size_t redrawn, first_redrawn; /* lines with a CR inside */
};

static void clean_line(struct cleaning *c, struct span line, size_t no)
{
	const char *cr;

	while (line.len && line.s[line.len - 1] == '\r')
		line.len--;
	if (line.len && memchr(line.s, '\0', line.len)) {
		report_error(c->report, no, "a NUL byte inside the line");
		return;
	}
	cr = line.len ? memrchr(line.s, '\r', line.len) : NULL;
	if (cr) {
		if (!c->redrawn++)
			c->first_redrawn = no;
		line.len -= (size_t)(cr + 1 - line.s);
		line.s = cr + 1;
	}
	c->out = copy_plain(c->out, line);
}

/* Lines that end in CR alone, as on an old Macintosh. */
static struct span cr_lines(struct span s, struct arena *a)
{
	char *copy;
	size_t i;

	if (!s.len || memchr(s.s, '\n', s.len) || !memchr(s.s, '\r', s.len))
		return s;
	copy = arena_strndup(a, s.s, s.len);
	for (i = 0; i < s.len; i++)
		if (copy[i] == '\r')
			copy[i] = '\n';
	return (struct span){ copy, s.len };
}

static struct span clean_all(struct span s, struct report *r)
{
	char *start = arena_alloc(r->arena, s.len + 1);
	struct cleaning c = { .report = r, .out = start };
	struct lines l;
	struct span line;

	s = cr_lines(s, r->arena);
	lines_init(&l, s.s, s.len);
	while (lines_next(&l, &line)) {
		clean_line(&c, line, l.no);
		if (line.s + line.len < s.s + s.len)
			*c.out++ = '\n';
	}
	if (c.redrawn)
		report_warn(r, c.first_redrawn, "%zu line%s drawn over with"
			    " carriage returns: only the last text of each is"
			    " read", c.redrawn, c.redrawn == 1 ? "" : "s");
	return (struct span){ start, (size_t)(c.out - start) };
}

static bool is_clean(struct span s)
{
	static const char marks[] = { '\r', '\033', '\0' };
	size_t i;

	for (i = 0; i < sizeof(marks); i++)
		if (memchr(s.s, marks[i], s.len))
			return false;
	return true;
}

int text_clean(const char *data, size_t len, struct report *r, struct span *out,
	       struct err *err)
{
	struct span s = { data, len };
	size_t padding;

	if (span_begins(s, "\xef\xbb\xbf")) {
		s.s += 3;
		s.len -= 3;
	}
	while (s.len && !s.s[s.len - 1])
		s.len--;
	padding = (size_t)(data + len - (s.s + s.len));
	if (!s.len)
		return err_set(err, ERR_INPUT, padding ?
			       "the input is empty: nothing but NUL bytes" :
			       "the input is empty");
	if (refuse_binary(s, err) < 0)
		return -1;
	if (padding)
		report_warn(r, 0, "%zu NUL byte%s after the text dropped",
			    padding, padding == 1 ? "" : "s");
	*out = is_clean(s) ? s : clean_all(s, r);
	for (s = *out; s.len; s.s++, s.len--)
		if (s.s[0] != '\n' && !span_blank((struct span){ s.s, 1 }))
			return 0;
	return err_set(err, ERR_INPUT,
		       "the input is empty: nothing but blanks");
}
