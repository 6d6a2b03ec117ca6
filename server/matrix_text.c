/* matrix_text.c - a matrix to be read in a terminal. */
#include <math.h>
#include <string.h>

#include "matrix.h"
#include "report_text.h"
#include "text.h"

#define WIDTH 100
#define GAP   2
#define LABEL 48 /* as wide as a table's cell may be */

/* A column of the matrix as texts: those of its cells, or NULL. */
struct printed {
	const char *head;
	const char **value, **n, **change; /* a row each */
	size_t width; /* with the gaps before */
	bool base;    /* what the others are compared with */
};

static const char *value_text(const char *value)
{
	return value ? value : "-";
}

static const char *change_text(const struct matrix_cell *c,
			       struct arena *arena)
{
	const struct interval i = { -c->change_half, c->change_half, false };
	char text[32];

	if (isnan(c->change_ratio))
		return NULL;
	/* Without a spread two decimals, as published tables have them. */
	print_signed(100 * c->change_ratio, isfinite(c->change_half) ?
		     interval_decimals(&i) : 2, text);
	return arena_printf(arena, "%s %%", text);
}

static size_t wider(size_t width, const char *s)
{
	size_t n = s ? text_width(s) : 1;

	n = n > LABEL ? LABEL : n;
	return n > width ? n : width;
}

static void print_column(const struct matrix *m, const struct matrix_block *b,
			 size_t column, struct printed *p)
{
	size_t value, n = 1, change = 1, i;
	char text[32];

	p->base = !column;
	p->head = value_text(b->columns[column]);
	p->value = arena_alloc(m->arena, b->n_rows * sizeof(*p->value));
	p->n = arena_alloc(m->arena, b->n_rows * sizeof(*p->n));
	p->change = arena_alloc(m->arena, b->n_rows * sizeof(*p->change));
	value = wider(0, p->head);
	for (i = 0; i < b->n_rows; i++) {
		const struct matrix_cell *c =
			&b->cells[i * b->n_columns + column];

		if (c->n) {
			print_value(c->median, text);
			p->value[i] = arena_strdup(m->arena, text);
			p->n[i] = arena_printf(m->arena, "%zu", c->n);
			p->change[i] = change_text(c, m->arena);
		}
		value = wider(value, p->value[i]);
		n = wider(n, p->n[i]);
		change = wider(change, p->change[i]);
	}
	p->width = GAP + value + GAP + n + (p->base ? 0 : GAP + change);
}

/* Columns from..to - 1, beside the rows' names. */
static void print_part(const struct matrix *m, const struct matrix_block *b,
		       const struct printed *columns, size_t from, size_t to,
		       struct buf *out)
{
	struct column *heads = arena_alloc(m->arena, (1 + 3 * (to - from)) *
						     sizeof(*heads));
	struct table t;
	size_t n = 0, row, i;

	heads[n++] = (struct column){ m->keys[0], false };
	for (i = from; i < to; i++) {
		heads[n++] = (struct column){ columns[i].head, true };
		heads[n++] = (struct column){ "n", true };
		if (!columns[i].base)
			heads[n++] = (struct column){ "%", true };
	}
	table_init(&t, m->arena, heads, n);
	for (row = 0; row < b->n_rows; row++) {
		table_text(&t, value_text(b->rows[row]));
		for (i = from; i < to; i++) {
			table_text(&t, columns[i].value[row]);
			table_text(&t, columns[i].n[row]);
			if (!columns[i].base)
				table_text(&t, columns[i].change[row]);
		}
	}
	table_print(&t, out);
}

