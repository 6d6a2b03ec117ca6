/*
 * import_iperf3_text.c - the lines of iperf3.
 *
 *	[  5]   0.00-1.00   sec  2.63 GBytes  22.6 Gbits/sec    0   3.00 MBytes
 *	[  5]   0.00-2.00   sec  4.12 GBytes  17.7 Gbits/sec    0         sender
 *	[SUM]   0.00-2.00   sec  4.8 MBytes  20.2 Mbits/sec  0.01 ms  0/154 (0%)
 *
 * Rows are read by their fields. A header under "- - -" begins the totals; 3.1
 * prints one row for UDP there, of the sender's rate and the receiver's losses.
 */
#include <stdio.h>
#include <string.h>

#include "claim.h"
#include "iperf3.h"
#include "quantity.h"
#include "timestamp.h"

#define TAIL_MAX 8

struct row {
	struct span id;          /* "5", "SUM" */
	bool back;               /* [RX-C] or [RX-S] of --bidir */
	struct span end;         /* of the interval, s */
	double rate;
	const char *unit;
	struct span tail[TAIL_MAX]; /* the fields behind the rate */
	size_t n_tail;
};

/* Up to the bracket that closes; false: there is none. */
static bool bracketed(struct span *line, struct span *out)
{
	const char *close;

	if (!line->len || line->s[0] != '[')
		return false;
	close = memchr(line->s, ']', line->len);
	if (!close || close - line->s > 16)
		return false;
	*out = span_trim((struct span){ line->s + 1,
					(size_t)(close - line->s) - 1 });
	line->len -= (size_t)(close + 1 - line->s);
	line->s = close + 1;
	return true;
}

/* "0.00-1.00": two decimals on both sides are iperf3's. */
static bool interval(struct span f, struct span *end)
{
	const char *dash = f.len ? memchr(f.s, '-', f.len) : NULL;

	if (!dash)
		return false;
	*end = (struct span){ dash + 1, f.len - (size_t)(dash - f.s) - 1 };
	f.len = (size_t)(dash - f.s);
	return span_is_decimal(f, 2) && span_is_decimal(*end, 2);
}

/* --timestamps puts a text of the user's before every line. */
static struct span from_bracket(struct span line)
{
	const char *at = line.len ? memchr(line.s, '[', line.len) : NULL;

	if (at && at - line.s <= 64) {
		line.len -= (size_t)(at - line.s);
		line.s = at;
	}
	return line;
}

static bool read_row(struct span line, struct row *row)
{
	const struct quantity_unit *unit;
	struct span f[6 + TAIL_MAX], role;
	size_t n, i;

	memset(row, 0, sizeof(*row));
	line = from_bracket(line);
	if (!bracketed(&line, &row->id))
		return false;
	if (bracketed(&line, &role))
		row->back = span_begins(role, "RX");
	n = line_fields(line, f, 6 + TAIL_MAX);
	if (n < 6 || !interval(f[0], &row->end) || !span_is(f[1], "sec"))
		return false;
	unit = quantity_unit(quantity_iperf, f[5]);
	if (!unit || quantity_value(f[4], unit, &row->rate) != NUMBER_OK)
		return false;
	row->unit = unit->unit;
	for (i = 6; i < n && i < 6 + TAIL_MAX; i++)
		row->tail[row->n_tail++] = f[i];
	return true;
}

static bool is_connection(struct span line)
{
	line = from_bracket(line);
	return span_begins(line, "[") && span_find(line, "] local ") &&
	       span_find(line, " connected to ");
}

static bool is_listening(struct span line)
{
	struct span after, f;

	return span_begins(line, "Server listening on ") &&
	       span_after(line, " on ", &after) && line_field(&after, &f) &&
	       span_is_integer(f);
}

bool iperf3_own_line(struct span line)
{
	static const char *const words[] = {
		"Connecting to host ", "Accepted connection from ",
		"Reverse mode, remote host ", "iperf3: ", "iperf 3.",
		"iperf Done.", "Starting Test: protocol: ",
		"CPU Utilization: local/", "snd_tcp_congestion ",
		"rcv_tcp_congestion ", NULL
	};
	struct row row;

	return line_begins(line, words) || is_listening(line) ||
	       is_connection(line) || read_row(line, &row);
}

