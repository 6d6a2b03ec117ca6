/* matrix_json.c - a matrix as JSON and CSV. */
#include <math.h>

#include "json.h"
#include "matrix.h"
#include "text.h"

static void values_json(const char *key, const char *const *values, size_t n,
			struct json *j)
{
	size_t i;

	json_array(j, key);
	for (i = 0; i < n; i++)
		json_string(j, NULL, values[i]);
	json_array_end(j);
}

static void cells_json(const struct matrix_block *b, size_t row,
		       struct json *j)
{
	size_t i;

	json_array(j, "cells");
	for (i = 0; i < b->n_columns; i++) {
		const struct matrix_cell *c =
			&b->cells[row * b->n_columns + i];

		if (!c->n) {
			json_null(j, NULL);
			continue;
		}
		json_object(j, NULL);
		json_int(j, "n", (int64_t)c->n);
		json_number(j, "median", c->median);
		json_number(j, "change", c->change_ratio);
		json_object_end(j);
	}
	json_array_end(j);
}

static void block_json(const struct matrix_block *b, struct json *j)
{
	size_t i;

	json_object(j, NULL);
	json_string(j, "test", b->test);
	json_string(j, "metric", b->metric);
	json_string(j, "role", role_name(b->role));
	json_tags(j, "params", &b->params);
	json_string(j, "unit", b->unit);
	json_string(j, "better", better_name(b->better));
	json_bool(j, "better_assumed", b->better_assumed);
	values_json("columns", b->columns, b->n_columns, j);
	json_array(j, "rows");
	for (i = 0; i < b->n_rows; i++) {
		json_object(j, NULL);
		json_string(j, "value", b->rows[i]);
		cells_json(b, i, j);
		json_object_end(j);
	}
	json_array_end(j);
	json_object_end(j);
}

void matrix_json(const struct matrix *m, struct buf *out)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_object(&j, NULL);
	json_string(&j, "schema", "maxistat-matrix/1");
	json_string(&j, "link", matrix_link(m));
	json_string(&j, "row_key", m->keys[0]);
	json_string(&j, "column_key", m->keys[1]);
	json_array(&j, "blocks");
	for (i = 0; i < m->n; i++)
		block_json(&m->blocks[i], &j);
	json_array_end(&j);
	json_array(&j, "differ");
	for (i = 0; i < m->differ.n; i++)
		json_string(&j, NULL, m->differ.items[i].key);
	json_array_end(&j);
	json_int(&j, "results", (int64_t)m->found.n_results);
	json_int(&j, "in_cells", (int64_t)m->n_in_cells);
	json_object(&j, "left_out");
	json_int(&j, "no_median", (int64_t)m->n_no_median);
	json_int(&j, "older", (int64_t)m->n_older);
	json_int(&j, "hidden", (int64_t)m->n_hidden);
	json_object_end(&j);
	json_int(&j, "failures", (int64_t)m->found.n_failures);
	json_object_end(&j);
	buf_char(out, '\n');
}

/* The parameters as terms, so that they can be asked for. */
static const char *params_terms(const struct matrix *m,
				const struct matrix_block *b)
{
	const char *text;
	struct buf terms;
	size_t i;

	buf_init(&terms, 1 << 20);
	for (i = 0; i < b->params.n; i++) {
		buf_printf(&terms, "%s%s:", i ? "," : "",
			   b->params.items[i].key);
		terms_encode(&terms, b->params.items[i].value);
	}
	text = arena_strndup(m->arena, terms.len ? terms.data : "", terms.len);
	buf_release(&terms);
	return text;
}

static void add_cell(const struct matrix *m, const struct matrix_block *b,
		     size_t i, struct table *t)
{
	const struct matrix_cell *c = &b->cells[i];

	if (!c->n)
		return;
	table_text(t, b->test);
	table_text(t, b->metric);
	table_text(t, role_name(b->role));
	table_text(t, params_terms(m, b));
	table_text(t, b->unit);
	table_text(t, better_name(b->better));
	table_text(t, b->rows[i / b->n_columns]);
	table_text(t, b->columns[i % b->n_columns]);
	table_int(t, (int64_t)c->n);
	table_number(t, c->median);
	table_number(t, c->change_ratio);
}

void matrix_csv(const struct matrix *m, struct buf *out)
{
	static const struct column columns[] = {
		{ "test", false },   { "metric", false }, { "role", false },
		{ "params", false }, { "unit", false },	  { "better", false },
		{ "row", false },    { "column", false }, { "n", true },
		{ "median", true },  { "change", true },
	};
	struct table t;
	size_t i, k;

	table_init(&t, m->arena, columns,
		   sizeof(columns) / sizeof(columns[0]));
	for (i = 0; i < m->n; i++)
		for (k = 0; k < m->blocks[i].n_rows * m->blocks[i].n_columns;
		     k++)
			add_cell(m, &m->blocks[i], k, &t);
	table_csv(&t, out);
}
