/* cmd_get.c - the page of a path without a server. */
#include <getopt.h>
#include <stdio.h>

#include "command.h"
#include "local.h"

static int get(int argc, char **argv, struct err *err)
{
	static const struct option longs[] = {
		{ "db", required_argument, NULL, 'd' },
		{ NULL, 0, NULL, 0 },
	};
	const char *db = NULL;
	struct page page;
	int c, status;

	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, "", longs, NULL)) != -1) {
		if (c != 'd')
			return err_set(err, ERR_USAGE,
				       "unknown option or a missing value");
		db = optarg;
	}
	if (!db || optind + 1 != argc)
		return err_set(err, ERR_USAGE, "--db FILE and one PATH are "
			       "needed");
	if (local_get(db, argv[optind], stdout, &page, err) < 0)
		return -1;
	status = page_print("get", &page);
	buf_release(&page.body);
	return status;
}

const struct command command_get = {
	.name = "get",
	.args = "--db FILE PATH",
	.summary = "print a page without a server, as curl would get it",
	.help = "  PATH is that of the URL: /compare/A/B, "
		"/runs.json/host:apu2\n"
		"exit status: 0 found, 1 nothing for these terms, or a gate "
		"that is shut,\n2 a wrong path\n",
	.run = get,
};