static void print_heading(const struct matrix_block *b, struct buf *out)
{
	size_t i;

	buf_char(out, '\n');
	if (b->test)
		text_safe(out, *b->test ? b->test : "(no test)");
	buf_str(out, b->test && b->metric ? " " : "");
	if (b->metric)
		text_safe(out, b->metric);
	for (i = 0; i < b->params.n; i++) {
		buf_str(out, i || b->test || b->metric ? " " : "");
		tag_word(out, b->params.items[i].key,
			 b->params.items[i].value);
	}
	if (b->role != ROLE_SAMPLE)
		buf_printf(out, " (%s)", role_name(b->role));
	buf_str(out, b->test || b->metric || b->params.n ? ", " : "");
	text_safe(out, b->unit ? b->unit : "unit not given");
	buf_str(out, b->better == BETTER_HIGHER ? ", more is better" :
		b->better == BETTER_LOWER ? ", less is better" :
		", direction not told");
	buf_str(out, b->better_assumed && b->better != BETTER_UNKNOWN ?
		" (assumed)\n" : "\n");
}

static void print_block(const struct matrix *m, const struct matrix_block *b,
			struct buf *out)
{
	struct printed *columns = arena_alloc(m->arena, b->n_columns *
							sizeof(*columns));
	size_t label = wider(0, m->keys[0]), from, i;

	for (i = 0; i < b->n_rows; i++)
		label = wider(label, value_text(b->rows[i]));
	for (i = 0; i < b->n_columns; i++)
		print_column(m, b, i, &columns[i]);
	print_heading(b, out);
	for (from = 0; from < b->n_columns; from = i) {
		size_t width = label + columns[from].width;

		for (i = from + 1; i < b->n_columns &&
		     width + columns[i].width <= WIDTH; i++)
			width += columns[i].width;
		buf_str(out, from ? "\n" : "");
		print_part(m, b, columns, from, i, out);
	}
}

/* ---- All of it. ---- */

static void answer(const struct matrix *m, struct buf *out)
{
	size_t n_rows = 0, n_cells = 0, i, k;

	for (i = 0; i < m->n; i++) {
		const struct matrix_block *b = &m->blocks[i];

		n_rows += b->n_rows;
		for (k = 0; k < b->n_rows * b->n_columns; k++)
			n_cells += b->cells[k].n > 0;
	}
	buf_printf(out, "%s by %s: %zu table%s, %zu row%s, %zu cell%s\n",
		   m->keys[0], m->keys[1], m->n, plural(m->n), n_rows,
		   plural(n_rows), n_cells, plural(n_cells));
}

/* What cells take together besides. */
static void print_differ(const struct matrix *m, struct buf *out)
{
	struct buf keys;
	size_t i;

	if (!m->differ.n)
		return;
	buf_init(&keys, 1 << 20);
	for (i = 0; i < m->differ.n; i++)
		buf_printf(&keys, "%s%s", i ? ", " : "",
			   m->differ.items[i].key);
	buf_str(out, "\nthe runs differ in ");
	text_wrap(out, keys.data, WRAP_AT_COMMA, WIDTH, 19, 4);
	buf_release(&keys);
}

static void add_count(struct buf *out, size_t n, const char *what)
{
	if (n)
		buf_printf(out, ", %zu %s", n, what);
}

void matrix_text(const struct matrix *m, struct buf *out)
{
	size_t i;

	answer(m, out);
	for (i = 0; i < m->n; i++)
		print_block(m, &m->blocks[i], out);
	print_differ(m, out);
	if (m->n)
		buf_printf(out, "\na cell: the median of n results' medians; "
			   "%% against the first column\n");
	if (m->found.n_failures)
		buf_printf(out, "%zu failure%s, in no cell\n",
			   m->found.n_failures, plural(m->found.n_failures));
	buf_printf(out, "%s%s\n", m->n ? "" : "\n", matrix_link(m));
	buf_printf(out, "%zu result%s: %zu in cells", m->found.n_results,
		   plural(m->found.n_results), m->n_in_cells);
	add_count(out, m->n_no_median, "published without a median");
	add_count(out, m->n_older, "older than last: keeps");
	add_count(out, m->n_hidden, "in rows or columns beyond those shown");
	buf_char(out, '\n');
}
