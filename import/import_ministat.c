/*
 * import_ministat.c - ministat's output, also out of mails.
 *
 * A set is a published summary: the plot is never turned back into samples. Its
 * label is the parameter `set` (its symbol where the legend is missing), and
 * where a file has several tables they are counted by `table`. Mails quote,
 * wrap and encode (quoted-printable) what ministat printed: ministat_line()
 * undoes that for one logical line.
 */
#include <stdint.h>
#include <string.h>

#include "import.h"
#include "line.h"
#include "mem.h"

#define LINE_SIZE 1024 /* a longer line is none of ministat's */
#define PLOT_LINES_MAX 400
#define FIELDS_MAX 8

static const char symbols[] = "x+*%#@O";
#define N_SYMBOLS (sizeof(symbols) - 1)

static const char *const header_words[] = { "N", "Min", "Max", "Median", "Avg",
					    "Stddev" };
#define N_HEADER 6

/* One logical line: unquoted, decoded, soft line breaks joined. */
struct mline {
	char buf[LINE_SIZE];
	struct span text;
	size_t used;  /* bytes of the input */
	size_t lines; /* lines of the input */
};

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Decodes =XX in place; blanks that no keyboard types become blanks. */
static size_t decode(char *s, size_t len, bool qp)
{
	size_t i, n = 0;

	for (i = 0; i < len; i++) {
		char c = s[i];

		if (qp && c == '=' && i + 2 < len &&
		    hex_value(s[i + 1]) >= 0 && hex_value(s[i + 2]) >= 0) {
			c = (char)(hex_value(s[i + 1]) * 16 +
				   hex_value(s[i + 2]));
			i += 2;
		}
		if (c == '\xa0') {
			/* U+00A0: C2 A0 in UTF-8, A0 alone in Latin-1. */
			if (n && s[n - 1] == '\xc2')
				n--;
			c = ' ';
		}
		s[n++] = c;
	}
	return n;
}

static bool quoted_printable(struct span s)
{
	return span_find(s, "=A0") || span_find(s, "=3D") ||
	       span_find(s, "=20") || span_find(s, "=\n");
}

/* Reads the logical line at data. qp: the text as a whole is encoded so. */
static void ministat_line(const char *data, size_t len, bool qp,
			  struct mline *m)
{
	struct span part = line_first(data, len, &m->used);
	size_t n = 0, used;

	m->lines = 1;
	m->text = (struct span){ m->buf, 0 };
	while (part.len && (part.s[0] == '>' || part.s[0] == ' ' ||
			    part.s[0] == '\t')) {
		part.s++;
		part.len--;
	}
	for (;;) {
		bool soft = part.len && part.s[part.len - 1] == '=' &&
			    m->used < len;

		if (part.len > LINE_SIZE - n)
			return;
		memcpy(m->buf + n, part.s, part.len);
		n += part.len;
		if (!soft)
			break;
		qp = true;
		n--;
		part = line_first(data + m->used, len - m->used, &used);
		m->used += used;
		m->lines++;
	}
	qp = qp || span_find((struct span){ m->buf, n }, "=A0");
	m->text = span_trim((struct span){ m->buf, decode(m->buf, n, qp) });
}

/* How many words of the table's header, from the given one on, this is. */
static size_t header_run(struct span line, size_t from)
{
	struct span f[FIELDS_MAX];
	size_t i, n = line_fields(line, f, FIELDS_MAX);

	if (!n || n > N_HEADER - from)
		return 0;
	for (i = 0; i < n; i++)
		if (!span_is(f[i], header_words[from + i]))
			return 0;
	return n;
}

static bool is_header(struct span line)
{
	return header_run(line, 0) >= 3;
}

static int symbol_index(char c)
{
	const char *at = c ? strchr(symbols, c) : NULL;

	return at ? (int)(at - symbols) : -1;
}

/* A symbol and a count, then numbers: a row, whole or wrapped. */
static bool is_row(struct span line)
{
	struct span f[FIELDS_MAX];
	size_t n = line_fields(line, f, FIELDS_MAX);

	return n >= 3 && f[0].len == 1 && symbol_index(f[0].s[0]) >= 0 &&
	       span_is_integer(f[1]) && span_is_number(f[2]);
}

static bool is_numbers(struct span line)
{
	struct span f;

	if (!line.len)
		return false;
	while (line_field(&line, &f))
		if (!span_is_number(f))
			return false;
	return true;
}

