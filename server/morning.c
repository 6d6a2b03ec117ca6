/* morning.c - what somebody wants to know first. */
#include "morning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history.h"
#include "pages.h"
#include "text.h"
#include "timestamp.h"

#define HOUR_NS    (3600 * NS_PER_S)
#define LAB_NS     (30 * NS_PER_DAY)
#define LATE_NS    (36 * HOUR_NS)
#define RATIO      .01 /* of a change that is announced */
#define RANGES     10
#define FAILURES   20
#define HOSTS      30
#define TESTS      12
#define CELL_RUNS  30
#define INDENT     9  /* of a line of text that goes on */

static int64_t newest_of(const struct line *line)
{
	int64_t newest = 0;
	size_t i;

	for (i = 0; i < line->n; i++)
		if (line->points[i].run->at_ns > newest)
			newest = line->points[i].run->at_ns;
	return newest;
}

/* By host, then test; of one place the newest first. */
static int by_place(const void *a, const void *b)
{
	const struct lab_cell *x = a, *y = b;
	int c = strcmp(x->host, y->host);

	if (!c)
		c = strcmp(x->test, y->test);
	if (!c && x->at_ns != y->at_ns)
		c = x->at_ns > y->at_ns ? -1 : 1;
	return c ? c : x->c < y->c ? -1 : x->c > y->c;
}

static void find_cells(struct morning *m, struct arena *arena)
{
	const struct changes_of *all = &m->changes;
	size_t n = 0, i;
	int64_t newest = 0;

	m->cells = arena_alloc(arena, all->n_lines * sizeof(*m->cells));
	for (i = 0; i < all->n_lines; i++) {
		const struct line *line = all->all[i].line;
		const char *host = tags_get(&line->tags, "host");

		if (!host || !*line->series->test || !line->n)
			continue;
		m->cells[n++] = (struct lab_cell){
			host, line->series->test, &all->all[i], newest_of(line),
			false
		};
		if (m->cells[n - 1].at_ns > newest)
			newest = m->cells[n - 1].at_ns;
	}
	if (n)
		qsort(m->cells, n, sizeof(*m->cells), by_place);
	for (i = 0; i < n; i++) {
		struct lab_cell *cell = &m->cells[i];
		const struct lab_cell *last = m->n_cells ?
			&m->cells[m->n_cells - 1] : NULL;

		if (newest - cell->at_ns > LAB_NS ||
		    (last && !strcmp(last->host, cell->host) &&
		     !strcmp(last->test, cell->test)))
			continue;
		cell->late = newest - cell->at_ns > LATE_NS;
		/* Not looked at yet: it was not measured of late. */
		if (!cell->c->masked)
			line_changes(cell->c->line, false, arena, cell->c);
		m->cells[m->n_cells++] = *cell;
	}
}

static int by_run(const void *a, const void *b)
{
	const struct db_failure *x = *(const struct db_failure *const *)a;
	const struct db_failure *y = *(const struct db_failure *const *)b;

	if (x->run->at_ns != y->run->at_ns)
		return x->run->at_ns > y->run->at_ns ? -1 : 1;
	return x < y ? -1 : 1;
}

static void find_failures(struct morning *m, int64_t since, struct arena *arena)
{
	const struct db_found *found = &m->changes.found;
	size_t i;

	m->failures = arena_alloc(arena, found->n_failures *
				  sizeof(struct db_failure *));
	for (i = 0; i < found->n_failures; i++)
		if (found->failures[i].run->at_ns >= since)
			m->failures[m->n_failures++] = &found->failures[i];
	if (m->n_failures)
		qsort((void *)(uintptr_t)m->failures, m->n_failures,
		      sizeof(*m->failures), by_run);
}

int morning_make(struct request *rq, int64_t newest_ns, struct morning *out,
		 struct err *err)
{
	const struct selection everything = { 0 };
	int64_t from = newest_ns - CHANGES_BEFORE_DAYS * NS_PER_DAY;
	int64_t since = rq->now_ns - MORNING_DAYS * NS_PER_DAY;

	*out = (struct morning){ 0 };
	if (changes_make(rq, &everything, from, since, RATIO, &out->changes,
			 err) < 0)
		return -1;
	changes_worst_first(&out->changes);
	find_cells(out, rq->arena);
	find_failures(out, since, rq->arena);
	morning_noise(out, rq->arena);
	return 0;
}

static void print_failure(const struct db_failure *f, struct buf *out)
{
	const char *host = db_env_tag(f->run->env, "host");

	buf_printf(out, "failed   run %lld ", (long long)f->run->id);
	text_safe(out, host ? host : "(no host)");
	buf_char(out, ' ');
	text_safe(out, *f->test ? f->test : "(no test)");
	buf_str(out, ": ");
	text_safe(out, f->reason);
	buf_char(out, '\n');
}

/* "missing  c2758: pf (3 days ago), ..."; returns the cells of its host. */
static size_t print_missing(const struct morning *m, size_t from,
			    const struct request *rq, struct buf *out)
{
	const char *host = m->cells[from].host;
	struct buf line;
	size_t i, n = 0;

	buf_init(&line, 1 << 20);

	for (i = from; i < m->n_cells && !strcmp(m->cells[i].host, host); i++) {
		char age[TIME_SIZE];

		if (!m->cells[i].late)
			continue;
		time_print_age(rq->now_ns - m->cells[i].at_ns, age);
		buf_printf(&line, "%s%s%s (%s)", n ? "" : host,
			   n ? ", " : ": ", m->cells[i].test, age);
		n++;
	}
	if (n) {
		buf_str(out, "missing  ");
		text_wrap(out, line.data, WRAP_AT_COMMA, 100, INDENT, INDENT);
	}
	buf_release(&line);
	return i - from;
}

