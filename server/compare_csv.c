/* compare_csv.c - the report as CSV: a line a row and side. */
#include <math.h>

#include "compare.h"
#include "text.h"

static const struct column columns[] = {
	{ "test", false },     { "metric", false },  { "unit", false },
	{ "better", false },   { "role", false },    { "labels", false },
	{ "side", false },     { "n_a", true },	     { "n", true },
	{ "mean_a", true },    { "mean", true },     { "stddev_a", true },
	{ "stddev", true },    { "change", true },   { "change_lo", true },
	{ "change_hi", true }, { "p", true },	     { "verdict", false },
	{ "state", false },
};

/* The labels as terms, so that they can be asked for. */
static const char *label_terms(const struct compare *c, const struct row *r)
{
	struct buf b;
	const char *text;
	size_t i;

	buf_init(&b, 1 << 20);
	for (i = 0; i < r->labels.n; i++) {
		buf_printf(&b, "%s%s:", i ? "," : "", r->labels.items[i].key);
		terms_encode(&b, r->labels.items[i].value);
	}
	text = arena_strndup(c->arena, b.len ? b.data : "", b.len);
	buf_release(&b);
	return text;
}

static void add_row(const struct compare *c, const struct row *r, size_t side,
		    struct table *t)
{
	const struct comparison *cmp = &r->against[side];
	const struct row_side *a = &r->sides[0], *b = &r->sides[side];

	table_text(t, r->test);
	table_text(t, r->metric);
	table_text(t, r->unit);
	table_text(t, better_name(r->better));
	table_text(t, role_name(r->role));
	table_text(t, label_terms(c, r));
	table_text(t, arena_strndup(c->arena, &c->sides[side].name, 1));
	table_int(t, (int64_t)a->set.n);
	table_int(t, (int64_t)b->set.n);
	table_number(t, a->n_results ? a->set.summary.mean : NAN);
	table_number(t, b->n_results ? b->set.summary.mean : NAN);
	table_number(t, a->n_results ? a->set.summary.stddev : NAN);
	table_number(t, b->n_results ? b->set.summary.stddev : NAN);
	table_number(t, cmp->relative.change_ratio);
	table_number(t, cmp->change_interval.lo);
	table_number(t, cmp->change_interval.hi);
	table_number(t, cmp->p);
	table_text(t, verdict_name(cmp->verdict));
	table_text(t, row_state_name(r->state[side]));
}

void compare_csv(const struct compare *c, struct buf *out)
{
	struct table t;
	size_t i, s;

	table_init(&t, c->arena, columns, sizeof(columns) / sizeof(columns[0]));
	for (s = 1; s < c->n_sides; s++)
		for (i = 0; i < c->n_rows; i++)
			if (row_shown(c, &c->rows[i], s))
				add_row(c, &c->rows[i], s, &t);
	table_csv(&t, out);
}