/* A symbol, a blank and a label; only a row's numbers tell them apart. */
static int legend_symbol(struct span line)
{
	if (line.len < 3 || line.s[1] != ' ' || is_row(line))
		return -1;
	return symbol_index(line.s[0]);
}

static bool is_frame(struct span line)
{
	return span_begins(line, "+-----");
}

static bool is_plot(struct span line)
{
	return is_frame(line) || span_begins(line, "|") ||
	       (line.len && line.s[line.len - 1] == '|') ||
	       span_begins(line, "--");
}

static bool is_comparison(struct span line)
{
	return span_begins(line, "Difference at ") ||
	       span_begins(line, "No difference proven at ");
}

static bool is_comparison_detail(struct span line)
{
	return span_find(line, " +/- ") || span_begins(line, "(Student's t");
}

static bool is_tool_error(struct span line)
{
	return span_begins(line, "ministat: ") ||
	       (span_begins(line, "Dataset ") &&
		span_find(line, "must contain at least"));
}

/* From the header on: rows and comparisons; how many bytes? */
static size_t claim_rows(const char *data, size_t len)
{
	size_t at = 0, claimed = 0, words = 0;
	struct mline m;

	while (at < len) {
		ministat_line(data + at, len - at, false, &m);
		at += m.used;
		if (words < N_HEADER && header_run(m.text, words))
			words += header_run(m.text, words);
		else if (!is_row(m.text) && !is_numbers(m.text) &&
			 !is_comparison(m.text) &&
			 !is_comparison_detail(m.text)) {
			if (m.text.len)
				break;
			continue;
		}
		claimed = at;
	}
	return claimed;
}

/* From a legend or a plot on, if a header follows. */
static size_t claim_before_header(const char *data, size_t len)
{
	size_t at = 0, i;
	int next = 0, symbol, frames = 0;
	struct mline m;

	for (i = 0; at < len && i < PLOT_LINES_MAX; i++) {
		ministat_line(data + at, len - at, false, &m);
		if (is_header(m.text))
			return at + claim_rows(data + at, len - at);
		at += m.used;
		symbol = frames ? -1 : legend_symbol(m.text);
		if (is_frame(m.text) && ++frames > 2)
			return 0;
		if (is_frame(m.text))
			continue;
		if (symbol >= 0 && symbol == next)
			next++;
		else if (m.text.len && !(frames && is_plot(m.text)))
			return 0;
	}
	return 0;
}

static size_t claim(const char *data, size_t len)
{
	struct mline m;

	ministat_line(data, len, false, &m);
	if (!m.text.len)
		return 0;
	if (is_header(m.text) || is_comparison(m.text))
		return claim_rows(data, len);
	if (is_tool_error(m.text))
		return m.used;
	if (legend_symbol(m.text) == 0 || is_frame(m.text))
		return claim_before_header(data, len);
	return 0;
}

struct reader {
	struct report *report;
	struct lines lines;
	bool several;        /* tables in the file */
	size_t table;        /* counts from 1; 0: none yet */
	size_t words;        /* of this table's header */
	size_t rows;         /* of this table */
	const char *labels[N_SYMBOLS];
	bool legend;         /* the labels are of the table to come */
	struct span row[FIELDS_MAX]; /* a row that goes on: its fields, in */
	size_t n_row;                /* the arena, and how many; 0: none */
	size_t row_line;
};

static void row_store(struct reader *x)
{
	static const struct summary none;
	struct summary s = none;
	double *const to[] = { &s.min, &s.max, &s.median, &s.mean, &s.stddev };
	struct report *r = x->report;
	struct tags params = { 0 };
	const char *label;
	uint64_t n;
	size_t i;

	r->line = x->row_line;
	if (!number_parse_u64(x->row[1].s, x->row[1].len, SIZE_MAX, &n) || !n) {
		report_error(r, r->line, "'%.*s' is no count of samples",
			     span_shown(x->row[1], 40), x->row[1].s);
		return;
	}
	s.n = n;
	for (i = 0; i < 5; i++)
		if (!span_sample(x->row[2 + i], r, r->line, to[i]))
			return;
	if (s.min > s.median || s.median > s.max || s.stddev < 0)
		report_warn(r, r->line, "the figures of this row do not fit"
			    " each other");
	label = x->labels[symbol_index(x->row[0].s[0])];
	if (!label)
		label = span_copy(x->row[0], r->arena);
	tags_set(&params, r->arena, "set", label);
	if (x->several)
		tags_set(&params, r->arena, "table",
			 arena_printf(r->arena, "%zu", x->table));
	report_summary(r, report_run_default(r), NULL, &params, "value", NULL,
		       BETTER_UNKNOWN, ROLE_SAMPLE, &s);
	x->rows++;
}

