/* import_netperf_claim.c - which lines are netperf's. */
#include <string.h>

#include "netperf.h"

/* The first words of the lines that begin a classic header. */
static const char *const headers[][2] = {
	{ "Recv", "Send" },
	{ "Local", "/Remote" },
	{ "Socket", "Message" },
};

/* The first words of the others, and of what -v 2 puts under the row. */
static const char *const headings[][2] = {
	{ "Socket", "Socket" },   { "Socket", "Size" },
	{ "Size", "Size" },       { "bytes", "bytes" },
	{ "bytes", "Bytes" },     { "Send", "Recv" },
	{ "Local", "Remote" },    { "Alignment", "Offset" },
	{ "RoundTrip", "Trans" }, { "Latency", "Rate" },
	{ "usec/Tran", "per" },   { "Maximum", "" },
	{ "Segment", "" },        { "Size", "(bytes)" },
};

/* What netperf and netserver complain with; rest: it may stand anywhere. */
static const struct { const char *text; bool rest; } errors[] = {
	{ "establish control: are you sure", false },
	{ "establish_control could not", false },
	{ "establish_control: ", false },
	{ "The test you requested ", false },
	{ "netperf: ", false },
	{ "remote error ", false },
	{ "recv_response: ", false },
	{ "recv_response_timed_n: ", false },
	{ "catcher: timer popped", false },
	{ ": data send error", true },
	{ ": data recv error", true },
	{ ": error on remote", true },
};

static bool words_are(struct span line, const char *const table[][2], size_t n)
{
	struct span a, b = { "", 0 };
	size_t i;

	if (!line_field(&line, &a))
		return false;
	line_field(&line, &b);
	for (i = 0; i < n; i++)
		if (span_is(a, table[i][0]) && span_is(b, table[i][1]))
			return true;
	return false;
}

bool netperf_banner_name(struct span line, struct span *name)
{
	const char *at;
	size_t i;

	if (span_begins(line, "MIGRATED ")) {
		line.s += 9;
		line.len -= 9;
	}
	if (!line.len || line.s[0] < 'A' || line.s[0] > 'Z')
		return false;
	at = span_find(line, " TEST ");
	if (!at || at == line.s || at - line.s > 60)
		return false;
	*name = (struct span){ line.s, (size_t)(at - line.s) };
	for (i = 0; i < name->len; i++) {
		char c = name->s[i];

		if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		      (c >= '0' && c <= '9') || strchr(" /-_", c)))
			return false;
	}
	line.s += name->len + 6;
	line.len -= name->len + 6;
	return span_begins(line, "from ") || span_begins(line, "to ");
}

bool netperf_is_banner(struct span line)
{
	struct span name;

	return netperf_banner_name(line, &name);
}

bool netperf_is_header(struct span line)
{
	return words_are(line, headers, N_OF(headers));
}

bool netperf_is_heading(struct span line)
{
	return netperf_is_header(line) ||
	       words_are(line, headings, N_OF(headings));
}

bool netperf_is_error(struct span line)
{
	size_t i;

	for (i = 0; i < N_OF(errors); i++)
		if (errors[i].rest ?
		    line.len < 400 && span_find(line, errors[i].text) != NULL :
		    span_begins(line, errors[i].text))
			return true;
	return false;
}

/* "UNIT_USEC : 0: 12: ...", "HIST_TOTAL: 9", ">100_SECS: 0". */
bool netperf_is_histogram(struct span line)
{
	size_t i = 0;

	if (span_begins(line, "Histogram of ") ||
	    span_begins(line, ">100_SECS:") || span_begins(line, "HIST_TOTAL:"))
		return true;
	while (i < line.len && ((line.s[i] >= 'A' && line.s[i] <= 'Z') ||
				line.s[i] == '_'))
		i++;
	if (!i || !span_find((struct span){ line.s, i }, "SEC"))
		return false;
	while (i < line.len && line.s[i] == ' ')
		i++;
	return i < line.len && line.s[i] == ':';
}

static bool is_row(struct span line)
{
	struct span f;

	return line_field(&line, &f) && span_is_number(f);
}

/* "21177.50,10^6bits/s,...": the values of -o. */
static bool is_csv_row(struct span line)
{
	const char *comma = line.len ? memchr(line.s, ',', line.len) : NULL;

	return comma && span_is_number((struct span){
		line.s, (size_t)(comma - line.s) });
}

/* Lines that belong to a block wherever they stand in it. */
static bool in_block(struct span line)
{
	return span_blank(line) || is_row(line) || netperf_is_heading(line) ||
	       span_begins(line, "!!!") || netperf_is_histogram(line) ||
	       netperf_is_interim(line) || netperf_key_line(line) ||
	       netperf_is_error(line);
}

/*
 * Behind a banner up to the first row an omni header may stand, of any words
 * and wrapped anyhow: so many lines of it are taken.
 */
static size_t claim_block(const char *data, size_t len, bool banner)
{
	size_t at = 0, used, claimed = 0, any = banner ? NETPERF_HEADER_MAX : 0;
	struct span line;
	bool first = true;

	for (; at < len; at += used, first = false) {
		line = line_first(data + at, len - at, &used);
		if (!first && netperf_is_banner(line))
			break;
		if (!first && !in_block(line)) {
			if (!any || netperf_is_header(line) || line.len > 2000)
				break;
			any--;
		}
		if (any && (netperf_is_header(line) || netperf_key_line(line) ||
			    netperf_is_error(line)))
			any = 0;
		if (any && !first &&
		    (is_row(line) ||
		     (is_csv_row(line) && !netperf_is_interim(line))))
			any = 0;
		if (!span_blank(line))
			claimed = at + used;
	}
	return claimed;
}

size_t netperf_claim(const char *data, size_t len)
{
	size_t used, used_next;
	struct span line = line_first(data, len, &used);
	struct span next = line_first(data + used, len - used, &used_next);

	if (netperf_is_banner(line))
		return claim_block(data, len, true);
	if (netperf_is_header(line) || netperf_is_error(line) ||
	    netperf_bare_row(line, next))
		return claim_block(data, len, false);
	if (netperf_key_line(line) &&
	    (span_begins(line, "THROUGHPUT=") ||
	     span_begins(line, "SOCKET_TYPE=") ||
	     span_begins(line, "NETPERF_INTERIM_RESULT[") ||
	     span_begins(line, "MIN_LATENCY=") ||
	     span_begins(line, "ELAPSED_TIME=") ||
	     span_begins(line, "LOCAL_") || span_begins(line, "REMOTE_")))
		return claim_block(data, len, false);
	return 0;
}
