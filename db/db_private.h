/* db_private.h - what the files of db/ share. */
#ifndef DB_PRIVATE_H
#define DB_PRIVATE_H

#include <sqlite3.h>
#include <stdatomic.h>
#include <zstd.h>

#include "catalog.h"
#include "census.h"
#include "db.h"
#include "founds.h"
#include "memo.h"
#include "postings.h"
#include "spans.h"
#include "stmt.h"
#include "topics.h"

struct db {
	sqlite3 *handle;
	sqlite3_stmt *stmts[SQL_COUNT];
	bool used[SQL_COUNT];
	struct db_cache cache;
	struct db_memo memo;
	struct census census;
	struct postings postings;
	struct spans spans;
	struct founds founds;
	size_t few; /* rows that are read at once rather than avoided */
	struct topics topics; /* of this transaction of the writer */
	int lock_fd; /* -1: a reader */
	char *path;
	int64_t budget_ns, deadline_ns; /* monotonic; 0: none */
	const atomic_bool *hurry;       /* of its pool, or NULL */
	bool still;       /* opened as a file that nobody changes */
	char *copy;       /* made by migrate(), or NULL */
	int old_version;  /* ... of this */
	bool suspect;     /* a call on its files failed: open it anew */
	bool keeps_log;   /* db_keep_log() was called */
	int log_pages;    /* then: of the log, at the last commit */
	ZSTD_CCtx *packer; /* made by the first upload */
	atomic_bool damaged; /* a page was found that cannot be right */
};

#define RESULT_SHIFT 17 /* result.id = run << RESULT_SHIFT | place */

/* open.c: from now on commits leave the log as it is, for db_tidy(). */
void db_keep_log(struct db *db);

/* pack.c: db_pack() by a packer that is there. */
size_t pack_with(ZSTD_CCtx *packer, const char *data, size_t len, void *out);

/* intern.c: ids of shared rows, made when missing. -1 with err set. */
int64_t intern_unit(struct db *db, const char *spelling, struct err *err);
int64_t intern_param_set(struct db *db, const struct tags *params,
			 struct err *err);
/* host_is_new may be NULL. */
int64_t intern_environment(struct db *db, const struct tags *tags,
			   bool options_complete, bool *host_is_new,
			   struct err *err);

/* What a series list is made of. */
struct series_name {
	const char *test;
	const struct tags *params;
	const char *metric;
	enum role role;
};
int64_t intern_series_list(struct db *db, const struct series_name *names,
			   size_t n, struct err *err);

/*
 * earlier.c: the newest live run before one that has the same series list and
 * host, or none of both; 0 where there is none among the last thousand.
 */
int earlier_run(struct db *db, int64_t list, int64_t run,
		const struct tags *tags, int64_t *out, struct err *err);

/*
 * store.c: counts a live run of an environment and a list; no longer counts one
 * that is gone from there or has another time now.
 * cost      O(1); to uncount the newest of a list O(its runs)
 */
int count_run(struct db *db, int64_t environment, int64_t list, int64_t at_ns,
	      struct err *err);
int uncount_run(struct db *db, int64_t environment, int64_t list,
		int64_t at_ns, struct err *err);

/*
 * open.c: a writer's database anew, its lock held all the time. After a call on
 * the files has failed, what the connection and the system keep of them is not
 * to be relied on.
 * source    Rebello et al. 2020, Can Applications Recover from fsync Failures?
 */
int db_reopen(struct db *db, struct err *err);

/*
 * migrate.c: refuses what is no archive, is newer, or is old and only read;
 * then brings a new or old one to this version.
 */
#define SCHEMA_VERSION 6
#define APPLICATION_ID 0x6d786973 /* "mxis" */
int migrate_check(struct db *db, struct err *err);
int migrate(struct db *db, struct err *err);

#endif
