/*
 * import_pktgen.c - the kernel's pktgen: /proc/net/pktgen/DEV, its scripts.
 *
 *	Result: OK: 15430(c15405+d25) usec, 100000 (60byte,0frags)
 *	  6480562pps 3110Mb/sec (3110669760bps) errors: 0
 *
 * The packets a second are the exact figure; the bits are of packets without
 * their CRC since 2.6, and the errors are transmissions that were refused.
 * Devices of several threads are told apart by their names, and texts that
 * people put above a result by the parameter label. "Result: OK: count=1000"
 * only says that a setting was taken.
 *
 * source    Linux net/core/pktgen.c (show_results, pktgen_if_show),
 *           samples/pktgen
 */
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	size_t running;     /* a script's start, without a result yet; 0 */
	size_t result;      /* a result line whose rates are to come; 0 */
	struct span device, label;
	struct span clone_skb, delay, flags;
};

static bool is_result(struct span line)
{
	line = span_trim(line);
	return span_begins(line, "Result: OK: ") && span_find(line, "(c") &&
	       span_find(line, " usec, ");
}

/* "* Without this patch:" above a result. */
static bool is_label(struct span line)
{
	line = span_trim(line);
	return line.len > 3 && line.len < 200 &&
	       (line.s[0] == '*' || line.s[0] == '#') &&
	       line.s[line.len - 1] == ':';
}

static bool own_line(struct span line)
{
	return is_result(line) || span_begins(line, "Running... ctrl^C") ||
	       (span_begins(line, "Params: count ") &&
		span_find(line, "min_pkt_size: ")) ||
	       span_find(line, "pktgen/functions.sh:") ||
	       (span_begins(line, "ERROR: Write error(") &&
		span_find(line, " occurred"));
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"frags: ", "flows: ", "queue_map_min: ", "dst_min: ",
		"src_min: ", "src_mac: ", "udp_src_min: ", "src_mac_count: ",
		"Flags: ", "Current:", "pkts-sofar: ", "started: ",
		"seq_num: ", "cur_", "Done", "Device: ", "Result", "ERROR: ",
		"cmd: ", "burst: ", "node: ", "xmit_mode: ", "vlan_id: ",
		"skb_priority: ", "traffic_class: ", NULL
	};
	struct span text = span_trim(line);

	return line_begins(text, words) || is_label(line) ||
	       (span_find(text, "pps ") && span_find(text, " errors: "));
}

/* A label or a device's name begins it where a result stands under it. */
static size_t claim(const char *data, size_t len)
{
	size_t used, more;
	struct span line = line_first(data, len, &used), next;

	if (!is_label(line) && !span_begins(line, "Device: "))
		return claim_lines(data, len, own_line, next_line);
	next = line_first(data + used, len - used, &more);
	if (!is_result(next))
		return 0;
	return used + claim_lines(data + used, len - used, own_line,
				  next_line);
}

/* The digits that stand right before a word. */
static struct span digits_before(struct span line, const char *word)
{
	const char *at = span_find(line, word), *from = at;

	while (from && from > line.s && from[-1] >= '0' && from[-1] <= '9')
		from--;
	return at ? (struct span){ from, (size_t)(at - from) } : span_of("");
}

static void put(struct reader *x, struct span digits, const char *name,
		const char *unit, enum better better)
{
	if (digits.len)
		gather_number(x->g, digits, name, unit, better, ROLE_SAMPLE);
	else
		report_error(x->report, x->lines.no, "truncated: no %s", name);
}

static void run_without_result(struct reader *x)
{
	if (!x->running)
		return;
	x->g->test = "pktgen_tx";
	gather_fail(x->g, span_of("the script ended without a result"),
		    x->running);
	x->running = 0;
}

static void result_end(struct reader *x)
{
	if (x->result)
		report_error(x->report, x->result, "truncated: a result"
			     " without its rates");
	x->result = 0;
	gather_drop(x->g);
}

/* "Result: OK: 15430(c15405+d25) usec, 100000 (60byte,0frags)" */
static void read_result(struct reader *x, struct span line)
{
	struct span v, f;

	result_end(x);
	x->result = x->g->line = x->lines.no;
	x->running = 0;
	put(x, digits_before(line, "(c"), "duration", "us", BETTER_NONE);
	if (span_between(line, "(c", "+", &v))
		put(x, v, "busy_time", "us", BETTER_NONE);
	if (span_between(line, "+d", ")", &v))
		put(x, v, "delay_time", "us", BETTER_NONE);
	if (span_after(line, " usec, ", &v) && line_field(&v, &f))
		put(x, f, "packets", "count", BETTER_NONE);
	gather_param(x->g, "packet_size", digits_before(line, "byte"));
	gather_param(x->g, "frags", digits_before(line, "frags)"));
}

