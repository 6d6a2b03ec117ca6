/* import_iperf2_test.c - what the rows of one test of iperf 2 mean. */
#include <math.h>

#include "iperf2.h"

static size_t find(const struct iperf2 *x, uint64_t key)
{
	size_t i;

	for (i = x->slots[key % IPERF2_SLOTS]; i; i = x->streams[i - 1].next)
		if (x->streams[i - 1].key == key)
			return i;
	return 0;
}

static uint64_t key_of(uint64_t id, bool sum, bool half)
{
	return 2 * (sum ? UINT64_C(1) << 32 : id) + half;
}

bool iperf2_known(const struct iperf2 *x, uint64_t id)
{
	return find(x, key_of(id, false, false)) ||
	       find(x, key_of(id, false, true));
}

size_t iperf2_stream(struct iperf2 *x, uint64_t id, bool sum, bool half)
{
	uint64_t key = key_of(id, sum, half);
	size_t found = find(x, key), sibling;
	struct iperf2_stream *s;

	if (found)
		return found - 1;
	if (x->n_streams == IPERF2_STREAMS_MAX) {
		report_error(x->report, x->lines.no, "more than %d streams in"
			     " one test", IPERF2_STREAMS_MAX);
		return x->n_streams - 1;
	}
	x->streams = arena_grow(&x->arena, x->streams, x->n_streams,
				sizeof(*s));
	s = &x->streams[x->n_streams++];
	sibling = find(x, key ^ 1);
	*s = (struct iperf2_stream){
		.key = key, .sum = sum, .back = half,
		.next = x->slots[key % IPERF2_SLOTS],
		.connect_ms = sibling ? x->streams[sibling - 1].connect_ms :
			      NAN,
	};
	x->slots[key % IPERF2_SLOTS] = x->n_streams;
	return x->n_streams - 1;
}

struct iperf2_row *iperf2_row(struct iperf2 *x, size_t stream)
{
	struct iperf2_row *row;

	x->rows = arena_grow(&x->arena, x->rows, x->n_rows, sizeof(*row));
	row = &x->rows[x->n_rows++];
	*row = (struct iperf2_row){
		.line = x->lines.no, .stream = stream,
		.writes = NAN, .write_errors = NAN, .retries = NAN,
		.cwnd_kib = NAN, .rtt_us = NAN, .pps = NAN, .jitter_ms = NAN,
		.lost = NAN, .datagrams = NAN, .loss_percent = NAN,
	};
	return row;
}

static void put(struct gather *g, const char *name, const char *unit,
		enum better better, enum role role, double v)
{
	if (!isnan(v))
		gather_value(g, name, unit, better, role, v);
}

/* With "_stream" behind them where they are of one stream among several. */
static void put_losses(struct gather *g, const struct iperf2_row *row,
		       bool stream)
{
	enum role role = stream ? ROLE_STREAM : ROLE_SAMPLE;

	put(g, stream ? "jitter_stream" : "jitter", "ms", BETTER_LOWER, role,
	    row->jitter_ms);
	put(g, stream ? "lost_stream" : "lost", "count", BETTER_LOWER, role,
	    row->lost);
	put(g, stream ? "datagrams_stream" : "datagrams", "count", BETTER_NONE,
	    role, row->datagrams);
	put(g, stream ? "loss_percent_stream" : "loss_percent", "%",
	    BETTER_LOWER, role, row->loss_percent);
}

static void put_total(struct gather *g, const struct iperf2_row *row)
{
	put(g, "throughput", row->unit, BETTER_HIGHER, ROLE_SAMPLE, row->rate);
	put(g, "transfer", "B", BETTER_NONE, ROLE_SAMPLE, row->bytes);
	put(g, "retransmits", "count", BETTER_LOWER, ROLE_SAMPLE,
	    row->retries);
	put(g, "writes", "count", BETTER_NONE, ROLE_SAMPLE, row->writes);
	put(g, "write_errors", "count", BETTER_LOWER, ROLE_SAMPLE,
	    row->write_errors);
	put(g, "packet_rate", "packet/s", BETTER_HIGHER, ROLE_SAMPLE,
	    row->pps);
	/* These two are of the last moment only. */
	put(g, "rtt", "us", BETTER_LOWER, ROLE_SUMMARY, row->rtt_us);
	put(g, "cwnd", "KiB", BETTER_NONE, ROLE_SUMMARY, row->cwnd_kib);
	put_losses(g, row, false);
	gather_seconds(g, row->end);
}

static void put_interval(struct gather *g, const struct iperf2_row *row)
{
	char text[NUMBER_SIZE];

	if (!tags_get(&g->params, "interval_s")) {
		number_print(row->end - row->start, text);
		gather_param(g, "interval_s", span_of(text));
	}
	put(g, "throughput_interval", row->unit, BETTER_HIGHER, ROLE_INTERVAL,
	    row->rate);
	put(g, "retransmits_interval", "count", BETTER_LOWER, ROLE_INTERVAL,
	    row->retries);
}

static bool is_total(const struct iperf2 *x, size_t row)
{
	const struct iperf2_row *r = &x->rows[row];

	return x->streams[r->stream].last == row && r->start <= 0;
}

/* One direction while it is given to its gather. */
struct direction {
	struct gather *g;
	bool back;
	size_t n;         /* streams that have rows */
	bool has_sum;
	size_t n_totals;  /* of whatever is the sample */
};

