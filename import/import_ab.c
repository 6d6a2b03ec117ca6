/*
 * import_ab.c - ApacheBench: its report, and the percentiles of -e.
 *
 *	Requests per second:    10508.34 [#/sec] (mean)
 *	Total:          1    1   0.2      1       3
 *	  99%      2
 *
 * The rates are samples; latencies are ab's own figures, in whole ms in the
 * report. Answers other than 2xx are not among the failed requests: they are a
 * metric of their own and said. Its Kbytes are of 1024.
 *
 * source    httpd 2.4 support/ab.c (output_results)
 */
#include <stdio.h>
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool open, table;         /* a report is being read; rows of -e */
	struct span host, port, path;
	bool tls;
	struct span running;      /* what it said while it worked */
	size_t per_request;       /* lines "Time per request" so far */
};

/* Lines of one number: "key:   12.3 unit". */
static const struct row {
	const char *key, *name, *unit;
	enum better better;
} rows[] = {
	{ "Complete requests", "requests", "count", BETTER_NONE },
	{ "Failed requests", "errors", "count", BETTER_LOWER },
	{ "Write errors", "errors_write", "count", BETTER_LOWER },
	{ "Non-2xx responses", "errors_status", "count", BETTER_LOWER },
	{ "Keep-Alive requests", "keepalive_requests", "count", BETTER_NONE },
	{ "Requests per second", "request_rate", "req/s", BETTER_HIGHER },
	{ "Transfer rate", "throughput", "KiB/s", BETTER_HIGHER },
};

static const char banner[] = "This is ApacheBench, Version ";
static const char table_head[] = "Percentage served,Time in ms";

static bool own_line(struct span line)
{
	return span_begins(line, banner) || span_is(line, table_head);
}

static bool is_error(struct span line)
{
	return span_find(line, "apr_socket_") || span_find(line, "apr_poll") ||
	       span_find(line, "apr_sockaddr_info_get()") ||
	       span_find(line, "SSL handshake failed") ||
	       span_begins(line, "Test aborted after");
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"Copyright ", "Licensed to ", "Benchmarking ", "Completed ",
		"Finished ", "Server ", "SSL/TLS Protocol:",
		"TLS Server Name:", "Document ", "Concurrency Level:",
		"Time taken for tests:",
		"Complete requests:", "Failed requests:", "   (Connect:",
		"Write errors:", "Non-2xx responses:", "Keep-Alive requests:",
		"Total transferred:", "Total body sent:", "HTML transferred:",
		"Requests per second:", "Time per request:", "Transfer rate:",
		"Connection Times (ms)", "              min  ", "Connect:",
		"Processing:", "Waiting:", "Total:", "ERROR: ", "WARNING: ",
		"      To", "       ", "Percentage of the requests",
		"Total of ", NULL
	};
	struct span f[2], a, b;
	size_t n = line_fields(line, f, 2);

	if (line_begins(line, words) || is_error(line))
		return true;
	if (n >= 2 && f[0].s[f[0].len - 1] == '%') /* "  99%   2" */
		return true;
	return line_key_value(line, ',', &a, &b) && span_is_integer(a) &&
	       span_is_number(b); /* of -e */
}

static size_t claim(const char *data, size_t len)
{
	size_t used, n;

	if (!own_line(line_first(data, len, &used)))
		return 0;
	n = claim_lines(data + used, len - used, next_line, next_line);
	return used + n;
}

static void url_param(struct reader *x)
{
	bool common = span_is(x->port, x->tls ? "443" : "80");

	if (x->host.len && x->path.len)
		gather_param(x->g, "url", span_of(arena_printf(
			&x->g->scratch, "http%s://%.*s%s%.*s%.*s",
			x->tls ? "s" : "", span_shown(x->host, 200), x->host.s,
			common || !x->port.len ? "" : ":",
			common ? 0 : span_shown(x->port, 10), x->port.s,
			span_shown(x->path, 200), x->path.s)));
}

static void test_end(struct reader *x)
{
	struct gather *g = x->g;

	if (x->open && !gather_count(g, "request_rate", ROLE_SAMPLE)) {
		if (x->running.len) {
			gather_fail(g, x->running, g->line);
		} else {
			report_error(x->report, g->line, "truncated: no rate");
			gather_drop(g);
		}
	} else if (x->open) {
		url_param(x);
		if (!gather_count(g, "latency_mean", ROLE_SUMMARY))
			report_error(x->report, g->line, "truncated: no"
				     " connection times");
	}
	if (x->table && !g->n_values)
		report_error(x->report, g->line, "no percentiles in the table");
	gather_flush(g);
	x->open = x->table = x->tls = false;
	x->host = x->port = x->path = x->running = span_of("");
	x->per_request = 0;
}

static void begin(struct reader *x)
{
	test_end(x);
	x->g->line = x->lines.no;
	x->g->test = "http";
}

