/*
 * import_uperf.c - uperf: its totals, details, and the counters of -R.
 *
 *	Total     44.53MB /   5.31(s) =    70.39Mb/s      137480op/s
 *	Thr0      21.60MB /   5.21(s) =    34.80Mb/s       67971op/s
 *	write             364781      9.44us      0.00ns      3.03ms      3.62us
 *	timestamp_ms:1796025424212.6716 name:Txn2 nr_bytes:181823 nr_ops:1109
 *
 * The total divides by all of the time, the connecting and the end included. An
 * operation is a flowop: a request and its answer are two. The counters of -R
 * only grow; a rate is the difference of two lines of one transaction. MB is
 * 2^20, Mb/s 10^6; "0" has no unit. Lines drawn over with CR come in as their
 * last text.
 *
 * source    uperf 1.0.7 src/print.c, src/stats.c
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"
#include "quantity.h"

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool open, total, master; /* a test is being read; what it had */
	enum { NO_TABLE, TRANSACTIONS, FLOWOPS } table;
	/* -R: the counters of the line before */
	char name[32];
	double ms, bytes, ops;
	bool counting;
};

static const struct quantity_unit rates[] = {
	{ "b/s", "bit/s", 0, 0, 0 },  { "Kb/s", "bit/s", 3, 0, 0 },
	{ "Mb/s", "bit/s", 6, 0, 0 }, { "Gb/s", "bit/s", 9, 0, 0 },
	{ "Tb/s", "bit/s", 12, 0, 0 }, { "", "bit/s", 0, 0, 0 },
	{ NULL, NULL, 0, 0, 0 },
};

static const struct quantity_unit sizes[] = {
	{ "B", "B", 0, 0, 0 },   { "", "B", 0, 0, 0 },
	{ "KB", "B", 0, 10, 0 }, { "K", "B", 0, 10, 0 },
	{ "MB", "B", 0, 20, 0 }, { "M", "B", 0, 20, 0 },
	{ "GB", "B", 0, 30, 0 }, { "G", "B", 0, 30, 0 },
	{ "TB", "B", 0, 40, 0 }, { "T", "B", 0, 40, 0 },
	{ NULL, NULL, 0, 0, 0 },
};

static bool is_start(struct span line)
{
	return span_begins(line, "Starting ") &&
	       span_find(line, " running profile:");
}

/* "Txn2  14.25MB /  1.00(s) =  119.40Mb/s  233212op/s" */
static bool is_rate_line(struct span line)
{
	return span_find(line, "(s) = ") && span_find(line, "op/s");
}

static bool is_counter(struct span line)
{
	return span_begins(line, "timestamp_ms:") &&
	       span_find(line, " nr_bytes:");
}

static bool is_error(struct span line)
{
	static const char *const words[] = {
		"Error connecting to ", "** TCP: ", "** UDP: ", "** SCTP: ",
		"Error parsing ", "*** Strand(s) exited with errors",
		"Error in ", NULL
	};

	return line_begins(line, words);
}

static bool own_line(struct span line)
{
	static const char *const words[] = {
		"** TCP: Cannot connect to ", "*** Strand(s) exited with",
		"Netstat statistics for this run", "Difference(%) ", NULL
	};

	return is_start(line) || is_counter(line) || is_rate_line(line) ||
	       line_begins(line, words) ||
	       (span_begins(line, "Hostname ") &&
		span_find(line, "Operations") && span_find(line, "Errors"));
}

/* A name and cells with units: the rows of its tables. */
static bool is_table_row(struct span line)
{
	struct span f[7], number, unit;
	size_t n = line_fields(line, f, 7), i;

	if (n < 5 || n > 6)
		return false;
	for (i = 1; i < n; i++)
		if (!quantity_split(f[i], &number, &unit))
			return false;
	return true;
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"Group Details", "Strand Details", "Txn  ", "Flowop  ",
		"Run Statistics", "Hostname ", "Nic ", "** ", "Warning: ",
		"master ", NULL
	};

	return line_begins(line, words) || line_is_rule(line) ||
	       is_error(line) || is_table_row(line);
}

