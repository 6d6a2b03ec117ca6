/*
 * import_iperf2.c - iperf 2's text: clients, servers, -d -r -R, UDP, -e.
 *
 *	[  1] 0.0000-1.0000 sec  2.24 GBytes  19.2 Gbits/sec
 *	[  1] 0.0000-2.0003 sec  11.9 MBytes  50.0 Mbits/sec
 *	[  1] 0.0000-2.0001 sec  12 MBytes  50.0 Mbits/sec   0.01 ms 0/8506 (0%)
 *
 * The total of a stream is its last row, from 0; where there are several, that
 * of [SUM] is the sample. On UDP the client's row is what it offered, and the
 * server's report what arrived. -1K is a window that is not known.
 * import_iperf2_test.c says what the rows of a test mean, import_iperf2_csv.c
 * reads -y C.
 *
 * source    iperf 2.0.5 to 2.2: src/Locale.c, src/Reports.c
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "import.h"
#include "iperf2.h"
#include "quantity.h"

#define FIELDS_MAX 16

static const char *const errors[] = {
	"connect failed: ", "tcp connect failed: ", "bind failed: ",
	"listener bind failed: ", "write failed: ", "read failed: ",
	"write1 failed: ", "shutdown failed: ", "recv failed: ", NULL
};

/* "[  1] ", "[ *1] ", "[SUM] ", "[SUM-2] ", off the line. */
static bool read_id(struct span *line, uint64_t *id, bool *half, bool *sum)
{
	const char *close;
	struct span text;

	if (!line->len || line->s[0] != '[')
		return false;
	close = memchr(line->s, ']', line->len);
	if (!close || close - line->s > 16)
		return false;
	text = span_trim((struct span){ line->s + 1,
					(size_t)(close - line->s) - 1 });
	*half = span_begins(text, "*");
	if (*half) {
		text.s++;
		text.len--;
	}
	*sum = span_begins(text, "SUM");
	*id = 0;
	if (!*sum && !number_parse_u64(text.s, text.len, 1u << 30, id))
		return false;
	line->len -= (size_t)(close + 1 - line->s);
	line->s = close + 1;
	return true;
}

/* "0.0-10.0", "0.0000-2.0079": not the two decimals of iperf3 alone. */
static bool interval(struct span f, double *start, double *end)
{
	struct span a, b;

	return line_key_value(f, '-', &a, &b) &&
	       memchr(a.s, '.', a.len) && b.len && memchr(b.s, '.', b.len) &&
	       span_number(a, start) == NUMBER_OK &&
	       span_number(b, end) == NUMBER_OK && *end >= *start;
}

/* "0.0- 1.0" is two fields; glued where the second begins with a number. */
static size_t row_fields(struct span line, struct span *f)
{
	size_t n = line_fields(line, f, FIELDS_MAX), i;

	if (n > FIELDS_MAX)
		n = FIELDS_MAX;
	if (n < 2 || f[0].s[f[0].len - 1] != '-')
		return n;
	f[0].len = (size_t)(f[1].s + f[1].len - f[0].s);
	for (i = 1; i + 1 < n; i++)
		f[i] = f[i + 1];
	return n - 1;
}

static bool is_row(struct span line, bool own)
{
	struct span f[FIELDS_MAX], a, b;
	double start, end;
	uint64_t id;
	bool half, sum;
	size_t n;

	if (!read_id(&line, &id, &half, &sum))
		return false;
	n = row_fields(line, f);
	if (n < 6 || !interval(f[0], &start, &end) || !span_is(f[1], "sec") ||
	    !quantity_unit(quantity_iperf, f[3]) ||
	    !quantity_unit(quantity_iperf, f[5]))
		return false;
	line_key_value(f[0], '-', &a, &b);
	return !own || !span_is_decimal(a, 2) || !span_is_decimal(b, 2);
}

static bool is_connection(struct span line)
{
	return span_begins(line, "[") && span_find(line, "] local ") &&
	       span_find(line, " connected with ");
}

