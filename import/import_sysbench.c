/*
 * import_sysbench.c - sysbench 0.4 to 1.0.
 *
 * Which test ran is not printed; cpu, memory, fileio and oltp are known by
 * what they print, threads and mutex are not. Latencies are sysbench's own
 * figures; lines of --report-interval are intervals.
 *
 * source    sysbench 1.0.20 src/sysbench.c, src/sb_percentile.c
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "summaries.h"
#include "gather.h"
#include "import.h"

/* "    events per second:  3730.74", or the number in "(986.49 per sec.)". */
static const struct row {
	const char *key, *test, *name, *unit;
	enum better better;
	bool in_parens;
} rows[] = {
	{ "events per second", "cpu", "events per second", "events/s",
	  BETTER_HIGHER, false },
	{ "reads/s", "fileio", "reads/s", "1/s", BETTER_HIGHER, false },
	{ "writes/s", "fileio", "writes/s", "1/s", BETTER_HIGHER, false },
	{ "fsyncs/s", "fileio", "fsyncs/s", "1/s", BETTER_HIGHER, false },
	{ "read, MiB/s", "fileio", "read", "MiB/s", BETTER_HIGHER, false },
	{ "written, MiB/s", "fileio", "written", "MiB/s", BETTER_HIGHER,
	  false },
	{ "transactions", "oltp", "transactions", "1/s", BETTER_HIGHER, true },
	{ "queries", "oltp", "queries", "1/s", BETTER_HIGHER, true },
	{ "ignored errors", "oltp", "ignored errors", "1/s", BETTER_LOWER,
	  true },
	{ "reconnects", "oltp", "reconnects", "1/s", BETTER_LOWER, true },
	{ "Total operations", "memory", "operations", "1/s", BETTER_HIGHER,
	  true },
	{ "total time", NULL, "total time", "s", BETTER_LOWER, false },
	{ "total number of events", NULL, "total number of events", "events",
	  BETTER_NONE, false },
};

/* What was asked for. */
static const struct { const char *key, *param; } params[] = {
	{ "Number of threads", "threads" },
	{ "Prime numbers limit", "cpu-max-prime" },
	{ "block size", "block_size" }, { "total size", "total_size" },
	{ "operation", "operation" }, { "scope", "scope" },
};

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool open, ended;
	struct summary latency;
	double events;
};

static bool own_line(struct span line)
{
	return span_begins(line, "sysbench ") && line.len > 9 &&
	       line.s[9] >= '0' && line.s[9] <= '9';
}

static bool last_line(struct span line)
{
	return span_begins(span_trim(line), "execution time (avg/stddev):");
}

static size_t claim(const char *data, size_t len)
{
	return claim_until(data, len, own_line, last_line);
}

/* The figures go to the run that the values went to. */
static void test_end(struct reader *x)
{
	struct gather *g = x->g;
	struct summarized f = { NULL, NULL, "latency", "ms", BETTER_LOWER };
	struct tags copy = { 0 };
	size_t i;

	if (!x->open)
		return;
	x->open = false;
	if (!x->ended) {
		report_error(x->report, g->line, "truncated: sysbench without"
			     " its totals");
		gather_drop(g);
		return;
	}
	for (i = 0; i < g->params.n; i++)
		tags_set(&copy, x->report->arena, g->params.items[i].key,
			 g->params.items[i].value);
	f.test = g->test;
	f.params = &copy;
	if (x->events > 0 && x->events < 1e15)
		x->latency.n = (size_t)x->events;
	if (gather_flush(g) && !isnan(x->latency.mean))
		summary_put(x->report, report_run_default(x->report), &f,
			    &x->latency);
}

static void begin(struct reader *x, struct span line)
{
	struct span version;

	test_end(x);
	x->open = true;
	x->ended = false;
	x->latency = summary_none;
	x->events = 0;
	x->g->line = x->lines.no;
	line.s += 9;
	line.len -= 9;
	line_field(&line, &version);
	if (version.s[version.len - 1] == ':')
		version.len--;
	gather_fact(x->g, "tool_version", version);
}

/* "1.36ms" of older versions, "2.0094s" */
static struct span bare(struct span s)
{
	while (s.len && (s.s[s.len - 1] == 's' || s.s[s.len - 1] == 'm'))
		s.len--;
	return s;
}

static bool read_row(struct reader *x, struct span key, struct span value)
{
	struct span digits = value;
	size_t i;

	for (i = 0; i < N_OF(rows) && !span_is(key, rows[i].key); i++)
		;
	if (i == N_OF(rows))
		return false;
	if (rows[i].in_parens && !span_between(value, "(", " ", &digits))
		return false;
	if (rows[i].test)
		x->g->test = rows[i].test;
	digits = bare(digits);
	if (gather_number(x->g, digits, rows[i].name, rows[i].unit,
			  rows[i].better, ROLE_SAMPLE) &&
	    span_begins(key, "total number"))
		x->events = x->g->values[x->g->n_values - 1].value;
	return true;
}

static bool read_latency(struct reader *x, struct span key, struct span value)
{
	double v;

	value = bare(value);
	if (span_number(value, &v) != NUMBER_OK)
		return false;
	if (span_is(key, "min"))
		x->latency.min = v;
	else if (span_is(key, "avg"))
		x->latency.mean = v;
	else if (span_is(key, "max"))
		x->latency.max = v;
	else
		return false;
	return true;
}

