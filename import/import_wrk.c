/*
 * import_wrk.c - wrk and wrk2, which prints a histogram besides.
 *
 *	Running 2s test @ http://127.0.0.1:8080/
 *	  2 threads and 10 connections
 *	    Latency   414.82us  682.08us   7.76ms   92.90%
 *	     99%    3.98ms
 *	  75961 requests in 2.10s, 61.58MB read
 *	Requests/sec:  36194.17
 *
 * The rate is the sample; what wrk says of the latencies are its own figures,
 * in us, as their unit changes from cell to cell. Req/Sec is of one thread.
 * Answers other than 2xx and 3xx count in the rate: they are a metric and said.
 * wrk2 is told by its Thread calibration and its HdrHistogram.
 *
 * source    wrk 4.1.0 src/wrk.c, src/stats.c, src/units.c; wrk2 src/wrk.c
 */
#include <stdio.h>
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"
#include "quantity.h"
#include "wrk.h"

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool open, rate;    /* a test is being read; its rate was there */
	bool percentiles;   /* the lines under Latency Distribution */
};

/* Req/Sec: 18.62k, 222.00; of one file in one unit. */
static const struct quantity_unit thread_rate[] = {
	{ "k", "kreq/s", 0, 0, 0 }, { "", "kreq/s", -3, 0, 0 },
	{ "M", "kreq/s", 3, 0, 0 }, { "G", "kreq/s", 6, 0, 0 },
	{ NULL, NULL, 0, 0, 0 },
};

static bool is_banner(struct span line)
{
	return span_begins(line, "Running ") && span_find(line, " test @ ");
}

static bool is_error(struct span line)
{
	return span_begins(line, "unable to connect to ") ||
	       span_begins(line, "unable to resolve ");
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"threads and", "Thread Stats ", "Thread calibration: ",
		"Latency ", "Req/Sec ", "Latency Distribution",
		"Initialised ", "Socket errors: ", "Non-2xx or 3xx responses: ",
		"Requests/sec: ", "Transfer/sec: ", "Detailed Percentile ",
		"Value   Percentile ", "#[Mean ", "#[Max ", "#[Buckets ",
		"-----", NULL
	};
	struct span f[4], text = span_trim(line);
	size_t n = line_fields(text, f, 4);

	if (line_begins(text, words))
		return true;
	if (n == 2) /* "99%  3.98ms" */
		return f[0].s[f[0].len - 1] == '%';
	return n >= 4 && (span_is(f[1], "threads") ||
			  (span_is(f[1], "requests") && span_is(f[2], "in")) ||
			  (span_is_decimal(f[0], 3) &&
			   span_is_decimal(f[1], 6)));
}

/* The same start is of both: what stands under it tells. */
static bool is_two(const char *data, size_t len)
{
	return span_find((struct span){ data, len }, "HdrHistogram") ||
	       span_find((struct span){ data, len }, "Thread calibration:");
}

size_t wrk_claim(const char *data, size_t len, bool two)
{
	size_t used, n;
	struct span line = line_first(data, len, &used);

	if (is_error(line))
		return two ? 0 : used;
	if (!is_banner(line))
		return 0;
	/* Up to the next banner: claim_lines() would go over it. */
	n = used + claim_lines(data + used, len - used, next_line, next_line);
	return is_two(data, n) == two ? n : 0;
}

static size_t claim(const char *data, size_t len)
{
	return wrk_claim(data, len, false);
}

static void test_end(struct reader *x)
{
	struct gather *g = x->g;

	if (!x->open)
		return;
	if (!x->rate || !gather_count(g, "throughput", ROLE_SAMPLE)) {
		report_error(x->report, g->line, "truncated: no %s/sec",
			     x->rate ? "Transfer" : "Requests");
		gather_drop(g);
	}
	gather_flush(g);
	x->open = x->rate = x->percentiles = false;
}

/* A cell of a table in us; wrk writes -nan% and the like for nothing. */
static void latency(struct reader *x, struct span cell, const char *name)
{
	double us;

	if (quantity_read(cell, quantity_us, &us) == NUMBER_OK)
		gather_value(x->g, name, "us", BETTER_LOWER, ROLE_SUMMARY, us);
	else
		report_error(x->report, x->lines.no, "'%.*s' is no time",
			     span_shown(cell, 40), cell.s);
}

static void read_latency(struct reader *x, const struct span *f, size_t n)
{
	static const char *const names[] = {
		"latency_mean", "latency_stddev", "latency_max"
	};
	size_t i;

	/* After timeouts alone every figure is a 0 nobody measured. */
	if (n >= 4 && span_is(f[3], "0.00us"))
		return;
	for (i = 0; i < 3 && i + 1 < n; i++)
		latency(x, f[i + 1], names[i]);
}

static void read_thread_rate(struct reader *x, const struct span *f, size_t n)
{
	double mean, max;

	if (n < 4 || quantity_read(f[1], thread_rate, &mean) != NUMBER_OK ||
	    quantity_read(f[3], thread_rate, &max) != NUMBER_OK)
		return;
	gather_value(x->g, "request_rate_thread_mean", "kreq/s", BETTER_HIGHER,
		     ROLE_SUMMARY, mean);
	gather_value(x->g, "request_rate_thread_max", "kreq/s", BETTER_HIGHER,
		     ROLE_SUMMARY, max);
}

/* "99.900%" is latency_p99.9. */
static void read_percentile(struct reader *x, struct span share,
			    struct span time)
{
	char number[NUMBER_SIZE], name[NUMBER_SIZE + 16];
	double p;

