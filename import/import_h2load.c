/*
 * import_h2load.c - h2load of nghttp2.
 *
 *	finished in 78.25ms, 25558.45 req/s, 17.97MB/s
 *	requests: 2000 total, 2000 started, 2000 done, 2000 succeeded, ...
 *	time for request:       66us     10.63ms      3.45ms      2.01ms  69.30%
 *
 * h2load ends with 0 and a table of zeros when nothing could be done at all:
 * that is a failure. Answers of 4xx and 5xx are among the failed ones.
 *
 * source    nghttp2 1.52 src/h2load.cc (main, duration_format)
 */
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"
#include "quantity.h"

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool open, finished, none_done;
	size_t threads;
	double clients;
	struct span counts;  /* the line of requests */
};

static bool own_line(struct span line)
{
	static const char *const words[] = {
		"spawning thread #", "finished in ", "time for request: ",
		"time for connect: ", "time to 1st byte: ",
		"Application protocol: ", NULL
	};

	if (span_begins(line, "finished in ") && !span_find(line, " req/s, "))
		return false;
	return span_is(line, "starting benchmark...") ||
	       line_begins(line, words);
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"progress: ", "requests: ", "status codes: ", "traffic: ",
		"                     min", "req/s           :",
		"TLS Protocol: ", "Cipher: ", "Server Temp Key: ",
		"Warm-up ", "Main benchmark ", "Stopped all clients", "UDP ",
		"No protocol negotiated", "Server does not support", NULL
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
	if (!x->finished) {
		report_error(x->report, g->line, "truncated: no 'finished in'");
		gather_drop(g);
	} else if (x->none_done) {
		gather_fail(g, x->counts, g->line);
	} else if (!gather_count(g, "latency_mean", ROLE_SUMMARY)) {
		report_error(x->report, g->line, "truncated: no times");
	}
	gather_flush(g);
	x->open = x->finished = x->none_done = false;
	x->threads = 0;
	x->clients = 0;
}

static void begin(struct reader *x)
{
	test_end(x);
	x->open = true;
	x->g->line = x->lines.no;
	x->g->test = "http";
}

static void number_param(struct gather *g, const char *key, double v)
{
	char text[NUMBER_SIZE];

	number_print(v, text);
	gather_param(g, key, span_of(text));
}

/* "spawning thread #0: 10 total client(s). 2000 total requests" */
static void read_thread(struct reader *x, struct span line)
{
	struct span rest, f;
	double n;

	if (x->finished)
		begin(x);
	x->threads++;
	if (span_after(line, ": ", &rest) && line_field(&rest, &f) &&
	    span_number(f, &n) == NUMBER_OK)
		x->clients += n;
	number_param(x->g, "threads", (double)x->threads);
	number_param(x->g, "clients", x->clients);
}

/* "finished in 78.25ms, 25558.45 req/s, 17.97MB/s" */
static void read_finished(struct reader *x, struct span line)
{
	struct span time, rate, bytes;
	double v;

	x->finished = true;
	if (!span_between(line, "finished in ", ",", &time) ||
	    !span_between(line, ", ", " req/s", &rate) ||
	    !span_after(line, " req/s, ", &bytes)) {
		report_error(x->report, x->lines.no, "truncated");
		return;
	}
	if (quantity_read(time, quantity_s, &v) == NUMBER_OK)
		gather_seconds(x->g, v);
	gather_number(x->g, rate, "request_rate", "req/s", BETTER_HIGHER,
		      ROLE_SAMPLE);
	bytes = span_trim(bytes);
	if (bytes.len > 2 && span_is((struct span){ bytes.s + bytes.len - 2,
						    2 }, "/s"))
		bytes.len -= 2;
	if (quantity_read(bytes, quantity_bytes, &v) == NUMBER_OK)
		gather_value(x->g, "throughput", "B/s", BETTER_HIGHER,
			     ROLE_SAMPLE, v);
}

