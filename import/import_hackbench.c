/*
 * import_hackbench.c - hackbench of rt-tests: three lines a run.
 *
 *	Running in process mode with 2 groups using 40 file descriptors each
 *		(== 80 tasks)       (on the same line)
 *	Each sender will pass 200 messages of 100 bytes
 *	Time: 0.269
 *
 * Whether it was pipes or sockets is not printed.
 */
#include "claim.h"
#include "gather.h"
#include "import.h"

static bool own_line(struct span line)
{
	return span_begins(line, "Running in ") &&
	       span_find(line, " mode with ") && span_find(line, " groups ");
}

static bool last_line(struct span line)
{
	return span_begins(line, "Time: ");
}

static size_t claim(const char *data, size_t len)
{
	return claim_until(data, len, own_line, last_line);
}

static void begin(struct gather *g, struct span line)
{
	struct span s;

	g->test = "hackbench";
	if (span_between(line, "Running in ", " mode", &s))
		gather_param(g, "mode", s);
	if (span_between(line, " mode with ", " groups", &s))
		gather_param(g, "groups", s);
	if (span_between(line, " using ", " file", &s))
		gather_param(g, "fds", s);
	if (span_between(line, "(== ", " tasks", &s))
		gather_param(g, "tasks", s);
}

/* A run without its time. */
static void cut_off(struct gather *g)
{
	if (g->test)
		report_error(g->report, g->line, "truncated: hackbench without"
			     " its time");
	gather_drop(g);
}

static void read_line(struct gather *g, struct lines *l, struct span line)
{
	struct span s;

	if (own_line(line)) {
		cut_off(g);
		begin(g, line);
		g->line = l->no;
	} else if (g->test && span_begins(line, "Each sender will pass ")) {
		if (span_between(line, " pass ", " ", &s))
			gather_param(g, "loops", s);
		if (span_between(line, "messages of ", " ", &s))
			gather_param(g, "bytes", s);
	} else if (g->test && last_line(line)) {
		span_after(line, ": ", &s);
		gather_number(g, span_trim(s), "time", "s", BETTER_LOWER,
			      ROLE_SAMPLE);
		gather_flush(g);
	} else {
		line_skip(l, line);
	}
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
		read_line(g, &l, line);
	}
	cut_off(g);
	gather_end(g);
	lines_end(&l, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "time", "s", "lower" },
	{ 0 }
};

const struct importer importer_hackbench = {
	.name = "hackbench",
	.summary = "hackbench of rt-tests",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "R",
	.parse = parse,
};
