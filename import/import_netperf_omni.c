/*
 * import_netperf_omni.c - what netperf's output selectors print: -k KEY=VALUE,
 * -o comma-separated, -O columns for people, and interim results.
 *
 * One table knows each selector by its key and by its long name. A selector
 * that is not there is context and is left out.
 */
#include <string.h>

#include "netperf.h"

#define CELLS_MAX 256

enum kind {
	RATE,         /* in THROUGHPUT_UNITS */
	RATE_UNITS,
	DEMAND,       /* in SD_UNITS */
	DEMAND_UNITS,
	CPU,          /* % */
	COUNT,
	LATENCY,      /* us, a statistic of the tool's own */
	WIDTH,        /* %, of a confidence interval */
	DURATION,
	PARAM,
	SIZE,         /* a parameter that is more than 0 */
	FLAG,         /* a parameter that is 1 */
	FACT,         /* of the run: the system may choose it anew each time */
};

enum when { ANY, STREAMS, RR };

struct selector {
	const char *key, *words;
	enum kind kind;
	const char *name;
	enum when when;
};

static const struct selector selectors[] = {
	{ "THROUGHPUT", "Throughput", RATE, "throughput", ANY },
	{ "THROUGHPUT_UNITS", "Throughput Units", RATE_UNITS, "", ANY },
	{ "LOCAL_SEND_THROUGHPUT", "Local Send Throughput", RATE,
	  "throughput_send", STREAMS },
	{ "REMOTE_RECV_THROUGHPUT", "Remote Recv Throughput", RATE,
	  "throughput_recv", STREAMS },
	{ "ELAPSED_TIME", "Elapsed Time (sec)", DURATION, "", ANY },
	{ "PROTOCOL", "Protocol", PARAM, "protocol", ANY },
	{ "DIRECTION", "Direction", PARAM, "direction", ANY },
	{ "LSS_SIZE_REQ", "Local Send Socket Size Requested", PARAM,
	  "socket_send_asked", ANY },
	{ "LSR_SIZE_REQ", "Local Recv Socket Size Requested", PARAM,
	  "socket_recv_asked", RR },
	{ "RSR_SIZE_REQ", "Remote Recv Socket Size Requested", PARAM,
	  "socket_recv_asked", STREAMS },
	{ "LSS_SIZE_END", "Local Send Socket Size Final", FACT, "socket_send",
	  ANY },
	{ "RSR_SIZE_END", "Remote Recv Socket Size Final", FACT, "socket_recv",
	  STREAMS },
	{ "LSR_SIZE_END", "Local Recv Socket Size Final", FACT, "socket_recv",
	  RR },
	{ "RSS_SIZE_END", "Remote Send Socket Size Final", FACT,
	  "remote_socket_send", RR },
	{ "RSR_SIZE_END", "Remote Recv Socket Size Final", FACT,
	  "remote_socket_recv", RR },
	{ "LOCAL_SEND_SIZE", "Local Send Size", SIZE, "message_size", STREAMS },
	{ "REMOTE_SEND_SIZE", "Remote Send Size", SIZE, "message_size",
	  STREAMS },
	{ "REQUEST_SIZE", "Request Size Bytes", PARAM, "request_size", ANY },
	{ "RESPONSE_SIZE", "Response Size Bytes", PARAM, "response_size", ANY },
	{ "BURST_SIZE", "Initial Burst Requests", SIZE, "burst", ANY },
	{ "LOCAL_NODELAY", "Local NODELAY", FLAG, "nodelay", ANY },
	{ "LOCAL_CONG_CONTROL", "Local Congestion Control Algorithm", PARAM,
	  "congestion_control", ANY },
	{ "TRANSPORT_MSS", "Transport MSS bytes", PARAM, "mss", ANY },
	{ "CONFIDENCE_LEVEL", "Confidence Level Percent", SIZE,
	  "confidence_level", ANY },
	{ "THROUGHPUT_CONFID", "Throughput Confidence Width (%)", WIDTH,
	  "confidence_interval_throughput", ANY },
	{ "LOCAL_CPU_CONFID", "Local CPU Confidence Width (%)", WIDTH,
	  "confidence_interval_cpu_local", ANY },
	{ "REMOTE_CPU_CONFID", "Remote CPU Confidence Width (%)", WIDTH,
	  "confidence_interval_cpu_remote", ANY },
	{ "LOCAL_CPU_UTIL", "Local CPU Util %", CPU, "cpu_util_local", ANY },
	{ "REMOTE_CPU_UTIL", "Remote CPU Util %", CPU, "cpu_util_remote", ANY },
	{ "LOCAL_CPU_PERCENT_USER", "Local CPU User %", CPU, "cpu_user_local",
	  ANY },
	{ "REMOTE_CPU_PERCENT_USER", "Remote CPU User %", CPU,
	  "cpu_user_remote", ANY },
	{ "LOCAL_CPU_PERCENT_SYSTEM", "Local CPU System %", CPU,
	  "cpu_system_local", ANY },
	{ "REMOTE_CPU_PERCENT_SYSTEM", "Remote CPU System %", CPU,
	  "cpu_system_remote", ANY },
	{ "LOCAL_CPU_PERCENT_IOWAIT", "Local CPU I/O %", CPU,
	  "cpu_iowait_local", ANY },
	{ "REMOTE_CPU_PERCENT_IOWAIT", "Remote CPU I/O %", CPU,
	  "cpu_iowait_remote", ANY },
	{ "LOCAL_CPU_PERCENT_IRQ", "Local CPU IRQ %", CPU, "cpu_irq_local",
	  ANY },
	{ "REMOTE_CPU_PERCENT_IRQ", "Remote CPU IRQ %", CPU, "cpu_irq_remote",
	  ANY },
	{ "LOCAL_CPU_PERCENT_SWINTR", "Local CPU swintr %", CPU,
	  "cpu_swintr_local", ANY },
	{ "REMOTE_CPU_PERCENT_SWINTR", "Remote CPU swintr %", CPU,
	  "cpu_swintr_remote", ANY },
	{ "LOCAL_SD", "Local Service Demand", DEMAND, "service_demand_local",
	  ANY },
	{ "REMOTE_SD", "Remote Service Demand", DEMAND, "service_demand_remote",
	  ANY },
	{ "SD_UNITS", "Service Demand Units", DEMAND_UNITS, "", ANY },
	{ "MIN_LATENCY", "Minimum Latency Microseconds", LATENCY, "latency_min",
	  ANY },
	{ "MAX_LATENCY", "Maximum Latency Microseconds", LATENCY, "latency_max",
	  ANY },
	{ "P50_LATENCY", "50th Percentile Latency Microseconds", LATENCY,
	  "latency_p50", ANY },
	{ "P90_LATENCY", "90th Percentile Latency Microseconds", LATENCY,
	  "latency_p90", ANY },
	{ "P99_LATENCY", "99th Percentile Latency Microseconds", LATENCY,
	  "latency_p99", ANY },
	{ "MEAN_LATENCY", "Mean Latency Microseconds", LATENCY, "latency_mean",
	  ANY },
	{ "STDDEV_LATENCY", "Stddev Latency Microseconds", LATENCY,
	  "latency_stddev", ANY },
	{ "LOCAL_TRANSPORT_RETRANS", "Local Transport Retransmissions", COUNT,
	  "retransmits_local", ANY },
	{ "REMOTE_TRANSPORT_RETRANS", "Remote Transport Retransmissions", COUNT,
	  "retransmits_remote", ANY },
};

