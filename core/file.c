/* file.c - whole files, bounded. */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define CHUNK 65536

static int failed(const char *path, struct err *err)
{
	char why[128];

	return err_set(err, ERR_OS, "cannot read '%.200s': %s", path,
		       strerror_r(errno, why, sizeof(why)));
}

int file_read(const char *path, struct buf *out, struct err *err)
{
	bool is_stdin = !strcmp(path, "-");
	FILE *f = is_stdin ? stdin : fopen(path, "rb");
	char chunk[CHUNK];
	size_t n;
	int rc = 0;

	if (!f)
		return failed(path, err);
	while (!out->over && (n = fread(chunk, 1, sizeof(chunk), f)) > 0)
		buf_add(out, chunk, n);
	if (out->over)
		rc = err_set(err, ERR_TOO_BIG, "'%.200s' has more than %zu"
			     " bytes", path, out->max);
	else if (ferror(f))
		rc = failed(path, err);
	if (!is_stdin)
		fclose(f);
	return rc;
}
