/*
 * import_netperf.c - netperf's classic output: banners, headers, rows.
 *
 * Rows are read by their fields, never by columns; the header decides which
 * shape they have. import_netperf_omni.c reads what output selectors print,
 * import_netperf_claim.c knows netperf's lines from others.
 *
 * The elapsed time and the socket sizes that the system chose are facts of the
 * run, not parameters: they differ a little from run to run, and two runs that
 * differ only there must stay comparable.
 */
#include <string.h>

#include "import.h"
#include "netperf.h"

struct test {
	const char *banner, *test, *protocol;
	enum netperf_shape shape;
};

static const struct test tests[] = {
	{ "TCP STREAM", "TCP_STREAM", "TCP", NETPERF_STREAM },
	{ "TCP MAERTS", "TCP_MAERTS", "TCP", NETPERF_STREAM },
	{ "TCP SENDFILE", "TCP_SENDFILE", "TCP", NETPERF_STREAM },
	{ "UDP STREAM", "UDP_STREAM", "UDP", NETPERF_UDP },
	{ "UDP UNIDIRECTIONAL SEND", "UDP_STREAM", "UDP", NETPERF_UDP },
	{ "TCP REQUEST/RESPONSE", "TCP_RR", "TCP", NETPERF_RR },
	{ "TCP Connect/Request/Response", "TCP_CRR", "TCP", NETPERF_RR },
	{ "UDP REQUEST/RESPONSE", "UDP_RR", "UDP", NETPERF_RR },
	{ "SCTP 1-TO-MANY STREAM", "SCTP_STREAM_MANY", "SCTP", NETPERF_STREAM },
	{ "SCTP STREAM", "SCTP_STREAM", "SCTP", NETPERF_STREAM },
	{ "SCTP REQUEST/RESPONSE", "SCTP_RR", "SCTP", NETPERF_RR },
	{ "STREAM STREAM", "STREAM_STREAM", "UNIX", NETPERF_STREAM },
	{ "STREAM REQUEST/RESPONSE", "STREAM_RR", "UNIX", NETPERF_RR },
	{ "DG STREAM", "DG_STREAM", "UNIX", NETPERF_UDP },
	{ "DG REQUEST/RESPONSE", "DG_RR", "UNIX", NETPERF_RR },
};

/* Flags of a banner that make it another test, and the parameter of each. */
static const struct { const char *flag, *param; } flags[] = {
	{ "nodelay", "nodelay" },
	{ "dirty data", "dirty_data" },
	{ "cpu bind", "cpu_bind" },
	{ "interval", "paced" },
	{ "spin interval", "paced" },
};

static const struct { const char *begins, *unit; } units[] = {
	{ "10^3bits", "Kbit/s" }, { "10^6bits", "Mbit/s" },
	{ "10^9bits", "Gbit/s" }, { "10^12bits", "Tbit/s" },
	{ "bits/s", "bit/s" },    { "KBytes", "KiB/s" },
	{ "MBytes", "MiB/s" },    { "GBytes", "GiB/s" },
	{ "Bytes/s", "B/s" },     { "Trans", "Trans/s" },
	{ "persec", "Trans/s" },
};

const char *netperf_unit(struct span spelled)
{
	size_t i;

	for (i = 0; i < N_OF(units); i++)
		if (span_begins(spelled, units[i].begins))
			return units[i].unit;
	return NULL;
}

/* Collecting a result */

void netperf_value(struct netperf *x, const char *name, const char *unit,
		   enum better better, enum role role, double value)
{
	x->values = arena_grow(&x->scratch, x->values, x->n_values,
			       sizeof(*x->values));
	x->values[x->n_values++] = (struct netperf_value){
		name, unit, better, role, value };
}

void netperf_param(struct netperf *x, const char *key, struct span value)
{
	if (!span_begins(value, "-"))
		tags_put(&x->params, &x->scratch, key,
			 span_copy(value, &x->scratch));
}

void netperf_duration(struct netperf *x, struct span seconds)
{
	const char *text = nominal_duration(&x->durations, x->report->arena,
					    seconds, NOMINAL_NEAR, NULL);

	if (text)
		x->duration = text;
}

void netperf_drop(struct netperf *x)
{
	x->has_result = x->wants_second = false;
	x->params = x->facts = (struct tags){ 0 };
	x->duration = NULL;
	x->values = NULL;
	x->n_values = 0;
	memset(x->seen, 0, sizeof(x->seen));
	if (x->scratch.total > 65536)
		arena_release(&x->scratch);
}

