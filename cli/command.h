/*
 * command.h - one command a row of commands.def, one file a command.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "err.h"

enum exit_status {
	EXIT_DONE = 0,    /* done; the answer is yes */
	EXIT_NO = 1,      /* the answer is no */
	EXIT_WRONG = 2,   /* usage, or the server said no */
	EXIT_ARCHIVE = 3, /* the archive cannot be used */
	EXIT_IN_USE = 4,  /* the archive is in use, or newer than we are */
	EXIT_KEPT = 75,   /* not sent yet; sysexits.h calls it EX_TEMPFAIL */
};

struct command {
	const char *name;
	const char *args;    /* after the name, as --help prints it */
	const char *summary; /* one line */
	const char *help;    /* the options, a line each, or NULL */

	/*
	 * argv[0] is the command's name.
	 * returns   an exit status; -1 with err set, which main() prints and
	 *           translates
	 */
	int (*run)(int argc, char **argv, struct err *err);
};

#endif
