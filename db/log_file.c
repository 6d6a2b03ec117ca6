/* log_file.c - the log of a writer's archive, written once a commit. */
#include "log_file.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdalign.h>
#include <string.h>

/* The unix layer of SQLite takes less than 128 KiB in one call. */
#define KEPT_SIZE (120 * 1024)

/*
 * What SQLite sees as its file; the system's follows it in memory. SQLite gives
 * memory for files that is aligned for its own integers, and no more.
 */
struct log_file {
	sqlite3_file base;
	char *kept; /* not yet written; KEPT_SIZE bytes of room */
	int n;
	sqlite3_int64 at; /* ... and where in the file it belongs */
	alignas(sqlite3_int64) char real[];
};

static sqlite3_vfs *below;

static sqlite3_file *real(struct log_file *f)
{
	return (sqlite3_file *)f->real;
}

static int write_through(struct log_file *f, const void *data, int n,
			 sqlite3_int64 at)
{
	return real(f)->pMethods->xWrite(real(f), data, n, at);
}

/* A failed write is not tried again: its transaction is rolled back. */
static int write_kept(struct log_file *f)
{
	int n = f->n;

	f->n = 0;
	return n ? write_through(f, f->kept, n, f->at) : SQLITE_OK;
}

static int log_write(sqlite3_file *file, const void *data, int n,
		     sqlite3_int64 at)
{
	struct log_file *f = (struct log_file *)file;

	if (f->n && (at != f->at + f->n || n > KEPT_SIZE - f->n)) {
		int rc = write_kept(f);

		if (rc != SQLITE_OK)
			return rc;
	}
	if (n > KEPT_SIZE)
		return write_through(f, data, n, at);
	if (!f->n)
		f->at = at;
	memcpy(f->kept + f->n, data, (size_t)n);
	f->n += n;
	return SQLITE_OK;
}

static int log_read(sqlite3_file *file, void *data, int n, sqlite3_int64 at)
{
	struct log_file *f = (struct log_file *)file;
	int rc = write_kept(f);

	return rc != SQLITE_OK ? rc :
				 real(f)->pMethods->xRead(real(f), data, n, at);
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	struct log_file *f = (struct log_file *)file;
	int rc = write_kept(f);

	return rc != SQLITE_OK ? rc :
				 real(f)->pMethods->xTruncate(real(f), size);
}

static int log_sync(sqlite3_file *file, int flags)
{
	struct log_file *f = (struct log_file *)file;
	int rc = write_kept(f);

	return rc != SQLITE_OK ? rc : real(f)->pMethods->xSync(real(f), flags);
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size)
{
	struct log_file *f = (struct log_file *)file;
	int rc = write_kept(f);

	return rc != SQLITE_OK ? rc :
				 real(f)->pMethods->xFileSize(real(f), size);
}

static int log_close(sqlite3_file *file)
{
	struct log_file *f = (struct log_file *)file;
	int rc = write_kept(f), closed = real(f)->pMethods->xClose(real(f));

	sqlite3_free(f->kept);
	return rc != SQLITE_OK ? rc : closed;
}

static int log_lock(sqlite3_file *file, int level)
{
	struct log_file *f = (struct log_file *)file;

	return real(f)->pMethods->xLock(real(f), level);
}

static int log_unlock(sqlite3_file *file, int level)
{
	struct log_file *f = (struct log_file *)file;

	return real(f)->pMethods->xUnlock(real(f), level);
}

static int log_is_reserved(sqlite3_file *file, int *yes)
{
	struct log_file *f = (struct log_file *)file;

	return real(f)->pMethods->xCheckReservedLock(real(f), yes);
}

static int log_control(sqlite3_file *file, int what, void *arg)
{
	struct log_file *f = (struct log_file *)file;

	return real(f)->pMethods->xFileControl(real(f), what, arg);
}

static int log_sector_size(sqlite3_file *file)
{
	struct log_file *f = (struct log_file *)file;

	return real(f)->pMethods->xSectorSize(real(f));
}

static int log_traits(sqlite3_file *file)
{
	struct log_file *f = (struct log_file *)file;

	return real(f)->pMethods->xDeviceCharacteristics(real(f));
}

/* Version 1: the shared memory beside a log hangs on the archive's file. */
static const sqlite3_io_methods methods = {
	.iVersion = 1,
	.xClose = log_close,
	.xRead = log_read,
	.xWrite = log_write,
	.xTruncate = log_truncate,
	.xSync = log_sync,
	.xFileSize = log_size,
	.xLock = log_lock,
	.xUnlock = log_unlock,
	.xCheckReservedLock = log_is_reserved,
	.xFileControl = log_control,
	.xSectorSize = log_sector_size,
	.xDeviceCharacteristics = log_traits,
};

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file,
		     int flags, int *flags_out)
{
	struct log_file *f = (struct log_file *)file;
	int rc;

	(void)vfs;
	if (!(flags & SQLITE_OPEN_WAL))
		return below->xOpen(below, path, file, flags, flags_out);
	memset(f, 0, sizeof(*f)); /* no methods: nothing to close */
	f->kept = sqlite3_malloc(KEPT_SIZE);
	if (!f->kept)
		return SQLITE_NOMEM;
	rc = below->xOpen(below, path, real(f), flags, flags_out);
	if (rc != SQLITE_OK) {
		if (real(f)->pMethods)
			real(f)->pMethods->xClose(real(f));
		sqlite3_free(f->kept);
		return rc;
	}
	f->base.pMethods = &methods;
	return SQLITE_OK;
}

static sqlite3_vfs layer;

static void set_up(void)
{
	below = sqlite3_vfs_find(NULL);
	if (!below)
		return;
	layer = *below;
	layer.zName = "maxistat";
	layer.pNext = NULL;
	layer.szOsFile = (int)sizeof(struct log_file) + below->szOsFile;
	layer.xOpen = open_file;
	if (sqlite3_vfs_register(&layer, 0) != SQLITE_OK)
		below = NULL;
}

const char *log_file_layer(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, set_up);
	return below ? layer.zName : NULL;
}