bool iperf3_next_line(struct span line)
{
	static const char *const words[] = {
		"[ ID]", "- - - -", "Cookie: ", "TCP MSS: ",
		"Control connection MSS", "Time: ", "Linux ", "FreeBSD ",
		"Darwin ", "NetBSD ", "OpenBSD ", "Test Complete. Summary",
		"Server output:", "warning: ", "WARNING: ", NULL
	};
	struct span rest = from_bracket(line), id;

	line = span_trim(line);
	return line_begins(line, words) || line_is_rule(line) ||
	       span_begins(rest, "[ ID]") ||
	       (bracketed(&rest, &id) &&
		span_begins(span_trim(rest), "Sent "));
}

/* Tests */

static void number_param(struct gather *g, const char *key, size_t n)
{
	char text[24];

	snprintf(text, sizeof(text), "%zu", n);
	gather_param(g, key, span_of(text));
}

static void set_params(struct iperf3 *x, struct gather *g, bool back)
{
	size_t streams = x->bidir ? x->streams / 2 : x->streams;

	if (x->protocol) {
		gather_param(g, "protocol", span_of(x->protocol));
		g->test = x->protocol;
	}
	gather_param(g, "side", span_of(x->server ? "server" : "client"));
	if (!tags_get(&g->params, "parallel"))
		number_param(g, "parallel", streams ? streams : 1);
	if (x->bidir) {
		gather_param(g, "mode", span_of("bidir"));
		gather_param(g, "direction", span_of(back ? "receive" :
						     "send"));
	} else if (x->reverse) {
		gather_param(g, "mode", span_of("reverse"));
	}
	g->line = x->line;
}

/* What was told once holds for both directions. */
static void share_facts(struct iperf3 *x)
{
	struct gather *a = x->g[0], *b = x->g[1];
	size_t i;

	for (i = 0; i < a->params.n; i++)
		gather_param(b, a->params.items[i].key,
			     span_of(a->params.items[i].value));
	for (i = 0; i < a->facts.n; i++)
		gather_fact(b, a->facts.items[i].key,
			    span_of(a->facts.items[i].value));
}

static void test_reset(struct iperf3 *x)
{
	gather_drop(x->g[0]);
	gather_drop(x->g[1]);
	x->stage = IPERF3_NONE;
	x->server = x->reverse = x->bidir = false;
	x->ruled = x->sums = x->muted = x->has_sum = false;
	x->protocol = NULL;
	x->streams = 0;
}

void iperf3_text_end(struct iperf3 *x)
{
	if (x->stage == IPERF3_NONE)
		return;
	if (!x->protocol && x->stage == IPERF3_ROWS)
		x->protocol = "TCP"; /* UDP rows count datagrams */
	if (x->has_sum) {
		share_facts(x);
		set_params(x, x->g[0], false);
		set_params(x, x->g[1], true);
		gather_flush(x->g[0]);
		if (x->bidir)
			gather_flush(x->g[1]);
	} else if (x->stage > IPERF3_PROLOGUE) {
		report_error(x->report, x->line, "truncated: a test without"
			     " its totals");
	}
	test_reset(x);
}

/* A line that leads to this stage: of the test being read, or a new one? */
static void stage(struct iperf3 *x, enum iperf3_stage to)
{
	if (x->stage > to ||
	    (x->stage == to && to == IPERF3_CONNECTING))
		iperf3_text_end(x);
	if (x->stage == IPERF3_NONE)
		x->line = x->lines.no;
	x->stage = to;
}

static void failed(struct iperf3 *x, struct span line)
{
	struct span reason = line;

	span_after(line, " - ", &reason);
	/* A server that is stopped between two tests fails none. */
	if (span_find(line, "the server has terminated") &&
	    (x->has_sum || x->stage <= IPERF3_PROLOGUE)) {
		iperf3_text_end(x);
		return;
	}
	if (x->stage > IPERF3_PROLOGUE)
		set_params(x, x->g[0], false);
	gather_fail(x->g[0], reason, x->lines.no);
	test_reset(x);
}

/* Rows */

