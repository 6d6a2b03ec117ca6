/*
 * import_iperf3_json.c - iperf3 -J and --json-stream.
 *
 * A classic document holds what the events of --json-stream tell one by one:
 * start, intervals, end, error. With --json-stream-full-output the document
 * follows its events: the same cookie is the same test, read once. A test with
 * an error is a failure: its sum_received may be a 0 that was never measured.
 */
#include <string.h>

#include "iperf3.h"
#include "json_look.h"

enum { START = 1, EVENT = 2 }; /* look.seen */

static void key(struct json_look *l, struct span name)
{
	static const char *const of_start[] = {
		"connected", "connecting_to", "accepted_connection", "cookie",
		"test_start", "tcp_mss_default", NULL
	};
	size_t i;

	if (l->depth == 1) {
		l->member = span_is(name, "start");
		l->seen |= l->member ? START : 0;
		if (span_is(name, "intervals") && l->seen & START)
			l->evidence = true;
		if (span_is(name, "event"))
			l->seen |= EVENT;
		if (span_is(name, "data") && l->seen & EVENT)
			l->evidence = true;
	} else if (l->depth == 2 && l->member) {
		for (i = 0; of_start[i]; i++)
			l->evidence = l->evidence || span_is(name, of_start[i]);
	}
}

size_t iperf3_json_claim(const char *data, size_t len)
{
	struct json_look l = { .key = key };

	return json_look(&l, data, len);
}

/* A number of the document as a sample; it may be missing. */
static void value(struct iperf3 *x, struct gather *g,
		  const struct json_read *d, const cJSON *node,
		  const char *name, const char *unit, enum better better,
		  enum role role)
{
	double v;

	if (!node)
		return;
	if (json_value(d, node, &v) == NUMBER_OK)
		gather_value(g, name, unit, better, role, v);
	else
		report_error(x->report, d->line, "'%s' is not a number",
			     node->string ? node->string : name);
}

static void param(struct gather *g, const struct json_read *d,
		  const cJSON *node, const char *name)
{
	struct span digits;

	if (json_digits(d, node, &digits) && !span_is(digits, "0"))
		gather_param(g, name, digits);
}

static bool is_set(const struct json_read *d, const cJSON *node)
{
	double v;

	return cJSON_IsTrue(node) ||
	       (json_value(d, node, &v) == NUMBER_OK && v > 0);
}

static void start_one(struct iperf3 *x, struct gather *g,
		      const struct json_read *d, const cJSON *start)
{
	const cJSON *t = json_at(start, "test_start");
	const char *protocol = json_words(json_at(t, "protocol"));
	const char *version = json_words(json_at(start, "version"));
	const char *system = json_words(json_at(start, "system_info"));
	struct span digits;
	double secs;

	g->line = d->line;
	if (protocol) {
		g->test = arena_strdup(&g->scratch, protocol);
		gather_param(g, "protocol", span_of(protocol));
	}
	param(g, d, json_at(t, "num_streams"), "parallel");
	param(g, d, json_at(t, "blksize"), "message_size");
	param(g, d, json_at(t, "omit"), "omit_s");
	param(g, d, json_at(t, "tos"), "tos");
	param(g, d, json_at(t, "target_bitrate"), "target_rate");
	gather_param(g, "side", span_of(json_at(start, "accepted_connection") ?
					"server" : "client"));
	if (is_set(d, json_at(t, "reverse")))
		gather_param(g, "mode", span_of("reverse"));
	if (is_set(d, json_at(t, "bidir")))
		x->bidir = true;
	if (json_digits(d, json_at(t, "duration"), &digits) &&
	    !span_is(digits, "0"))
		gather_duration(g, digits);
	if (version && !strncmp(version, "iperf ", 6))
		gather_fact(g, "tool_version", span_of(version + 6));
	if (system)
		iperf3_system(g, span_of(system));
	if (json_value(d, json_at(start, "timestamp.timesecs"), &secs) ==
	    NUMBER_OK && secs > 0 && secs < 7e9) {
		g->has_at = true;
		g->at_ns = (int64_t)secs * INT64_C(1000000000);
	}
}

