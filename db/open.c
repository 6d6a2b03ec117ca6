/* open.c - opening an archive, its settings and its transactions. */
#include "db.h"

#include <errno.h>
#include <pthread.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "db_private.h"
#include "lock.h"
#include "log_file.h"
#include "place.h"
#include "upkeep.h"

/* How long a statement waits for the sqlite3 program to let go. */
#define BUSY_MS 5000

/* Reading so many rows takes a few milliseconds. */
#define FEW 4096

/* Of the log; 32 MB. One that is full of pages costs two syncs to tidy. */
#define LOG_PAGES 16000

/*
 * FULL: a commit returns when the disk has it. NORMAL only syncs before a
 * checkpoint; it is for tests/http/powercut.t alone, where it must lose runs.
 */
#ifdef SYNCHRONOUS_NORMAL
#define SYNCHRONOUS "NORMAL"
#define WRITER_LAYER NULL
#else
#define SYNCHRONOUS "FULL"
#define WRITER_LAYER log_file_layer()
#endif

static int settings(struct db *db, const char *sql, struct err *err)
{
	int rc = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);

	return rc == SQLITE_OK ? 0 : db_error(db, rc, db->path, err);
}

/*
 * What touches no file, and then whether the file is one of ours: one that is
 * not is left as it is, byte for byte, and so is what a newer program left in
 * its log.
 */
static int inspect(struct db *db, struct err *err)
{
	sqlite3_extended_result_codes(db->handle, 1);
	sqlite3_busy_timeout(db->handle, BUSY_MS);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
			  NULL);
	if (settings(db, "PRAGMA trusted_schema=OFF; PRAGMA mmap_size=0;"
			 "PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY",
		     err) < 0 ||
	    migrate_check(db, err) < 0)
		return -1;
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0,
			  NULL);
	return 0;
}

static int configure(struct db *db, enum db_mode mode, struct err *err)
{
	if (mode == DB_READ)
		/* A comparison of 200 series is 4 MB of pages. */
		return settings(db, "PRAGMA query_only=ON;"
				    "PRAGMA cache_size=-6000", err);
	if (mode == DB_COPY)
		return 0; /* VACUUM INTO is no query */
	/*
	 * The first two only count before the file has its first page. A small
	 * upload touches eleven pages, each by a few bytes: what is written,
	 * summed and synced for it is half of that with pages of 4 KiB, and
	 * nothing else is slower.
	 */
	return settings(db, "PRAGMA page_size=2048;"
			    "PRAGMA auto_vacuum=INCREMENTAL;"
			    "PRAGMA journal_mode=WAL;"
			    "PRAGMA synchronous=" SYNCHRONOUS ";"
			    "PRAGMA foreign_keys=ON",
			err);
}

static int prepare(struct db *db, enum db_mode mode, struct err *err)
{
	return mode == DB_COPY ? stmt_prepare(db, SQL_BACKUP, err) :
				 stmt_prepare_all(db, err);
}

static int open_handle(struct db *db, enum db_mode mode, struct err *err)
{
	int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
		    (mode != DB_WRITE ? SQLITE_OPEN_READONLY :
					SQLITE_OPEN_READWRITE |
					SQLITE_OPEN_CREATE);
	struct arena a = { 0 };
	const char *name = db->path;
	int rc;

	if (mode != DB_WRITE && access(db->path, R_OK) < 0)
		return err_set(err, ERR_ARCHIVE, "no archive '%s': %s",
			       db->path, strerrordesc_np(errno));
	db->still = mode != DB_WRITE && place_is_still(db->path);
	if (db->still) {
		name = place_still_uri(db->path, &a);
		flags |= SQLITE_OPEN_URI;
	}
	rc = sqlite3_open_v2(name, &db->handle, flags,
			     mode == DB_WRITE ? WRITER_LAYER : NULL);
	arena_release(&a);
	if (rc != SQLITE_OK) {
		db_error(db, rc, db->path, err);
		err->code = ERR_ARCHIVE;
		return -1;
	}
	if (inspect(db, err) < 0 || configure(db, mode, err) < 0 ||
	    migrate(db, err) < 0 || prepare(db, mode, err) < 0) {
		if (err->code == ERR_DB)
			err->code = ERR_ARCHIVE;
		return -1;
	}
	return 0;
}

