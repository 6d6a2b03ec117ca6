/*
 * import_httperf.c - httperf.
 *
 *	Total: connections 200 requests 1000 replies 1000 test-duration 0.081 s
 *	Request rate: 12412.0 req/s (0.1 ms/req)
 *	Reply rate [replies/s]: min 0.0 avg 0.0 max 0.0 stddev 0.0 (0 samples)
 *
 * A reply rate is measured every 5 s: of a shorter test there is none. Without
 * a reply the test failed, however fast its connections were refused.
 *
 * source    httperf 0.9.0 src/stat/print_reply.c, basic.c; httperf.c
 */
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool open, errors, replies;
	struct span error_line;
};

static bool is_command(struct span line)
{
	return span_begins(line, "httperf --") &&
	       span_find(line, "--server=");
}

static bool own_line(struct span line)
{
	return is_command(line) || span_begins(line, "httperf: warning: ") ||
	       span_begins(line, "Maximum connect burst length: ");
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"Total: connections ", "Connection rate: ", "Connection time ",
		"Connection length ", "Request rate: ", "Request size ",
		"Reply rate ", "Reply time ", "Reply size ", "Reply status: ",
		"CPU time ", "Net I/O: ", "Errors: ", "Session ", "Average ",
		NULL
	};

	return line_begins(line, words);
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void test_end(struct reader *x)
{
	struct gather *g = x->g;

	if (!x->open)
		return;
	if (!x->errors) {
		report_error(x->report, g->line, "truncated: no errors line");
		gather_drop(g);
	} else if (!x->replies) {
		gather_fail(g, x->error_line, g->line);
	}
	gather_flush(g);
	x->open = x->errors = x->replies = false;
}

/* The value of --name= in the command that httperf repeats. */
static struct span option(struct span line, const char *name)
{
	struct span v;

	return span_between(line, name, " ", &v) ? v : span_of("");
}

static void read_command(struct reader *x, struct span line)
{
	struct gather *g = x->g;
	struct span server = option(line, "--server=");
	struct span port = option(line, "--port="), uri = option(line,
								 "--uri=");
	bool common = span_is(port, "80") || !port.len;

	test_end(x);
	x->open = true;
	g->line = x->lines.no;
	g->test = "http";
	gather_param(g, "url", span_of(arena_printf(
		&g->scratch, "http://%.*s%s%.*s%.*s", span_shown(server, 200),
		server.s, common ? "" : ":", common ? 0 : span_shown(port, 6),
		port.s, span_shown(uri, 200), uri.s)));
	gather_param(g, "connections", option(line, "--num-conns="));
	gather_param(g, "calls_per_connection", option(line, "--num-calls="));
	gather_param(g, "rate", option(line, "--rate="));
	gather_fact(g, "command", (struct span){ line.s, line.len < 500 ?
						 line.len : 500 });
}

/* The number behind a word of the line. */
static void put(struct reader *x, struct span line, const char *word,
		const char *name, const char *unit, enum better better,
		enum role role)
{
	struct span v, f;

	if (span_after(line, word, &v) && line_field(&v, &f))
		gather_number(x->g, f, name, unit, better, role);
	else
		report_error(x->report, x->lines.no, "truncated: no '%s'",
			     word);
}

/* "Connection time [ms]: min 0.2 avg 0.4 max 5.9 median 0.5 stddev 0.8" */
static void read_connection_time(struct reader *x, struct span line)
{
	static const char *const figures[][2] = {
		{ "min ", "connection_time_min" },
		{ "avg ", "connection_time_mean" },
		{ "max ", "connection_time_max" },
		{ "median ", "connection_time_median" },
		{ "stddev ", "connection_time_stddev" },
	};
	size_t i;

	if (span_find(line, "]: connect ")) {
		put(x, line, "]: connect ", "connect_time_mean", "ms",
		    BETTER_LOWER, ROLE_SUMMARY);
		return;
	}
	for (i = 0; i < 5; i++)
		put(x, line, figures[i][0], figures[i][1], "ms", BETTER_LOWER,
		    ROLE_SUMMARY);
}

static void read_total(struct reader *x, struct span line)
{
	struct span v, f;

	put(x, line, "requests ", "requests", "count", BETTER_NONE,
	    ROLE_SAMPLE);
	put(x, line, "replies ", "replies", "count", BETTER_NONE, ROLE_SAMPLE);
	x->replies = !span_find(line, " replies 0 ");
	if (span_after(line, "test-duration ", &v) && line_field(&v, &f))
		gather_duration(x->g, f);
}

static void read_errors(struct reader *x, struct span line)
{
	struct span v, f;

	if (!span_find(line, "Errors: total "))
		return;
	x->errors = true;
	x->error_line = line;
	put(x, line, "total ", "errors", "count", BETTER_LOWER, ROLE_SAMPLE);
	if (span_after(line, "total ", &v) && line_field(&v, &f) &&
	    !span_is(f, "0"))
		report_warn(x->report, x->lines.no, "%.*s",
			    span_shown(line, 200), line.s);
}

static void read_body(struct reader *x, struct span line)
{
	if (span_begins(line, "Total: ")) {
		read_total(x, line);
	} else if (span_begins(line, "Connection rate: ")) {
		put(x, line, "rate: ", "connection_rate", "conn/s",
		    BETTER_HIGHER, ROLE_SAMPLE);
	} else if (span_begins(line, "Connection time ")) {
		read_connection_time(x, line);
	} else if (span_begins(line, "Request rate: ")) {
		put(x, line, "rate: ", "request_rate", "req/s", BETTER_HIGHER,
		    ROLE_SAMPLE);
	} else if (span_begins(line, "Reply rate ")) {
		if (!span_find(line, "(0 samples)"))
			put(x, line, "avg ", "reply_rate_mean", "req/s",
			    BETTER_HIGHER, ROLE_SUMMARY);
	} else if (span_begins(line, "Reply time ")) {
		put(x, line, "response ", "response_time_mean", "ms",
		    BETTER_LOWER, ROLE_SUMMARY);
		put(x, line, "transfer ", "transfer_time_mean", "ms",
		    BETTER_LOWER, ROLE_SUMMARY);
	} else if (span_begins(line, "Net I/O: ")) {
		put(x, line, "I/O: ", "throughput", "KiB/s", BETTER_HIGHER,
		    ROLE_SAMPLE);
	} else if (span_begins(line, "Errors: ")) {
		read_errors(x, line);
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
	x.g->counted = true;
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		if (is_command(line))
			read_command(&x, line);
		else if (x.open)
			read_body(&x, line);
		else if (!span_begins(line, "httperf: warning: "))
			line_skip(&x.lines, line);
	}
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "request_rate, reply_rate_mean", "req/s", "higher" },
	{ "connection_rate", "conn/s", "higher" },
	{ "throughput", "KiB/s", "higher" },
	{ "connection_time_min, connection_time_mean, connection_time_max, "
	  "connection_time_median, connection_time_stddev, "
	  "connect_time_mean, response_time_mean, transfer_time_mean",
	  "ms", "lower" },
	{ "errors", "count", "lower" },
	{ "requests, replies", "count", "none" },
	{ 0 }
};

const struct importer importer_httperf = {
	.name = "httperf",
	.summary = "httperf",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "hM",
	.parse = parse,
};
