/*
 * import_ttcp.c - ttcp of BRL and its ports, transmitter and receiver.
 *
 *	ttcp-t: buflen=8192, nbuf=2048, align=16384/0, port=5001  tcp  -> host
 *	ttcp-t: 16777216 bytes in 20.80 real seconds = 787.69 KB/sec +++
 *
 * Both sides may stand in one file, lines of one among lines of the other, and
 * so do those of one side on a terminal: the parameters of a side hold for its
 * results until others are told, as files without them do exist. Its kilo is
 * 1024, of bits too. The receiver's clock starts after the connection: the two
 * sides are two runs.
 *
 * source    ttcp.c of BRL 1984 (Muuss), of Ostermann 1997, ttcp_atm
 */
#include <string.h>

#include "claim.h"
#include "import.h"
#include "quantity.h"
#include "ttcp.h"

struct side {
	struct gather *g;
	struct tags params; /* in the report's arena; of the results to come */
	const char *test;
	bool begun;         /* told its parameters, and no result since */
	size_t line;
	bool result;        /* one is being gathered */
};

struct reader {
	struct report *report;
	struct lines lines;
	struct side sides[2]; /* transmit, receive */
	bool wrapped;         /* a mail broke the last result's line */
};

static const struct quantity_unit rates[] = {
	{ "bit/sec", "bit/s", 0, 0, 0 },
	{ "Kbit/sec", "Kibit/s", 0, 0, 0 }, { "KB/sec", "KiB/s", 0, 0, 0 },
	{ "Mbit/sec", "Mibit/s", 0, 0, 0 }, { "MB/sec", "MiB/s", 0, 0, 0 },
	{ "Gbit/sec", "Gibit/s", 0, 0, 0 }, { "GB/sec", "GiB/s", 0, 0, 0 },
	{ "B/sec", "B/s", 0, 0, 0 },        { NULL, NULL, 0, 0, 0 },
};

bool ttcp_parameters(struct gather *g, struct span line)
{
	static const char *const keys[][2] = {
		{ "buflen=", "message_size" }, { "nbuf=", "buffers" },
		{ "sockbufsize=", "socket_buffer" }, { "nstream=", "parallel" },
	};
	static const char *const protocols[][2] = {
		{ "tcp", "TCP" }, { "udp", "UDP" }, { "atm", "ATM" },
	};
	struct span v, f, rest;
	size_t i;

	if (!span_find(line, "buflen="))
		return false;
	for (i = 0; i < 4; i++)
		if (span_after(line, keys[i][0], &rest)) {
			v = (struct span){ rest.s, 0 };
			while (v.len < rest.len && v.s[v.len] >= '0' &&
			       v.s[v.len] <= '9')
				v.len++;
			gather_param(g, keys[i][1], v);
		}
	while (line_field(&line, &f))
		for (i = 0; i < 3; i++)
			if (span_is(f, protocols[i][0])) {
				g->test = protocols[i][1];
				gather_param(g, "protocol",
					     span_of(g->test));
			}
	return true;
}

bool ttcp_calls(struct gather *g, struct span line)
{
	struct span v, f;

	if (!span_find(line, " I/O calls, "))
		return false;
	if (line_field(&line, &f))
		gather_number(g, f, "io_calls", "count", BETTER_NONE,
			      ROLE_SAMPLE);
	if (span_between(line, "msec/call = ", ",", &v))
		gather_number(g, span_trim(v), "call_time", "ms/call",
			      BETTER_LOWER, ROLE_SAMPLE);
	if (span_after(line, "calls/sec = ", &v) && line_field(&v, &f))
		gather_number(g, f, "call_rate", "calls/s", BETTER_HIGHER,
			      ROLE_SAMPLE);
	return true;
}

bool ttcp_rusage(struct gather *g, struct span line, const char *metric)
{
	struct span f;
	double share;

	if (!span_find(line, "user ") || !span_find(line, "real "))
		return false;
	while (line_field(&line, &f))
		if (f.s[f.len - 1] == '%' &&
		    quantity_percent(f, &share) == NUMBER_OK) {
			gather_value(g, metric, "%", BETTER_LOWER, ROLE_SAMPLE,
				     share);
			return true;
		}
	return true;
}

bool ttcp_error(struct span line, struct span *reason)
{
	static const char *const calls[] = {
		"connect: ", "bind: ", "accept: ", "socket: ", "listen: ",
		"setsockopt: ", "send: ", "recv: ", "read: ", "write: ",
		"IO: ", "bad hostname", NULL
	};

	*reason = line;
	if (span_after(line, "Error: ", reason))
		return true;
	return line_begins(line, calls);
}

static bool own_line(struct span line)
{
	return span_begins(line, "ttcp-t: ") || span_begins(line, "ttcp-r: ");
}

