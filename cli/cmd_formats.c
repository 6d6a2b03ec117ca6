/* cmd_formats.c - maxistat formats: what an upload may be. */
#include <stdio.h>

#include "command.h"
#include "formats.h"
#include "limits.h"

static int print(char **names, struct buf *out, struct err *err)
{
	const struct importer *format;
	bool more = false;

	if (!*names)
		formats_print(out, NULL);
	for (; *names; names++) {
		format = importer_find(*names);
		if (!format)
			return err_set(err, ERR_USAGE, "'%.60s' is no format; "
				       "`maxistat formats` lists them", *names);
		if (more)
			buf_char(out, '\n');
		formats_print(out, format);
		more = true;
	}
	return 0;
}

static int run(int argc, char **argv, struct err *err)
{
	struct buf out;
	int failed;

	(void)argc;
	buf_init(&out, LIMIT_PAGE);
	failed = print(argv + 1, &out, err);
	if (!failed)
		fwrite(out.data, 1, out.len, stdout);
	buf_release(&out);
	return failed;
}

const struct command command_formats = {
	.name = "formats",
	.args = "[NAME]...",
	.summary = "show the formats that are known, and their metrics",
	.help = "Under a name: what it is, what the caller adds to the TERMS,"
		" and the metrics:\nwhich way is better, units, names. * is the"
		" file's own, - is none.\n",
	.run = run,
};
