/*
 * import_siege.c - siege: the JSON of 4.0.5 and later, the lines before.
 *
 *	{	"transactions":			       13333,
 *	Transactions:		       13333 hits
 *
 * Its MB are of 2^20. Times have two decimals: 0.00 s is a rounded one.
 *
 * source    siege 4.0.7 src/data.c, 3.0 src/main.c
 */
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"
#include "json_look.h"
#include "json_read.h"

static const struct row {
	const char *key, *text, *name, *unit; /* name NULL: the duration */
	enum better better;
	enum role role;
} rows[] = {
	{ "transactions", "Transactions", "requests", "count", BETTER_NONE,
	  ROLE_SAMPLE },
	{ "availability", "Availability", "availability", "%", BETTER_HIGHER,
	  ROLE_SAMPLE },
	{ "elapsed_time", "Elapsed time", NULL, NULL, BETTER_NONE,
	  ROLE_SAMPLE },
	{ "response_time", "Response time", "latency_mean", "s", BETTER_LOWER,
	  ROLE_SUMMARY },
	{ "transaction_rate", "Transaction rate", "request_rate", "req/s",
	  BETTER_HIGHER, ROLE_SAMPLE },
	{ "throughput", "Throughput", "throughput", "MiB/s", BETTER_HIGHER,
	  ROLE_SAMPLE },
	{ "concurrency", "Concurrency", "concurrency", NULL, BETTER_NONE,
	  ROLE_SAMPLE },
	{ "successful_transactions", "Successful transactions", "requests_ok",
	  "count", BETTER_HIGHER, ROLE_SAMPLE },
	{ "failed_transactions", "Failed transactions", "errors", "count",
	  BETTER_LOWER, ROLE_SAMPLE },
	{ "longest_transaction", "Longest transaction", "latency_max", "s",
	  BETTER_LOWER, ROLE_SUMMARY },
	{ "shortest_transaction", "Shortest transaction", "latency_min", "s",
	  BETTER_LOWER, ROLE_SUMMARY },
};

struct reader {
	struct report *report;
	struct lines lines;
	struct gather *g;
	bool open; /* a report of lines is being read */
};

static const struct json_keys keys[] = {
	{ { "transactions", "availability" } },
	{ { NULL } }
};

/* "Transactions:  13333 hits": "Throughput: 1.2" may be anybody's. */
static bool own_line(struct span line)
{
	return (span_begins(line, "Transactions:") &&
		span_find(line, " hits")) ||
	       span_begins(line, "** SIEGE ") ||
	       span_begins(line, "Lifting the server siege...");
}

static const struct row *row_of(struct span line, struct span *value)
{
	struct span text;
	size_t i;

	if (!line_key_value(line, ':', &text, value))
		return NULL;
	for (i = 0; i < N_OF(rows); i++)
		if (span_is(text, rows[i].text))
			return &rows[i];
	return NULL;
}

static bool next_line(struct span line)
{
	struct span value;

	return row_of(line, &value) ||
	       span_begins(line, "Data transferred:") ||
	       span_begins(line, "** Preparing ") ||
	       span_begins(line, "The server is now under siege");
}

static size_t claim(const char *data, size_t len)
{
	return len && *data == '{' ? json_look_keys(data, len, keys) :
		claim_lines(data, len, own_line, next_line);
}

/* siege prints its report also when no request was answered. */
static void test_end(struct reader *x)
{
	struct gather *g = x->g;

	if (!x->open)
		return;
	x->open = false;
	g->test = "http";
	if (!gather_count(g, "request_rate", ROLE_SAMPLE) ||
	    !gather_count(g, "latency_min", ROLE_SUMMARY)) {
		report_error(x->report, g->line, "truncated");
		gather_drop(g);
	} else if (g->values[0].value <= 0) {
		gather_fail(g, span_of("no transaction succeeded"), g->line);
	}
	gather_flush(g);
}

static void put(struct reader *x, const struct row *row, struct span digits)
{
	if (!row->name)
		gather_duration(x->g, digits);
	else if (gather_number(x->g, digits, row->name, row->unit, row->better,
			       row->role) &&
		 !strcmp(row->name, "errors") && !span_is(digits, "0"))
		report_warn(x->report, x->lines.no, "%.*s failed transactions",
			    span_shown(digits, 40), digits.s);
}

static void begin(struct reader *x)
{
	test_end(x);
	x->open = true;
	x->g->line = x->lines.no;
}

static void read_document(struct reader *x, struct span line)
{
	struct json_read d;
	struct span digits;
	size_t i;

	begin(x);
	if (!json_read(&d, &x->lines, line, x->report, false)) {
		x->open = false;
		/* What follows a damaged document is part of it. */
		while (x->lines.at < x->lines.end && *x->lines.at != '{' &&
		       lines_next(&x->lines, &line))
			;
	}
	for (i = 0; d.root && i < N_OF(rows); i++)
		if (json_digits(&d, json_at(d.root, rows[i].key), &digits))
			put(x, &rows[i], digits);
	json_read_release(&d);
	test_end(x);
}

static void read_line(struct reader *x, struct span line)
{
	const struct row *row;
	struct span value, f;

	if (span_blank(line))
		return;
	if (line.s[0] == '{') {
		read_document(x, line);
		return;
	}
	if (span_begins(line, "Transactions:"))
		begin(x);
	row = row_of(line, &value);
	if (x->open && row && line_field(&value, &f))
		put(x, row, f);
	else if (!own_line(line) && !next_line(line))
		line_skip(&x->lines, line);
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
	{ "throughput", "MiB/s", "higher" },
	{ "availability", "%", "higher" },
	{ "requests_ok", "count", "higher" },
	{ "latency_min, latency_mean, latency_max", "s", "lower" },
	{ "errors", "count", "lower" },
	{ "requests", "count", "none" },
	{ "concurrency", "-", "none" },
	{ 0 }
};

const struct importer importer_siege = {
	.name = "siege",
	.summary = "siege: JSON and lines",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{T*L",
	.parse = parse,
};
