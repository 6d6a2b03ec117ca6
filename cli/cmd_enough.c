/*
 * cmd_enough.c - are there enough samples? Per series the mean, its interval,
 * and how many more would bring the half-width down to what is wanted.
 */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "describe.h"
#include "file.h"
#include "import.h"
#include "limits.h"
#include "options.h"
#include "power.h"
#include "report_text.h"
#include "unpack.h"

static int read_settings(int argc, char **argv, struct options *o,
			 struct arena *arena, struct err *err)
{
	static const struct option longs[] = {
		{ "want", required_argument, NULL, 'w' },
		{ "format", required_argument, NULL, 'f' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	options_init(o);
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, "", longs, NULL)) != -1) {
		if (c == 'w') {
			if (options_set(TAKES_UPLOAD, "want", optarg, arena, o,
					err) < 0)
				return -1;
		} else if (c == 'f') {
			o->format = optarg;
		} else {
			return err_set(err, ERR_USAGE,
				       "unknown option or a missing value");
		}
	}
	if (optind + 1 != argc)
		return err_set(err, ERR_USAGE, "one file is needed");
	return 0;
}

/* One series; true when it is enough. */
static bool judge(const struct result *r, struct metric *m,
		  const struct options *o, struct arena *arena)
{
	struct enough e;
	struct buf line;
	bool known;

	if (m->samples)
		stats_describe(m->samples, m->n,
			       arena_alloc(arena, m->n * sizeof(double)),
			       &m->summary);
	known = stats_enough(&m->summary, o->want.width / 100,
			     o->want.level / 100, &e);
	buf_init(&line, 4096);
	print_enough(&line, r->test, m, &o->want, known ? &e : NULL);
	printf("%s\n", line.data);
	buf_release(&line);
	return known && e.enough;
}

static int judge_all(struct report *r, const struct options *o,
		     struct err *err)
{
	bool all = true;
	size_t i, j, k, n = 0;

	for (i = 0; i < r->n_runs; i++)
		for (j = 0; j < r->runs[i].n_results; j++)
			for (k = 0; k < r->runs[i].results[j].n_metrics; k++) {
				struct metric *m =
					&r->runs[i].results[j].metrics[k];

				if (m->role != ROLE_SAMPLE)
					continue;
				all &= judge(&r->runs[i].results[j], m, o,
					     r->arena);
				n++;
			}
	if (!n)
		return err_set(err, ERR_INPUT, "no samples in this file");
	if (!all)
		fputs(NOT_ENOUGH, stdout);
	return all ? EXIT_DONE : EXIT_NO;
}

static int enough(int argc, char **argv, struct err *err)
{
	struct arena arena = { 0 };
	struct options o;
	struct report report;
	struct buf data;
	const char *formats, *text;
	size_t len;
	int status;

	buf_init(&data, LIMIT_BODY);
	report_init(&report, &arena);
	status = read_settings(argc, argv, &o, &arena, err);
	if (!status)
		status = file_read(argv[optind], &data, err);
	text = data.data ? data.data : "";
	len = data.len;
	if (!status)
		status = unpack(&text, &len, &arena, err);
	if (!status)
		status = import_parse(text, len, o.format, &report, &formats,
				      err);
	if (!status && report.n_errors)
		status = err_set(err, ERR_INPUT, "line %zu: %.300s",
				 report.errors[0].line, report.errors[0].text);
	if (!status)
		status = judge_all(&report, &o, err);
	buf_release(&data);
	arena_release(&arena);
	return status;
}

const struct command command_enough = {
	.name = "enough",
	.args = "[--want WIDTH[,LEVEL]] [--format NAME] FILE",
	.summary = "are there enough samples? how many more would be",
	.help = "  --want WIDTH[,LEVEL]  the half-width of the mean's interval "
		"to reach, in % of\n                        the mean, and its "
		"level; 1,95\n"
		"exit status: 0 enough, 1 not yet, 2 an error\n",
	.run = enough,
};
