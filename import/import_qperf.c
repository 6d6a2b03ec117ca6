/*
 * import_qperf.c - qperf: a test's name, then what it measured.
 *
 *	tcp_bw:
 *	    bw        =  3.11 MB/sec
 *	    msg_size  =     8 bytes
 *
 * Its kilo is 1000, of bytes too; only a KiB of a message size is 1024. Values
 * have three digits unless -uu was given. With -oo one test stands there once
 * for every size.
 *
 * source    qperf 0.4.11 src/qperf.c (view_band, view_time, show_info)
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
	bool open;
	char *test;       /* in the report's arena */
	size_t line;
};

static const struct quantity_unit units[] = {
	{ "bytes/sec", "B/s", 0, 0, 0 }, { "KB/sec", "B/s", 3, 0, 0 },
	{ "MB/sec", "B/s", 6, 0, 0 },    { "GB/sec", "B/s", 9, 0, 0 },
	{ "TB/sec", "B/s", 12, 0, 0 },
	{ "bits/sec", "bit/s", 0, 0, 0 }, { "Kb/sec", "bit/s", 3, 0, 0 },
	{ "Mb/sec", "bit/s", 6, 0, 0 },   { "Gb/sec", "bit/s", 9, 0, 0 },
	{ "Tb/sec", "bit/s", 12, 0, 0 },
	{ "ns", "us", -3, 0, 0 }, { "us", "us", 0, 0, 0 },
	{ "ms", "us", 3, 0, 0 },  { "sec", "us", 6, 0, 0 },
	{ "/sec", "K/s", -3, 0, 0 }, { "K/sec", "K/s", 0, 0, 0 },
	{ "million/sec", "K/s", 3, 0, 0 }, { "billion/sec", "K/s", 6, 0, 0 },
	{ "% cpus", "%", 0, 0, 0 }, { "", "count", 0, 0, 0 },
	{ NULL, NULL, 0, 0, 0 },
};

/* What is measured; every other key tells how. */
static const struct kind {
	const char *key, *name;
	enum better better;
} kinds[] = {
	{ "bw", "throughput", BETTER_HIGHER },
	{ "send_bw", "throughput_send", BETTER_HIGHER },
	{ "recv_bw", "throughput_recv", BETTER_HIGHER },
	{ "latency", "latency_mean", BETTER_LOWER },
	{ "msg_rate", "message_rate", BETTER_HIGHER },
	{ "loc_cpus_used", "cpu_util_local", BETTER_LOWER },
	{ "rem_cpus_used", "cpu_util_remote", BETTER_LOWER },
	{ "loc_send_errors", "send_errors", BETTER_LOWER },
};

/* "tcp_bw:", "rc_rdma_write_lat:", "conf:" at the line's start. */
static bool is_heading(struct span line)
{
	static const char *const families[] = {
		"tcp_", "udp_", "rc_", "uc_", "ud_", "sctp_", "rds_", "sdp_",
		"xrc_", "ver_", "rdma_", NULL
	};
	size_t i;

	if (line.len < 4 || line.s[line.len - 1] != ':')
		return false;
	line.len--;
	if (span_is(line, "conf") || span_is(line, "quit"))
		return true;
	for (i = 0; i < line.len; i++)
		if (line.s[i] != '_' && (line.s[i] < 'a' || line.s[i] > 'z') &&
		    (line.s[i] < '0' || line.s[i] > '9'))
			return false;
	return line_begins(line, families);
}

static bool is_error(struct span line)
{
	return span_find(line, ": failed to connect") ||
	       span_begins(line, "server: ") || span_is(line, "timed out") ||
	       span_begins(line, "failed to ");
}

static bool next_line(struct span line)
{
	struct span key, value;

	return is_error(line) ||
	       (span_begins(line, "    ") &&
		line_key_value(line, '=', &key, &value));
}

/* A heading and, under it, what is indented or an error. */
static size_t claim(const char *data, size_t len)
{
	size_t used, more;
	struct span line = line_first(data, len, &used);

	if (!is_heading(line) ||
	    !next_line(line_first(data + used, len - used, &more)))
		return 0;
	return claim_lines(data, len, is_heading, next_line);
}