#define N_SELECTORS (sizeof(selectors) / sizeof(selectors[0]))

static bool applies(const struct netperf *x, enum when when)
{
	return when == ANY || (when == RR) == (x->shape == NETPERF_RR);
}

static void read_metric(struct netperf *x, const struct selector *s,
			struct span value)
{
	static const struct { const char *unit; enum better better;
			      enum role role; } kinds[] = {
		[RATE] = { netperf_rate_unit, BETTER_HIGHER, ROLE_SAMPLE },
		[DEMAND] = { netperf_demand_unit, BETTER_LOWER, ROLE_SAMPLE },
		[CPU] = { "%", BETTER_LOWER, ROLE_SAMPLE },
		[COUNT] = { "count", BETTER_LOWER, ROLE_SAMPLE },
		[LATENCY] = { "us", BETTER_LOWER, ROLE_SUMMARY },
		[WIDTH] = { "%", BETTER_LOWER, ROLE_SUMMARY },
	};
	double v;

	if (!span_sample(value, x->report, x->lines.no, &v))
		return;
	if (v == -1)
		return; /* not measured */
	if (s->kind == CPU && (v < 0 || v > 100)) {
		report_warn(x->report, x->lines.no, "%s of %g %% cannot be:"
			    " left out", s->name, v);
		return;
	}
	/* One side of a transfer does not send, or not receive. */
	if (s->kind == RATE && s->when == STREAMS && v == 0 &&
	    x->shape != NETPERF_UDP)
		return;
	netperf_value(x, s->name, kinds[s->kind].unit, kinds[s->kind].better,
		      kinds[s->kind].role, v);
	x->has_result = true;
}