/* Its count of memory is one lock for all threads; nobody asks for it. */
static void set_up(void)
{
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

int db_open(const char *path, enum db_mode mode, struct db **out,
	    struct err *err)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct db *db = x_calloc(1, sizeof(*db));

	pthread_once(&once, set_up);
	db->lock_fd = -1;
	db->few = FEW;
	db->path = x_strdup(path);
	if (sodium_init() < 0) {
		db_close(db);
		return err_set(err, ERR_OS, "no source of random numbers");
	}
	if (place_check(path, mode, err) < 0) {
		db_close(db);
		return -1;
	}
	if (mode == DB_WRITE) {
		db->lock_fd = lock_take(path, err);
		if (db->lock_fd < 0) {
			db_close(db);
			return -1;
		}
	}
	if (open_handle(db, mode, err) < 0) {
		db_close(db);
		return -1;
	}
	*out = db;
	return 0;
}

int db_reopen(struct db *db, struct err *err)
{
	stmt_finalize_all(db);
	sqlite3_close(db->handle);
	db->handle = NULL;
	catalog_forget(db);
	if (open_handle(db, DB_WRITE, err) < 0) {
		err->code = ERR_DB; /* for the log, with its path */
		return -1;
	}
	if (db->keeps_log)
		db_keep_log(db);
	db->suspect = false;
	return 0;
}

void db_close(struct db *db)
{
	if (!db)
		return;
	stmt_finalize_all(db);
	/* What is damaged is left as it is. */
	if (db->damaged && db->handle)
		sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
				  1, NULL);
	sqlite3_close(db->handle);
	lock_release(db->lock_fd);
	catalog_forget(db);
	memo_forget(db);
	ZSTD_freeCCtx(db->packer);
	arena_release(&db->cache.arena);
	arena_release(&db->cache.env_arena);
	arena_release(&db->cache.counts_arena);
	x_free(db->copy);
	x_free(db->path);
	x_free(db);
}

static int on_commit(void *arg, sqlite3 *handle, const char *name, int pages)
{
	struct db *db = arg;

	(void)handle;
	(void)name;
	db->log_pages = pages;
	return SQLITE_OK;
}

void db_keep_log(struct db *db)
{
	db->keeps_log = true;
	db->log_pages = 0;
	sqlite3_wal_hook(db->handle, on_commit, db);
}

int db_expect_much(struct db *db, struct err *err)
{
	db_keep_log(db);
	return settings(db, "PRAGMA cache_size=-16000", err);
}

void db_tidy(struct db *db)
{
	/* What cannot be moved now is moved later; nothing is lost by it. */
	if (db->handle && db->log_pages >= LOG_PAGES &&
	    !atomic_load(&db->damaged))
		sqlite3_wal_checkpoint_v2(db->handle, NULL,
					  SQLITE_CHECKPOINT_PASSIVE, NULL,
					  NULL);
}

int db_write_begin(struct db *db, struct err *err)
{
	postings_trim(db);
	founds_trim(db);
	return stmt_command(db, SQL_WRITE_BEGIN, err);
}

int db_write_commit(struct db *db, struct err *err)
{
	return stmt_command(db, SQL_COMMIT, err);
}

void db_write_rollback(struct db *db)
{
	struct err ignored;

	catalog_forget(db);
	if (db->handle && !sqlite3_get_autocommit(db->handle))
		stmt_command(db, SQL_ROLLBACK, &ignored);
}

int db_savepoint(struct db *db, struct err *err)
{
	return stmt_command(db, SQL_SAVEPOINT, err);
}

int db_savepoint_release(struct db *db, struct err *err)
{
	return stmt_command(db, SQL_SAVEPOINT_RELEASE, err);
}

void db_savepoint_rollback(struct db *db)
{
	struct err ignored;

	catalog_forget(db);
	if (sqlite3_get_autocommit(db->handle))
		return; /* a severe error has rolled back everything */
	stmt_command(db, SQL_SAVEPOINT_ROLLBACK, &ignored);
	stmt_command(db, SQL_SAVEPOINT_RELEASE, &ignored);
}