static void second_row_missing(struct netperf *x)
{
	if (!x->wants_second)
		return;
	if (x->shape == NETPERF_UDP) {
		report_error(x->report, x->result_line, "truncated: the"
			     " receiver's row is missing");
		netperf_drop(x);
		x->n_results++;
	} else {
		report_warn(x->report, x->result_line, "the row with the peer's"
			    " socket sizes is missing");
	}
}

const char netperf_rate_unit[] = "rate";
const char netperf_demand_unit[] = "demand";

/* A rate in transactions has another name than one in bytes. */
static void unit_resolve(const struct netperf *x, struct netperf_value *v)
{
	bool transactions = x->unit && !strcmp(x->unit, "Trans/s");

	if (v->unit == netperf_demand_unit)
		v->unit = x->demand_unit;
	if (v->unit != netperf_rate_unit)
		return;
	v->unit = x->unit;
	if (transactions && !strcmp(v->name, "throughput"))
		v->name = "transaction_rate";
	if (transactions && !strcmp(v->name, "throughput_interval"))
		v->name = "transaction_rate_interval";
}

void netperf_flush(struct netperf *x)
{
	struct report *r = x->report;
	struct tags run_tags = { 0 };
	size_t i, run;

	r->line = x->result_line;
	second_row_missing(x);
	if (!x->has_result)
		return;
	if (x->duration)
		tags_put(&run_tags, &x->scratch, "duration_s", x->duration);
	run = report_run_with(r, &run_tags);
	for (i = 0; i < x->facts.n; i++)
		report_tag(r, run, x->facts.items[i].key,
			   x->facts.items[i].value);
	for (i = 0; i < x->banner_tags.n; i++)
		tags_put(&x->params, &x->scratch, x->banner_tags.items[i].key,
			 x->banner_tags.items[i].value);
	for (i = 0; i < x->n_values; i++) {
		struct netperf_value *v = &x->values[i];

		unit_resolve(x, v);
		report_sample(r, run, x->test, &x->params, v->name, v->unit,
			      v->better, v->role, v->value);
	}
	x->n_results++;
	netperf_drop(x);
}

static void block_end(struct netperf *x)
{
	size_t run;

	netperf_flush(x);
	if (x->failure && !x->n_results) {
		run = report_run_default(x->report);
		report_failure(x->report, run, x->test, &x->banner_tags, NULL,
			       x->failure, x->failure_line);
	} else if (x->failure) {
		report_warn(x->report, x->failure_line, "netperf says: %s",
			    x->failure);
	} else if (x->banner && !x->n_results) {
		report_error(x->report, x->banner_line, "truncated: a test"
			     " without a result row");
	}
	netperf_drop(x);
	x->section = SECTION_NONE;
	x->shape = NETPERF_UNKNOWN;
	x->banner = x->unit_line = false;
	x->test = x->unit = x->demand_unit = x->failure = NULL;
	x->banner_tags = (struct tags){ 0 };
	x->n_results = x->n_header = 0;
}

/* Banners */

/* "+/-2.500% @ 99% conf.": half of the asked width. */
static bool confidence_flag(struct netperf *x, struct span flag)
{
	const char *at = span_find(flag, "% @ ");
	char text[NUMBER_SIZE];
	struct span width, level;
	double w;

	if (!at || !span_begins(flag, "+/-"))
		return false;
	width = (struct span){ flag.s + 3, (size_t)(at - flag.s) - 3 };
	level = (struct span){ at + 4, flag.len - (size_t)(at - flag.s) - 4 };
	at = span_find(level, "%");
	if (!at || span_number(width, &w) != NUMBER_OK)
		return false;
	level.len = (size_t)(at - level.s);
	number_print(2 * w, text);
	tags_set(&x->banner_tags, x->report->arena, "confidence_width_pct",
		 text);
	tags_setn(&x->banner_tags, x->report->arena, "confidence_level", 16,
		  level.s, level.len);
	return true;
}

static void banner_flag(struct netperf *x, struct span flag)
{
	struct arena *a = x->report->arena;
	size_t i;

	for (i = 0; i < N_OF(flags); i++)
		if (span_is(flag, flags[i].flag))
			tags_set(&x->banner_tags, a, flags[i].param, "true");
	if (span_begins(flag, "first burst ") &&
	    !span_is(flag, "first burst 0"))
		tags_setn(&x->banner_tags, a, "burst", 5, flag.s + 12,
			  flag.len - 12);
	else
		confidence_flag(x, flag);
}