static void read_requests(struct reader *x, struct span line)
{
	static const struct {
		const char *word, *name;
		enum better better;
	} counts[] = {
		{ " done", "requests", BETTER_NONE },
		{ " succeeded", "requests_ok", BETTER_HIGHER },
		{ " failed", "errors", BETTER_LOWER },
		{ " errored", "errors_transport", BETTER_LOWER },
		{ " timeout", "errors_timeout", BETTER_LOWER },
	};
	struct span part, f[2], rest = line;
	size_t i;

	x->counts = line;
	while (span_after(rest, " ", &rest) && rest.len) {
		const char *comma = memchr(rest.s, ',', rest.len);

		part = (struct span){ rest.s, comma ? (size_t)(comma - rest.s) :
				      rest.len };
		if (line_fields(part, f, 2) != 2)
			break;
		for (i = 0; i < 5; i++)
			if (span_is(f[1], counts[i].word + 1))
				gather_number(x->g, f[0], counts[i].name,
					      "count", counts[i].better,
					      ROLE_SAMPLE);
		if (span_is(f[1], "total") && !span_is(f[0], "0"))
			gather_param(x->g, "requests", f[0]);
		if (span_is(f[1], "failed") && !span_is(f[0], "0"))
			report_warn(x->report, x->lines.no, "%.*s failed",
				    span_shown(f[0], 40), f[0].s);
		if (span_is(f[1], "done"))
			x->none_done = span_is(f[0], "0");
		rest.s += part.len;
		rest.len -= part.len;
	}
}

/* min max mean sd, each with its unit */
static void read_times(struct reader *x, struct span values, const char *what)
{
	static const char *const figures[] = { "min", "max", "mean", "stddev" };
	struct span f[5];
	size_t i;
	double us;

	if (line_fields(values, f, 5) < 4) {
		report_error(x->report, x->lines.no, "truncated");
		return;
	}
	for (i = 0; i < 4; i++)
		if (quantity_read(f[i], quantity_us, &us) == NUMBER_OK)
			gather_value(x->g, arena_printf(&x->g->scratch, "%s_%s",
							what, figures[i]),
				     "us", BETTER_LOWER, ROLE_SUMMARY, us);
		else
			report_error(x->report, x->lines.no, "'%.*s' is no"
				     " time", span_shown(f[i], 40), f[i].s);
}

static void read_line(struct reader *x, struct span line)
{
	struct span key, value;

	if (span_is(line, "starting benchmark...")) {
		begin(x);
		return;
	}
	if (!x->open && own_line(line))
		begin(x);
	if (!x->open || !line_key_value(line, ':', &key, &value)) {
		if (x->open && span_begins(line, "finished in "))
			read_finished(x, line);
		else if (!x->open || !next_line(line))
			line_skip(&x->lines, line);
		return;
	}
	if (span_begins(key, "spawning thread #"))
		read_thread(x, line);
	else if (span_is(key, "Application protocol"))
		gather_param(x->g, "protocol", value);
	else if (span_is(key, "requests"))
		read_requests(x, line);
	else if (span_is(key, "time for request"))
		read_times(x, value, "latency");
	else if (span_is(key, "time for connect"))
		read_times(x, value, "connect_time");
	else if (span_is(key, "time to 1st byte"))
		read_times(x, value, "first_byte_time");
	else if (!next_line(line))
		line_skip(&x->lines, line);
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
		if (!span_blank(line))
			read_line(&x, line);
	}
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "request_rate", "req/s", "higher" },
	{ "throughput", "B/s", "higher" },
	{ "requests_ok", "count", "higher" },
	{ "latency_min, latency_mean, latency_max, latency_stddev",
	  "us", "lower" },
	{ "connect_time_min, connect_time_mean, connect_time_max, "
	  "connect_time_stddev", "us", "lower" },
	{ "first_byte_time_min, first_byte_time_mean, first_byte_time_max, "
	  "first_byte_time_stddev", "us", "lower" },
	{ "errors, errors_transport, errors_timeout", "count", "lower" },
	{ "requests", "count", "none" },
	{ 0 }
};

const struct importer importer_h2load = {
	.name = "h2load",
	.summary = "h2load of nghttp2",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "sftA",
	.parse = parse,
};
