/* import_netperf_rows.c - the rows of numbers that netperf prints. */
#include <string.h>

#include "netperf.h"

#define FIELDS_MAX 16

enum kind {
	PARAM,
	DURATION,
	RATE,
	COUNT,
	CPU,    /* a side's share; bad ones take the demand with them */
	DEMAND,
	IGNORED,
};

struct column {
	enum kind kind;
	const char *name;
	int side; /* of CPU and DEMAND: 0 local, 1 remote */
	enum better better;
};

#define CPU_LOCAL     { CPU, "cpu_util_local", 0, BETTER_LOWER }
#define CPU_REMOTE    { CPU, "cpu_util_remote", 1, BETTER_LOWER }
#define DEMAND_LOCAL  { DEMAND, "service_demand_local", 0, BETTER_LOWER }
#define DEMAND_REMOTE { DEMAND, "service_demand_remote", 1, BETTER_LOWER }

/* Every row there is, without and with CPU columns. */
static const struct column stream_columns[] = {
	{ PARAM, "socket_recv", 0, 0 },  { PARAM, "socket_send", 0, 0 },
	{ PARAM, "message_size", 0, 0 }, { DURATION, "", 0, 0 },
	{ RATE, "throughput", 0, BETTER_HIGHER },
	CPU_LOCAL, CPU_REMOTE, DEMAND_LOCAL, DEMAND_REMOTE,
};

static const struct column udp_sender_columns[] = {
	{ PARAM, "socket_send", 0, 0 }, { PARAM, "message_size", 0, 0 },
	{ DURATION, "", 0, 0 },
	{ COUNT, "messages_sent", 0, BETTER_NONE },
	{ COUNT, "send_errors", 0, BETTER_LOWER },
	{ RATE, "throughput_send", 0, BETTER_HIGHER },
	CPU_LOCAL, DEMAND_LOCAL,
};

static const struct column udp_receiver_columns[] = {
	{ PARAM, "socket_recv", 0, 0 }, { IGNORED, "", 0, 0 },
	{ COUNT, "messages_recv", 0, BETTER_NONE },
	{ RATE, "throughput_recv", 0, BETTER_HIGHER },
	CPU_REMOTE, DEMAND_REMOTE,
};

static const struct column rr_columns[] = {
	{ PARAM, "socket_send", 0, 0 },  { PARAM, "socket_recv", 0, 0 },
	{ PARAM, "request_size", 0, 0 }, { PARAM, "response_size", 0, 0 },
	{ DURATION, "", 0, 0 },
	{ RATE, "transaction_rate", 0, BETTER_HIGHER },
	CPU_LOCAL, CPU_REMOTE, DEMAND_LOCAL, DEMAND_REMOTE,
};

static const struct column rr_peer_columns[] = {
	{ PARAM, "remote_socket_send", 0, 0 },
	{ PARAM, "remote_socket_recv", 0, 0 },
};

struct row {
	const struct column *columns;
	size_t n, n_cpu; /* columns without and with CPU */
};

static const struct row first_rows[] = {
	[NETPERF_STREAM] = { stream_columns, 5, 9 },
	[NETPERF_UDP] = { udp_sender_columns, 6, 8 },
	[NETPERF_RR] = { rr_columns, 6, 10 },
};

static const struct row second_rows[] = {
	[NETPERF_UDP] = { udp_receiver_columns, 4, 6 },
	[NETPERF_RR] = { rr_peer_columns, 2, 2 },
};

static void read_cpu(struct netperf *x, const struct column *c, double v)
{
	if (v == -1)
		return; /* not measured */
	if (c->kind == CPU && (v < 0 || v > 100)) {
		report_warn(x->report, x->lines.no, "%s of %g %% cannot be: CPU"
			    " and service demand of this side are left out",
			    c->name, v);
		x->cpu_bad[c->side] = true;
	}
	if (!x->cpu_bad[c->side])
		netperf_value(x, c->name, c->kind == CPU ? "%" : x->demand_unit,
			      c->better, ROLE_SAMPLE, v);
}

static void read_column(struct netperf *x, const struct column *c,
			struct span text, double v)
{
	switch (c->kind) {
	case PARAM:
		netperf_param(x, c->name, text);
		break;
	case DURATION:
		netperf_duration(x, text);
		break;
	case RATE:
		netperf_value(x, c->name, x->unit, c->better, ROLE_SAMPLE, v);
		break;
	case COUNT:
		netperf_value(x, c->name, "count", c->better, ROLE_SAMPLE, v);
		break;
	case CPU:
	case DEMAND:
		read_cpu(x, c, v);
		break;
	case IGNORED:
		break;
	}
}

/* The numbers of a row; says what is wrong with it and returns false. */
static bool numbers(struct netperf *x, const struct span *f, size_t n,
		    double *v)
{
	struct report *r = x->report;
	size_t i;

	for (i = 0; i < n; i++) {
		if (span_number(f[i], &v[i]) == NUMBER_OK)
			continue;
		if (memchr(f[i].s, ',', f[i].len))
			report_error(r, x->lines.no, "'%.*s' has a decimal"
				     " comma", span_shown(f[i], 40), f[i].s);
		else
			report_error(r, x->lines.no, "a damaged row: '%.*s' is"
				     " not a number", span_shown(f[i], 40),
				     f[i].s);
		return false;
	}
	return true;
}

