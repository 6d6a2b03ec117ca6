/* cmd_history.c - lines over time without a server. */
#include <getopt.h>
#include <stdio.h>

#include "command.h"
#include "local.h"
#include "mem.h"

static int history(int argc, char **argv, struct err *err)
{
	static const struct option longs[] = {
		{ "db", required_argument, NULL, 'd' },
		{ "json", no_argument, NULL, 'j' },
		{ "csv", no_argument, NULL, 'c' },
		{ NULL, 0, NULL, 0 },
	};
	const char *db = NULL, *suffix = "";
	struct arena arena = { 0 };
	struct page page;
	int c, status;

	/* The last word is no option, also where it is -VIMAGE. */
	opterr = 0;
	optind = 1;
	while (argc && (c = getopt_long(argc - 1, argv, "", longs, NULL)) !=
			       -1) {
		if (c == 'd')
			db = optarg;
		else if (c == 'j' || c == 'c')
			suffix = c == 'j' ? ".json" : ".csv";
		else
			return err_set(err, ERR_USAGE,
				       "unknown option or a missing value");
	}
	if (!db || optind != argc - 1)
		return err_set(err, ERR_USAGE, "--db FILE and one set of "
			       "terms are needed");
	status = local_get(db, arena_printf(&arena, "/history%s/%s", suffix,
					    argv[optind]), NULL, &page, err);
	if (!status)
		status = page_print("history", &page);
	buf_release(&page.body);
	arena_release(&arena);
	return status;
}

const struct command command_history = {
	.name = "history",
	.args = "[--json | --csv] --db FILE TERMS",
	.summary = "lines over time, with the change points of each",
	.help = "  TERMS are those of /history/TERMS, options too: "
		"host:apu2,limit=100\n"
		"exit status: 0 found, 1 nothing for these terms, 2 wrong "
		"terms\n",
	.run = history,
};
