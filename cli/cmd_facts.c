/* cmd_facts.c - what this machine and its kernel are. */
#include <stdio.h>

#include "command.h"
#include "facts_run.h"
#include "limits.h"

static int facts(int argc, char **argv, struct err *err)
{
	struct buf out;
	int failed;

	(void)argc;
	buf_init(&out, LIMIT_BODY);
	failed = facts_run(argv + 1, &out, err);
	if (!failed)
		fwrite(out.data ? out.data : "", 1, out.len, stdout);
	buf_release(&out);
	return failed ? -1 : EXIT_DONE;
}

const struct command command_facts = {
	.name = "facts",
	.args = "[--config FILE | --no-config]",
	.summary = "what this machine and its kernel are, for PUT /env/NAME",
	.help = "  --config FILE  the kernel's config, where it is not found: "
		"/proc/config.gz,\n"
		"                 /boot/config-RELEASE, kern.conftxt\n"
		"  --no-config    the machine alone\n"
		"GET /facts.sh of a server is the same as a script of POSIX "
		"sh, for machines\n"
		"without this program.\n",
	.run = facts,
};
