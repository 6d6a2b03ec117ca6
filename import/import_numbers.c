/*
 * import_numbers.c - plain numbers, as ministat reads them.
 *
 * A line is one number a column, blanks between; '#' at the start of a field
 * ends the line. A column that a line does not reach has no sample there. With
 * several columns each is a result of its own, told apart by the parameter
 * `column`. The text names neither test nor unit.
 */
#include <stdlib.h>
#include <string.h>

#include "import.h"
#include "line.h"
#include "mem.h"

#define COLUMNS_MAX 64

struct column {
	double *values; /* released when all is read */
	size_t n, cap;
};

struct numbers {
	struct column columns[COLUMNS_MAX];
	size_t n_columns;
};

/*
 * netperf -P 0 -v 0 prints its rates so: two decimals and a blank. Whether such
 * a text is netperf's cannot be told, and its direction would be a guess.
 */
static bool netperf_alike(struct span line)
{
	return line.len > 1 && line.s[line.len - 1] == ' ' &&
	       span_is_decimal((struct span){ line.s, line.len - 1 }, 2);
}

/* A number, or one with a decimal comma, which the parser refuses by name. */
static bool meant_as_number(struct span f)
{
	struct span whole, decimals;
	double x;

	if (span_number(f, &x) != NUMBER_BAD)
		return true;
	if (!line_key_value(f, ',', &whole, &decimals))
		return false;
	if (whole.s[0] == '-' || whole.s[0] == '+') {
		whole.s++;
		whole.len--;
	}
	return span_is_integer(whole) && span_is_integer(decimals);
}

/*
 * The whole text, when its lines are numbers and at most one in three is
 * something else, or one in two where it begins with numbers: the parser says
 * which is wrong.
 */
static size_t claim(const char *data, size_t len)
{
	size_t numbers = 0, other = 0, alike = 0;
	bool first = false; /* it begins with a number */
	struct lines l;
	struct span line, f;

	lines_init(&l, data, len);
	for (;;) {
		struct span rest;
		bool all = true;

		if (lines_number(&l, &line)) {
			first |= !other;
			numbers++;
			continue;
		}
		if (!lines_next(&l, &line))
			break;
		rest = line;
		if (!line_field(&rest, &f) || f.s[0] == '#')
			continue;
		for (; all && f.len && f.s[0] != '#'; line_field(&rest, &f))
			all = meant_as_number(f);
		first |= all && !other;
		numbers += all;
		other += !all;
		alike += netperf_alike(line);
		if (other > 100 && other > numbers)
			return 0;
	}
	return numbers && numbers >= (first ? 1 : 2) * other &&
	       alike < numbers ? len : 0;
}

static void add(struct numbers *x, size_t column, double v)
{
	struct column *c = &x->columns[column];

	/* Not in the arena, where a vector that grows is copied and cleared. */
	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 16;
		c->values = x_realloc(c->values, c->cap * sizeof(double));
	}
	c->values[c->n++] = v;
	if (x->n_columns <= column)
		x->n_columns = column + 1;
}

static void parse_line(struct report *r, struct numbers *x, struct span line)
{
	struct span f;
	size_t column = 0;
	double v;

	while (line_field(&line, &f) && f.s[0] != '#') {
		if (column == COLUMNS_MAX) {
			report_error(r, r->line, "more than %d columns",
				     COLUMNS_MAX);
			return;
		}
		if (!span_sample(f, r, r->line, &v))
			return;
		add(x, column++, v);
	}
}

static void read_all(const char *data, size_t len, struct report *r,
		     struct numbers *x)
{
	struct lines l;
	struct span line;
	double v;

	lines_init(&l, data, len);
	for (;;) {
		if (lines_number(&l, &line)) {
			r->line = l.no;
			if (span_sample(line, r, l.no, &v))
				add(x, 0, v);
		} else if (lines_next(&l, &line)) {
			r->line = l.no;
			parse_line(r, x, line);
		} else {
			break;
		}
	}
}

static void give(struct report *r, const struct numbers *x)
{
	size_t i, run;

	for (i = 0; i < x->n_columns; i++) {
		struct tags params = { 0 };

		if (x->n_columns > 1)
			tags_set(&params, r->arena, "column",
				 arena_printf(r->arena, "%zu", i + 1));
		run = report_run_default(r);
		report_samples(r, run, NULL, &params, "value", NULL,
			       BETTER_UNKNOWN, ROLE_SAMPLE,
			       x->columns[i].values, x->columns[i].n);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct numbers x = { 0 };
	size_t i;

	(void)err;
	read_all(data, len, r, &x);
	/* ministat refuses the whole file for one bad line: half of a set of
	 * samples is not shown as if it were the set. */
	if (!r->n_errors && !x.n_columns)
		report_error(r, 0, "no numbers in the text");
	if (!r->n_errors)
		give(r, &x);
	for (i = 0; i < x.n_columns; i++)
		x_free(x.columns[i].values);
	return 0;
}

static const struct known_metric gives[] = {
	{ "value", "-", "-" },
	{ 0 }
};

const struct importer importer_numbers = {
	.name = "ministat-input",
	.summary = "plain numbers, one a line or in columns, as ministat reads",
	.needs = "test: unit:",
	.metrics = gives,
	.claim = claim,
	.generic = true,
	.parse = parse,
};