/* Ends the row that is being collected. */
static void row_end(struct reader *x)
{
	if (x->n_row == 7)
		row_store(x);
	else if (x->n_row)
		report_error(x->report, x->row_line, "a row of %zu figures"
			     " instead of 6", x->n_row - 1);
	x->n_row = 0;
}

static void row_add(struct reader *x, struct span line)
{
	struct span f;

	if (!x->n_row)
		x->row_line = x->lines.no;
	while (line_field(&line, &f)) {
		if (x->n_row < FIELDS_MAX) {
			f.s = span_copy(f, x->report->arena);
			x->row[x->n_row] = f;
		}
		x->n_row++;
	}
	if (x->n_row == 7)
		row_end(x);
}

static void table_end(struct reader *x)
{
	row_end(x);
	if (x->table && !x->rows)
		report_error(x->report, x->lines.no, "a table without rows");
}

static void table_begin(struct reader *x, struct span line)
{
	row_end(x);
	if (x->table && !x->rows)
		report_error(x->report, x->lines.no, "no rows in the table"
			     " before this one");
	if (!x->legend)
		memset(x->labels, 0, sizeof(x->labels));
	x->legend = false;
	x->table++;
	x->words = header_run(line, 0);
	x->rows = 0;
}

/* Labels count from a line of 'x' on; another table's are forgotten. */
static bool legend_add(struct reader *x, struct span line)
{
	int symbol = legend_symbol(line);

	if (symbol < 0 || (symbol > 0 && !x->labels[symbol - 1]))
		return false;
	row_end(x);
	if (symbol == 0)
		memset(x->labels, 0, sizeof(x->labels));
	x->legend = true;
	line.s += 2;
	line.len -= 2;
	line = span_trim(line);
	x->labels[symbol] = span_copy(line, x->report->arena);
	return true;
}

static void read_line(struct reader *x, struct span line, struct span whole)
{
	if (is_header(line)) {
		table_begin(x, line);
	} else if (x->table && x->words < N_HEADER &&
		   header_run(line, x->words)) {
		x->words += header_run(line, x->words);
	} else if (x->table && !x->n_row && is_row(line)) {
		row_add(x, line);
	} else if (x->n_row && is_numbers(line)) {
		row_add(x, line);
	} else if (is_tool_error(line)) {
		report_error(x->report, x->lines.no, "the tool failed: %.*s",
			     span_shown(line, 200), line.s);
	} else if (is_comparison(line)) {
		row_end(x);
		if (!x->table)
			report_warn(x->report, x->lines.no, "a comparison"
				    " without its table: nothing to keep");
	} else if (is_row(line) && x->table) {
		row_end(x);
		row_add(x, line);
	} else if (!legend_add(x, line) && !is_plot(line) &&
		   !is_comparison_detail(line)) {
		line_skip(&x->lines, whole);
	}
}

static bool has_several(const char *data, size_t len, bool qp)
{
	size_t at = 0, n = 0;
	struct mline m;

	for (; at < len && n < 2; at += m.used) {
		ministat_line(data + at, len - at, qp, &m);
		n += is_header(m.text);
	}
	return n > 1;
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	bool qp = quoted_printable((struct span){ data, len });
	struct reader x = { .report = r,
			    .several = has_several(data, len, qp) };
	struct mline m;
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line)) {
		ministat_line(line.s, (size_t)(x.lines.end - line.s), qp, &m);
		if (m.text.len)
			read_line(&x, m.text, line);
		else
			line_skip(&x.lines, line.len > LINE_SIZE ? line :
				  m.text);
		x.lines.at = line.s + m.used;
		x.lines.no += m.lines - 1;
	}
	table_end(&x);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "value", "-", "-" },
	{ 0 }
};

const struct importer importer_ministat = {
	.name = "ministat-output",
	.summary = "what ministat printed, also quoted and wrapped in mails",
	.needs = "test: unit:",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
