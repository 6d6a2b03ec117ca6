/*
 * import_fping.c - fping: -c, -C, -e, and the summary of each.
 *
 *	127.0.0.1 : [0], 64 bytes, 0.028 ms (0.028 avg, 0% loss)
 *	127.0.0.1 : xmt/rcv/%loss = 5/5/0%, min/avg/max = 0.022/0.029/0.037
 *	127.0.0.1 : 0.034 - 0.024 -
 *	127.0.0.1 is alive (0.029 ms)
 *
 * The host is a parameter, as with ping. What stands in brackets behind a round
 * trip is a running value; "-" is a probe that was lost.
 *
 * source    fping 5.1: src/fping.c (print_recv, print_per_system_stats)
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
};

/* "[1796025301.37981] ", of -D, off the line. */
static struct span without_time(struct span line, struct span *at)
{
	const char *close;

	*at = span_of("");
	if (!span_begins(line, "["))
		return line;
	close = memchr(line.s, ']', line.len);
	if (!close || close - line.s > 30)
		return line;
	*at = (struct span){ line.s + 1, (size_t)(close - line.s) - 1 };
	return span_trim((struct span){
		close + 1, line.len - (size_t)(close + 1 - line.s) });
}

/* "host : rest"; an IPv6 host has colons, but no blanks. */
static bool host_line(struct span line, struct span *host, struct span *rest)
{
	struct span colon;

	*rest = line;
	return line_field(rest, host) && line_field(rest, &colon) &&
	       span_is(colon, ":");
}

/* Round trips and "-": what -C prints. */
static bool is_vector(struct span host, struct span rest)
{
	struct span f;
	size_t n = 0;

	while (line_field(&rest, &f)) {
		if (!span_is(f, "-") && !(span_is_number(f) && f.s[0] >= '0' &&
					  f.s[0] <= '9'))
			return false;
		n++;
	}
	return n > 1 || (n && (memchr(host.s, '.', host.len) ||
			       memchr(host.s, ':', host.len)));
}

static bool is_answer(struct span rest)
{
	return span_begins(span_trim(rest), "[") &&
	       (span_find(rest, "], ") && span_find(rest, " avg, "));
}

static bool is_alive(struct span line)
{
	struct span f[3];
	size_t n = line_fields(line, f, 3);

	return n >= 3 && n <= 5 && span_is(f[1], "is") &&
	       (span_is(f[2], "alive") || span_is(f[2], "unreachable"));
}

static bool own_line(struct span line)
{
	struct span host, rest, at;

	line = without_time(line, &at);
	if (is_alive(line))
		return true;
	return host_line(line, &host, &rest) &&
	       (span_find(rest, "xmt/rcv/%") || is_answer(rest) ||
		is_vector(host, rest));
}

