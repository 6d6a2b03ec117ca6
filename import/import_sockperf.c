/*
 * import_sockperf.c - sockperf: latency, throughput, --full-log.
 *
 *	sockperf: [Valid Duration] RunTime=1.552 sec; SentMessages=68064; ...
 *	sockperf: ====> avg-latency=11.381 (std-dev=66.621)
 *	sockperf: ---> percentile 99.000 =  112.492
 *	sockperf: Summary: BandWidth is 609.561 MBps (4876.491 Mbps)
 *
 * Latency is half of a round trip; with --full-rtt the same lines are of the
 * whole one, and are named rtt. [Valid Duration] counts, [Total Run] has the
 * warm-up in it. Under load fewer messages come back than are sent, by
 * --reply-every: only dropped ones are lost. MBps are of 2^20. What is
 * ping-pong and what under-load no line tells: sockperf sends as many as it
 * gets back in the one.
 *
 * source    sockperf 3.7 src/client.cpp (stream_statistics, client_statistics)
 */
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool open, done;      /* a test is being read; its figures were there */
	bool rtt, throughput, rows;
	const char *protocol;
	struct span sent, received;
	size_t n_observations; /* of the header; 0: not told */
	double mean;
};

static bool own_line(struct span line)
{
	return span_begins(line, "sockperf: ") ||
	       span_begins(line, "sockperf[CLIENT]") ||
	       span_begins(line, "test was performed using the following"
			   " parameters: --mps=") ||
	       span_begins(line, "packet, txTime(sec), rxTime(sec), ");
}

/* "0, 2.419229235, 2.419240762, 11.527" */
static bool is_log_row(struct span line, struct span *last)
{
	struct span a, b, c, rest = line;

	return line_key_value(rest, ',', &a, &rest) && span_is_integer(a) &&
	       line_key_value(rest, ',', &b, &rest) && span_is_number(b) &&
	       line_key_value(rest, ',', &c, last) && span_is_number(c);
}

static bool next_line(struct span line)
{
	struct span last;

	return line_is_rule(line) || is_log_row(line, &last) ||
	       (span_begins(line, "[") && span_find(line, "] IP = ")) ||
	       span_find(line, "packets dropped") ||
	       span_begins(line, "packet, txTime(sec)");
}

static size_t claim(const char *data, size_t len)
{
	return claim_ruled(data, len, own_line, next_line);
}

static const char *test_name(const struct reader *x)
{
	double sent, received;

	if (x->throughput)
		return "throughput";
	if (span_number(x->sent, &sent) != NUMBER_OK ||
	    span_number(x->received, &received) != NUMBER_OK)
		return NULL;
	return received < sent ? "under-load" : "ping-pong";
}

/* Rows of a log are as many as its header says. */
static void check_rows(struct reader *x)
{
	size_t n = gather_count(x->g, x->rtt ? "rtt" : "latency", ROLE_SAMPLE);

	if (x->rows && x->n_observations && n != x->n_observations) {
		report_warn(x->report, x->g->line, "%zu rows, and %zu in the"
			    " log's own header", n, x->n_observations);
		x->report->complete = false;
	}
}

static void test_end(struct reader *x)
{
	struct gather *g = x->g;

	if (!x->open)
		return;
	g->test = test_name(x);
	if (x->protocol)
		gather_param(g, "protocol", span_of(x->protocol));
	if (x->rtt)
		gather_param(g, "full_rtt", span_of("true"));
	if (!x->done) {
		report_error(x->report, g->line, "truncated: no figures");
		gather_drop(g);
	} else {
		check_rows(x);
		gather_flush(g);
	}
	x->open = x->done = x->rtt = x->throughput = x->rows = false;
	x->protocol = NULL;
	x->sent = x->received = span_of("");
	x->n_observations = 0;
}

static void open_test(struct reader *x)
{
	if (x->open)
		return;
	x->open = true;
	x->g->line = x->lines.no;
}

