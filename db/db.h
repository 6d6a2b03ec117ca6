/*
 * db.h - the archive: storing uploads, finding results, keeping both.
 *
 * Nothing outside db/ knows SQL or SQLite. A struct db is one connection and is
 * used by one thread at a time; exactly one of a process may be a writer
 * (DB_WRITE), which holds a lock on the file NAME-lock as long as it is open.
 * Ids are opaque integers that only grow.
 */
#ifndef DB_H
#define DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "mem.h"
#include "report.h"
#include "selection.h"

#define DB_IDENTITY_SIZE 32

struct db;

enum db_mode {
	DB_READ,  /* the archive must be there; never writes */
	DB_COPY,  /* the same, for db_backup() */
	DB_WRITE, /* made when missing, migrated when old, locked */
};

/*
 * Opens an archive.
 * errors    ERR_ARCHIVE: missing, damaged, not one of ours, not readable;
 *           ERR_IN_USE: another writer has it (says its pid), or it was made
 *           by a newer version
 */
int db_open(const char *path, enum db_mode mode, struct db **out,
	    struct err *err);
void db_close(struct db *db); /* NULL is fine */

/* ---- Storing. ---- */

/* One run that is about to be stored, beside what the report says of it. */
struct db_new_run {
	const struct run *run;
	unsigned char identity[DB_IDENTITY_SIZE];
	int64_t doc_offset;    /* its document in the upload; -1: all of it */
	int64_t doc_size;
	bool options_complete; /* its option.* are a full config */
	bool told;             /* exported by who knew why it kept two */
	bool distinct;         /* equal content is the same measurement: it has
				  a time of its own or enough samples */
};

struct db_upload {
	const char *data;   /* as sent, decoded; kept */
	size_t len, packed_len;
	const void *packed; /* of pack.h; NULL: db_store() does it */
	int64_t received_ns;
	const char *sender, *format, *terms;
	const char *file, *key; /* or NULL; the key is the Idempotency-Key */
	bool keep_told;     /* believe told_* of the runs (re-import) */
	const struct db_new_run *runs;
	size_t n_runs;
	const struct message *warnings; /* stored with every run */
	size_t n_warnings;
};

enum db_stored_state {
	DB_STORED,        /* new */
	DB_STORED_EQUAL,  /* new, though an equal one was there: a warning */
	DB_STORED_BEFORE, /* the same as an earlier run: not stored again */
};

struct db_stored {
	int64_t upload_id;          /* of the first run */
	int64_t *run_ids;           /* n_runs of the upload */
	enum db_stored_state *states;
	size_t n_new, n_before;
	int64_t equal_to;           /* of DB_STORED_EQUAL: the earlier run */
	int64_t earlier;            /* of an upload of one new run: the newest
				       live one with its host and series; 0 */
	bool new_host;              /* no earlier run had this host */
};

/*
 * Stores an upload whole, inside a db_write_begin(). With the errors below and
 * ERR_OS nothing is written yet; after others the caller has to roll back.
 * errors    ERR_GONE: one of the runs is in the trash (link restores it);
 *           ERR_CONFLICT: the key is known with other content
 * cost      O(bytes); a few look-ups a run when its tags and series are known
 */
int db_store(struct db *db, const struct db_upload *upload,
	     struct arena *arena, struct db_stored *out, struct err *err);

/*
 * One transaction, with savepoints inside for each job of a group: a job that
 * fails is undone alone.
 */
int db_write_begin(struct db *db, struct err *err);
int db_write_commit(struct db *db, struct err *err);
void db_write_rollback(struct db *db);
int db_savepoint(struct db *db, struct err *err);
int db_savepoint_release(struct db *db, struct err *err);
void db_savepoint_rollback(struct db *db);

/* ---- What is there. ---- */

struct db_option_set {
	int64_t id;
	bool complete; /* a full config: absence means n */
	struct tags tags;
};

struct db_env {
	int64_t id;
	struct tags tags; /* without option.* */
	const struct db_option_set *options;
};

/* All of them, or the value of one; borrowed, the vector in arena. */
struct tags db_env_tags(const struct db_env *env, struct arena *arena);
const char *db_env_tag(const struct db_env *env, const char *key); /* or NULL */

