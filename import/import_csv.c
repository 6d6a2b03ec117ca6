/*
 * import_csv.c - tables of results with a header line, long or wide.
 *
 * Long: a column `value` (and test, metric, unit, better, role); every other
 * column is a parameter. Wide: a column of numbers is a metric, its name
 * "name (unit)" or "name [unit]". In both, columns named like run tags make one
 * run for each distinct combination. Records are counted from 1 behind the
 * header: quoted cells may hold line ends.
 */
#include <string.h>
#include <strings.h>

#include "csv.h"
#include "import.h"
#include "mem.h"
#include "record.h"

/* So many records in a row that fit are no accident. */
#define MANY_RECORDS 16

enum kind {
	FIELD,    /* of its records */
	DROPPED,
	WIDE,     /* the column is a metric */
	UNDECIDED /* wide, until its first cell is seen */
};

/* Numbers that are set, not measured; in any case of letters. */
static const char *const set_names[] = {
	"cpus", "cpu", "cores", "threads", "procs", "processes", "jobs",
	"numjobs", "tasks", "workers", "nodes", "clients", "connections",
	"streams", "flows", "queues", "rules", "routes", "size", "bytes",
	"length", "msgsize", "msg_size", "message_size", "packet_size",
	"frame_size", "buffer", "bufsize", "mtu", "mss", "depth", "iodepth",
	"qd", "bs", "block_size", "blocksize", "burst", "port", "config",
};

/* Columns that only count the repetitions: a sample each is not a series. */
static const char *const counter_names[] = {
	"iteration", "iter", "rep", "repeat", "repetition", "sample", "index",
	"seq", "no", "#",
};

struct column {
	enum kind kind;
	enum field field; /* FIELD */
	const char *name; /* of the header: the key, or the metric's name */
	const char *unit; /* WIDE, or NULL */
};

struct table {
	struct report *report;
	struct csv csv;
	struct column *columns;
	size_t n_columns;
	bool is_long;
	size_t record;
	struct arena scratch; /* of a few records */
};

static bool is_missing(struct span s)
{
	static const char *const words[] = { "", "-", "n/a", "N/A", "NA", "NaN",
					     "nan", "null", "NULL" };
	size_t i;

	for (i = 0; i < N_OF(words); i++)
		if (span_is(s, words[i]))
			return true;
	return false;
}

static bool in_list(const char *const *list, size_t n, const char *name)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcasecmp(list[i], name))
			return true;
	return false;
}

/* A header has no numbers; *known: its columns that have a meaning here. */
static bool is_header(const struct csv *c, size_t *known)
{
	size_t i;

	*known = 0;
	for (i = 0; i < c->n_cells; i++) {
		if (span_is_number(c->cells[i]))
			return false;
		*known += field_of(c->cells[i]) != FIELD_OTHER;
	}
	return true;
}

/* Are the n next records as wide as the header, with numbers in them? */
static bool fit_header(struct csv *c, size_t n)
{
	const size_t width = c->n_cells;
	bool number = false;
	size_t i;

	while (n--) {
		if (csv_next(c) != CSV_RECORD || c->n_cells != width)
			return false;
		for (i = 0; i < width; i++)
			number = number || span_is_number(c->cells[i]);
	}
	return width > 1 && number;
}

/* Known names in the header say that it is one, or so many records. */
static bool begins(const char *data, size_t len, size_t records)
{
	char delimiter = csv_delimiter(data, len);
	bool found = false;
	struct csv c;
	size_t known;

	if (!delimiter)
		return false;
	csv_init(&c, data, len, delimiter);
	if (csv_next(&c) == CSV_RECORD && is_header(&c, &known))
		found = known > 1 || fit_header(&c, records);
	csv_release(&c);
	return found;
}

static bool names_itself(const char *data, size_t len)
{
	return begins(data, len, MANY_RECORDS);
}

static size_t claim(const char *data, size_t len)
{
	return begins(data, len, 1) ? len : 0;
}

/* The header */