static void read_units(struct netperf *x, const struct selector *s,
		       struct span value)
{
	if (s->kind == RATE_UNITS)
		x->unit = netperf_unit(value);
	else if (span_begins(value, "usec/KB"))
		x->demand_unit = "us/KB";
	else if (span_begins(value, "usec/Tran"))
		x->demand_unit = "us/Tr";
	else
		x->demand_unit = span_copy(value, x->report->arena);
	if (s->kind == RATE_UNITS && !x->unit)
		report_error(x->report, x->lines.no, "'%.*s' is no unit of"
			     " netperf's", span_shown(value, 40), value.s);
}

static void read_selector(struct netperf *x, const struct selector *s,
			  struct span value)
{
	if (!value.len || span_is(value, "Deprecated"))
		return;
	switch (s->kind) {
	case RATE_UNITS:
	case DEMAND_UNITS:
		read_units(x, s, value);
		break;
	case DURATION:
		netperf_duration(x, value);
		break;
	case SIZE:
	case FLAG:
		if (!span_is(value, "0") && !tags_get(&x->params, s->name))
			netperf_param(x, s->name, s->kind == FLAG ?
				      span_of("true") : value);
		break;
	case PARAM:
		netperf_param(x, s->name, value);
		break;
	case FACT:
		if (!span_begins(value, "-"))
			tags_setn(&x->facts, &x->scratch, s->name,
				  strlen(s->name), value.s, value.len);
		break;
	default:
		read_metric(x, s, value);
	}
}

/* A selector that was there already begins the next result. */
static void begin_again(struct netperf *x, size_t selector)
{
	uint64_t bit = UINT64_C(1) << (selector % 64);

	if (x->seen[selector / 64] & bit)
		netperf_flush(x);
	if (!x->has_result)
		x->result_line = x->lines.no;
	x->seen[selector / 64] |= bit;
}

/* A value by its key, or by its long name. */
static void read_named(struct netperf *x, struct span key, bool is_key,
		       struct span value)
{
	size_t i;

	for (i = 0; i < N_SELECTORS; i++) {
		const struct selector *s = &selectors[i];

		if (!applies(x, s->when) ||
		    !span_is(key, is_key ? s->key : s->words))
			continue;
		begin_again(x, i);
		read_selector(x, s, value);
		return;
	}
}

bool netperf_key_line(struct span line)
{
	size_t i = 0;

	if (!line.len || line.s[0] < 'A' || line.s[0] > 'Z')
		return false;
	while (i < line.len &&
	       ((line.s[i] >= 'A' && line.s[i] <= 'Z') || line.s[i] == '_' ||
		(line.s[i] >= '0' && line.s[i] <= '9') || line.s[i] == '[' ||
		line.s[i] == ']'))
		i++;
	return i > 1 && i < line.len && line.s[i] == '=';
}

void netperf_read_key(struct netperf *x, struct span line)
{
	struct span key, value;

	if (!line_key_value(line, '=', &key, &value))
		return;
	x->section = SECTION_KEYS;
	read_named(x, key, true, value);
}

/* Interim results */

static size_t cells(struct span line, struct span *cell, size_t max)
{
	size_t n = 0;
	bool more = true;

	while (more && n < max) {
		const char *comma = line.len ? memchr(line.s, ',', line.len) :
			NULL;

		cell[n] = line;
		more = comma != NULL;
		if (more) {
			cell[n].len = (size_t)(comma - line.s);
			line.len -= cell[n].len + 1;
			line.s = comma + 1;
		}
		cell[n] = span_trim(cell[n]);
		n++;
	}
	return n;
}

/* The value and unit of an interim line; false if it is none. */
static bool interim_fields(struct span line, struct span *value,
			   struct span *unit)
{
	struct span f[5];

