/*
 * import_ping.c - ping of Linux (iputils), busybox, the BSDs and macOS.
 *
 *	64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.025 ms
 *	5 packets transmitted, 5 received, 0% packet loss, time 823ms
 *	rtt min/avg/max/mdev = 0.025/0.043/0.055/0.010 ms
 *
 * Every answer is a sample; duplicates are none, and what got lost is counted,
 * never a round trip. The parameter host is whom was asked, as a row of results
 * is about one path. mdev is not a standard deviation and keeps its name.
 *
 * source    iputils ping_common.c (finish), FreeBSD sbin/ping/ping.c,
 *           busybox networking/ping.c
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
	bool open, counted;  /* a test is being read; its counts were there */
	bool answered;
};

static bool is_banner(struct span line)
{
	return span_begins(line, "PING ") &&
	       (span_find(line, " bytes of data") ||
		span_find(line, " data bytes"));
}

static bool is_reply(struct span line)
{
	return span_find(line, " bytes from ") && span_find(line, "seq=");
}

static bool is_counts(struct span line)
{
	return span_find(line, " packets transmitted, ") &&
	       span_find(line, "packet loss");
}

static bool is_figures(struct span line)
{
	return span_begins(line, "rtt min/avg/max") ||
	       span_begins(line, "round-trip min/avg/max");
}

static bool own_line(struct span line)
{
	return is_banner(line) || is_reply(line) || is_counts(line) ||
	       is_figures(line) || span_begins(line, "ping: ") ||
	       (span_begins(line, "--- ") &&
		span_find(line, " ping statistics ---"));
}