static void read_start(struct iperf3 *x, const struct json_read *d,
		       const cJSON *start)
{
	x->bidir = false;
	start_one(x, x->g[0], d, start);
	start_one(x, x->g[1], d, start);
}

static void read_interval(struct iperf3 *x, const struct json_read *d,
			  const cJSON *interval)
{
	static const char *const sums[] = { "sum", "sum_bidir_reverse" };
	const cJSON *sum;
	size_t i;

	for (i = 0; i < 2; i++) {
		sum = json_at(interval, sums[i]);
		if (!cJSON_IsTrue(json_at(sum, "omitted")))
			value(x, x->g[i], d, json_at(sum, "bits_per_second"),
			      "throughput_interval", "bit/s", BETTER_HIGHER,
			      ROLE_INTERVAL);
	}
}

/* What only UDP tells, of the receiver. */
static void losses(struct iperf3 *x, struct gather *g,
		   const struct json_read *d, const cJSON *sum)
{
	double total;

	value(x, g, d, json_at(sum, "jitter_ms"), "jitter", "ms", BETTER_LOWER,
	      ROLE_SAMPLE);
	value(x, g, d, json_at(sum, "packets"), "datagrams", "count",
	      BETTER_NONE, ROLE_SAMPLE);
	if (json_value(d, json_at(sum, "packets"), &total) != NUMBER_OK ||
	    total <= 0)
		return; /* then 0 lost means nothing */
	value(x, g, d, json_at(sum, "lost_packets"), "lost", "count",
	      BETTER_LOWER, ROLE_SAMPLE);
	value(x, g, d, json_at(sum, "lost_percent"), "loss_percent", "%",
	      BETTER_LOWER, ROLE_SAMPLE);
}

static void totals(struct iperf3 *x, struct gather *g,
		   const struct json_read *d, const cJSON *sent,
		   const cJSON *received)
{
	double s;

	value(x, g, d, json_at(sent, "bits_per_second"), "throughput_send",
	      "bit/s", BETTER_HIGHER, ROLE_SAMPLE);
	value(x, g, d, json_at(received, "bits_per_second"), "throughput_recv",
	      "bit/s", BETTER_HIGHER, ROLE_SAMPLE);
	value(x, g, d, json_at(sent, "retransmits"), "retransmits", "count",
	      BETTER_LOWER, ROLE_SAMPLE);
	if (json_at(received, "jitter_ms"))
		losses(x, g, d, received);
	else if (json_at(sent, "jitter_ms"))
		losses(x, g, d, sent);
	if (!g->duration &&
	    json_value(d, json_at(sent, "seconds"), &s) == NUMBER_OK)
		gather_seconds(g, s);
}

/* More than one: a value each. One: how long its round trips were. */
static void streams(struct iperf3 *x, const struct json_read *d,
		    const cJSON *list)
{
	bool several = cJSON_GetArraySize(list) > (x->bidir ? 2 : 1);
	const cJSON *s, *sender;
	struct gather *g;

	cJSON_ArrayForEach(s, list) {
		sender = json_at(s, "sender");
		g = x->g[x->bidir && cJSON_IsFalse(json_at(sender, "sender"))];
		if (several) {
			value(x, g, d, json_at(sender, "bits_per_second"),
			      "throughput_send_stream", "bit/s", BETTER_HIGHER,
			      ROLE_STREAM);
			value(x, g, d, json_at(s, "receiver.bits_per_second"),
			      "throughput_recv_stream", "bit/s", BETTER_HIGHER,
			      ROLE_STREAM);
		} else if (is_set(d, json_at(sender, "mean_rtt"))) {
			value(x, g, d, json_at(sender, "mean_rtt"), "rtt_mean",
			      "us", BETTER_LOWER, ROLE_SUMMARY);
		}
	}
}

static void directions(struct iperf3 *x)
{
	size_t i;

	for (i = 0; i < 2 && x->bidir; i++) {
		gather_param(x->g[i], "mode", span_of("bidir"));
		gather_param(x->g[i], "direction", span_of(i ? "receive" :
							   "send"));
	}
}

