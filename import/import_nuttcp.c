/*
 * import_nuttcp.c - nuttcp: its line, -fparse, -i, -v.
 *
 *	 1538.8750 MB /   1.00 sec = 12916.5624 Mbps 95 %TX 29 %RX 0 retrans
 *	megabytes=1490.0625 real_seconds=1.00 rate_Mbps=12499.8502 tx_cpu=95
 *
 * A line without the CPU shares is an interval of -i. Whether it was TCP or UDP
 * is told by what is counted, retransmits or drops. MB is 2^20, Mbps is 10^6.
 * -v prints a block a side, as ttcp does.
 *
 * source    nuttcp 6.1.2 nuttcp.c (ascii and parse formats in main)
 */
#include <string.h>

#include "claim.h"
#include "import.h"
#include "quantity.h"
#include "ttcp.h"

#define FIELDS_MAX 24

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;       /* the line forms */
	struct gather *side[2]; /* -v: transmit, receive */
	bool result[2];         /* it has one */
	size_t begun[2];        /* where; 0: not begun */
	const char *tcp;        /* -v: the protocol of the transmitter */
	bool pending;           /* intervals without their total */
	const char *last;       /* the test of the line before */
};

/* Numbers of either form, by what stands behind or before them. */
static const struct item {
	const char *word, *key, *name, *unit;
	enum better better;
} items[] = {
	{ "MB", "megabytes", "transfer", "MiB", BETTER_NONE },
	{ "Mbps", "rate_Mbps", "throughput", "Mbit/s", BETTER_HIGHER },
	{ "%TX", "tx_cpu", "cpu_util_tx", "%", BETTER_LOWER },
	{ "%RX", "rx_cpu", "cpu_util_rx", "%", BETTER_LOWER },
	{ "retrans", "retrans", "retransmits", "count", BETTER_LOWER },
	{ "msRTT", "rtt_ms", "rtt", "ms", BETTER_LOWER },
	{ "%loss", "data_loss", "loss_percent", "%", BETTER_LOWER },
	{ "msAvgJitter", "avg_jitter_ms", "jitter", "ms", BETTER_LOWER },
	{ NULL, "drop", "lost", "count", BETTER_LOWER },
	{ NULL, "pkt", "datagrams", "count", BETTER_NONE },
};

/* " 1538.8750 MB /   1.00 sec = 12916.5624 Mbps ..." */
static bool is_plain(struct span line, struct span *f, size_t *n)
{
	*n = line_fields(line, f, FIELDS_MAX);
	if (*n > FIELDS_MAX)
		*n = FIELDS_MAX;
	return *n >= 8 && span_is(f[1], "MB") && span_is(f[2], "/") &&
	       span_is(f[4], "sec") && span_is(f[5], "=") &&
	       span_is(f[7], "Mbps") && span_is_number(f[0]);
}

static bool is_parse(struct span line)
{
	return span_begins(line, "megabytes=") && span_find(line, " real_sec");
}

static bool is_verbose(struct span line)
{
	return span_begins(line, "nuttcp-t: ") ||
	       span_begins(line, "nuttcp-r: ");
}

static bool own_line(struct span line)
{
	struct span f[FIELDS_MAX];
	size_t n;

	return is_plain(line, f, &n) || is_parse(line) || is_verbose(line);
}