/* "SentMessages=68064;": what stands behind the key. */
static struct span value_of(struct span line, const char *key)
{
	struct span v, f = { "", 0 };

	if (span_between(line, key, ";", &v))
		line_field(&v, &f);
	return f;
}

static void count(struct reader *x, struct span digits, const char *name,
		  enum better better)
{
	if (digits.len)
		gather_number(x->g, digits, name, "count", better, ROLE_SAMPLE);
}

static void figure(struct reader *x, struct span digits, const char *what)
{
	gather_number(x->g, digits, arena_printf(&x->g->scratch, "%s_%s",
						 x->rtt ? "rtt" : "latency",
						 what),
		      "us", BETTER_LOWER, ROLE_SUMMARY);
}

static void read_duration(struct reader *x, struct span line)
{
	struct span s;

	if (span_between(line, "RunTime=", " ", &s))
		gather_duration(x->g, s);
	x->sent = value_of(line, "SentMessages=");
	x->received = value_of(line, "ReceivedMessages=");
	count(x, x->sent, "messages_sent", BETTER_NONE);
	count(x, x->received, "messages_recv", BETTER_NONE);
}

/* "====> avg-latency=11.381 (std-dev=66.621)", "avg-lat= 11.381" */
static void read_average(struct reader *x, struct span line)
{
	struct span v, f;

	x->rtt = span_find(line, "avg-rtt") != NULL;
	if (span_after(line, "=", &v) && span_after(line, "avg-", &v) &&
	    span_after(v, "=", &v) && line_field(&v, &f))
		figure(x, f, "mean");
	if (span_between(line, "std-dev=", ")", &v))
		figure(x, v, "stddev");
}

static void read_dropped(struct reader *x, struct span line)
{
	struct span dropped = value_of(line, "dropped messages = ");

	count(x, dropped, "dropped", BETTER_LOWER);
	count(x, value_of(line, "duplicated messages = "), "duplicated",
	      BETTER_LOWER);
	count(x, value_of(line, "out-of-order messages = "), "out_of_order",
	      BETTER_LOWER);
	if (dropped.len && !span_is(dropped, "0"))
		report_warn(x->report, x->lines.no, "%.*s messages dropped",
			    span_shown(dropped, 40), dropped.s);
}

/* "---> percentile 99.990 = 2549.280", "---> <MAX> observation = 2744.135" */
static void read_observation(struct reader *x, struct span line)
{
	struct span v, share, f;
	char number[NUMBER_SIZE];
	double p;

	if (!span_after(line, "= ", &v) || !line_field(&v, &f))
		return;
	if (span_find(line, "<MAX>"))
		figure(x, f, "max");
	else if (span_find(line, "<MIN>")) {
		figure(x, f, "min");
		x->done = true; /* the last line of them */
	} else if (span_between(line, "percentile ", " ", &share) &&
		   span_number(share, &p) == NUMBER_OK) {
		number_print(p, number);
		figure(x, f, arena_printf(&x->g->scratch, "p%s", number));
	}
}

/* "Total of 913407 messages sent in 2.001 sec" */
static void read_sent(struct reader *x, struct span line)
{
	struct span v;

	x->throughput = true;
	if (span_between(line, "Total of ", " ", &v))
		count(x, v, "messages_sent", BETTER_NONE);
	if (span_between(line, " sent in ", " ", &v))
		gather_duration(x->g, v);
}

static void read_summary(struct reader *x, struct span line)
{
	struct span v;

	if (span_between(line, "Message Rate is ", " ", &v)) {
		x->throughput = true;
		gather_number(x->g, v, "message_rate", "msg/s", BETTER_HIGHER,
			      ROLE_SAMPLE);
	} else if (span_between(line, "BandWidth is ", " ", &v)) {
		x->done = gather_number(x->g, v, "throughput", "MiB/s",
					BETTER_HIGHER, ROLE_SAMPLE);
	}
}