static void ms(struct reader *x, struct span number, const char *name)
{
	gather_number(x->g, number, name, "ms", BETTER_LOWER, ROLE_SUMMARY);
}

static void percentile(struct reader *x, struct span share, struct span time)
{
	char name[64];

	snprintf(name, sizeof(name), "latency_p%.*s", span_shown(share, 8),
		 share.s);
	ms(x, time, arena_strdup(&x->g->scratch, name));
}

/* "Total:  1  1  0.2  1  3": min mean sd median max */
static void read_total(struct reader *x, struct span value)
{
	struct span f[5];

	if (line_fields(value, f, 5) != 5)
		return;
	ms(x, f[0], "latency_min");
	ms(x, f[1], "latency_mean");
	ms(x, f[2], "latency_stddev");
	ms(x, f[4], "latency_max");
}

static void read_fact(struct reader *x, struct span key, struct span value)
{
	struct gather *g = x->g;
	struct span f, rest = value;

	if (!line_field(&rest, &f))
		return;
	if (span_is(key, "Server Software"))
		gather_fact(g, "server_software", value);
	else if (span_is(key, "Server Hostname"))
		x->host = value;
	else if (span_is(key, "Server Port"))
		x->port = f;
	else if (span_is(key, "SSL/TLS Protocol"))
		x->tls = true;
	else if (span_is(key, "Document Path"))
		x->path = value;
	else if (span_is(key, "Document Length") && span_is_integer(f))
		gather_param(g, "document_length", f);
	else if (span_is(key, "Concurrency Level"))
		gather_param(g, "concurrency", f);
	else if (span_is(key, "Time taken for tests"))
		gather_duration(g, f);
	else if (span_is(key, "Total"))
		read_total(x, value);
}

static void read_number(struct reader *x, const struct row *row,
			struct span value)
{
	struct span f;

	if (!line_field(&value, &f) ||
	    !gather_number(x->g, f, row->name, row->unit, row->better,
			   ROLE_SAMPLE))
		return;
	if (!strcmp(row->name, "errors_status") ||
	    (!strcmp(row->name, "errors") && !span_is(f, "0")))
		report_warn(x->report, x->lines.no, "%s: %.*s", row->key,
			    span_shown(f, 40), f.s);
}

static void read_pair(struct reader *x, struct span key, struct span value)
{
	struct span f;
	size_t i;

	for (i = 0; i < N_OF(rows); i++)
		if (span_is(key, rows[i].key)) {
			read_number(x, &rows[i], value);
			return;
		}
	if (!span_is(key, "Time per request")) {
		read_fact(x, key, value);
	} else if (line_field(&value, &f)) {
		gather_number(x->g, f, x->per_request++ ?
			      "time_per_request_concurrent" :
			      "time_per_request", "ms", BETTER_LOWER,
			      ROLE_SAMPLE);
	}
}

static void read_report(struct reader *x, struct span line)
{
	struct span f[2], key, value;
	size_t n = line_fields(line, f, 2);

	if (is_error(line)) {
		/* It may stand behind "Benchmarking host (be patient)...". */
		if (span_after(line, "(be patient)...", &value))
			line = value;
		x->running = span_trim(line);
	} else if (n >= 2 && f[0].s[f[0].len - 1] == '%') {
		f[0].len--;
		if (!span_is(f[0], "100"))
			percentile(x, f[0], f[1]);
	} else if (line_key_value(line, ':', &key, &value)) {
		read_pair(x, key, value);
	} else if (!next_line(line)) {
		line_skip(&x->lines, line);
	}
}

static void read_line(struct reader *x, struct span line)
{
	struct span share, time;

	if (span_blank(line))
		return;
	if (span_begins(line, banner)) {
		begin(x);
		x->open = true;
		if (span_after(line, "Version ", &line) &&
		    line_field(&line, &share))
			gather_fact(x->g, "tool_version", share);
	} else if (span_is(line, table_head)) {
		begin(x);
		x->table = true;
	} else if (x->open) {
		read_report(x, line);
	} else if (x->table && line_key_value(line, ',', &share, &time) &&
		   span_is_integer(share)) {
		percentile(x, share, time);
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
	x.g->counted = true;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "request_rate", "req/s", "higher" },
	{ "throughput", "KiB/s", "higher" },
	{ "time_per_request, time_per_request_concurrent, latency_min, "
	  "latency_mean, latency_max, latency_stddev, latency_p*",
	  "ms", "lower" },
	{ "errors, errors_status, errors_write", "count", "lower" },
	{ "requests, keepalive_requests", "count", "none" },
	{ 0 }
};

const struct importer importer_ab = {
	.name = "ab",
	.summary = "ab: the report, and the percentiles of -e",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "TP",
	.parse = parse,
};
