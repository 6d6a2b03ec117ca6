/*
 * import_bonnie.c - the CSV line of bonnie++ 1.96 and later, one a run.
 *
 * Format 1.98 has two fields more behind the chunk size. +++++ was too fast to
 * measure: no value. A latency brings its unit.
 *
 * source    bonnie++ 2.00a bon_csv2txt.cpp, header of -x
 */
#include <string.h>

#include "claim.h"
#include "gather.h"
#include "import.h"

#define FIELDS 50

/* From the first throughput on; NULL: not a value. */
static const char *const names[] = {
	"putc", "putc_cpu", "put_block", "put_block_cpu", "rewrite",
	"rewrite_cpu", "getc", "getc_cpu", "get_block", "get_block_cpu",
	"seeks", "seeks_cpu", NULL, NULL, NULL, NULL, NULL, "seq_create",
	"seq_create_cpu", "seq_stat", "seq_stat_cpu", "seq_del", "seq_del_cpu",
	"ran_create", "ran_create_cpu", "ran_stat", "ran_stat_cpu", "ran_del",
	"ran_del_cpu", "putc_latency", "put_block_latency", "rewrite_latency",
	"getc_latency", "get_block_latency", "seeks_latency",
	"seq_create_latency", "seq_stat_latency", "seq_del_latency",
	"ran_create_latency", "ran_stat_latency", "ran_del_latency",
};

/* A table of numbers may begin so; it is not this wide. */
static bool own_line(struct span line)
{
	size_t i, commas = 0;

	if (!span_begins(line, "1.96,") && !span_begins(line, "1.97,") &&
	    !span_begins(line, "1.98,"))
		return false;
	for (i = 0; i < line.len && commas < 20; i++)
		commas += line.s[i] == ',';
	return commas == 20;
}

static bool next_line(struct span line)
{
	return span_begins(line, "format_version,");
}

static size_t claim(const char *data, size_t len)
{
	return claim_lines(data, len, own_line, next_line);
}

static size_t split(struct span line, struct span f[FIELDS])
{
	size_t n = 0;
	const char *at;

	while (n < FIELDS) {
		at = line.len ? memchr(line.s, ',', line.len) : NULL;
		f[n] = line;
		if (!at)
			return n + 1;
		f[n++].len = (size_t)(at - line.s);
		line.len -= (size_t)(at - line.s) + 1;
		line.s = at + 1;
	}
	return n + 1; /* too many */
}

static const char *unit_of(const char *name)
{
	if (strstr(name, "_cpu"))
		return "%";
	return strstr(name, "seq_") == name || strstr(name, "ran_") == name ||
	       !strcmp(name, "seeks") ? "1/s" : "K/s";
}

static void put(struct gather *g, const char *name, struct span s)
{
	bool latency = strstr(name, "_latency") != NULL;
	const char *unit = unit_of(name);
	size_t n = 0;

	if (!s.len)
		return; /* not run */
	if (s.s[0] == '+') {
		report_warn(g->report, g->report->line, "%s was too fast to"
			    " measure", name);
		return;
	}
	if (latency) {
		while (n < s.len && s.s[n] >= '0' && s.s[n] <= '9')
			n++;
		unit = arena_strndup(&g->scratch, s.s + n, s.len - n);
		s.len = n;
	}
	gather_number(g, s, name, unit, latency || strstr(name, "_cpu") ?
		      BETTER_LOWER : BETTER_HIGHER, ROLE_SAMPLE);
}

static void read_line(struct gather *g, struct span line)
{
	struct span f[FIELDS];
	size_t n = split(line, f), i, from = 7;

	if (span_begins(line, "1.98,"))
		from = 9;
	if (n != from + N_OF(names)) {
		report_error(g->report, g->report->line, "%zu fields, not %zu:"
			     " truncated?", n, from + N_OF(names));
		return;
	}
	g->test = "bonnie++";
	gather_fact(g, "tool_version", f[1]);
	gather_fact(g, "host", f[2]);
	gather_param(g, "concurrency", f[3]);
	gather_param(g, "file_size", f[5]);
	gather_param(g, "num_files", f[from + 12]);
	for (i = 0; i < N_OF(names); i++)
		if (names[i])
			put(g, names[i], f[from + i]);
	gather_flush(g);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct gather *g = gather_new(r);
	struct lines l;
	struct span line;

	(void)err;
	lines_init(&l, data, len);
	while (lines_next(&l, &line) && !r->over_limit) {
		r->line = l.no;
		if (own_line(line))
			read_line(g, line);
		else if (!next_line(line))
			line_skip(&l, line);
	}
	gather_end(g);
	lines_end(&l, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "putc, put_block, rewrite, getc, get_block", "K/s", "higher" },
	{ "seeks, seq_create, seq_stat, seq_del, ran_create, ran_stat, "
	  "ran_del", "1/s", "higher" },
	{ "*_cpu", "%", "lower" },
	{ "*_latency", "us, ms, s", "lower" },
	{ 0 }
};

const struct importer importer_bonnie = {
	.name = "bonnie",
	.summary = "bonnie++: CSV",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "1",
	.parse = parse,
};
