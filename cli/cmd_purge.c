/* cmd_purge.c - what was in the trash long enough, gone for good. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "text.h"
#include "timestamp.h"
#include "upkeep.h"

static int read_date(const char *text, int64_t *out, struct err *err)
{
	struct time_span t;

	if (!time_parse(text, strlen(text), &t) || !time_is_dated(&t) ||
	    (t.has_clock && !t.has_zone))
		return err_set(err, ERR_USAGE, "'%.60s' is no date "
			       "(2026-11-30, 2026-11-30T08:00:00Z)", text);
	*out = t.from_ns;
	return 0;
}

static void print_size(int64_t bytes)
{
	if (bytes < 10000)
		printf("%lld bytes", (long long)bytes);
	else if (bytes < 10000000)
		printf("%lld kB", (long long)(bytes + 500) / 1000);
	else
		printf("%lld MB", (long long)(bytes + 500000) / 1000000);
}

static void say(const char *path, const struct db_purged *p)
{
	printf("%zu run%s and %zu upload%s are gone for good; %s was ",
	       p->n_runs, plural(p->n_runs), p->n_uploads,
	       plural(p->n_uploads), path);
	print_size(p->bytes_before);
	printf(", is ");
	print_size(p->bytes_after);
	printf("\n");
	if (p->n_kept)
		printf("1 run stays in the trash: it is the newest, and its "
		       "number must not be given again\n");
}

static int purge(int argc, char **argv, struct err *err)
{
	static const struct option longs[] = {
		{ "db", required_argument, NULL, 'd' },
		{ "trashed-before", required_argument, NULL, 'b' },
		{ NULL, 0, NULL, 0 },
	};
	const char *path = NULL, *date = NULL;
	struct db_purged purged;
	struct db *db;
	int64_t before = 0;
	int c, failed;

	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, "", longs, NULL)) != -1) {
		if (c == '?')
			return err_set(err, ERR_USAGE, "unknown option or a "
				       "missing value");
		*(c == 'd' ? &path : &date) = optarg;
	}
	if (!path || !date || optind < argc)
		return err_set(err, ERR_USAGE, "--db FILE and --trashed-before "
			       "DATE are needed");
	if (access(path, F_OK) < 0) /* db_open() would make one */
		return err_set(err, ERR_ARCHIVE, "no archive '%s'", path);
	if (read_date(date, &before, err) < 0 ||
	    db_open(path, DB_WRITE, &db, err) < 0)
		return -1;
	failed = db_purge(db, before, &purged, err);
	db_close(db);
	if (failed)
		return -1;
	say(path, &purged);
	return EXIT_DONE;
}

const struct command command_purge = {
	.name = "purge",
	.args = "--db FILE --trashed-before DATE",
	.summary = "remove for good what is long in the trash",
	.help = "  --trashed-before DATE  runs that went into the trash before "
		"then: 2026-11-30\n"
		"                         (UTC), 2026-11-30T08:00:00Z\n"
		"Says how much smaller the file became. Not while the archive "
		"is served.\n"
		"exit status: 0 done, 2 usage, 3 and 4 see the manual\n",
	.run = purge,
};