static void read_row(struct netperf *x, const struct row *row,
		     const struct span *f, size_t n)
{
	double v[FIELDS_MAX];
	size_t i;

	x->wants_second = false;
	if (numbers(x, f, n < FIELDS_MAX ? n : FIELDS_MAX, v)) {
		if (n == row->n || n == row->n_cpu) {
			for (i = 0; i < n; i++)
				read_column(x, &row->columns[i], f[i], v[i]);
			x->has_result = true;
			return;
		}
		report_error(x->report, x->lines.no, "truncated: a row of %zu"
			     " columns instead of %zu or %zu", n, row->n,
			     row->n_cpu);
	}
	netperf_drop(x);
	x->n_results++; /* said: the block is not without a row besides */
}

static void first_row(struct netperf *x, const struct span *f, size_t n)
{
	netperf_flush(x);
	x->result_line = x->lines.no;
	x->cpu_bad[0] = x->cpu_bad[1] = false;
	read_row(x, &first_rows[x->shape], f, n);
	x->wants_second = x->has_result && x->shape != NETPERF_STREAM;
}

/* -v 0: the rate alone, in a unit that only -f told. */
static void bare_rate(struct netperf *x, struct span number)
{
	bool rr = x->shape == NETPERF_RR;
	double v;

	netperf_flush(x);
	x->result_line = x->lines.no;
	if (!numbers(x, &number, 1, &v))
		return;
	netperf_value(x, rr ? "transaction_rate" : "throughput",
		      rr ? "Trans/s" : NULL, BETTER_HIGHER, ROLE_SAMPLE, v);
	x->has_result = true;
}

/* -v 2: alignments and offsets, then what the calls moved, or the latency. */
static void alignment_row(struct netperf *x, const struct span *f, size_t n)
{
	static const struct { const char *name, *unit; enum role role; }
	calls[] = {
		{ "bytes_transferred", "B", ROLE_SAMPLE },
		{ "bytes_per_send", "B", ROLE_SUMMARY },
		{ "sends", "count", ROLE_SAMPLE },
		{ "bytes_per_recv", "B", ROLE_SUMMARY },
		{ "recvs", "count", ROLE_SAMPLE },
	};
	double v[9];
	size_t i;

	if ((n != 9 && n != 8 && n != 4) || !x->has_result) {
		report_error(x->report, x->lines.no, "truncated: a row of %zu"
			     " columns under the alignments", n);
		return;
	}
	if (!numbers(x, f, n, v))
		return;
	if (n == 9)
		for (i = 0; i < 5; i++)
			netperf_value(x, calls[i].name, calls[i].unit,
				      BETTER_NONE, calls[i].role, v[4 + i]);
	else /* the rate behind it stood in the row before */
		netperf_value(x, "latency_mean", "us", BETTER_LOWER,
			      ROLE_SUMMARY, v[n - 4]);
	x->section = SECTION_CLASSIC;
}

enum netperf_shape netperf_bare_row(struct span line, struct span next)
{
	struct span f[FIELDS_MAX], g[FIELDS_MAX];
	size_t n = line_fields(line, f, FIELDS_MAX), m, i, ints = 0;

	if (n < 5 || n > 10)
		return NETPERF_UNKNOWN;
	while (ints < n && span_is_integer(f[ints]))
		ints++;
	for (i = ints; i < n; i++)
		if (!span_is_number(f[i]))
			return NETPERF_UNKNOWN;
	m = line_fields(next, g, FIELDS_MAX);
	if ((n == 5 || n == 9) && ints == 3 && f[0].len > 2 &&
	    span_is_decimal(f[3], 2) && !span_is_integer(f[4]))
		return NETPERF_STREAM;
	if ((n == 6 || n == 8) && ints == 2 && span_is_decimal(f[2], 2) &&
	    span_is_integer(f[3]) && span_is_integer(f[4]) &&
	    (m == 4 || m == 6) && span_is_integer(g[0]) &&
	    span_is_decimal(g[1], 2))
		return NETPERF_UDP;
	if ((n == 6 || n == 10) && ints == 4 && span_is_decimal(f[4], 2) &&
	    m == 2 && span_is_integer(g[0]) && span_is_integer(g[1]))
		return NETPERF_RR;
	return NETPERF_UNKNOWN;
}

/* Bare rows name no test; UDP's shape is its own. */
static bool bare_shape(struct netperf *x, struct span line)
{
	struct arena *a = x->report->arena;
	size_t used;
	struct span next = line_first(x->lines.at, (size_t)(x->lines.end -
							    x->lines.at),
				      &used);
	enum netperf_shape shape = netperf_bare_row(line, next);

	if (!shape)
		return false;
	netperf_flush(x);
	x->shape = shape;
	x->unit = shape == NETPERF_RR ? "Trans/s" : NULL;
	x->test = shape == NETPERF_UDP ? "UDP_STREAM" : NULL;
	x->banner_tags = (struct tags){ 0 };
	if (shape == NETPERF_UDP)
		tags_set(&x->banner_tags, a, "protocol", "UDP");
	return true;
}

void netperf_row(struct netperf *x, struct span line)
{
	struct span f[FIELDS_MAX];
	size_t n = line_fields(line, f, FIELDS_MAX);

	if (x->section == SECTION_ALIGNMENT) {
		alignment_row(x, f, n);
	} else if (x->section == SECTION_MSS && n == 1) {
		netperf_param(x, "mss", f[0]);
		x->section = SECTION_CLASSIC;
	} else if (x->wants_second) {
		read_row(x, &second_rows[x->shape], f, n);
	} else if (n == 1 && (x->section == SECTION_NONE ||
			      x->section == SECTION_BANNER)) {
		bare_rate(x, f[0]);
	} else if (x->section == SECTION_NONE && !bare_shape(x, line)) {
		line_skip(&x->lines, line);
	} else if (x->section == SECTION_KEYS || x->shape == NETPERF_OMNI ||
		   x->shape == NETPERF_UNKNOWN) {
		line_skip(&x->lines, line);
	} else {
		first_row(x, f, n);
	}
}