struct db_series {
	int64_t id;
	const char *test; /* "" where nobody named it */
	int64_t param_set;
	struct tags params;
	const char *metric;
	enum role role;
};

struct db_run {
	int64_t id, upload_id;
	const struct db_env *env;
	const struct db_series *const *series; /* its list */
	size_t n_series;
	int64_t series_list;
	int64_t at_ns;
	bool at_assumed;
	int64_t trashed_ns; /* 0: live */
};

struct db_result {
	const struct db_run *run;
	const struct db_series *series;
	const char *unit; /* NULL: not given */
	enum better better;
	bool better_assumed;
	struct sample_set set; /* samples NULL when only the summary is known,
				  or when none were asked for */
	bool summary_only;     /* there are no samples in the archive */
};

struct db_failure {
	const struct db_run *run;
	const char *test, *metric; /* "" and NULL where not named */
	struct tags params;
	const char *reason;
};

struct db_found {
	struct db_run **runs; /* with at least one result or failure, by id */
	size_t n_runs;
	struct db_result *results; /* by run, then in the run's order */
	size_t n_results, results_cap; /* the last is private to db/ */
	struct db_failure *failures;
	size_t n_failures;
	size_t n_samples;
};

/*
 * The results of all live runs that a selection means, in storing order.
 * selection->last is the caller's business.
 *
 * with_samples   load the samples, or only the summaries
 * arena          owns everything in *out
 * errors         ERR_TOO_BIG beyond LIMIT_QUERY_*
 * cost           O(environments of the rarest tag + runs + results found)
 */
int db_find(struct db *db, const struct selection *selection,
	    bool with_samples, struct arena *arena, struct db_found *out,
	    struct err *err);

/*
 * The runs a selection means, newest id first, at most limit of those below
 * `before` (0: from the newest on). Trashed ones only when they are asked for
 * by run:ID alone.
 */
int db_find_runs(struct db *db, const struct selection *selection,
		 int64_t before, size_t limit, struct arena *arena,
		 struct db_run ***runs, size_t *n, struct err *err);

/*
 * Their ids alone, of from .. to, ascending; at most LIMIT_QUERY_RUNS.
 * cost      8 bytes a run in arena, some 60 more while it runs
 */
int db_find_run_ids(struct db *db, const struct selection *selection,
		    int64_t from, int64_t to, struct arena *arena,
		    int64_t **ids, size_t *n, struct err *err);

/*
 * How many live runs a selection means.
 * cost      O(environments of the rarest tag), where it is decided by them
 *           alone; else as db_find()
 */
int db_count_runs(struct db *db, const struct selection *selection,
		  struct arena *arena, size_t *n, struct err *err);

/* Where a run came from. */
struct db_origin {
	int64_t received_ns;
	const char *sender, *format, *file; /* file or NULL */
	const char *terms;
	unsigned char identity[DB_IDENTITY_SIZE];
	const struct message *warnings;
	size_t n_warnings;
	const char *trash_reason; /* or NULL */
};

/* errors    ERR_NOT_FOUND */
int db_run_by_id(struct db *db, int64_t run_id, struct arena *arena,
		 struct db_run **out, struct err *err);
int db_origin(struct db *db, const struct db_run *run, struct arena *arena,
	      struct db_origin *out, struct err *err);
/*
 * The newest live run before it with the same series and host, or none of both;
 * 0 where there is none among the last thousand.
 */
int db_run_before(struct db *db, const struct db_run *run, int64_t *out,
		  struct err *err);
/* Every result of one run, with samples; failures too. */
int db_run_results(struct db *db, struct db_run *run, struct arena *arena,
		   struct db_found *out, struct err *err);

/* The bytes of an upload as sent; of a run: its document in it. */
int db_upload_raw(struct db *db, int64_t upload_id, struct arena *arena,
		  const char **data, size_t *len, struct err *err);
int db_run_raw(struct db *db, int64_t run_id, struct arena *arena,
	       const char **data, size_t *len, struct err *err);

/* The newest live run's id, for a pinned link; 0: none. */
int db_newest_run(struct db *db, int64_t *out, struct err *err);

#endif