/* "RX rate (Mpps)" and "RX rate [Mpps]": the unit, and the name before it. */
static bool split_unit(struct span *name, struct span *unit)
{
	const char *open;
	char close;

	if (name->len < 4)
		return false;
	close = name->s[name->len - 1];
	if (close != ')' && close != ']')
		return false;
	open = memrchr(name->s, close == ')' ? '(' : '[', name->len);
	if (!open || open == name->s)
		return false;
	*unit = span_trim((struct span){
		open + 1, name->len - (size_t)(open - name->s) - 2 });
	name->len = (size_t)(open - name->s);
	*name = span_trim(*name);
	return unit->len && name->len;
}

/* A key of tags.h from any words: other characters become '_'. */
static const char *key_from(struct table *t, struct span name, size_t column)
{
	struct arena *a = t->report->arena;
	char *key = span_copy(name, a);
	size_t i;

	if (tag_key_ok(key, name.len) && !tag_key_asks(key))
		return key;
	for (i = 0; key[i]; i++) {
		const char two[] = { 'a', key[i] };

		if (!tag_key_ok(two, 2))
			key[i] = '_';
	}
	if (tag_key_asks(key))
		key[strlen(key) - 4] = '_';
	key = arena_printf(a, "%s%.60s", tag_key_ok(key, 1) ? "" : "c", key);
	report_warn(t->report, 1, "column %zu, '%.*s', is the parameter '%s'",
		    column + 1, span_shown(name, 60), name.s, key);
	return key;
}

static void set_param(struct table *t, struct column *c, struct span name,
		      size_t column)
{
	c->field = FIELD_OTHER;
	c->kind = FIELD;
	c->name = key_from(t, name, column);
	if (tag_key_reserved(c->name)) {
		c->kind = DROPPED;
		report_warn(t->report, 1, "column '%s' is not read: it is a"
			    " word of the archive's own", c->name);
	}
}

static void read_heading(struct table *t, size_t column, struct span name)
{
	struct column *c = &t->columns[column];
	struct arena *a = t->report->arena;
	struct span unit;

	c->name = span_copy(name, a);
	c->field = field_of(name);
	if (c->field != FIELD_OTHER) {
		c->kind = FIELD;
	} else if (in_list(counter_names, N_OF(counter_names), c->name)) {
		c->kind = DROPPED;
		report_warn(t->report, 1, "column '%s' only counts: it is not"
			    " kept", c->name);
	} else if (span_begins(name, "param.")) {
		name.s += 6;
		name.len -= 6;
		set_param(t, c, name, column);
	} else if (t->is_long ||
		   in_list(set_names, N_OF(set_names), c->name) ||
		   tag_key_reserved(c->name)) {
		set_param(t, c, name, column);
	} else if (split_unit(&name, &unit)) {
		c->kind = WIDE;
		c->name = span_copy(name, a);
		c->unit = span_copy(unit, a);
	} else {
		c->kind = UNDECIDED;
	}
}

static bool read_header(struct table *t)
{
	struct span *cells = t->csv.cells;
	size_t i, j, n = t->csv.n_cells;

	t->n_columns = n;
	t->columns = arena_alloc(t->report->arena, n * sizeof(*t->columns));
	for (i = 0; i < n; i++)
		t->is_long = t->is_long || span_is(cells[i], "value");
	for (i = 0; i < n; i++) {
		for (j = 0; j < i && n <= 256; j++)
			if (cells[i].len && cells[i].len == cells[j].len &&
			    !memcmp(cells[i].s, cells[j].s, cells[i].len)) {
				report_error(t->report, 1, "two columns are"
					     " named '%.*s'",
					     span_shown(cells[i], 60),
					     cells[i].s);
				return false;
			}
		read_heading(t, i, cells[i]);
	}
	return true;
}

/* Records */

/* In the wide form the first cell that is there says what its column is. */
static void decide(struct table *t, size_t column, struct span cell)
{
	struct column *c = &t->columns[column];

	if (is_missing(cell) && !span_is(cell, "-"))
		return;
	if (span_is_number(cell))
		c->kind = WIDE;
	else if (!is_missing(cell))
		set_param(t, c, span_of(c->name), column);
}

static void bad(struct table *t, const struct column *c, struct span cell,
		const char *why)
{
	report_error(t->report, t->csv.line, "record %zu: '%.*s' in column"
		     " '%s' %s", t->record, span_shown(cell, 40), cell.s,
		     c->name, why);
}

