/*
 * import_will_it_scale.c - will-it-scale's table, one test case.
 *
 *	tasks,processes,processes_idle,threads,threads_idle,linear
 *	104,1200363,0.04,0,0.00,0
 *
 * The row of 0 tasks, and the columns of a mode that did not run, are place
 * holders. The test case stands only in the command before the table.
 */
#include "claim.h"
#include "gather.h"
#include "import.h"

#define HEADER "tasks,processes,processes_idle,threads,threads_idle,linear"

static bool own_line(struct span line)
{
	return span_is(line, HEADER);
}

static bool is_command(struct span line)
{
	return span_find(line, "runtest.py ") != NULL;
}

/* Six numbers. */
static bool row(struct span line, struct span f[6])
{
	size_t i;

	for (i = 0; i < 6; i++) {
		f[i] = line;
		if (i < 5 && !line_key_value(line, ',', &f[i], &line))
			return false;
		if (!span_is_number(f[i]))
			return false;
	}
	return true;
}

static bool next_line(struct span line)
{
	struct span f[6];

	return row(line, f);
}

static size_t claim(const char *data, size_t len)
{
	struct span line;
	size_t used, n;

	line = line_first(data, len, &used);
	if (!is_command(line))
		return claim_lines(data, len, own_line, next_line);
	n = claim_lines(data + used, len - used, own_line, next_line);
	return n ? used + n : 0;
}

static void put(struct gather *g, struct span tasks, const char *mode,
		struct span ops, struct span idle, const char *test)
{
	double v;

	if (span_number(ops, &v) != NUMBER_OK || !(v > 0))
		return;
	g->test = test;
	gather_param(g, "tasks", tasks);
	gather_param(g, "mode", span_of(mode));
	gather_number(g, ops, "ops", "ops/s", BETTER_HIGHER, ROLE_SAMPLE);
	gather_number(g, idle, "idle", "%", BETTER_UNKNOWN, ROLE_SAMPLE);
	gather_flush(g);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct gather *g = gather_new(r);
	const char *test = NULL;
	struct lines l;
	struct span line, f[6], s, name;

	(void)err;
	lines_init(&l, data, len);
	while (lines_next(&l, &line) && !r->over_limit) {
		r->line = l.no;
		if (span_after(line, "runtest.py ", &s) &&
		    line_field(&s, &name)) {
			test = span_copy(name, r->arena);
		} else if (row(line, f)) {
			put(g, f[0], "process", f[1], f[2], test);
			put(g, f[0], "thread", f[3], f[4], test);
		} else if (!own_line(line)) {
			line_skip(&l, line);
		}
	}
	gather_end(g);
	lines_end(&l, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "ops", "ops/s", "higher" },
	{ "idle", "%", "-" },
	{ 0 }
};

const struct importer importer_will_it_scale = {
	.name = "will-it-scale",
	.summary = "will-it-scale",
	.needs = "test:",
	.metrics = gives,
	.claim = claim,
	.starts = "^{",
	.parse = parse,
};