static size_t claim(const char *data, size_t len)
{
	size_t used, n;

	/* "Error connecting to H" is uperf's where its own lines follow. */
	if (span_begins(line_first(data, len, &used), "Error connecting to ")) {
		size_t at = used, blank;

		while (at < len && span_blank(line_first(data + at, len - at,
							 &blank)))
			at += blank;
		n = claim_lines(data + at, len - at, own_line, next_line);
		return n ? at + n : 0;
	}
	return claim_lines(data, len, own_line, next_line);
}

static void test_end(struct reader *x)
{
	struct gather *g = x->g;

	if (x->open && !x->total && !x->master) {
		report_error(x->report, g->line, "truncated: no total");
		gather_drop(g);
	}
	gather_flush(g);
	x->open = x->total = x->master = x->counting = false;
	x->table = NO_TABLE;
}

/* "Starting 2 threads running profile:rr ...   0.00 seconds" */
static void read_start(struct reader *x, struct span line)
{
	struct span v;

	test_end(x);
	x->open = true;
	x->g->line = x->lines.no;
	if (span_between(line, "Starting ", " ", &v))
		gather_param(x->g, "threads", v);
	if (span_between(line, "profile:", " ", &v))
		x->g->test = arena_strndup(&x->g->scratch, v.s, v.len);
}

static void bad_cell(struct reader *x, struct span line)
{
	report_error(x->report, x->lines.no, "'%.*s' is no row of uperf's",
		     span_shown(line, 80), line.s);
}

static void put(struct reader *x, const char *name, const char *unit,
		enum better better, enum role role, double v)
{
	gather_value(x->g, name, unit, better, role, v);
}

static void read_rates(struct reader *x, struct span line)
{
	struct span f[7], data, ops, seconds;
	double bytes, bits, rate;
	size_t n = line_fields(line, f, 7);

	/* name, data, /, seconds(s), =, rate, operations */
	if (!span_begins(f[0], "Total") && !span_begins(f[0], "Thr"))
		return;
	ops = n == 7 ? f[6] : span_of("");
	if (ops.len < 5 || !span_between(f[3], "", "(s)", &seconds)) {
		bad_cell(x, line);
		return;
	}
	data = f[1];
	ops.len -= 4; /* op/s */
	if (quantity_read(data, sizes, &bytes) != NUMBER_OK ||
	    quantity_read(f[5], rates, &bits) != NUMBER_OK ||
	    span_number(ops, &rate) != NUMBER_OK) {
		bad_cell(x, line);
		return;
	}
	if (span_begins(f[0], "Thr")) {
		put(x, "throughput_thread", "bit/s", BETTER_HIGHER, ROLE_STREAM,
		    bits);
		return;
	}
	x->open = x->total = true;
	put(x, "throughput", "bit/s", BETTER_HIGHER, ROLE_SAMPLE, bits);
	put(x, "operation_rate", "op/s", BETTER_HIGHER, ROLE_SAMPLE, rate);
	put(x, "transfer", "B", BETTER_NONE, ROLE_SAMPLE, bytes);
	gather_duration(x->g, seconds);
}

/* "master  5.31s  44.53MB  70.39Mb/s  729567  0.00" */
static void read_master(struct reader *x, struct span line)
{
	struct span f[7];
	double bits, v;

	if (line_fields(line, f, 7) != 6 ||
	    quantity_read(f[3], rates, &bits) != NUMBER_OK) {
		bad_cell(x, line);
		return;
	}
	x->master = true;
	gather_number(x->g, f[4], "operations", "count", BETTER_NONE,
		      ROLE_SAMPLE);
	gather_number(x->g, f[5], "errors", "count", BETTER_LOWER, ROLE_SAMPLE);
	if (x->total)
		return;
	/* -R prints no total row, but for its counters. */
	put(x, "throughput", "bit/s", BETTER_HIGHER, ROLE_SAMPLE, bits);
	if (quantity_read(f[1], quantity_s, &v) == NUMBER_OK)
		gather_seconds(x->g, v);
}