/* What a mail broke off, and the errno under an error. */
static bool next_line(struct span line)
{
	return span_begins(line, "errno=") || span_begins(line, "Mb/sec)") ||
	       (span_begins(line, "(") && line.len < 20 &&
		span_is_number((struct span){ line.s + 1, line.len - 1 }));
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void result_end(struct reader *x, struct side *s)
{
	struct gather *g = s->g;
	size_t i;

	if (!s->result)
		return;
	for (i = 0; i < s->params.n; i++)
		gather_param(g, s->params.items[i].key,
			     span_of(s->params.items[i].value));
	gather_param(g, "side", span_of(s == &x->sides[0] ? "transmit" :
					"receive"));
	g->test = s->test;
	gather_flush(g);
	s->result = false;
}

static void side_end(struct reader *x, struct side *s)
{
	result_end(x, s);
	if (s->begun)
		report_error(x->report, s->line, "truncated: a test without"
			     " its result");
	s->begun = false;
}

/* "16777216 bytes in 20.80 real seconds = 787.69 KB/sec +++" */
static void read_result(struct reader *x, struct side *s, struct span line)
{
	const struct quantity_unit *unit = NULL;
	struct span bytes = line, time, rest, number, spelled;
	double seconds;

	result_end(x, s);
	s->begun = false;
	if (!line_field(&bytes, &number) ||
	    !span_between(line, " bytes in ", " real", &time) ||
	    !span_after(line, " real seconds = ", &rest)) {
		report_error(x->report, x->lines.no, "truncated: a result");
		return;
	}
	bytes = number;
	if (line_field(&rest, &number) && line_field(&rest, &spelled))
		unit = quantity_unit(rates, spelled);
	if (!unit) {
		report_error(x->report, x->lines.no, "'%.*s' has no rate that"
			     " ttcp prints", span_shown(line, 80), line.s);
		return;
	}
	s->result = gather_number(s->g, number, "throughput", unit->unit,
				  BETTER_HIGHER, ROLE_SAMPLE);
	gather_number(s->g, bytes, "transfer", "B", BETTER_NONE, ROLE_SAMPLE);
	/* Of bare results the amount is unknown: so the time says nothing. */
	if (s->params.n)
		gather_duration(s->g, span_trim(time));
	if (span_number(span_trim(time), &seconds) == NUMBER_OK && seconds < 1)
		report_warn(x->report, x->lines.no, "%.*s s are short for a"
			    " clock of 10 ms", span_shown(time, 20), time.s);
	s->g->line = x->lines.no;
	x->wrapped = !span_find(line, "+++");
}

/* "268435456 bytes in 0.10 CPU seconds = 19533.97 Mbit/cpu sec" */
static void read_cpu(struct side *s, struct span line)
{
	static const struct quantity_unit per_cpu[] = {
		{ "KB/cpu", "KiB/cpu s", 0, 0, 0 },
		{ "MB/cpu", "MiB/cpu s", 0, 0, 0 },
		{ "Kbit/cpu", "Kibit/cpu s", 0, 0, 0 },
		{ "Mbit/cpu", "Mibit/cpu s", 0, 0, 0 },
		{ "Gbit/cpu", "Gibit/cpu s", 0, 0, 0 },
		{ NULL, NULL, 0, 0, 0 },
	};
	const struct quantity_unit *unit;
	struct span rest, number, spelled;

	if (!s->result || !span_after(line, " CPU seconds = ", &rest) ||
	    !line_field(&rest, &number) || !line_field(&rest, &spelled))
		return;
	unit = quantity_unit(per_cpu, spelled);
	if (unit)
		gather_number(s->g, number, "throughput_per_cpu", unit->unit,
			      BETTER_HIGHER, ROLE_SAMPLE);
}

static void read_parameters(struct reader *x, struct side *s)
{
	struct arena *a = x->report->arena;
	size_t i;

	s->params = (struct tags){ 0 };
	for (i = 0; i < s->g->params.n; i++)
		tags_set(&s->params, a, s->g->params.items[i].key,
			 s->g->params.items[i].value);
	s->test = s->g->test;
	gather_drop(s->g);
	s->begun = true;
	s->line = x->lines.no;
}

static void read_side(struct reader *x, struct side *s, struct span text)
{
	struct span reason;

	if (span_begins(text, "buflen=")) {
		side_end(x, s);
		ttcp_parameters(s->g, text);
		read_parameters(x, s);
	} else if (span_find(text, " bytes in ") &&
		   span_find(text, " CPU seconds")) {
		read_cpu(s, text);
	} else if (span_find(text, " bytes in ")) {
		read_result(x, s, text);
	} else if (ttcp_error(text, &reason)) {
		result_end(x, s);
		s->g->test = s->test;
		gather_fail(s->g, reason, x->lines.no);
		s->begun = false;
	} else if (s->result) {
		if (!ttcp_calls(s->g, text))
			ttcp_rusage(s->g, text, "cpu_util_local");
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r };
	struct span line;
	size_t i;

	(void)err;
	for (i = 0; i < 2; i++) {
		x.sides[i].g = gather_new(r);
		x.sides[i].g->counted = true;
		tags_set(&x.sides[i].g->run_tags, r->arena, "side",
			 i ? "receive" : "transmit");
	}
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		if (own_line(line))
			read_side(&x, &x.sides[line.s[5] == 'r'],
				  span_trim((struct span){ line.s + 8,
							   line.len - 8 }));
		else if (!next_line(line) ||
			 (!x.wrapped && line.s[0] != 'e'))
			line_skip(&x.lines, line);
	}
	for (i = 0; i < 2; i++) {
		side_end(&x, &x.sides[i]);
		gather_end(x.sides[i].g);
	}
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "throughput", "*iB/s, *ibit/s", "higher" },
	{ "throughput_per_cpu", "*iB/cpu s, *ibit/cpu s", "higher" },
	{ "call_rate", "calls/s", "higher" },
	{ "call_time", "ms/call", "lower" },
	{ "cpu_util_local", "%", "lower" },
	{ "io_calls", "count", "none" },
	{ "transfer", "B", "none" },
	{ 0 }
};

const struct importer importer_ttcp = {
	.name = "ttcp",
	.summary = "ttcp: both sides",
	.needs = "test: where no parameters are told",
	.metrics = gives,
	.claim = claim,
	.starts = "t",
	.parse = parse,
};