/* "--mps=600000 --burst=1 --reply-every=1 --msg-size=14 --time=1 --full-rtt" */
static void read_parameters(struct reader *x, struct span line)
{
	static const char *const keys[][2] = {
		{ "--mps=", "mps" }, { "--burst=", "burst" },
		{ "--reply-every=", "reply_every" },
		{ "--msg-size=", "message_size" },
	};
	struct span v;
	size_t i;

	test_end(x);
	open_test(x);
	for (i = 0; i < 4; i++)
		if (span_between(line, keys[i][0], " ", &v))
			gather_param(x->g, keys[i][1], v);
}

static bool is_error(struct span line)
{
	return span_find(line, "ERROR: ") ||
	       span_find(line, "No messages were received") ||
	       span_find(line, "No valid observations found");
}

static void read_failure(struct reader *x, struct span text)
{
	gather_drop(x->g);
	gather_fail(x->g, text, x->lines.no);
	x->done = x->open = false;
	test_end(x);
}

static void read_said(struct reader *x, struct span text)
{
	struct span v;

	if (span_begins(text, "== version")) {
		test_end(x);
		open_test(x);
		if (span_between(text, "#", " ", &v))
			gather_fact(x->g, "tool_version", v);
		return;
	}
	open_test(x);
	if (is_error(text)) {
		read_failure(x, text);
	} else if (span_begins(text, "[Valid Duration]")) {
		read_duration(x, text);
	} else if (span_begins(text, "====> avg-")) {
		read_average(x, text);
	} else if (span_begins(text, "# dropped messages")) {
		read_dropped(x, text);
	} else if (span_begins(text, "---> ")) {
		read_observation(x, text);
	} else if (span_begins(text, "Summary: ")) {
		read_summary(x, text);
	} else if (span_between(text, "using msg-size=", ".", &v)) {
		gather_param(x->g, "message_size", v);
	} else if (span_begins(text, "Total of ")) {
		read_sent(x, text);
	} else if (span_between(text, "Total ", " observations", &v)) {
		uint64_t n;

		if (number_parse_u64(v.s, v.len, SIZE_MAX, &n))
			x->n_observations = (size_t)n;
	}
}

static void read_line(struct reader *x, struct span line)
{
	struct span last;

	if (span_blank(line))
		return;
	if (span_begins(line, "sockperf: ")) {
		read_said(x, (struct span){ line.s + 10, line.len - 10 });
	} else if (span_begins(line, "test was performed using")) {
		read_parameters(x, line);
	} else if (span_begins(line, "packet, txTime(sec)")) {
		open_test(x);
		x->rows = x->done = true;
		x->rtt = x->rtt || span_find(line, "rtt(usec)");
	} else if (x->rows && is_log_row(line, &last)) {
		gather_number(x->g, last, x->rtt ? "rtt" : "latency", "us",
			      BETTER_LOWER, ROLE_SAMPLE);
	} else if (span_find(line, "] IP = ")) {
		x->protocol = span_find(line, "# TCP") ? "TCP" :
			      span_find(line, "# UDP") ? "UDP" : NULL;
	} else if (x->rows && line.s[0] >= '0' && line.s[0] <= '9') {
		report_error(x->report, x->lines.no, "truncated: a row of the"
			     " log");
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
	x.g->near = 0.1; /* the warm-up is not always as long */
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "latency, latency_min, latency_mean, latency_max, latency_stddev, "
	  "latency_p*, rtt, rtt_min, rtt_mean, rtt_max, rtt_stddev, rtt_p*",
	  "us", "lower" },
	{ "message_rate", "msg/s", "higher" },
	{ "throughput", "MiB/s", "higher" },
	{ "dropped, duplicated, out_of_order", "count", "lower" },
	{ "messages_sent, messages_recv", "count", "none" },
	{ 0 }
};

const struct importer importer_sockperf = {
	.name = "sockperf",
	.summary = "sockperf: latency, throughput, --full-log",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "spt- \t",
	.parse = parse,
};