static bool is_banner(struct span line)
{
	return (span_begins(line, "Client connecting to ") ||
		span_begins(line, "Server listening on ")) &&
	       (span_find(line, "TCP port ") || span_find(line, "UDP port "));
}

static bool own_line(struct span line)
{
	return is_banner(line) || is_connection(line) || is_row(line, true) ||
	       iperf2_csv_line(line) ||
	       (span_begins(line, "[") && span_find(line, "] Server Report:"));
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"TCP window size", "UDP buffer size", "Write buffer size",
		"Read buffer size", "Sending ", "Receiving ", "TOS set to",
		"[ ID]", "[ CT]", "WARNING: ", "Binding to ",
		"(WARNING: ", "Waiting for server threads", NULL
	};
	uint64_t id;
	bool half, sum;
	struct span rest = line;

	if (line_begins(line, words) || line_begins(line, errors) ||
	    line_is_rule(line) || is_row(line, false))
		return true;
	if (!read_id(&rest, &id, &half, &sum))
		return false;
	rest = span_trim(rest);
	return span_begins(rest, "Sent ") || span_begins(rest, "WARNING: ") ||
	       span_find(rest, "received out-of-order") ||
	       span_begins(rest, "BB8") || span_begins(rest, "T8");
}

/* A refused client says so before or after its banner: it is one block. */
static size_t claim(const char *data, size_t len)
{
	size_t used, n;

	if (line_begins(line_first(data, len, &used), errors)) {
		n = claim_ruled(data + used, len - used, own_line, next_line);
		return n ? used + n : 0;
	}
	return claim_ruled(data, len, own_line, next_line);
}

/* Banners and connections */

void iperf2_open(struct iperf2 *x)
{
	if (x->open)
		return;
	x->open = true;
	x->line = x->lines.no;
	x->out_of_order = NAN;
}

static void read_banner(struct iperf2 *x, struct span line)
{
	bool client = line.s[0] == 'C';
	struct span port;

	if (x->n_rows || x->failure)
		iperf2_test_end(x);
	iperf2_open(x);
	x->protocol = span_find(line, "UDP port ") ? "UDP" : "TCP";
	if (!client) {
		if (span_after(line, " port ", &port) &&
		    line_field(&port, &x->listen))
			x->listen_new = true;
		x->client_first = x->client;
		x->server_first = false;
		return;
	}
	if (!x->listen_new)
		x->listen = span_of("");
	x->client = true;
	x->client_first = !x->server_first;
}

/* "(ct=0.09 ms)" */
static double connect_ms(struct span line)
{
	struct span ms;
	double v;

	return span_between(line, "(ct=", " ms)", &ms) &&
	       span_number(ms, &v) == NUMBER_OK ? v : NAN;
}

static void read_connection(struct iperf2 *x, struct span line)
{
	struct span rest = line, port;
	bool half, sum, accepted;
	struct iperf2_stream *s;
	uint64_t id;
	size_t i;

	if (!read_id(&rest, &id, &half, &sum) || sum) {
		line_skip(&x->lines, line);
		return;
	}
	if (x->n_rows) {
		const char *protocol = x->protocol;

		/* The same server, or the second half of -r. */
		iperf2_test_end(x);
		iperf2_open(x);
		x->protocol = protocol;
	}
	iperf2_open(x);
	if (!x->client && !x->client_first && x->listen.len)
		x->server_first = true;
	accepted = x->client_first && x->listen.len &&
		   span_between(rest, " port ", " ", &port) &&
		   port.len == x->listen.len &&
		   !memcmp(port.s, x->listen.s, port.len);
	i = iperf2_stream(x, id, false, half);
	s = &x->streams[i];
	s->back = s->back || accepted;
	s->connect_ms = connect_ms(rest);
	x->n_connections++;
	x->reverse = x->reverse || span_find(rest, "(reverse)");
	x->duplex = x->duplex || span_find(rest, "(full-duplex)");
}

/* Rows */