/* " : a : b" after the addresses; a wrapped banner's rest is read alike. */
static void banner_flags(struct netperf *x, struct span rest)
{
	const char *at;

	while ((at = span_find(rest, " : "))) {
		const char *next;
		struct span flag = { at + 3, rest.len -
				     (size_t)(at - rest.s) - 3 };

		rest = flag;
		next = span_find(flag, " : ");
		if (next)
			flag.len = (size_t)(next - flag.s);
		banner_flag(x, span_trim(flag));
	}
}

static void banner_test(struct netperf *x, struct span name)
{
	struct arena *a = x->report->arena;
	char *s;
	size_t i;

	for (i = 0; i < N_OF(tests); i++)
		if (span_is(name, tests[i].banner)) {
			x->test = tests[i].test;
			x->shape = tests[i].shape;
			tags_set(&x->banner_tags, a, "protocol",
				 tests[i].protocol);
			return;
		}
	/* "OMNI Send" and tests that no table knows: their name in capitals. */
	s = span_copy(name, a);
	for (i = 0; s[i]; i++)
		if (s[i] >= 'a' && s[i] <= 'z')
			s[i] = (char)(s[i] - 'a' + 'A');
		else if (s[i] == ' ' || s[i] == '/')
			s[i] = '_';
	x->test = s;
	x->shape = span_begins(name, "OMNI") ? NETPERF_OMNI : NETPERF_UNKNOWN;
}

static void read_banner(struct netperf *x, struct span line)
{
	struct span name;

	block_end(x);
	x->banner = true;
	x->banner_line = x->lines.no;
	x->section = SECTION_BANNER;
	if (netperf_banner_name(line, &name))
		banner_test(x, span_trim(name));
	banner_flags(x, line);
}

/* Headers */

/* The line of units: which one, and that of the service demand. */
static void unit_line(struct netperf *x, struct span line)
{
	struct span f, glued;
	char unit[64];
	size_t n = 0;
	bool after = false, in_unit = true;

	while (line_field(&line, &f)) {
		if (span_begins(f, "us/") || span_begins(f, "usec/"))
			x->demand_unit = span_copy(f, x->report->arena);
		if (after && span_begins(f, "%"))
			in_unit = false;
		if (after && in_unit && !span_is(f, "#") &&
		    f.len < sizeof(unit) - n) {
			/* "MBytes  /s" and "per sec" are one unit. */
			memcpy(unit + n, f.s, f.len);
			n += f.len;
		}
		after = after || span_begins(f, "secs");
	}
	if (!after)
		return;
	glued = (struct span){ unit, n };
	x->unit = netperf_unit(glued);
	x->unit_line = true;
	if (!x->unit)
		report_error(x->report, x->lines.no, "'%.*s' is no unit of"
			     " netperf's", span_shown(glued, 40), unit);
}

static void header_shape(struct netperf *x, struct span line)
{
	if (x->shape)
		return;
	if (span_begins(line, "Recv"))
		x->shape = NETPERF_STREAM;
	else if (span_begins(line, "Local"))
		x->shape = NETPERF_RR;
	else
		x->shape = NETPERF_UDP;
	if (x->shape == NETPERF_UDP) {
		x->test = "UDP_STREAM";
		tags_set(&x->banner_tags, x->report->arena, "protocol", "UDP");
	}
}

static void read_heading(struct netperf *x, struct span line)
{
	if (netperf_is_header(line) && x->section != SECTION_CLASSIC) {
		if (!x->banner)
			block_end(x);
		x->section = SECTION_CLASSIC;
		header_shape(x, line);
	} else if (span_begins(line, "Alignment")) {
		x->section = SECTION_ALIGNMENT;
	} else if (span_begins(line, "Maximum")) {
		x->section = SECTION_MSS;
	} else if (x->section == SECTION_CLASSIC && !x->unit_line) {
		unit_line(x, line);
	}
}

