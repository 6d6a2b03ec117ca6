/* cmd_backup.c - a copy of an archive, also while it is served. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "mem.h"
#include "upkeep.h"

/* What was written is on disk before the name is the one asked for. */
static int publish(const char *from, const char *to, struct err *err)
{
	int fd = open(from, O_RDONLY | O_CLOEXEC);
	int failed = fd < 0 || fsync(fd) < 0;

	if (fd >= 0)
		close(fd);
	if (failed || link(from, to) < 0) {
		err_set(err, ERR_OS, "cannot make '%s': %s", to,
			strerrordesc_np(errno));
		unlink(from);
		return -1;
	}
	unlink(from);
	return 0;
}

static int backup(int argc, char **argv, struct err *err)
{
	struct arena arena = { 0 };
	struct db *db;
	const char *to, *part;
	int failed;

	if (argc != 4 || strcmp(argv[1], "--db"))
		return err_set(err, ERR_USAGE, "--db FILE and a name for the "
			       "copy are needed");
	to = argv[3];
	if (!access(to, F_OK))
		return err_set(err, ERR_OS, "'%s' is there already", to);
	if (db_open(argv[2], DB_COPY, &db, err) < 0)
		return -1;
	part = arena_printf(&arena, "%s.part-%ld", to, (long)getpid());
	failed = db_backup(db, part, err);
	db_close(db);
	if (failed)
		unlink(part);
	else
		failed = publish(part, to, err);
	if (!failed)
		printf("%s is a copy of %s\n", to, argv[2]);
	arena_release(&arena);
	return failed;
}

const struct command command_backup = {
	.name = "backup",
	.args = "--db FILE TO",
	.summary = "copy an archive, also while it is served",
	.help = "TO must not be there; it appears whole, or not at all.\n",
	.run = backup,
};