/* "15915/0": two numbers; false where it is none. */
static bool pair(struct span f, double *a, double *b)
{
	struct span left, right;

	return line_key_value(f, '/', &left, &right) &&
	       span_number(left, a) == NUMBER_OK &&
	       span_number(right, b) == NUMBER_OK;
}

/* "895K/37(11) us": the window and the round trip. */
static void read_window(struct iperf2_row *row, struct span f)
{
	struct span cwnd, rtt;
	const char *bracket;
	double v;

	if (!line_key_value(f, '/', &cwnd, &rtt) || !cwnd.len)
		return;
	if (cwnd.s[cwnd.len - 1] == 'K') {
		cwnd.len--;
		if (span_number(cwnd, &v) == NUMBER_OK && v >= 0)
			row->cwnd_kib = v;
	}
	bracket = rtt.len ? memchr(rtt.s, '(', rtt.len) : NULL;
	if (bracket)
		rtt.len = (size_t)(bracket - rtt.s);
	if (span_number(rtt, &v) == NUMBER_OK && v >= 0)
		row->rtt_us = v;
}

/* "0.026 ms", "1/ 5350" or "1/5350", "(0.019%)" */
static void read_losses(struct iperf2_row *row, const struct span *f, size_t n)
{
	struct span counts = f[2], percent;
	double lost, total, v;

	if (n < 4)
		return;
	if (counts.s[counts.len - 1] == '/') {
		counts.len = (size_t)(f[3].s + f[3].len - counts.s);
		f++;
		n--;
	}
	if (n < 4 || f[3].len < 3 || !pair(counts, &lost, &total) ||
	    total <= 0)
		return;
	percent = (struct span){ f[3].s + 1, f[3].len - 2 };
	row->lost = lost;
	row->datagrams = total;
	if (quantity_percent(percent, &v) == NUMBER_OK)
		row->loss_percent = v;
}

/* What stands behind the rate; -e puts more there. */
static void read_tail(struct iperf2_row *row, const struct span *f, size_t n)
{
	double v;

	if (n >= 2 && span_is(f[1], "ms") && span_number(f[0], &v) ==
	    NUMBER_OK) {
		row->jitter_ms = v;
		read_losses(row, f, n);
		if (isnan(row->datagrams))
			row->jitter_ms = NAN;
	} else if (n && pair(f[0], &row->writes, &row->write_errors)) {
		if (n >= 3 && span_is(f[2], "pps")) {
			if (span_number(f[1], &v) == NUMBER_OK)
				row->pps = v;
			return;
		}
		if (n >= 2 && span_number(f[1], &v) == NUMBER_OK)
			row->retries = v;
		if (n >= 3)
			read_window(row, f[2]);
	}
}

static void read_row(struct iperf2 *x, struct span line)
{
	struct span f[FIELDS_MAX], rest = line;
	const struct quantity_unit *unit;
	struct iperf2_row *row;
	bool half, sum;
	uint64_t id;
	size_t n;

	if (!read_id(&rest, &id, &half, &sum))
		return;
	iperf2_open(x);
	if (!sum && x->n_connections && !iperf2_known(x, id)) {
		report_error(x->report, x->lines.no, "a row of a stream that"
			     " did not connect here");
		return;
	}
	n = row_fields(rest, f);
	row = iperf2_row(x, iperf2_stream(x, id, sum, half));
	interval(f[0], &row->start, &row->end);
	unit = quantity_unit(quantity_iperf, f[3]);
	if (quantity_value(f[2], unit, &row->bytes) != NUMBER_OK)
		row->bytes = NAN;
	unit = quantity_unit(quantity_iperf, f[5]);
	if (quantity_value(f[4], unit, &row->rate) != NUMBER_OK) {
		report_error(x->report, x->lines.no, "'%.*s' is no rate",
			     span_shown(f[4], 40), f[4].s);
		x->n_rows--;
		return;
	}
	row->unit = unit->unit;
	read_tail(row, f + 6, n - 6);
	row->report = x->reporting;
	if (!row->report)
		x->streams[row->stream].last = x->n_rows - 1;
	x->streams[row->stream].rows = true;
	x->reporting = x->listen_new = false;
}