static void read_value(struct table *t, const struct record *f,
		       const struct column *c, struct span cell)
{
	struct report *r = t->report;
	const char *name = c->kind == WIDE ? c->name :
		f->metric ? f->metric : "value";
	enum number_status status;
	double v;

	if (is_missing(cell)) {
		report_warn(r, t->csv.line, "record %zu: no value for '%s'",
			    t->record, name);
		return;
	}
	status = span_number(cell, &v);
	if (status != NUMBER_OK)
		bad(t, c, cell, number_problem(status));
	else
		report_sample(r, record_run(r, f), f->test, &f->params, name,
			      c->unit ? c->unit : f->unit, f->better, f->role,
			      v);
}

/* What the record says besides its values; false: something is wrong. */
static bool read_fields(struct table *t, struct record *f)
{
	const struct column *c;
	struct span cell;
	const char *why;
	bool ok = true;
	size_t i;

	for (i = 0; i < t->n_columns; i++) {
		c = &t->columns[i];
		cell = t->csv.cells[i];
		if (c->kind == UNDECIDED)
			decide(t, i, cell);
		why = c->kind == FIELD ?
			record_set(f, &t->scratch, c->field, c->name, cell) :
			NULL;
		if (why)
			bad(t, c, cell, why);
		ok = ok && !why;
	}
	return ok;
}

static void read_record(struct table *t)
{
	struct csv *csv = &t->csv;
	struct record f = { 0 };
	size_t i;

	if (csv->n_cells != t->n_columns) {
		report_error(t->report, csv->line, "record %zu: the number of"
			     " cells is %zu instead of %zu", t->record,
			     csv->n_cells, t->n_columns);
		return;
	}
	if (!read_fields(t, &f))
		return;
	for (i = 0; i < t->n_columns; i++) {
		const struct column *c = &t->columns[i];

		if (c->kind == WIDE ||
		    (c->kind == FIELD && c->field == FIELD_VALUE))
			read_value(t, &f, c, csv->cells[i]);
	}
}

/* An unterminated quote makes all before it doubtful: look for it first. */
static int check_quotes(const char *data, size_t len, char delimiter,
			size_t line0, struct err *err)
{
	size_t line, record;

	if (!csv_unclosed(data, len, delimiter, &line, &record))
		return 0;
	err_set(err, ERR_INPUT, "line %zu: record %zu has a quote that nothing"
		" closes", line0 + line, record);
	err->line = line0 + line;
	return -1;
}

static void read_records(struct table *t)
{
	struct report *r = t->report;
	enum csv_status status;

	while ((status = csv_next(&t->csv)) != CSV_END && !r->over_limit) {
		r->line = t->csv.line;
		t->record++;
		if (status == CSV_RECORD)
			read_record(t);
		else
			report_error(r, r->line, "record %zu: %s", t->record,
				     status == CSV_STRAY ?
				     "text behind a closing quote" :
				     "too many columns");
		if (t->scratch.total > (1u << 20))
			arena_release(&t->scratch);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct table t = { .report = r };
	char delimiter;

	while (len && *data == '\n') {
		data++;
		len--;
		r->line0++;
	}
	delimiter = csv_delimiter(data, len);
	if (!delimiter)
		return err_set(err, ERR_INPUT, "the first line has no comma,"
			       " tab, ';' or '|': no table with a header");
	if (check_quotes(data, len, delimiter, r->line0, err) < 0)
		return -1;
	csv_init(&t.csv, data, len, delimiter);
	if (csv_next(&t.csv) != CSV_RECORD)
		report_error(r, 1, "the header cannot be read");
	else if (read_header(&t))
		read_records(&t);
	csv_release(&t.csv);
	arena_release(&t.scratch);
	return 0;
}

const struct importer importer_csv = {
	.name = "csv",
	.summary = "tables with a header line, long or wide; , tab ; |",
	.needs = "test: unit: better: where no column tells them",
	.metrics = metrics_of_file,
	.claim = claim,
	.generic = true,
	.names_itself = names_itself,
	.parse = parse,
};