/* "0.010 ms", "0/154", "(0%)": of UDP's receiver. */
static void losses(struct iperf3 *x, struct gather *g, const struct row *row)
{
	const struct span *t = row->tail;
	double jitter, lost, total, percent;
	struct span a, b;

	if (row->n_tail < 4 || !line_key_value(t[2], '/', &a, &b) ||
	    t[3].len < 4 ||
	    span_number(t[0], &jitter) != NUMBER_OK ||
	    span_number(a, &lost) != NUMBER_OK ||
	    span_number(b, &total) != NUMBER_OK ||
	    quantity_percent((struct span){ t[3].s + 1, t[3].len - 2 },
			     &percent) != NUMBER_OK ||
	    total <= 0 || lost > total) {
		report_warn(x->report, x->lines.no, "no sane loss and jitter"
			    " in this row");
		return;
	}
	gather_value(g, "jitter", "ms", BETTER_LOWER, ROLE_SAMPLE, jitter);
	gather_value(g, "lost", "count", BETTER_LOWER, ROLE_SAMPLE, lost);
	gather_value(g, "datagrams", "count", BETTER_NONE, ROLE_SAMPLE, total);
	gather_value(g, "loss_percent", "%", BETTER_LOWER, ROLE_SAMPLE,
		     percent);
}

static void total_row(struct iperf3 *x, struct gather *g,
		      const struct row *row, struct span who)
{
	bool sent = !span_is(who, "receiver"), udp = row->n_tail >= 4;

	gather_value(g, sent ? "throughput_send" : "throughput_recv", row->unit,
		     BETTER_HIGHER, ROLE_SAMPLE, row->rate);
	if (sent && row->n_tail && !udp && span_is_integer(row->tail[0]))
		gather_number(g, row->tail[0], "retransmits", "count",
			      BETTER_LOWER, ROLE_SAMPLE);
	/* The sender's own jitter and losses are placeholders. */
	if (udp && !span_is(who, "sender"))
		losses(x, g, row);
	if (!g->duration)
		gather_duration(g, row->end);
	x->has_sum = true;
}

static void read_total(struct iperf3 *x, struct gather *g,
		       const struct row *row, bool several)
{
	struct span who = row->n_tail ? row->tail[row->n_tail - 1] :
			  span_of("");

	if (span_is(row->id, "SUM") || !several)
		total_row(x, g, row, who);
	else
		gather_value(g, span_is(who, "receiver") ?
			     "throughput_recv_stream" :
			     "throughput_send_stream", row->unit, BETTER_HIGHER,
			     ROLE_STREAM, row->rate);
}

static void read_a_row(struct iperf3 *x, const struct row *row)
{
	struct gather *g = x->g[row->back];
	bool several = (x->bidir ? x->streams / 2 : x->streams) > 1;
	struct span last = row->n_tail ? row->tail[row->n_tail - 1] :
			   span_of("");

	stage(x, IPERF3_ROWS);
	if (span_is(last, "(omitted)"))
		return;
	if (x->sums || span_is(last, "sender") || span_is(last, "receiver"))
		read_total(x, g, row, several);
	else if (span_is(row->id, "SUM") || !several)
		gather_value(g, "throughput_interval", row->unit, BETTER_HIGHER,
			     ROLE_INTERVAL, row->rate);
}

/* "[ ID] Interval Transfer Bitrate Retr Cwnd": who sends, and how. */
static void read_header(struct iperf3 *x, struct span line)
{
	bool sends = span_find(line, "Cwnd") != NULL;

	x->sums = x->ruled && x->stage == IPERF3_ROWS;
	if (span_find(line, "[Role]"))
		x->bidir = true;
	if (span_find(line, "Datagrams"))
		x->protocol = "UDP";
	else if (span_find(line, "Retr"))
		x->protocol = "TCP";
	if (span_find(line, "Total Datagrams") && !span_find(line, "Lost"))
		sends = true;
	if (x->server && !x->sums && sends)
		x->reverse = true;
}

/* Facts */

/* "Mon, 30 Nov 2026 07:53:06 GMT" */
static void read_time(struct gather *g, struct span s)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	struct time_span at;
	struct span f[6];
	const char *month;
	char text[40];
	int n;

	if (line_fields(s, f, 6) != 6 || !span_is(f[5], "GMT") ||
	    f[2].len != 3 || f[1].len > 2 || f[3].len != 4 || f[4].len != 8)
		return;
	month = memmem(months, sizeof(months) - 1, f[2].s, 3);
	if (!month || (month - months) % 3)
		return;
	n = snprintf(text, sizeof(text), "%.4s-%02d-%s%.*sT%.8sZ", f[3].s,
		     (int)((month - months) / 3 + 1), f[1].len < 2 ? "0" : "",
		     (int)f[1].len, f[1].s, f[4].s);
	if (time_parse(text, (size_t)n, &at)) {
		g->has_at = true;
		g->at_ns = at.from_ns;
	}
}