/* The rest */

static void remember(struct iperf2 *x, const char **what, size_t *where,
		     struct span line)
{
	if (*what)
		return;
	*what = arena_strndup(x->report->arena, line.s, line.len < 300 ?
			      line.len : 300);
	*where = x->lines.no;
}

/* "[  4] 0.00-60.00 sec  1 datagrams received out-of-order" */
static void out_of_order(struct iperf2 *x, struct span line)
{
	struct span count, last = { "", 0 }, f;
	double v;

	if (!span_between(line, " sec ", " datagrams", &count))
		return;
	while (line_field(&count, &f))
		last = f;
	if (span_number(last, &v) == NUMBER_OK)
		x->out_of_order = (isnan(x->out_of_order) ? 0 :
				   x->out_of_order) + v;
}

static void read_option(struct iperf2 *x, struct span line)
{
	struct span f[4];

	if (line_fields(line, f, 4) < 4)
		return;
	if (span_begins(line, "Sending ") || span_begins(line, "Receiving "))
		x->message_size = f[1];
	else if (span_begins(line, "Write buffer size: ") &&
		 line_fields(line, f, 4) >= 4 &&
		 span_find(line, " Byte"))
		x->message_size = f[3];
}

static void read_other(struct iperf2 *x, struct span line)
{
	if (span_find(line, "] Server Report:"))
		x->reporting = true;
	else if (span_find(line, "received out-of-order"))
		out_of_order(x, line);
	else if (line_begins(line, errors)) {
		iperf2_open(x);
		remember(x, &x->failure, &x->failure_line, line);
	} else if (span_find(line, "WARNING: did not receive ack"))
		remember(x, &x->warning, &x->warning_line, line);
	else if (span_begins(line, "Sending ") ||
		 span_begins(line, "Write buffer size"))
		read_option(x, line);
	else if (!next_line(line))
		line_skip(&x->lines, line);
}

static void read_line(struct iperf2 *x, struct span line)
{
	if (span_blank(line))
		return;
	if (iperf2_csv_line(line)) {
		iperf2_csv(x, line);
		return;
	}
	if (x->csv &&
	    (is_banner(line) || is_connection(line) || is_row(line, false)))
		iperf2_test_end(x);
	if (is_banner(line))
		read_banner(x, line);
	else if (is_connection(line))
		read_connection(x, line);
	else if (is_row(line, false))
		read_row(x, line);
	else
		read_other(x, line);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct iperf2 *x = arena_alloc(r->arena, sizeof(*x));
	struct span line;
	size_t i;

	(void)err;
	x->report = r;
	x->out_of_order = NAN;
	for (i = 0; i < 2; i++) {
		x->g[i] = gather_new(r);
		x->g[i]->near = 0.1; /* what is buffered takes its time */
	}
	lines_init(&x->lines, data, len);
	while (lines_next(&x->lines, &line) && !r->over_limit) {
		r->line = x->lines.no;
		read_line(x, line);
	}
	iperf2_test_end(x);
	arena_release(&x->arena);
	for (i = 0; i < 2; i++)
		gather_end(x->g[i]);
	lines_end(&x->lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "throughput, throughput_recv, throughput_interval, "
	  "throughput_stream, throughput_recv_stream", "bit/s, B/s", "higher" },
	{ "packet_rate", "packet/s", "higher" },
	{ "jitter, jitter_stream, connect_time", "ms", "lower" },
	{ "rtt", "us", "lower" },
	{ "lost, lost_stream, out_of_order, retransmits, "
	  "retransmits_interval, write_errors", "count", "lower" },
	{ "loss_percent, loss_percent_stream", "%", "lower" },
	{ "datagrams, datagrams_stream, writes", "count", "none" },
	{ "transfer", "B", "none" },
	{ "cwnd", "KiB", "none" },
	{ 0 }
};

const struct importer importer_iperf2 = {
	.name = "iperf2",
	.summary = "iperf 2: text and -y C; client and server",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.parse = parse,
};
