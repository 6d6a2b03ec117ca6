/* text.c - what a terminal may be shown, and tables. */
#include "text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

#define CELL_MAX 48 /* columns of a cell that is not the last */

/* The next character as it is shown; returns its columns. */
static size_t shown(const char **s, size_t *len, char out[16])
{
	const char *from = *s;
	unsigned long c = utf8_next(s, len);

	if (c == UTF8_BAD)
		return (size_t)snprintf(out, 16, "\\x%02X",
					(unsigned)(unsigned char)*from);
	if (utf8_hidden(c))
		return (size_t)snprintf(out, 16, "\\u{%lX}", c);
	memcpy(out, from, (size_t)(*s - from));
	out[*s - from] = '\0';
	return 1;
}

void text_safe(struct buf *out, const char *s)
{
	size_t len = strlen(s);
	char c[16];

	while (len) {
		shown(&s, &len, c);
		buf_str(out, c);
	}
}

size_t text_width(const char *s)
{
	size_t len = strlen(s), n = 0;
	char c[16];

	while (len)
		n += shown(&s, &len, c);
	return n;
}

void text_cell(struct buf *out, const char *s, size_t width, bool right)
{
	size_t n = text_width(s), len = strlen(s), used = 0;
	char c[16];

	if (n <= width) {
		if (right)
			buf_pad(out, ' ', width - n);
		text_safe(out, s);
		if (!right)
			buf_pad(out, ' ', width - n);
		return;
	}
	while (len && used + 1 < width) {
		size_t w = shown(&s, &len, c);

		if (used + w >= width)
			break;
		buf_str(out, c);
		used += w;
	}
	buf_char(out, '~');
	buf_pad(out, ' ', width - used - 1);
}

/* To the next blank, or to the next that a comma or the like stands before. */
static size_t piece(const char *s, bool by_comma)
{
	size_t n = strcspn(s, " ");

	while (by_comma && n && s[n] && !strchr(",;|", s[n - 1]))
		n += 1 + strcspn(s + n + 1, " ");
	return n;
}

void text_wrap(struct buf *out, const char *s, enum wrap at,
	       size_t width, size_t column, size_t indent)
{
	bool first = true;

	for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
		size_t len = piece(s, at == WRAP_AT_COMMA), n;
		struct buf part;

		buf_init(&part, strlen(s) + 1);
		buf_add(&part, s, len);
		n = text_width(part.data);
		if (n + indent > width) {
			buf_clear(&part);
			len = piece(s, false);
			buf_add(&part, s, len);
			n = text_width(part.data);
		}
		if (column > indent && column + !first + n > width) {
			buf_char(out, '\n');
			buf_pad(out, ' ', indent);
			column = indent;
		} else if (!first) {
			buf_char(out, ' ');
			column++;
		}
		text_safe(out, part.data);
		buf_release(&part);
		column += n;
		first = false;
		s += len;
	}
	buf_char(out, '\n');
}

void text_wrap_lines(struct buf *out, const char *lines, size_t width,
		     size_t more)
{
	while (*lines) {
		size_t len = strcspn(lines, "\n"), blanks = strspn(lines, " ");
		struct buf line;

		buf_init(&line, len + 1);
		buf_add(&line, lines, len);
		if (text_width(line.data) <= width) {
			text_safe(out, line.data);
			buf_char(out, '\n');
		} else {
			buf_pad(out, ' ', blanks);
			text_wrap(out, line.data, WRAP_AT_BLANK, width, blanks,
				  blanks + more);
		}
		buf_release(&line);
		lines += len + (lines[len] == '\n');
	}
}

void csv_field(struct buf *out, const char *s)
{
	if (!strpbrk(s, ",\"\r\n")) {
		buf_str(out, s);
		return;
	}
	buf_char(out, '"');
	for (; *s; s++) {
		if (*s == '"')
			buf_char(out, '"');
		buf_char(out, *s);
	}
	buf_char(out, '"');
}

void table_init(struct table *t, struct arena *arena,
		const struct column *columns, size_t n_columns)
{
	memset(t, 0, sizeof(*t));
	t->arena = arena;
	t->columns = columns;
	t->n_columns = n_columns;
}

static void add(struct table *t, const char *text, bool number)
{
	t->cells = arena_grow(t->arena, t->cells, t->n_cells,
			      sizeof(*t->cells));
	t->cells[t->n_cells++] = (struct cell){ text, number };
}

void table_text(struct table *t, const char *s)
{
	add(t, s, false);
}

void table_int(struct table *t, int64_t value)
{
	add(t, arena_printf(t->arena, "%" PRId64, value), true);
}

void table_number(struct table *t, double value)
{
	char text[NUMBER_SIZE];

	if (!isfinite(value)) {
		add(t, NULL, true);
		return;
	}
	number_print(value, text);
	add(t, arena_strdup(t->arena, text), true);
}

static size_t column_width(const struct table *t, size_t column)
{
	size_t w = strlen(t->columns[column].name), i;

	for (i = column; i < t->n_cells; i += t->n_columns) {
		size_t n = text_width(t->cells[i].text ? t->cells[i].text :
							 "-");

		w = n > w ? n : w;
	}
	return !t->whole && column + 1 < t->n_columns && w > CELL_MAX ?
		CELL_MAX : w;
}

static void trim_line(struct buf *out)
{
	while (out->len && out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
	buf_char(out, '\n');
}

void table_print(const struct table *t, struct buf *out)
{
	size_t *width = arena_alloc(t->arena, t->n_columns * sizeof(*width));
	size_t c, i;

	for (c = 0; c < t->n_columns; c++)
		width[c] = column_width(t, c);
	for (c = 0; c < t->n_columns; c++) {
		buf_str(out, c ? "  " : "");
		text_cell(out, t->columns[c].name, width[c],
			  t->columns[c].right);
	}
	trim_line(out);
	for (i = 0; i < t->n_cells; i++) {
		c = i % t->n_columns;
		buf_str(out, c ? "  " : "");
		text_cell(out, t->cells[i].text ? t->cells[i].text : "-",
			  width[c], t->columns[c].right);
		if (c + 1 == t->n_columns)
			trim_line(out);
	}
}

void table_csv(const struct table *t, struct buf *out)
{
	size_t c, i;

	for (c = 0; c < t->n_columns; c++) {
		buf_str(out, c ? "," : "");
		csv_field(out, t->columns[c].name);
	}
	buf_char(out, '\n');
	for (i = 0; i < t->n_cells; i++) {
		c = i % t->n_columns;
		buf_str(out, c ? "," : "");
		if (t->cells[i].text)
			csv_field(out, t->cells[i].text);
		if (c + 1 == t->n_columns)
			buf_char(out, '\n');
	}
}

void table_json(const struct table *t, struct json *j, const char *key)
{
	size_t i, c;

	json_array(j, key);
	for (i = 0; i < t->n_cells; i += t->n_columns) {
		json_object(j, NULL);
		for (c = 0; c < t->n_columns; c++) {
			const struct cell *cell = &t->cells[i + c];
			double x;

			if (cell->text && cell->number &&
			    number_parse(cell->text, strlen(cell->text), &x) ==
				    NUMBER_OK)
				json_number(j, t->columns[c].name, x);
			else
				json_string(j, t->columns[c].name, cell->text);
		}
		json_object_end(j);
	}
	json_array_end(j);
}