/* "  6480562pps 3110Mb/sec (3110669760bps) errors: 0" */
static void read_rates(struct reader *x, struct span line)
{
	struct span v, f;

	if (!x->result) {
		line_skip(&x->lines, line);
		return;
	}
	put(x, digits_before(line, "pps "), "packet_rate", "packet/s",
	    BETTER_HIGHER);
	put(x, digits_before(line, "bps)"), "throughput", "bit/s",
	    BETTER_HIGHER);
	if (span_after(line, "errors: ", &v) && line_field(&v, &f))
		put(x, f, "errors", "count", BETTER_LOWER);
	gather_param(x->g, "device", x->device);
	gather_param(x->g, "label", x->label);
	gather_param(x->g, "clone_skb", x->clone_skb);
	gather_param(x->g, "delay_ns", x->delay);
	gather_param(x->g, "flags", x->flags);
	x->g->test = "pktgen_tx";
	x->result = 0;
	gather_flush(x->g);
}

/* One blank between the words. */
static struct span words_of(struct reader *x, struct span s)
{
	char *out = arena_alloc(x->report->arena, s.len + 1);
	struct span f;
	size_t n = 0;

	while (line_field(&s, &f)) {
		if (n)
			out[n++] = ' ';
		memcpy(out + n, f.s, f.len);
		n += f.len;
	}
	return (struct span){ out, n };
}

static void read_setting(struct reader *x, struct span line)
{
	static const char *const keys[] = { "clone_skb: ", "delay: ",
					    "ifname: " };
	struct span *const to[] = { &x->clone_skb, &x->delay, &x->device };
	struct span v;
	size_t i;

	for (i = 0; i < 3; i++)
		if (span_between(line, keys[i], " ", &v) && v.len)
			*to[i] = v;
	if (span_begins(line, "Flags: "))
		x->flags = words_of(x, (struct span){ line.s + 7,
						      line.len - 7 });
}

static void read_label(struct reader *x, struct span text)
{
	text.len--;
	while (text.len && (text.s[0] == '*' || text.s[0] == '#')) {
		text.s++;
		text.len--;
	}
	x->label = span_trim(text);
}

static void forget_device(struct reader *x)
{
	x->device = x->clone_skb = x->delay = x->flags = span_of("");
}

static void read_line(struct reader *x, struct span text)
{
	if (is_result(text)) {
		read_result(x, text);
		if (span_find(text, "pps "))
			read_rates(x, text); /* of 2.4, in one line */
	} else if (span_find(text, "pps ") && span_find(text, " errors: ")) {
		read_rates(x, text);
	} else if (span_begins(text, "Running... ")) {
		run_without_result(x);
		forget_device(x);
		x->running = x->lines.no;
	} else if (span_begins(text, "Params: ")) {
		forget_device(x);
		read_setting(x, text);
	} else if (span_begins(text, "Device: ")) {
		x->device = span_trim((struct span){ text.s + 8,
						     text.len - 8 });
	} else if (span_begins(text, "ERROR: ")) {
		x->running = 0;
		x->g->test = "pktgen_tx";
		gather_fail(x->g, (struct span){ text.s + 7, text.len - 7 },
			    x->lines.no);
	} else if (is_label(text)) {
		read_label(x, text);
	} else if (next_line(text)) {
		read_setting(x, text);
	} else if (!own_line(text)) {
		line_skip(&x->lines, text);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct span line;

	(void)err;
	forget_device(&x);
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		line = span_trim(line);
		if (line.len)
			read_line(&x, line);
	}
	result_end(&x);
	run_without_result(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "packet_rate", "packet/s", "higher" },
	{ "throughput", "bit/s", "higher" },
	{ "errors", "count", "lower" },
	{ "packets", "count", "none" },
	{ "duration, busy_time, delay_time", "us", "none" },
	{ 0 }
};

const struct importer importer_pktgen = {
	.name = "pktgen",
	.summary = "pktgen: /proc/net/pktgen and its sample scripts",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
