/*
 * import_criterion_text.c - what Criterion.rs prints for people.
 *
 *	sort/1000               time:   [320.62 ps 323.90 ps 327.55 ps]
 *	                        thrpt:  [3.0530 Gelem/s 3.0874 Gelem/s ...]
 *	                        change: [-2.0565% -0.2521% +1.6377%] (p = ...)
 *
 * Lower bound, estimate and upper bound, of 95 % unless it was told otherwise,
 * which is not printed. A name of 24 characters or more has a line of its own.
 *
 * source    criterion 0.5 src/report.rs
 */
#include <math.h>
#include <stdio.h>

#include "claim.h"
#include "criterion.h"
#include "quantity.h"
#include "summaries.h"
#include "unit.h"

static const struct row {
	const char *key, *name;
	enum better better;
} rows[] = {
	{ "time:   [", "time", BETTER_LOWER },
	{ "thrpt:  [", "throughput", BETTER_HIGHER },
};

struct reader {
	struct report *report;
	struct lines lines;
	const char *test; /* NULL: none was named yet */
	size_t open;      /* the line where one was begun; 0: it is done */
};

/*
 * "time:   [a b c]" at the end of a line: what stands before and inside.
 * Changes are in percent.
 */
static const struct row *row_of(struct span line, struct span *name,
				struct span *bounds)
{
	const char *at;
	size_t i;

	if (!line.len || line.s[line.len - 1] != ']')
		return NULL;
	line.len--;
	for (i = 0; i < N_OF(rows); i++) {
		if (!(at = span_find(line, rows[i].key)))
			continue;
		*name = span_trim((struct span){ line.s,
						 (size_t)(at - line.s) });
		span_after(line, rows[i].key, bounds);
		return span_find(*bounds, "%") ? NULL : &rows[i];
	}
	return NULL;
}

static bool own_line(struct span line)
{
	struct span name, bounds;

	return span_begins(line, "Benchmarking ") ||
	       row_of(line, &name, &bounds);
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"                        ", "Found ", "  ", NULL
	};

	return line_begins(line, words);
}

/* A name alone, before the line of its time. */
static bool name_first(const char *data, size_t len, size_t *used)
{
	struct span line = line_first(data, len, used), name, bounds;
	size_t next;

	if (line.len < 24 || *used + 24 >= len || data[*used] != ' ')
		return false;
	line = line_first(data + *used, len - *used, &next);
	return row_of(line, &name, &bounds) && !name.len;
}

size_t criterion_text_claim(const char *data, size_t len)
{
	size_t n = 0, name, more;

	do {
		if (!name_first(data + n, len - n, &name))
			name = 0;
		more = claim_lines(data + n + name, len - n - name, own_line,
				   next_line);
		n += more ? name + more : 0;
	} while (more && n < len);
	return n;
}

/* Moves the point where it can: 998.1 ns is 0.9981 us. */
static enum number_status scaled(struct span number, double factor, double *out)
{
	struct quantity_unit u = { .ten = (int)lround(log10(factor)) };
	enum number_status status;

	if (fabs(factor / pow(10, u.ten) - 1) < 1e-9)
		return quantity_value(number, &u, out);
	status = span_number(number, out);
	if (status == NUMBER_OK)
		*out *= factor;
	return status;
}

/* Each of the three has the unit of its own size: all in the estimate's. */
static bool read_bounds(struct span bounds, double v[3], struct span *unit)
{
	struct span f[6];
	char from[16], to[16];
	double factor;
	size_t i;

	if (line_fields(bounds, f, 6) != 6 || f[3].len >= sizeof(to))
		return false;
	*unit = f[3];
	snprintf(to, sizeof(to), "%.*s", (int)unit->len, unit->s);
	for (i = 0; i < 3; i++) {
		struct span own = f[2 * i + 1];

		if (own.len >= sizeof(from))
			return false;
		snprintf(from, sizeof(from), "%.*s", (int)own.len, own.s);
		if (!unit_factor(from, to, &factor) ||
		    scaled(f[2 * i], factor, &v[i]) != NUMBER_OK)
			return false;
	}
	return true;
}

static void put(struct reader *x, const struct row *row, struct span bounds)
{
	static const char *const figures[] = { "ci_low", "center", "ci_high" };
	struct report *r = x->report;
	size_t run = report_run_default(r), i;
	struct tags none = { 0 };
	struct summarized f = { x->test, &none, row->name, NULL, row->better };
	struct span unit;
	double v[3];

	if (!read_bounds(bounds, v, &unit)) {
		report_error(r, x->lines.no, "no lower bound, estimate and"
			     " upper bound of one kind stand there");
		return;
	}
	f.unit = span_copy(unit, r->arena);
	for (i = 0; i < 3; i++)
		summary_figure(r, run, &f, figures[i], v[i]);
	summary_figure(r, run, &f, "confidence", 0.95);
}

static void read_line(struct reader *x, struct span line)
{
	const char *end = x->lines.end;
	struct span name, bounds;
	const struct row *row;
	size_t used;

	if (span_begins(line, "Benchmarking ")) {
		x->open = x->lines.no;
	} else if ((row = row_of(line, &name, &bounds))) {
		if (name.len)
			x->test = span_copy(name, x->report->arena);
		x->open = 0;
		if (x->test)
			put(x, row, bounds);
		else
			report_error(x->report, x->lines.no, "the name of the"
				     " benchmark does not stand before it");
	} else if (name_first(x->lines.start, (size_t)(end - x->lines.start),
			      &used)) {
		x->test = span_copy(span_trim(line), x->report->arena);
	} else if (!next_line(line)) {
		line_skip(&x->lines, line);
	}
}

void criterion_text(const char *data, size_t len, struct report *report)
{
	struct reader x = { .report = report };
	struct span line;

	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, report, &line))
		read_line(&x, line);
	if (x.open)
		report_error(report, x.open, "truncated: a benchmark without"
			     " its time");
	lines_end(&x.lines, report);
}