	if (quantity_percent(share, &p) != NUMBER_OK || p < 0 || p > 100)
		return;
	number_print(p, number);
	snprintf(name, sizeof(name), "latency_p%s", number);
	latency(x, time, arena_strdup(&x->g->scratch, name));
}

static void count(struct reader *x, struct span number, const char *name,
		  enum better better)
{
	gather_number(x->g, number, name, "count", better, ROLE_SAMPLE);
}

/* "Socket errors: connect 0, read 0, write 0, timeout 17" */
static void read_errors(struct reader *x, struct span line)
{
	static const char *const kinds[][2] = {
		{ "connect ", "errors_connect" }, { "read ", "errors_read" },
		{ "write ", "errors_write" }, { "timeout ", "errors_timeout" },
	};
	struct span part;
	size_t i;

	for (i = 0; i < 4; i++)
		if (span_between(line, kinds[i][0], ",", &part))
			count(x, span_trim(part), kinds[i][1], BETTER_LOWER);
	report_warn(x->report, x->lines.no, "%.*s",
		    span_shown(span_trim(line), 200), span_trim(line).s);
}

static void read_rates(struct reader *x, struct span text)
{
	struct span value;
	double v;

	if (!line_key_value(text, ':', &text, &value))
		return;
	if (span_is(text, "Requests/sec")) {
		x->rate = gather_number(x->g, value, "request_rate", "req/s",
					BETTER_HIGHER, ROLE_SAMPLE);
	} else if (quantity_read(value, quantity_bytes, &v) == NUMBER_OK) {
		gather_value(x->g, "throughput", "B/s", BETTER_HIGHER,
			     ROLE_SAMPLE, v);
	} else {
		report_error(x->report, x->lines.no, "'%.*s' is no rate",
			     span_shown(value, 40), value.s);
	}
}

/* "75961 requests in 2.10s, 61.58MB read" */
static void read_requests(struct reader *x, const struct span *f)
{
	struct span time = f[3];
	double s;

	count(x, f[0], "requests", BETTER_NONE);
	if (time.len && time.s[time.len - 1] == ',')
		time.len--;
	if (quantity_read(time, quantity_s, &s) == NUMBER_OK)
		gather_seconds(x->g, s);
}

static bool read_body(struct reader *x, struct span text)
{
	struct span f[5];
	size_t n = line_fields(text, f, 5);

	if (n > 4 && span_is(f[1], "threads") && span_is(f[2], "and")) {
		gather_param(x->g, "threads", f[0]);
		gather_param(x->g, "connections", f[3]);
	} else if (span_begins(text, "Latency Distribution")) {
		x->percentiles = true;
	} else if (span_is(f[0], "Latency")) {
		read_latency(x, f, n);
	} else if (span_is(f[0], "Req/Sec")) {
		read_thread_rate(x, f, n);
	} else if (n == 2 && f[0].s[f[0].len - 1] == '%') {
		if (x->percentiles)
			read_percentile(x, f[0], f[1]);
	} else if (n > 4 && span_is(f[1], "requests") && span_is(f[2], "in")) {
		read_requests(x, f);
	} else if (span_begins(text, "Socket errors: ")) {
		read_errors(x, text);
	} else if (span_begins(text, "Non-2xx or 3xx responses: ")) {
		count(x, f[4], "errors_status", BETTER_LOWER);
		report_warn(x->report, x->lines.no, "%.*s",
			    span_shown(text, 200), text.s);
	} else if (span_begins(text, "Requests/sec:") ||
		   span_begins(text, "Transfer/sec:")) {
		read_rates(x, text);
	} else {
		return next_line(text);
	}
	return true;
}

static void read_line(struct reader *x, struct span line)
{
	struct span url;

	if (span_blank(line))
		return;
	if (is_error(line)) {
		test_end(x);
		x->g->test = "http";
		gather_fail(x->g, line, x->lines.no);
	} else if (is_banner(line)) {
		test_end(x);
		x->open = true;
		x->g->line = x->lines.no;
		x->g->test = "http";
		if (span_after(line, " test @ ", &url))
			gather_param(x->g, "url", url);
	} else if (!x->open || !read_body(x, span_trim(line))) {
		line_skip(&x->lines, line);
	}
}

int wrk_parse(const char *data, size_t len, struct report *r, struct err *err)
{
	struct reader x = { .report = r, .g = gather_new(r) };
	struct span line;

	(void)err;
	x.g->near = 0.15; /* it looks at the clock every 100 ms */
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	test_end(&x);
	gather_end(x.g);
	lines_end(&x.lines, r);
	return 0;
}

const struct known_metric wrk_gives[] = {
	{ "request_rate", "req/s", "higher" },
	{ "request_rate_thread_mean, request_rate_thread_max",
	  "kreq/s", "higher" },
	{ "throughput", "B/s", "higher" },
	{ "latency_mean, latency_max, latency_stddev, latency_p*",
	  "us", "lower" },
	{ "errors_connect, errors_read, errors_write, errors_timeout, "
	  "errors_status", "count", "lower" },
	{ "requests", "count", "none" },
	{ 0 }
};

const struct importer importer_wrk = {
	.name = "wrk",
	.summary = "wrk: rate, latencies, errors",
	.needs = "",
	.metrics = wrk_gives,
	.claim = claim,
	.starts = "Ru",
	.parse = wrk_parse,
};