/*
 * "Starting Test: protocol: TCP, 1 streams, 131072 byte blocks, omitting 1
 * seconds, 2 second test, tos 0"
 */
static void read_start(struct iperf3 *x, struct span line)
{
	static const struct { const char *before, *key; } numbers[] = {
		{ " streams", "parallel" },
		{ " byte blocks", "message_size" },
	};
	struct span part, omit;
	size_t i;

	if (span_between(line, "protocol: ", ",", &part))
		x->protocol = span_copy(part, x->report->arena);
	for (i = 0; i < 2; i++) {
		const char *at = span_find(line, numbers[i].before);
		const char *from = at;

		while (from && from > line.s && from[-1] >= '0' &&
		       from[-1] <= '9')
			from--;
		if (at)
			gather_param(x->g[0], numbers[i].key, (struct span){
				from, (size_t)(at - from) });
	}
	if (span_between(line, "omitting ", " ", &omit) &&
	    !span_is(omit, "0"))
		gather_param(x->g[0], "omit_s", omit);
}

/* "CPU Utilization: local/sender 98.1% (...), remote/receiver 43.7% (...)" */
static void read_cpu(struct gather *g, struct span line)
{
	static const char *const sides[][2] = {
		{ "local/", "cpu_util_local" },
		{ "remote/", "cpu_util_remote" },
	};
	struct span part, f;
	double percent;
	size_t i;

	for (i = 0; i < 2; i++)
		if (!gather_count(g, sides[i][1], ROLE_SAMPLE) &&
		    span_after(line, sides[i][0], &part) &&
		    line_field(&part, &f) && line_field(&part, &f) &&
		    quantity_percent(f, &percent) == NUMBER_OK)
			gather_value(g, sides[i][1], "%", BETTER_LOWER,
				     ROLE_SAMPLE, percent);
}

static bool read_fact(struct iperf3 *x, struct span line)
{
	struct gather *g = x->g[0];
	struct span value, text = span_trim(line);

	if (span_begins(text, "iperf 3.")) {
		stage(x, IPERF3_PROLOGUE);
		value = (struct span){ text.s + 6, text.len - 6 };
		if (line_field(&value, &text))
			gather_fact(g, "tool_version", text);
	} else if (x->stage == IPERF3_NONE) {
		return iperf3_next_line(line) || iperf3_own_line(line);
	} else if (span_begins(text, "Time: ")) {
		read_time(g, (struct span){ text.s + 6, text.len - 6 });
	} else if (span_begins(text, "Starting Test: ")) {
		read_start(x, text);
	} else if (span_begins(text, "CPU Utilization: ")) {
		read_cpu(g, text);
	} else if (span_begins(text, "snd_tcp_congestion ")) {
		gather_param(g, "congestion", (struct span){ text.s + 19,
							     text.len - 19 });
	} else if (x->stage == IPERF3_PROLOGUE && !g->facts.n) {
		return false;
	} else if (x->stage == IPERF3_PROLOGUE &&
		   !tags_get(&g->facts, "kernel") &&
		   !span_begins(text, "Control ")) {
		iperf3_system(g, text);
	} else {
		return iperf3_next_line(line) || iperf3_own_line(line);
	}
	return true;
}

void iperf3_text(struct iperf3 *x, struct span line)
{
	struct row row;

	if (x->muted && !span_begins(line, "iperf Done.") &&
	    !iperf3_is_error(line))
		return;
	if (span_blank(line))
		return;
	if (iperf3_is_error(line)) {
		failed(x, line);
	} else if (span_begins(line, "Connecting to host ") ||
		   span_begins(line, "Accepted connection from ")) {
		stage(x, IPERF3_CONNECTING);
		x->server = line.s[0] == 'A';
	} else if (span_begins(line, "Reverse mode, ")) {
		x->reverse = true;
	} else if (is_connection(line)) {
		stage(x, IPERF3_CONNECTED);
		x->streams++;
	} else if (span_begins(from_bracket(line), "[ ID]")) {
		read_header(x, line);
	} else if (read_row(line, &row)) {
		read_a_row(x, &row);
	} else if (is_listening(line) || span_begins(line, "iperf Done.")) {
		iperf3_text_end(x);
	} else if (span_begins(line, "Server output:")) {
		x->muted = true;
	} else if (!read_fact(x, line)) {
		line_skip(&x->lines, line);
	}
	x->ruled = span_begins(line, "- - -") ||
		   (x->ruled && span_begins(line, "Test Complete."));
}
