/*
 * import_iperf3.c - iperf3's text, -J and --json-stream, client and server.
 *
 * The primary value is what arrived (throughput_recv); what was sent, and the
 * retransmits of the sender, stand beside it. With several streams [SUM] is the
 * sample and the streams are streams; omitted intervals are none.
 * import_iperf3_text.c reads the lines, import_iperf3_json.c the documents.
 *
 * source    iperf 3.0 to 3.21: src/iperf_locale.c (the texts), iperf_api.c
 *           (iperf_print_results, JSON_Start, iperf_json_finish)
 */
#include "import.h"
#include "claim.h"
#include "iperf3.h"

static const char *const errors[] = {
	"iperf3: error - ", "iperf3: interrupt - ", "iperf3: parameter error",
	NULL
};

bool iperf3_is_error(struct span line)
{
	return line_begins(line, errors);
}

/* "Linux host-a 6.1.0 #1 SMP ...": sysname, node name, release. */
void iperf3_system(struct gather *g, struct span uname)
{
	struct span f[3];

	if (line_fields(uname, f, 3) < 3)
		return;
	gather_fact(g, "os", f[0]);
	gather_fact(g, "host", f[1]);
	gather_fact(g, "kernel", f[2]);
}

static size_t claim(const char *data, size_t len)
{
	if (len && *data == '{')
		return iperf3_json_claim(data, len);
	return claim_ruled(data, len, iperf3_own_line, iperf3_next_line);
}

/* An error line right behind a document speaks of that test. */
static bool late_error(struct iperf3 *x, struct span line)
{
	if (!x->document_end || x->lines.no > x->document_end + 1 ||
	    !iperf3_is_error(line))
		return false;
	report_warn(x->report, x->lines.no, "after its result: %.*s",
		    span_shown(line, 200), line.s);
	x->report->complete = false;
	return true;
}

static void read_document(struct iperf3 *x, struct span line)
{
	struct json_read d;
	bool ok;

	iperf3_text_end(x);
	ok = json_read(&d, &x->lines, line, x->report, false);
	if (ok)
		iperf3_document(x, &d);
	x->document_end = ok ? x->lines.no : 0;
	json_read_release(&d);
	/* What follows a damaged document is part of it. */
	while (!ok && x->lines.at < x->lines.end && *x->lines.at != '{' &&
	       lines_next(&x->lines, &line))
		;
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct iperf3 *x = arena_alloc(r->arena, sizeof(*x));
	struct span line;

	(void)err;
	x->report = r;
	x->g[0] = gather_new(r);
	x->g[1] = gather_new(r);
	lines_init(&x->lines, data, len);
	while (lines_next(&x->lines, &line) && !r->over_limit) {
		r->line = x->lines.no;
		if (line.len && line.s[0] == '{')
			read_document(x, line);
		else if (!late_error(x, line))
			iperf3_text(x, line);
	}
	iperf3_text_end(x);
	iperf3_json_end(x);
	gather_end(x->g[0]);
	gather_end(x->g[1]);
	lines_end(&x->lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "throughput_send, throughput_recv, throughput_interval, "
	  "throughput_send_stream, throughput_recv_stream",
	  "bit/s, B/s", "higher" },
	{ "retransmits, lost", "count", "lower" },
	{ "loss_percent", "%", "lower" },
	{ "jitter", "ms", "lower" },
	{ "rtt_mean", "us", "lower" },
	{ "cpu_util_local, cpu_util_remote", "%", "lower" },
	{ "datagrams", "count", "none" },
	{ 0 }
};

const struct importer importer_iperf3 = {
	.name = "iperf3",
	.summary = "iperf3: text, -J, --json-stream; client and server",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.parse = parse,
};
