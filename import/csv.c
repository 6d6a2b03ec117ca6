/* csv.c - the records of an RFC 4180 table, with any delimiter. */
#include "csv.h"

#include <string.h>

#include "mem.h"

void csv_init(struct csv *c, const char *data, size_t len, char delimiter)
{
	memset(c, 0, sizeof(*c));
	c->at = data;
	c->end = data + len;
	c->delimiter = delimiter;
	c->quotes = len && memchr(data, '"', len);
	c->next_line = 1;
}

void csv_release(struct csv *c)
{
	x_free(c->cells);
	x_free(c->scratch);
	memset(c, 0, sizeof(*c));
}

static void add_cell(struct csv *c, struct span cell)
{
	if (c->n_cells == c->cap_cells) {
		c->cap_cells = c->cap_cells ? 2 * c->cap_cells : 32;
		c->cells = x_realloc(c->cells,
				     c->cap_cells * sizeof(*c->cells));
	}
	c->cells[c->n_cells++] = cell;
}

/* Where the record at `at` ends (its LF or the end); NULL: in a quote. */
static const char *record_end(const struct csv *c)
{
	bool quoted = false, cell_start = true;
	const char *s;

	if (!c->quotes) {
		s = memchr(c->at, '\n', (size_t)(c->end - c->at));
		return s ? s : c->end;
	}
	for (s = c->at; s < c->end; s++) {
		if (quoted) {
			quoted = *s != '"';
			/* A doubled quote opens again at once. */
			if (!quoted && s + 1 < c->end && s[1] == '"') {
				quoted = true;
				s++;
			}
			continue;
		}
		if (*s == '\n')
			return s;
		quoted = cell_start && *s == '"';
		cell_start = *s == c->delimiter;
	}
	return quoted ? NULL : s;
}

/* Reads the cell at *s, quoted or not; false for text behind its quote. */
static bool read_cell(struct csv *c, const char **s, const char *end,
		      char **scratch)
{
	const char *from = *s, *to;
	char *out = *scratch;

	if (from == end || *from != '"') {
		to = memchr(from, c->delimiter, (size_t)(end - from));
		to = to ? to : end;
		add_cell(c, span_trim((struct span){ from,
						     (size_t)(to - from) }));
		*s = to;
		return true;
	}
	for (from++; from < end; from++) {
		if (*from == '"') {
			if (from + 1 == end || from[1] != '"')
				break;
			from++;
		}
		*out++ = *from;
	}
	add_cell(c, (struct span){ *scratch, (size_t)(out - *scratch) });
	*scratch = out;
	from++;
	to = memchr(from, c->delimiter, (size_t)(end - from));
	to = to ? to : end;
	*s = to;
	return span_blank((struct span){ from, (size_t)(to - from) });
}

static enum csv_status read_record(struct csv *c, const char *end)
{
	size_t len = (size_t)(end - c->at);
	enum csv_status status = CSV_RECORD;
	const char *s = c->at;
	char *scratch;

	c->n_cells = 0;
	if (len > c->cap_scratch) {
		c->cap_scratch = 2 * len;
		c->scratch = x_realloc(c->scratch, c->cap_scratch);
	}
	scratch = c->scratch;
	for (;;) {
		if (c->n_cells == CSV_COLUMNS_MAX)
			return CSV_WIDE;
		if (!read_cell(c, &s, end, &scratch))
			status = CSV_STRAY;
		if (s == end)
			return status;
		s++;
	}
}

enum csv_status csv_next(struct csv *c)
{
	enum csv_status status;
	const char *end, *s;

	for (;;) {
		if (c->at == c->end)
			return CSV_END;
		c->line = c->next_line;
		end = record_end(c);
		if (!end)
			return CSV_UNTERMINATED;
		for (s = c->at; c->quotes && s < end &&
				(s = memchr(s, '\n', (size_t)(end - s))); s++)
			c->next_line++;
		c->next_line++;
		if (!span_blank((struct span){ c->at, (size_t)(end - c->at) }))
			break;
		c->at = end < c->end ? end + 1 : end;
	}
	status = read_record(c, end);
	c->at = end < c->end ? end + 1 : end;
	return status;
}

bool csv_unclosed(const char *data, size_t len, char delimiter, size_t *line,
		  size_t *record)
{
	enum csv_status status = CSV_END;
	struct csv c;

	*record = 0;
	csv_init(&c, data, len, delimiter);
	while (c.quotes && (status = csv_next(&c)) != CSV_END &&
	       status != CSV_UNTERMINATED)
		++*record;
	*line = c.line;
	csv_release(&c);
	return status == CSV_UNTERMINATED;
}

char csv_delimiter(const char *data, size_t len)
{
	static const char delimiters[] = "\t;|,";
	size_t n[sizeof(delimiters)] = { 0 }, i, best = 0;
	bool quoted = false;
	const char *at;

	for (i = 0; i < len && (quoted || data[i] != '\n'); i++) {
		if (data[i] == '"')
			quoted = !quoted;
		at = quoted ? NULL : strchr(delimiters, data[i]);
		if (at && *at)
			n[at - delimiters]++;
	}
	for (i = 1; delimiters[i]; i++)
		if (n[i] > n[best])
			best = i;
	return n[best] ? delimiters[best] : '\0';
}