/* The totals of -s and what comes from hosts on the way. */
static bool next_line(struct span line)
{
	static const char *const ends[] = {
		" targets", " alive", " unreachable", " unknown addresses",
		" timeouts (waiting for response)", " ICMP Echos sent",
		" ICMP Echo Replies received", " other ICMP received",
		" round trip time)", " (elapsed real time)",
		" sec (elapsed real time)", NULL
	};
	size_t i;

	if (span_begins(line, "ICMP ") && span_find(line, " ICMP Echo sent to"))
		return true;
	for (i = 0; ends[i]; i++)
		if (line.s[0] == ' ' && span_find(line, ends[i]))
			return true;
	return false;
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void rtt(struct reader *x, struct span ms)
{
	gather_number(x->g, ms, "rtt", "ms", BETTER_LOWER, ROLE_SAMPLE);
}

static void no_reply(struct reader *x, struct span host)
{
	report_warn(x->report, x->lines.no, "%.*s: no replies",
		    span_shown(host, 80), host.s);
	x->report->complete = false;
}

/* "0.034 - 0.024 -" */
static void read_vector(struct reader *x, struct span host, struct span rest)
{
	struct span f;
	double lost = 0;
	size_t n = 0;

	for (; line_field(&rest, &f); n++)
		if (span_is(f, "-"))
			lost++;
		else
			rtt(x, f);
	gather_value(x->g, "lost", "count", BETTER_LOWER, ROLE_SAMPLE, lost);
	if ((size_t)lost == n)
		no_reply(x, host);
}

/* Numbers with slashes between; returns how many of at most max. */
static size_t slashed(struct span s, struct span *out, size_t max)
{
	size_t n = 0;

	while (s.len && n < max) {
		const char *slash = memchr(s.s, '/', s.len);

		out[n] = (struct span){ s.s, slash ? (size_t)(slash - s.s) :
					s.len };
		s.s += out[n].len + (slash ? 1 : 0);
		s.len -= out[n].len + (slash ? 1 : 0);
		n++;
	}
	return n;
}

/* "xmt/rcv/%loss = 5/5/0%, min/avg/max = 0.022/0.029/0.037" */
static void read_summary(struct reader *x, struct span host, struct span rest)
{
	static const char *const names[] = { "rtt_min", "rtt_mean", "rtt_max" };
	struct span counts, figures, f[4];
	size_t i, n;
	double v;

	if (!span_between(rest, "= ", ",", &counts) ||
	    slashed(span_trim(counts), f, 4) < 3) {
		report_error(x->report, x->lines.no, "truncated: no counts");
		return;
	}
	gather_number(x->g, f[0], "packets_sent", "count", BETTER_NONE,
		      ROLE_SAMPLE);
	gather_number(x->g, f[1], "packets_recv", "count", BETTER_NONE,
		      ROLE_SAMPLE);
	/* With more answers than probes it says %return. */
	if (span_find(rest, "%loss") && quantity_percent(f[2], &v) == NUMBER_OK)
		gather_value(x->g, "loss_percent", "%", BETTER_LOWER,
			     ROLE_SAMPLE, v);
	if (span_is(f[1], "0"))
		no_reply(x, host);
	if (!span_after(rest, "min/avg/max = ", &figures))
		return;
	n = slashed(span_trim(figures), f, 3);
	for (i = 0; i < n; i++)
		gather_number(x->g, f[i], names[i], "ms", BETTER_LOWER,
			      ROLE_SUMMARY);
}

static void read_alive(struct reader *x, struct span line, struct span host)
{
	struct span ms;

	if (span_find(line, " is unreachable"))
		gather_fail(x->g, span_of("unreachable"), x->lines.no);
	else if (span_between(line, "(", " ms)", &ms))
		rtt(x, ms);
	else
		report_warn(x->report, x->lines.no, "%.*s: alive, and no time"
			    " told", span_shown(host, 80), host.s);
}

static void read_line(struct reader *x, struct span line)
{
	struct span whole = line, host, rest, at, ms, f;

	line = without_time(line, &at);
	if (!own_line(line)) {
		if (!span_blank(line) && !next_line(whole))
			line_skip(&x->lines, whole);
		return;
	}
	if (!host_line(line, &host, &rest)) {
		rest = line;
		line_field(&rest, &host);
	}
	x->g->test = "icmp_echo";
	x->g->line = x->lines.no;
	gather_param(x->g, "host", host);
	if (at.len)
		x->g->has_at = quantity_epoch(at, &x->g->at_ns);
	if (is_alive(line)) {
		read_alive(x, line, host);
	} else if (span_find(rest, "xmt/rcv/%")) {
		read_summary(x, host, rest);
	} else if (is_answer(rest)) {
		/* "[0], 64 bytes, 0.028 ms (...", or "[0], timed out (..." */
		if (span_between(rest, "bytes, ", " ms", &ms) &&
		    line_field(&ms, &f))
			rtt(x, f);
	} else {
		read_vector(x, host, rest);
	}
	gather_flush(x->g);
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
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "rtt, rtt_min, rtt_mean, rtt_max", "ms", "lower" },
	{ "loss_percent", "%", "lower" },
	{ "lost", "count", "lower" },
	{ "packets_sent, packets_recv", "count", "none" },
	{ 0 }
};

const struct importer importer_fping = {
	.name = "fping",
	.summary = "fping: -c, -C, -e and their summaries",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