/* Count, avg, cpu, max, min of a transaction or a flowop. */
static void read_latencies(struct reader *x, struct span line)
{
	static const struct { size_t column; const char *name; } columns[] = {
		{ 2, "mean" }, { 4, "max" }, { 5, "min" },
	};
	struct span f[7];
	char *who;
	double us;
	size_t i;

	if (line_fields(line, f, 7) != 6)
		return;
	who = arena_strndup(&x->g->scratch, f[0].s, f[0].len);
	if (who[0] == 'T')
		who[0] = 't'; /* Txn1 */
	for (i = 0; i < 3; i++)
		if (quantity_read(f[columns[i].column], quantity_us, &us) ==
		    NUMBER_OK)
			put(x, arena_printf(&x->g->scratch, "latency_%s_%s",
					    columns[i].name, who),
			    "us", BETTER_LOWER, ROLE_SUMMARY, us);
		else
			bad_cell(x, line);
}

/* -R */
static void read_counter(struct reader *x, struct span line)
{
	struct span ms, name, bytes, ops;
	double now, b, o, s;
	bool same;

	if (!span_between(line, "timestamp_ms:", " ", &ms) ||
	    !span_between(line, "name:", " ", &name) ||
	    !span_between(line, "nr_bytes:", " ", &bytes) ||
	    !span_between(line, "nr_ops:", " ", &ops) ||
	    span_number(ms, &now) != NUMBER_OK ||
	    span_number(bytes, &b) != NUMBER_OK ||
	    span_number(span_trim(ops), &o) != NUMBER_OK ||
	    name.len >= sizeof(x->name)) {
		bad_cell(x, line);
		return;
	}
	if (span_is(name, "Total")) {
		put(x, "transfer", "B", BETTER_NONE, ROLE_SAMPLE, b);
		put(x, "operations_total", "count", BETTER_NONE, ROLE_SAMPLE,
		    o);
		return;
	}
	same = x->counting && span_is(name, x->name);
	s = (now - x->ms) / 1000;
	/* Transactions that move nothing connect and wait. */
	if (same && s > 0 && b > x->bytes && o >= x->ops) {
		put(x, "throughput_interval", "bit/s", BETTER_HIGHER,
		    ROLE_INTERVAL, (b - x->bytes) * 8 / s);
		put(x, "operation_rate_interval", "op/s", BETTER_HIGHER,
		    ROLE_INTERVAL, (o - x->ops) / s);
	}
	snprintf(x->name, sizeof(x->name), "%.*s", (int)name.len, name.s);
	x->ms = now;
	x->bytes = b;
	x->ops = o;
	x->counting = true;
}

static void read_error(struct reader *x, struct span line)
{
	/* The second line of two says why. */
	if (span_begins(line, "Error connecting to "))
		return;
	x->open = false;
	gather_fail(x->g, line, x->lines.no);
}

static void read_line(struct reader *x, struct span line)
{
	if (is_start(line)) {
		read_start(x, line);
	} else if (is_error(line)) {
		read_error(x, line);
	} else if (is_counter(line)) {
		read_counter(x, line);
	} else if (is_rate_line(line)) {
		read_rates(x, line);
	} else if (span_begins(line, "master ")) {
		read_master(x, line);
	} else if (span_begins(line, "Txn ") && span_find(line, " Count ")) {
		x->table = TRANSACTIONS;
	} else if (span_begins(line, "Flowop ")) {
		x->table = FLOWOPS;
	} else if (span_begins(line, "Netstat") ||
		   span_begins(line, "Run Statistics")) {
		x->table = NO_TABLE;
	} else if (x->table && is_table_row(line)) {
		read_latencies(x, line);
	} else if (span_find(line, "Warning: ")) {
		report_warn(x->report, x->lines.no, "%.*s",
			    span_shown(line, 200), line.s);
	} else if (!own_line(line) && !next_line(line)) {
		line_skip(&x->lines, line);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct span line;

	(void)err;
	x.g->near = 0.1;
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		line = span_trim(line);
		if (line.len)
			read_line(&x, line);
	}
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "throughput, throughput_interval, throughput_thread",
	  "bit/s", "higher" },
	{ "operation_rate, operation_rate_interval", "op/s", "higher" },
	{ "latency_min_*, latency_mean_*, latency_max_*", "us", "lower" },
	{ "errors", "count", "lower" },
	{ "operations, operations_total", "count", "none" },
	{ "transfer", "B", "none" },
	{ 0 }
};

const struct importer importer_uperf = {
	.name = "uperf",
	.summary = "uperf: totals, details, -R",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