static void read_end(struct iperf3 *x, const struct json_read *d,
		     const cJSON *end, size_t line)
{
	const cJSON *sent = json_at(end, "sum_sent");
	const cJSON *back = json_at(end, "sum_sent_bidir_reverse");
	const char *congestion = json_words(json_at(end,
						    "sender_tcp_congestion"));
	size_t i;

	x->bidir = x->bidir || back;
	totals(x, x->g[0], d, sent ? sent : json_at(end, "sum"),
	       json_at(end, "sum_received"));
	if (x->bidir)
		totals(x, x->g[1], d, back,
		       json_at(end, "sum_received_bidir_reverse"));
	streams(x, d, json_at(end, "streams"));
	value(x, x->g[0], d, json_at(end, "cpu_utilization_percent.host_total"),
	      "cpu_util_local", "%", BETTER_LOWER, ROLE_SAMPLE);
	value(x, x->g[0], d,
	      json_at(end, "cpu_utilization_percent.remote_total"),
	      "cpu_util_remote", "%", BETTER_LOWER, ROLE_SAMPLE);
	for (i = 0; i < 2 && congestion; i++)
		gather_param(x->g[i], "congestion", span_of(congestion));
	directions(x);
	if (!gather_count(x->g[0], "throughput_send", ROLE_SAMPLE) &&
	    !gather_count(x->g[0], "throughput_recv", ROLE_SAMPLE)) {
		report_error(x->report, line, "truncated: a test without its"
			     " totals");
		gather_drop(x->g[0]);
	}
	gather_flush(x->g[0]);
	if (x->bidir)
		gather_flush(x->g[1]);
	gather_drop(x->g[1]);
}

static void test_failed(struct iperf3 *x, const char *reason, size_t line)
{
	x->g[0]->n_values = 0;
	gather_fail(x->g[0], span_of(reason), line);
	gather_drop(x->g[1]);
}

/* Events */

static void stream_end(struct iperf3 *x, const struct json_read *d,
		       const cJSON *end)
{
	if (x->error)
		test_failed(x, x->error, d->line);
	else
		read_end(x, d, end, d->line);
	x->error = NULL;
	x->stream_open = false;
}

void iperf3_json_end(struct iperf3 *x)
{
	if (x->stream_open)
		report_error(x->report, x->g[0]->line, "truncated: no end"
			     " event");
	else if (x->error)
		test_failed(x, x->error, x->lines.no);
	x->stream_open = false;
	x->error = NULL;
	gather_drop(x->g[0]);
	gather_drop(x->g[1]);
}

static void read_event(struct iperf3 *x, const struct json_read *d,
		       const char *event, const cJSON *data)
{
	const char *cookie;

	if (!strcmp(event, "start")) {
		iperf3_json_end(x);
		cookie = json_words(json_at(data, "cookie"));
		x->cookie = cookie ? arena_strdup(x->report->arena, cookie) :
			    NULL;
		read_start(x, d, data);
		x->stream_open = true;
	} else if (!strcmp(event, "interval")) {
		read_interval(x, d, data);
	} else if (!strcmp(event, "error")) {
		x->error = arena_strdup(x->report->arena, json_words(data) ?
					json_words(data) : "error");
	} else if (!strcmp(event, "end")) {
		stream_end(x, d, data);
	}
}

void iperf3_document(struct iperf3 *x, const struct json_read *d)
{
	const cJSON *root = d->root, *start = json_at(root, "start"), *i;
	const char *event = json_words(json_at(root, "event"));
	const char *error = json_words(json_at(root, "error"));
	const char *cookie = json_words(json_at(start, "cookie"));

	if (event) {
		read_event(x, d, event, json_at(root, "data"));
		return;
	}
	if (cookie && x->cookie && !strcmp(cookie, x->cookie) &&
	    !x->stream_open)
		return;
	iperf3_json_end(x);
	if (!start) {
		report_error(x->report, d->line, "this JSON is not iperf3's");
		return;
	}
	read_start(x, d, start);
	cJSON_ArrayForEach(i, json_at(root, "intervals"))
		read_interval(x, d, i);
	if (error)
		test_failed(x, error, d->line);
	else
		read_end(x, d, json_at(root, "end"), d->line);
}