	if (span_begins(line, "Interim result: ")) {
		if (line_fields(line, f, 4) < 4)
			return false;
		*value = f[2];
		*unit = f[3];
		return true;
	}
	if (!line.len || line.len > 200 || cells(line, f, 5) != 4 ||
	    !netperf_unit(f[1]) || !span_is_number(f[2]) ||
	    !span_is_number(f[3]))
		return false;
	*value = f[0];
	*unit = f[1];
	return true;
}

bool netperf_is_interim(struct span line)
{
	struct span value, unit;

	return interim_fields(line, &value, &unit);
}

static void interim_value(struct netperf *x, struct span value)
{
	double v;

	if (span_sample(value, x->report, x->lines.no, &v))
		netperf_value(x, "throughput_interval", netperf_rate_unit,
			      BETTER_HIGHER, ROLE_INTERVAL, v);
}

bool netperf_interim(struct netperf *x, struct span line)
{
	struct span value, unit, key;

	if (span_begins(line, "NETPERF_") &&
	    line_key_value(line, '=', &key, &value)) {
		netperf_flush(x);
		if (span_begins(key, "NETPERF_INTERIM_RESULT["))
			interim_value(x, value);
		else if (span_begins(key, "NETPERF_UNITS["))
			x->unit = netperf_unit(value);
		return true;
	}
	/* A row of -o may look alike; its header stands before it. */
	if (x->section == SECTION_CSV || !interim_fields(line, &value, &unit))
		return false;
	netperf_flush(x);
	interim_value(x, value);
	x->unit = netperf_unit(unit);
	return true;
}

/* Headers of several lines */

static bool any_number(const struct span *cell, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (span_is_number(cell[i]))
			return true;
	return false;
}

/* The header so far is x->header[0]; a wrapped one goes on behind a blank. */
static void read_csv(struct netperf *x, struct span line)
{
	struct span name[CELLS_MAX], value[CELLS_MAX];
	size_t i, n = cells(line, value, CELLS_MAX);
	char *joined;

	if (x->n_header && n == cells(x->header[0], name, CELLS_MAX) &&
	    any_number(value, n)) {
		for (i = 0; i < n; i++)
			read_named(x, name[i], false, value[i]);
		return;
	}
	if (x->has_result || x->n_header == NETPERF_HEADER_MAX) {
		line_skip(&x->lines, line);
		return;
	}
	joined = x->n_header ?
		arena_printf(x->report->arena, "%s %.*s", x->header[0].s,
			     span_shown(line, 8192), line.s) :
		span_copy(line, x->report->arena);
	x->header[0] = span_of(joined);
	x->n_header++;
}

/* The words of the header lines above [from, to) of the values. */
static const char *words_above(struct netperf *x, size_t from, size_t to)
{
	const char *s = "";
	size_t i;

	for (i = 0; i < x->n_header; i++) {
		struct span h = x->header[i];

		if (h.len <= from)
			continue;
		h.s += from;
		h.len = (h.len < to ? h.len : to) - from;
		h = span_trim(h);
		if (h.len)
			s = arena_printf(x->report->arena, "%s%s%.*s", s,
					 *s ? " " : "", span_shown(h, 200),
					 h.s);
	}
	return s;
}

/* Values stand left-aligned under their header. */
static void read_human(struct netperf *x, struct span line)
{
	struct span value[CELLS_MAX];
	size_t i, n = line_fields(line, value, CELLS_MAX), from, to;

	if (n <= CELLS_MAX && x->n_header && any_number(value, n)) {
		for (i = 0; i < n; i++) {
			from = (size_t)(value[i].s - line.s);
			to = i + 1 < n ? (size_t)(value[i + 1].s - line.s) :
				SIZE_MAX;
			read_named(x, span_of(words_above(x, from, to)), false,
				   value[i]);
		}
		x->n_header = 0;
		return;
	}
	if (x->n_header == NETPERF_HEADER_MAX || line.len > 4096)
		line_skip(&x->lines, line);
	else
		x->header[x->n_header++] = line;
}

void netperf_read_header(struct netperf *x, struct span line)
{
	if (x->section == SECTION_BANNER)
		x->section = memchr(line.s, ',', line.len) ? SECTION_CSV :
			SECTION_HUMAN;
	if (x->section == SECTION_CSV)
		read_csv(x, line);
	else
		read_human(x, line);
}
