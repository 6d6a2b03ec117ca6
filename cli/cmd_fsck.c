/* cmd_fsck.c - is the archive sound? */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "list.h"
#include "text.h"
#include "upkeep.h"

static int report(struct db *db, const char *path, struct err *err)
{
	struct arena arena = { 0 };
	struct db_totals totals;
	struct db_check found;
	size_t i;
	int status = EXIT_DONE;

	if (db_check(db, &arena, &found, err) < 0 ||
	    db_totals(db, &totals, err) < 0) {
		arena_release(&arena);
		return -1;
	}
	for (i = 0; i < found.n_complaints; i++)
		fprintf(stderr, "maxistat fsck: %s: %s\n", path,
			found.complaints[i]);
	if (found.n_complaints)
		status = EXIT_ARCHIVE;
	else
		printf("%s is sound: %zu run%s, %zu in the trash, %zu "
		       "upload%s\n", path, totals.n_runs,
		       plural(totals.n_runs), totals.n_trashed,
		       found.n_uploads, plural(found.n_uploads));
	arena_release(&arena);
	return status;
}

static int fsck(int argc, char **argv, struct err *err)
{
	struct db *db;
	int status;

	if (argc != 3 || strcmp(argv[1], "--db"))
		return err_set(err, ERR_USAGE, "--db FILE is needed");
	if (db_open(argv[2], DB_READ, &db, err) < 0)
		return -1;
	status = report(db, argv[2], err);
	db_close(db);
	return status;
}

const struct command command_fsck = {
	.name = "fsck",
	.args = "--db FILE",
	.summary = "look at every page, count and original of an archive",
	.help = "Works also while the archive is served; changes nothing.\n"
		"exit status: 0 sound, 3 not\n",
	.run = fsck,
};