static bool next_line(struct span line)
{
	return span_begins(line, "errno=");
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void put(struct reader *x, const struct item *item, struct span digits)
{
	gather_number(x->g, digits, item->name, item->unit, item->better,
		      ROLE_SAMPLE);
}

/* Only the rate of an interval is kept. */
static void interval(struct reader *x, struct span rate, struct span seconds)
{
	double s;
	char text[NUMBER_SIZE];

	gather_number(x->g, rate, "throughput_interval", "Mbit/s",
		      BETTER_HIGHER, ROLE_INTERVAL);
	if (!x->pending && span_number(seconds, &s) == NUMBER_OK) {
		number_print(s, text);
		gather_param(x->g, "interval_s", span_of(text));
		x->g->line = x->lines.no;
	}
	x->pending = true;
}

/* A total: with it the result is whole. */
static void total(struct reader *x, struct span seconds)
{
	struct gather *g = x->g;
	bool udp = gather_count(g, "datagrams", ROLE_SAMPLE) > 0;

	g->test = udp ? "UDP" : "TCP";
	gather_param(g, "protocol", span_of(g->test));
	gather_param(g, "parallel", span_of("1"));
	gather_duration(g, seconds);
	gather_flush(g);
	x->pending = false;
}

static void read_plain(struct reader *x, const struct span *f, size_t n)
{
	static const struct item lost = { NULL, NULL, "lost", "count",
					  BETTER_LOWER };
	static const struct item all = { NULL, NULL, "datagrams", "count",
					 BETTER_NONE };
	bool whole = false;
	size_t i, k;

	for (i = 8; i < n; i++)
		whole = whole || span_is(f[i], "%TX") || span_is(f[i], "%RX");
	if (!whole) {
		interval(x, f[6], f[3]);
		return;
	}
	put(x, &items[0], f[0]);
	put(x, &items[1], f[6]);
	for (i = 9; i < n; i++) {
		for (k = 2; k < N_OF(items); k++)
			if (items[k].word && span_is(f[i], items[k].word))
				put(x, &items[k], f[i - 1]);
		/* "704 / 8929 drop/pkt" */
		if (i >= 11 && span_is(f[i], "drop/pkt")) {
			put(x, &lost, f[i - 3]);
			put(x, &all, f[i - 1]);
		}
	}
	total(x, f[3]);
}

/* "megabytes=... real_seconds=..."; real_sec= is an interval's. */
static void read_parse(struct reader *x, struct span line)
{
	struct span f, key, value, seconds, rate, rest = line;
	size_t i;

	if (!span_find(line, " real_seconds=")) {
		if (span_between(line, "real_sec=", " ", &seconds) &&
		    span_between(line, "rate_Mbps=", " ", &rate))
			interval(x, rate, seconds);
		return;
	}
	if (!span_between(line, "real_seconds=", " ", &seconds) ||
	    !span_find(line, "rate_Mbps=")) {
		report_error(x->report, x->lines.no, "truncated");
		return;
	}
	while (line_field(&rest, &f))
		for (i = 0; line_key_value(f, '=', &key, &value) &&
			    i < N_OF(items); i++)
			if (span_is(key, items[i].key))
				put(x, &items[i], value);
	total(x, seconds);
}

/* -v */

static void side_end(struct reader *x, size_t i)
{
	struct gather *g = x->side[i];

	if (!x->begun[i])
		return;
	if (!x->result[i]) {
		report_error(x->report, x->begun[i], "truncated: a side"
			     " without its result");
		gather_drop(g);
	} else {
		gather_param(g, "side", span_of(i ? "receive" : "transmit"));
	}
	gather_flush(g);
	x->begun[i] = 0;
	x->result[i] = false;
}

/* "1805.4731 MB in 1.00 real seconds = 1848706.43 KB/sec = 15144.6031 Mbps" */
static void read_rate(struct reader *x, size_t i, struct span text)
{
	struct gather *g = x->side[i];
	struct span v, f, megabytes = text;

	if (!span_after(text, " KB/sec = ", &v) || !line_field(&v, &f) ||
	    !span_is(span_trim(v), "Mbps")) {
		report_error(x->report, x->lines.no, "truncated: a rate");
		return;
	}
	x->result[i] = gather_number(g, f, "throughput", "Mbit/s",
				     BETTER_HIGHER, ROLE_SAMPLE);
	if (line_field(&megabytes, &f))
		gather_number(g, f, "transfer", "MiB", BETTER_NONE,
			      ROLE_SAMPLE);
	if (span_between(text, " MB in ", " ", &v))
		gather_duration(g, v);
}

static void read_connection(struct gather *g, struct span text)
{
	struct span v;

	if (span_between(text, "with mss=", ",", &v))
		gather_fact(g, "mss", v);
	if (span_between(text, "RTT=", " ms", &v))
		gather_number(g, v, "rtt", "ms", BETTER_LOWER, ROLE_SAMPLE);
	if (span_begins(text, "send window size = ") &&
	    span_between(text, "send window size = ", ",", &v)) {
		gather_param(g, "socket_send", v);
		if (span_after(text, "receive window size = ", &v))
			gather_param(g, "socket_recv", v);
	}
}

static void failed(struct reader *x, size_t i, struct span reason)
{
	gather_fail(x->side[i], reason, x->lines.no);
	x->begun[i] = 0;
	x->result[i] = false;
}

static void read_verbose(struct reader *x, size_t i, struct span text)
{
	struct gather *g = x->side[i];
	struct span v, f, reason;

	if (span_begins(text, "Warning: ") || span_begins(text, "Info: ")) {
		report_warn(x->report, x->lines.no, "%.*s",
			    span_shown(text, 200), text.s);
		return;
	}
	if (text.len > 8 && span_is((struct span){ text.s + text.len - 8, 8 },
				    ": socket")) {
		side_end(x, i);
		x->begun[i] = x->lines.no;
		g->line = x->lines.no;
		if (text.s[0] == 'v' && line_field(&text, &f) && f.len > 2)
			gather_fact(g, "tool_version", (struct span){
				f.s + 1, f.len - 2 });
		return;
	}
	if (!ttcp_parameters(g, text) && ttcp_error(text, &reason))
		failed(x, i, reason);
	else if (span_find(text, " MB in ") && span_find(text, " real sec"))
		read_rate(x, i, text);
	else if (span_after(text, "retrans = ", &v) && line_field(&v, &f))
		gather_number(g, f, "retransmits", "count", BETTER_LOWER,
			      ROLE_SAMPLE);
	else if (!ttcp_calls(g, text) &&
		 !ttcp_rusage(g, text, i ? "cpu_util_rx" : "cpu_util_tx"))
		read_connection(g, text);
}

static void read_line(struct reader *x, struct span line)
{
	struct span f[FIELDS_MAX];
	size_t n;

	if (is_plain(line, f, &n))
		read_plain(x, f, n);
	else if (is_parse(line))
		read_parse(x, line);
	else if (is_verbose(line))
		read_verbose(x, line.s[7] == 'r', span_trim((struct span){
			line.s + 10, line.len - 10 }));
	else if (!next_line(line))
		line_skip(&x->lines, line);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct span line;
	size_t i;

	(void)err;
	for (i = 0; i < 2; i++)
		x.side[i] = gather_new(r);
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	if (x.pending)
		report_error(r, x.g->line, "truncated: intervals without a"
			     " total");
	for (i = 0; i < 2; i++) {
		side_end(&x, i);
		gather_end(x.side[i]);
	}
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "throughput, throughput_interval", "Mbit/s", "higher" },
	{ "call_rate", "calls/s", "higher" },
	{ "call_time", "ms/call", "lower" },
	{ "rtt, jitter", "ms", "lower" },
	{ "cpu_util_tx, cpu_util_rx, loss_percent", "%", "lower" },
	{ "retransmits, lost", "count", "lower" },
	{ "datagrams, io_calls", "count", "none" },
	{ "transfer", "MiB", "none" },
	{ 0 }
};

const struct importer importer_nuttcp = {
	.name = "nuttcp",
	.summary = "nuttcp: its line, -fparse, -i, -v",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