static void test_end(struct reader *x)
{
	if (!x->open)
		return;
	x->open = false;
	if (!x->g->n_values && strcmp(x->test, "conf"))
		report_error(x->report, x->line, "truncated: %s without a"
			     " value", x->test);
	x->g->test = x->test;
	x->g->line = x->line;
	gather_flush(x->g);
}

/* Do exactly three digits stand behind the comma at i? */
static bool thousands(struct span s, size_t i)
{
	size_t n = 0;

	while (i + 1 + n < s.len && s.s[i + 1 + n] >= '0' &&
	       s.s[i + 1 + n] <= '9')
		n++;
	return i > 0 && n == 3;
}

/* Digits without the commas between thousands; 1,5 stays what it is. */
static struct span plain(struct reader *x, struct span s)
{
	char *out = arena_alloc(&x->g->scratch, s.len + 1);
	size_t i, n = 0;

	for (i = 0; i < s.len; i++)
		if (s.s[i] != ',' || !thousands(s, i))
			out[n++] = s.s[i];
	return (struct span){ out, n };
}

/* "8 bytes", "4 KiB (4,096)", "64 KB (65,536)": the number in bytes. */
static void read_size(struct reader *x, struct span value)
{
	struct span exact, f, rest = value;

	if (span_between(value, "(", ")", &exact))
		gather_param(x->g, "message_size", plain(x, exact));
	else if (line_field(&rest, &f) && span_is(span_trim(rest), "bytes"))
		gather_param(x->g, "message_size", plain(x, f));
}

static void read_value(struct reader *x, const struct kind *kind,
		       struct span value)
{
	const struct quantity_unit *unit = NULL;
	struct span number, rest = value;
	double v;

	if (line_field(&rest, &number))
		unit = quantity_unit(units, span_trim(rest));
	if (unit && quantity_value(plain(x, number), unit, &v) == NUMBER_OK)
		gather_value(x->g, kind->name, unit->unit, kind->better,
			     ROLE_SAMPLE, v);
	else
		report_error(x->report, x->lines.no, "'%.*s' is no value of"
			     " qperf's", span_shown(value, 60), value.s);
}

static void read_key(struct reader *x, struct span key, struct span value)
{
	static const struct { const char *key, *tag; } facts[] = {
		{ "loc_node", "host" }, { "loc_os", "kernel" },
		{ "loc_cpu", "cpu" }, { "loc_qperf", "tool_version" },
	};
	struct span f, rest = value;
	size_t i;

	if (span_is(key, "loc_os") && span_begins(value, "Linux ")) {
		value.s += 6;
		value.len -= 6;
	}
	for (i = 0; i < N_OF(kinds); i++)
		if (span_is(key, kinds[i].key)) {
			read_value(x, &kinds[i], value);
			return;
		}
	for (i = 0; i < N_OF(facts); i++)
		if (span_is(key, facts[i].key))
			report_tag(x->report, report_run_default(x->report),
				   facts[i].tag,
				   span_copy(value, x->report->arena));
	if (span_is(key, "msg_size"))
		read_size(x, value);
	else if (span_is(key, "time") && line_field(&rest, &f) &&
		 span_is(span_trim(rest), "sec"))
		gather_duration(x->g, f);
}

static void read_line(struct reader *x, struct span line)
{
	struct span key, value;

	if (span_blank(line))
		return;
	if (is_heading(line)) {
		test_end(x);
		x->open = true;
		x->line = x->lines.no;
		x->test = arena_strndup(x->report->arena, line.s,
					line.len - 1);
	} else if (is_error(line)) {
		x->g->test = x->open ? x->test : NULL;
		gather_fail(x->g, line, x->lines.no);
		x->open = false;
	} else if (x->open && line_key_value(line, '=', &key, &value)) {
		read_key(x, key, value);
	} else {
		line_skip(&x->lines, line);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "throughput, throughput_send, throughput_recv",
	  "bit/s, B/s", "higher" },
	{ "message_rate", "K/s", "higher" },
	{ "latency_mean", "us", "lower" },
	{ "cpu_util_local, cpu_util_remote", "%", "lower" },
	{ "send_errors", "count", "lower" },
	{ 0 }
};

const struct importer importer_qperf = {
	.name = "qperf",
	.summary = "qperf",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "tursxvcq",
	.parse = parse,
};
