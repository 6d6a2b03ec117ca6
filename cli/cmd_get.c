/* cmd_get.c - the page of a path without a server. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "limits.h"
#include "route.h"
#include "timestamp.h"

static int get_page(const char *path, struct server *server)
{
	struct request rq = { 0 };
	struct reply rp = { 0 };
	struct arena arena = { 0 };
	int status;

	buf_init(&rp.body, LIMIT_PAGE);
	rq.method = "GET";
	rq.uri = *path == '/' ? path : arena_printf(&arena, "/%s", path);
	rq.base = "";
	rq.sender = "local";
	rq.server = server;
	rq.arena = &arena;
	rq.now_ns = time_now_ns();
	route_dispatch(&rq, &rp);
	if (rp.status < 400) {
		fwrite(rp.body.data ? rp.body.data : "", 1, rp.body.len,
		       stdout);
		status = EXIT_DONE;
	} else {
		fprintf(stderr, "maxistat get: %d: %s", rp.status,
			rp.internal[0] ? rp.internal : rp.body.data);
		status = rp.status == 404 ? EXIT_NO : EXIT_WRONG;
	}
	buf_release(&rp.body);
	arena_release(&arena);
	return status;
}

static int get(int argc, char **argv, struct err *err)
{
	static const struct option longs[] = {
		{ "db", required_argument, NULL, 'd' },
		{ NULL, 0, NULL, 0 },
	};
	struct server server = { 0 };
	const char *db = NULL;
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
	if (db_pool_open(db, &server.readers, err) < 0)
		return -1;
	status = get_page(argv[optind], &server);
	db_pool_close(server.readers);
	return status;
}

const struct command command_get = {
	.name = "get",
	.args = "--db FILE PATH",
	.summary = "print a page without a server, as curl would get it",
	.help = "  PATH is that of the URL: /compare/A/B, "
		"/runs.json/host:apu2\n"
		"exit status: 0 found, 1 nothing for these terms, 2 a wrong "
		"path\n",
	.run = get,
};