/* What stands between the answers: losses, quoted headers, dots of -f. */
static bool next_line(struct span line)
{
	static const char *const words[] = {
		"From ", "Request timeout for ", "no answer yet for ",
		"Vr HL TOS ", "pipe ", " 4  5 ", "WARNING: ", NULL
	};
	size_t i;

	if (line_begins(line, words) || span_find(line, " bytes from "))
		return true;
	for (i = 0; i < line.len; i++)
		if (!strchr(". E\b", line.s[i]) || !line.s[i])
			return false;
	return true;
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static void test_end(struct reader *x)
{
	struct gather *g = x->g;
	struct report *r = x->report;

	if (x->open && !x->counted)
		report_error(r, g->line, "truncated: no statistics");
	else if (x->open && !x->answered) {
		report_warn(r, g->line, "no answer at all");
		r->complete = false;
	}
	if (x->open)
		gather_flush(g);
	x->open = x->counted = x->answered = false;
}

/* "PING host (address) 56(84) bytes of data.", "PING ::1(::1) 56 data bytes" */
static void read_banner(struct reader *x, struct span line)
{
	struct span f, number = { "", 0 }, host = { line.s + 5, line.len - 5 };
	const char *bracket;

	test_end(x);
	x->open = true;
	x->g->line = x->lines.no;
	x->g->test = "icmp_echo";
	while (line_field(&line, &f)) {
		if (span_is(f, "data") || span_is(f, "bytes"))
			break;
		number = f;
	}
	line_field(&host, &f);
	bracket = memchr(f.s, '(', f.len);
	if (bracket && bracket > f.s)
		f.len = (size_t)(bracket - f.s);
	gather_param(x->g, "host", f);
	bracket = number.len ? memchr(number.s, '(', number.len) : NULL;
	if (bracket)
		number.len = (size_t)(bracket - number.s);
	if (span_is_integer(number))
		gather_param(x->g, "payload_size", number);
}

/* Answers without a banner: somebody cut it off. */
static void test_needed(struct reader *x)
{
	if (!x->open) {
		x->open = true;
		x->g->line = x->lines.no;
		x->g->test = "icmp_echo";
	}
}

static void read_reply(struct reader *x, struct span line)
{
	struct span at, time, tail;

	test_needed(x);
	if (line.s[0] == '[' && !x->g->has_at &&
	    span_between(line, "[", "]", &at))
		x->g->has_at = quantity_epoch(at, &x->g->at_ns);
	if (!span_after(line, " time=", &time)) {
		/* A payload below 16 bytes has no room for the time. */
		if (!span_find(line, "seq="))
			line_skip(&x->lines, line);
		x->answered = x->answered || span_find(line, " ttl=");
		return;
	}
	tail = time;
	line_field(&tail, &time);
	tail = span_trim(tail);
	if (span_is(tail, "ms (DUP!)"))
		return;
	if (!span_is(tail, "ms") || !span_is_number(time)) {
		line_skip(&x->lines, line);
		return;
	}
	x->answered = true;
	gather_number(x->g, time, "rtt", "ms", BETTER_LOWER, ROLE_SAMPLE);
}

/*
 * "3 packets transmitted, 0 received, +3 errors, 100% packet loss, time 2049ms"
 */
static void read_counts(struct reader *x, struct span line)
{
	static const struct {
		const char *word, *name, *unit;
		enum better better;
	} counts[] = {
		{ "transmitted", "packets_sent", "count", BETTER_NONE },
		{ "received", "packets_recv", "count", BETTER_NONE },
		{ "duplicates", "duplicates", "count", BETTER_LOWER },
		{ "errors", "errors", "count", BETTER_LOWER },
		{ "loss", "loss_percent", "%", BETTER_LOWER },
	};
	struct span f[4];
	size_t i, n;
	double v;

	test_needed(x);
	x->counted = true;
	while (line.len) {
		const char *comma = memchr(line.s, ',', line.len);
		struct span part = { line.s, comma ? (size_t)(comma - line.s) :
				     line.len };

		line.s += part.len + (comma ? 1 : 0);
		line.len -= part.len + (comma ? 1 : 0);
		n = line_fields(part, f, 4);
		for (i = 0; n >= 2 && n <= 4 && i < 5; i++)
			if (span_is(f[n - 1], counts[i].word) &&
			    quantity_percent(f[0], &v) == NUMBER_OK) {
				gather_value(x->g, counts[i].name,
					     counts[i].unit, counts[i].better,
					     ROLE_SAMPLE, v);
				x->answered = x->answered || (i == 1 && v > 0);
			}
	}
}

/* "a/b/c/d": as many of them as there are names. */
static void read_slashed(struct reader *x, struct span values,
			 const char *const *names)
{
	struct span one, rest = values;

	for (; *names && rest.len; names++) {
		const char *slash = memchr(rest.s, '/', rest.len);

		one = (struct span){ rest.s, slash ? (size_t)(slash - rest.s) :
				     rest.len };
		rest.s += one.len + (slash ? 1 : 0);
		rest.len -= one.len + (slash ? 1 : 0);
		gather_number(x->g, one, *names, "ms",
			      strcmp(*names, "ipg") ? BETTER_LOWER :
			      BETTER_NONE, ROLE_SUMMARY);
	}
}

static void read_figures(struct reader *x, struct span line)
{
	static const char *const linux_names[] = {
		"rtt_min", "rtt_mean", "rtt_max", "rtt_mdev", NULL
	};
	static const char *const bsd_names[] = {
		"rtt_min", "rtt_mean", "rtt_max", "rtt_stddev", NULL
	};
	static const char *const flood_names[] = { "ipg", "ewma", NULL };
	struct span values, flood;

	test_needed(x);
	x->answered = true;
	if (span_between(line, " = ", " ms", &values))
		read_slashed(x, values, span_find(line, "/stddev") ?
			     bsd_names : linux_names);
	if (span_between(line, "ipg/ewma ", " ms", &flood))
		read_slashed(x, flood, flood_names);
}

/* "ping: nosuch: Name or service not known", "ping: sendmsg: ..." */
static void read_error(struct reader *x, struct span line)
{
	struct span reason = { line.s + 6, line.len - 6 };

	if (x->open) {
		report_warn(x->report, x->lines.no, "ping says: %.*s",
			    span_shown(reason, 200), reason.s);
		return;
	}
	x->g->test = "icmp_echo";
	gather_fail(x->g, reason, x->lines.no);
}

static void read_line(struct reader *x, struct span line)
{
	if (span_blank(line))
		return;
	if (is_banner(line))
		read_banner(x, line);
	else if (is_reply(line))
		read_reply(x, line);
	else if (is_counts(line))
		read_counts(x, line);
	else if (is_figures(line))
		read_figures(x, line);
	else if (span_begins(line, "ping: "))
		read_error(x, line);
	else if (!x->open || (!own_line(line) && !next_line(line)) ||
		 span_find(line, ": error"))
		line_skip(&x->lines, line);
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
	{ "rtt, rtt_min, rtt_mean, rtt_max, rtt_mdev, rtt_stddev, ewma",
	  "ms", "lower" },
	{ "ipg", "ms", "none" },
	{ "loss_percent", "%", "lower" },
	{ "errors, duplicates", "count", "lower" },
	{ "packets_sent, packets_recv", "count", "none" },
	{ 0 }
};

const struct importer importer_ping = {
	.name = "ping",
	.summary = "ping of Linux, busybox, the BSDs and macOS",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