/* "!!! Confidence intervals: Throughput : 2.5%", and the CPU lines under it. */
static void read_confidence(struct netperf *x, struct span line)
{
	static const struct { const char *word, *name; } which[] = {
		{ "Throughput", "confidence_interval_throughput" },
		{ "Local CPU util", "confidence_interval_cpu_local" },
		{ "Remote CPU util", "confidence_interval_cpu_remote" },
	};
	struct span value;
	const char *at;
	size_t i;
	double w;

	if (span_find(line, "Desired confidence was not achieved"))
		report_warn(x->report, x->lines.no, "the asked confidence was"
			    " not achieved");
	at = memrchr(line.s, ':', line.len);
	if (!at)
		return;
	value = (struct span){ at + 1, line.len - (size_t)(at - line.s) - 1 };
	value = span_trim(value);
	line.len = (size_t)(at - line.s);
	if (!value.len || value.s[value.len - 1] != '%')
		return;
	value.len--;
	if (span_number(value, &w) != NUMBER_OK || w < 0)
		return;
	for (i = 0; i < N_OF(which); i++)
		if (span_find(line, which[i].word))
			netperf_value(x, which[i].name, "%", BETTER_LOWER,
				      ROLE_SUMMARY, w);
}

static void read_error(struct netperf *x, struct span line)
{
	struct arena *a = x->report->arena;
	const char *text = arena_strndup(a, line.s, line.len < 300 ? line.len :
					 300);

	if (!x->failure) {
		x->failure = text;
		x->failure_line = x->lines.no;
	} else if (strlen(x->failure) < 600) {
		x->failure = arena_printf(a, "%s; %s", x->failure, text);
	}
}

static void read_line(struct netperf *x, struct span line)
{
	struct span f, rest = line;

	if (!line_field(&rest, &f))
		return;
	if (x->section != SECTION_CSV && x->section != SECTION_HUMAN &&
	    span_is_number(f))
		netperf_row(x, line);
	else if (netperf_is_banner(line))
		read_banner(x, line);
	else if (netperf_is_error(line))
		read_error(x, line);
	else if (span_begins(line, "!!!"))
		read_confidence(x, line);
	else if (netperf_is_histogram(line) || netperf_interim(x, line))
		return;
	else if (netperf_key_line(line))
		netperf_read_key(x, line);
	else if (x->section == SECTION_CSV || x->section == SECTION_HUMAN)
		netperf_read_header(x, line);
	else if (netperf_is_heading(line) &&
		 (x->section != SECTION_BANNER || netperf_is_header(line)))
		read_heading(x, line);
	else if (x->section == SECTION_BANNER &&
		 (span_find(line, " port ") || span_begins(line, "port ")))
		banner_flags(x, line); /* the rest of a wrapped banner */
	else if (x->section == SECTION_BANNER)
		netperf_read_header(x, line);
	else
		line_skip(&x->lines, line);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct netperf *x = arena_alloc(r->arena, sizeof(*x));
	struct span line;

	(void)err;
	x->report = r;
	lines_init(&x->lines, data, len);
	while (lines_next(&x->lines, &line)) {
		r->line = x->lines.no;
		read_line(x, line);
	}
	block_end(x);
	lines_end(&x->lines, r);
	arena_release(&x->scratch);
	return 0;
}

static const struct known_metric gives[] = {
	{ "throughput, throughput_send, throughput_recv, throughput_interval",
	  "*bit/s, *iB/s, -", "higher" },
	{ "transaction_rate, transaction_rate_interval", "Trans/s", "higher" },
	{ "cpu_util_local, cpu_util_remote, cpu_user_local, cpu_user_remote, "
	  "cpu_system_local, cpu_system_remote, cpu_iowait_local, "
	  "cpu_iowait_remote, cpu_irq_local, cpu_irq_remote, "
	  "cpu_swintr_local, cpu_swintr_remote", "%", "lower" },
	{ "service_demand_local, service_demand_remote",
	  "us/KB, us/Tr, -", "lower" },
	{ "latency_min, latency_mean, latency_max, latency_stddev, "
	  "latency_p50, latency_p90, latency_p99", "us", "lower" },
	{ "retransmits_local, retransmits_remote, send_errors",
	  "count", "lower" },
	{ "messages_sent, messages_recv, sends, recvs", "count", "none" },
	{ "bytes_transferred, bytes_per_send, bytes_per_recv", "B", "none" },
	{ "confidence_interval_throughput, confidence_interval_cpu_local, "
	  "confidence_interval_cpu_remote", "%", "lower" },
	{ 0 }
};

const struct importer importer_netperf = {
	.name = "netperf",
	.summary = "netperf: classic, bare -P 0 rows, omni -o -k -O",
	.needs = "test: and unit: for rows of -P 0",
	.metrics = gives,
	.claim = netperf_claim,
	.starts = "^{",
	.parse = parse,
};
