/* import_upload.c - a file on its way into the archive: read, then prepared. */
#include "import_upload.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "file.h"
#include "limits.h"
#include "timestamp.h"

struct import_upload *import_upload_new(const struct import_file *file,
					bool stored)
{
	struct import_upload *u = x_calloc(1, sizeof(*u));

	u->file = file;
	u->source.pack = stored;
	buf_init(&u->data, LIMIT_BODY);
	return u;
}

void import_upload_free(struct import_upload *u)
{
	if (!u)
		return;
	buf_release(&u->data);
	arena_release(&u->arena);
	x_free(u);
}

size_t import_upload_size(const struct import_upload *u)
{
	return u->data.len + u->arena.total;
}

static int file_time(const char *path, int64_t *ns, struct err *err)
{
	struct stat st;
	char why[128];

	if (strcmp(path, "-") ? stat(path, &st) : fstat(0, &st))
		return err_set(err, ERR_OS, "its time: %s",
			       strerror_r(errno, why, sizeof(why)));
	*ns = st.st_mtim.tv_sec * INT64_C(1000000000) + st.st_mtim.tv_nsec;
	return 0;
}

int import_upload_read(struct import_upload *u,
		       const struct import_files *files, bool at_mtime)
{
	const char *path = u->file->path, *slash = strrchr(path, '/');
	struct upload_source *src = &u->source;

	u->stage = IMPORT_FAILED;
	if (file_read(path, &u->data, &u->err) < 0 ||
	    (at_mtime && file_time(path, &src->file_ns, &u->err) < 0) ||
	    import_file_terms(files, u->file, &u->arena, &u->terms,
			      &u->err) < 0)
		return -1;
	src->data = u->data.data ? u->data.data : "";
	src->len = u->data.len;
	src->terms = &u->terms.terms;
	src->options = &u->terms.options;
	src->file = !strcmp(path, "-") ? NULL : slash ? slash + 1 : path;
	src->sender = "import";
	src->received_ns = time_now_ns();
	src->keep_told = true;
	u->stage = IMPORT_READ;
	return 0;
}

int import_upload_prepare(struct import_upload *u)
{
	int failed = upload_prepare(&u->source, &u->arena, &u->upload, &u->err);

	if (!failed)
		upload_count(&u->upload, &u->counts);
	u->stage = failed ? IMPORT_FAILED : IMPORT_PREPARED;
	return failed;
}