/* "95th percentile:", "approx.  95 percentile:" */
static bool read_percentile(struct reader *x, struct span key,
			    struct span value)
{
	size_t from = 0, to;

	if (!span_find(key, "percentile"))
		return false;
	while (from < key.len && (key.s[from] < '0' || key.s[from] > '9'))
		from++;
	for (to = from; to < key.len && key.s[to] >= '0' && key.s[to] <= '9';)
		to++;
	gather_number(x->g, bare(value),
		      arena_printf(&x->g->scratch, "latency p%.*s",
				   (int)(to - from), key.s + from),
		      "ms", BETTER_LOWER, ROLE_SUMMARY);
	return true;
}

/*
 * [ 1s ] thds: 2 eps: 3356.61 lat (ms,95%): 2.48
 * [ 1s ] reads: 93.60 MiB/s writes: 62.40 MiB/s fsyncs: 395.36/s latency ...
 * [ 1s ] 8481.48 MiB/sec
 */
static void read_interval(struct reader *x, struct span line)
{
	static const struct {
		const char *from, *to, *name, *unit;
	} figures[] = {
		{ " eps: ", " ", "events_interval", "1/s" },
		{ " tps: ", " ", "transactions_interval", "1/s" },
		{ " reads: ", " MiB/s", "read_interval", "MiB/s" },
		{ " writes: ", " MiB/s", "written_interval", "MiB/s" },
		{ " fsyncs: ", "/s", "fsyncs_interval", "1/s" },
	};
	struct span s;
	size_t i, n = 0;

	for (i = 0; i < N_OF(figures); i++)
		if (span_between(line, figures[i].from, figures[i].to, &s)) {
			gather_number(x->g, s, figures[i].name,
				      figures[i].unit, BETTER_HIGHER,
				      ROLE_INTERVAL);
			n++;
		}
	if (!n && span_ends(line, " MiB/sec") &&
	    span_between(line, " ] ", " ", &s))
		gather_number(x->g, s, "transferred_interval", "MiB/s",
			      BETTER_HIGHER, ROLE_INTERVAL);
	else if (!n)
		line_skip(&x->lines, line);
}

/* What tells of the test without a colon. */
static void read_words(struct reader *x, struct span line)
{
	static const char *const modes[][2] = {
		{ "Doing random r/w test", "rndrw" },
		{ "Doing random read test", "rndrd" },
		{ "Doing random write test", "rndwr" },
		{ "Doing sequential read test", "seqrd" },
		{ "Doing sequential write (creation) test", "seqwr" },
		{ "Doing sequential rewrite test", "seqrewr" },
	};
	struct span s = line;
	size_t i;

	for (i = 0; i < N_OF(modes); i++)
		if (span_begins(line, modes[i][0]))
			gather_param(x->g, "mode", span_of(modes[i][1]));
	if (span_between(line, "Block size ", "\n", &s))
		gather_param(x->g, "block_size", s);
	if (span_find(line, " files, ") && line_field(&line, &s))
		gather_param(x->g, "files", s);
	else if (span_find(line, " total file size") && line_field(&line, &s))
		gather_param(x->g, "total_size", s);
	else if (span_between(line, "MiB transferred (", " MiB/sec)", &s))
		gather_number(x->g, s, "transferred", "MiB/s", BETTER_HIGHER,
			      ROLE_SAMPLE);
}

static void read_line(struct reader *x, struct span line)
{
	struct span key, value;
	size_t i;

	if (own_line(line)) {
		begin(x, line);
		return;
	}
	if (!x->open) {
		line_skip(&x->lines, line);
		return;
	}
	line = span_trim(line);
	if (span_begins(line, "FATAL:")) {
		gather_fail(x->g, line, x->lines.no);
		x->open = false;
	} else if (span_begins(line, "[ ")) {
		read_interval(x, line);
	} else if (last_line(line)) {
		x->ended = true;
		test_end(x);
	} else if (line_key_value(line, ':', &key, &value)) {
		for (i = 0; i < N_OF(params); i++)
			if (span_is(key, params[i].key))
				gather_param(x->g, params[i].param, value);
		if (!read_row(x, key, value) && !read_latency(x, key, value))
			read_percentile(x, key, value);
	} else {
		read_words(x, line);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "events per second", "events/s", "higher" },
	{ "transactions, queries, operations, reads/s, writes/s, fsyncs/s, "
	  "events_interval, transactions_interval, fsyncs_interval",
	  "1/s", "higher" },
	{ "read, written, transferred, read_interval, written_interval, "
	  "transferred_interval", "MiB/s", "higher" },
	{ "latency, latency p*", "ms", "lower" },
	{ "total time", "s", "lower" },
	{ "ignored errors, reconnects", "1/s", "lower" },
	{ "total number of events", "events", "none" },
	{ 0 }
};

const struct importer importer_sysbench = {
	.name = "sysbench",
	.summary = "sysbench: cpu, memory, fileio, oltp, threads, mutex",
	.needs = "test:",
	.metrics = gives,
	.claim = claim,
	.starts = "s",
	.parse = parse,
};