void morning_text(const struct morning *m, const struct request *rq,
		  struct buf *out)
{
	size_t i;

	changes_text(&m->changes, rq, arena_printf(rq->arena,
		     " in the last %d days", MORNING_DAYS), RANGES, out);
	for (i = 0; i < m->n_cells; i += print_missing(m, i, rq, out))
		;
	for (i = 0; i < m->n_failures && i < FAILURES; i++)
		print_failure(m->failures[i], out);
	if (i < m->n_failures)
		buf_printf(out, "failed   %zu more\n", m->n_failures - i);
	morning_noise_text(m, rq->arena, out);
	buf_char(out, '\n');
}

/* ---- JSON. ---- */

/* Names that the page has room for, those measured last first; by name. */
struct names {
	const char **of;
	size_t n;
};

static bool has_name(const struct names *names, const char *name)
{
	size_t i;

	for (i = 0; i < names->n; i++)
		if (!strcmp(names->of[i], name))
			return true;
	return false;
}

static int by_time(const void *a, const void *b)
{
	const struct lab_cell *x = *(const struct lab_cell *const *)a;
	const struct lab_cell *y = *(const struct lab_cell *const *)b;

	if (x->at_ns != y->at_ns)
		return x->at_ns > y->at_ns ? -1 : 1;
	return x < y ? -1 : x > y;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void newest_names(const struct morning *m, bool hosts, size_t most,
			 struct arena *arena, struct names *out)
{
	const struct lab_cell **cells =
		arena_alloc(arena, m->n_cells * sizeof(*cells));
	size_t i;

	out->of = arena_alloc(arena, most * sizeof(*out->of));
	out->n = 0;
	for (i = 0; i < m->n_cells; i++)
		cells[i] = &m->cells[i];
	if (m->n_cells)
		qsort((void *)(uintptr_t)cells, m->n_cells, sizeof(*cells),
		      by_time);
	for (i = 0; i < m->n_cells && out->n < most; i++) {
		const char *name = hosts ? cells[i]->host : cells[i]->test;

		if (!has_name(out, name))
			out->of[out->n++] = name;
	}
	if (out->n)
		qsort((void *)(uintptr_t)out->of, out->n, sizeof(*out->of),
		      by_text);
}

static void names_json(const struct names *names, struct json *j,
		       const char *key)
{
	size_t i;

	json_array(j, key);
	for (i = 0; i < names->n; i++)
		json_string(j, NULL, names->of[i]);
	json_array_end(j);
}

static void cell_json(const struct lab_cell *cell, const struct request *rq,
		      struct json *j)
{
	const struct line *line = cell->c->line;
	size_t from = line->n > CELL_RUNS ? line->n - CELL_RUNS : 0, i;

	json_object(j, NULL);
	json_string(j, "host", cell->host);
	json_string(j, "test", cell->test);
	json_string(j, "terms", line_terms(line, rq->arena));
	json_string(j, "at", time_text(rq->arena, cell->at_ns));
	json_bool(j, "late", cell->late);
	json_array(j, "values");
	for (i = from; i < line->n; i++)
		json_number(j, NULL, line->points[i].value);
	json_array_end(j);
	json_array(j, "marks");
	for (i = 0; i < cell->c->n_points; i++)
		if (cell->c->points[i].kind != CHANGE_BURST &&
		    cell->c->points[i].index >= from)
			json_int(j, NULL,
				 (int64_t)(cell->c->points[i].index - from));
	json_array_end(j);
	json_object_end(j);
}

static void grid_json(const struct morning *m, const struct request *rq,
		      struct json *j)
{
	struct names hosts, tests;
	size_t left_out = 0, i;

	newest_names(m, true, HOSTS, rq->arena, &hosts);
	newest_names(m, false, TESTS, rq->arena, &tests);
	json_object(j, "grid");
	names_json(&hosts, j, "hosts");
	names_json(&tests, j, "tests");
	json_array(j, "cells");
	for (i = 0; i < m->n_cells; i++)
		if (has_name(&hosts, m->cells[i].host) &&
		    has_name(&tests, m->cells[i].test))
			cell_json(&m->cells[i], rq, j);
		else
			left_out++;
	json_array_end(j);
	json_int(j, "left_out", (int64_t)left_out);
	json_object_end(j);
}

void morning_json(const struct morning *m, const struct request *rq,
		  struct json *j)
{
	size_t i;

	json_object(j, "recent");
	json_int(j, "days", MORNING_DAYS);
	changes_json(&m->changes, rq, RANGES, j);
	json_object_end(j);
	grid_json(m, rq, j);
	json_array(j, "failures");
	for (i = 0; i < m->n_failures && i < FAILURES; i++) {
		const struct db_failure *f = m->failures[i];

		json_object(j, NULL);
		json_int(j, "run", f->run->id);
		json_string(j, "at", time_text(rq->arena, f->run->at_ns));
		json_string(j, "host", db_env_tag(f->run->env, "host"));
		json_string(j, "test", f->test);
		json_string(j, "reason", f->reason);
		json_object_end(j);
	}
	json_array_end(j);
	json_int(j, "failures_left_out", (int64_t)(m->n_failures - i));
	morning_noise_json(m, rq->arena, j);
}