static void count_streams(const struct iperf2 *x, struct direction *d)
{
	size_t i;

	for (i = 0; i < x->n_streams; i++) {
		const struct iperf2_stream *s = &x->streams[i];

		if (!s->rows || s->back != d->back)
			continue;
		if (s->sum)
			d->has_sum = true;
		else
			d->n++;
	}
}

static void put_row(const struct iperf2 *x, struct direction *d, size_t i)
{
	const struct iperf2_row *row = &x->rows[i];
	const struct iperf2_stream *s = &x->streams[row->stream];
	bool several = d->n > 1;

	if (row->report) {
		put(d->g, several ? "throughput_recv_stream" :
		    "throughput_recv", row->unit, BETTER_HIGHER,
		    several ? ROLE_STREAM : ROLE_SAMPLE, row->rate);
		put_losses(d->g, row, several);
	} else if (s->sum != several) {
		if (s->sum || !is_total(x, i))
			return;
		put(d->g, "throughput_stream", row->unit, BETTER_HIGHER,
		    ROLE_STREAM, row->rate);
		put_losses(d->g, row, true);
		put(d->g, "connect_time", "ms", BETTER_LOWER, ROLE_STREAM,
		    s->connect_ms);
		d->n_totals += !d->has_sum;
		if (!d->has_sum && !d->g->duration)
			gather_seconds(d->g, row->end);
	} else if (is_total(x, i)) {
		put_total(d->g, row);
		if (!several)
			put(d->g, "connect_time", "ms", BETTER_LOWER,
			    ROLE_SAMPLE, s->connect_ms);
		d->n_totals++;
	} else {
		put_interval(d->g, row);
	}
}

static const char *mode(const struct iperf2 *x, bool both)
{
	if (x->duplex)
		return "full-duplex";
	if (x->reverse)
		return "reverse";
	if (x->client_first && x->listen.len)
		return both ? "dual" : "tradeoff";
	return NULL;
}

static void set_params(const struct iperf2 *x, const struct direction *d,
		       bool both)
{
	const char *m = mode(x, both);
	char text[NUMBER_SIZE];
	struct gather *g = d->g;

	g->test = x->protocol;
	g->line = x->line;
	if (x->protocol)
		gather_param(g, "protocol", span_of(x->protocol));
	gather_param(g, "side", span_of(!x->client_first && x->listen.len ?
					"server" : "client"));
	number_print((double)(d->n ? d->n : 1), text);
	gather_param(g, "parallel", span_of(text));
	gather_param(g, "message_size", x->message_size);
	if (m)
		gather_param(g, "mode", span_of(m));
	if (m || both)
		gather_param(g, "direction", span_of(d->back ? "receive" :
						     "send"));
}

static void put_direction(struct iperf2 *x, struct direction *d, bool both)
{
	size_t i;

	set_params(x, d, both);
	for (i = 0; i < x->n_rows; i++)
		if (x->streams[x->rows[i].stream].back == d->back)
			put_row(x, d, i);
	put(d->g, "out_of_order", "count", BETTER_LOWER, ROLE_SAMPLE,
	    x->out_of_order);
	if (!d->n_totals)
		report_error(x->report, x->line, "truncated: no total row");
	else if (d->n > 1 && !d->has_sum)
		report_warn(x->report, x->line, "%zu streams and no row of"
			    " their sum", d->n);
	gather_flush(d->g);
}

static void forget(struct iperf2 *x)
{
	size_t i;

	for (i = 0; i < x->n_streams; i++)
		x->slots[x->streams[i].key % IPERF2_SLOTS] = 0;
	x->open = x->client = x->csv = false;
	x->protocol = x->failure = x->warning = NULL;
	x->message_size = span_of("");
	x->reverse = x->duplex = x->reporting = x->epoch = false;
	x->n_connections = x->n_rows = x->n_streams = 0;
	x->rows = NULL;
	x->streams = NULL;
	x->out_of_order = NAN;
	arena_release(&x->arena);
}

/* What the test said besides its rows. */
static void say(struct iperf2 *x)
{
	if (x->failure)
		report_warn(x->report, x->failure_line, "iperf says: %s",
			    x->failure);
	if (x->warning)
		report_warn(x->report, x->warning_line, "no server report, so"
			    " no losses: %s", x->warning);
	if (x->epoch)
		report_warn(x->report, x->line, "the time of a row is 1970, as"
			    " iperf 2.1 has it in totals");
}

void iperf2_test_end(struct iperf2 *x)
{
	struct direction d[2] = { { .g = x->g[0] },
				  { .g = x->g[1], .back = true } };
	bool both;

	count_streams(x, &d[0]);
	count_streams(x, &d[1]);
	both = d[0].n && d[1].n;
	if (x->failure && !x->n_rows) {
		set_params(x, &d[0], false);
		gather_fail(x->g[0], span_of(x->failure), x->failure_line);
	} else if (x->n_rows) {
		say(x);
		if (d[0].n)
			put_direction(x, &d[0], both);
		if (d[1].n)
			put_direction(x, &d[1], both);
	} else if (x->open && (x->n_connections || x->client)) {
		report_error(x->report, x->line, "truncated: a test without"
			     " rows");
	}
	forget(x);
}
