/*
 * writer.h - the one thread that writes: group commit.
 *
 * Jobs are taken in the order they came; all that wait are done in one
 * transaction, and are told only after COMMIT has returned. Where one fails the
 * transaction is undone, and they are done again, each in its own savepoint. An
 * empty queue is committed at once: there is no timer.
 */
#ifndef WRITER_H
#define WRITER_H

#include "db.h"

struct db_job {
	/*
	 * Runs in the writer's thread; -1 undoes it. It may run again after it
	 * was undone, and has to set all that it leaves behind anew.
	 */
	int (*work)(struct db *db, struct db_job *job, struct err *err);
	/* Runs in the writer's thread after COMMIT, or after the failure. */
	void (*done)(struct db_job *job);
	void *owner; /* for both: who added it */
	bool stores; /* all that it changes are runs that db_store() adds */
	bool failed; /* for done: err says why */
	struct err err;
	struct db_job *next; /* private */
};

/*
 * A damaged page, met by a job or known before (db_check_quick()), ends the
 * writing: nothing of that transaction is stored, and every job from then on
 * fails with ERR_ARCHIVE.
 */
struct db_writer;

/* Takes over db, which was opened with DB_WRITE. */
int db_writer_start(struct db *db, struct db_writer **out, struct err *err);

/* Is it so? From any thread. */
bool db_writer_damaged(const struct db_writer *writer);

/* It is so from now on. From any thread. */
void db_writer_damage(struct db_writer *writer);

/* Called once, in the writer's thread, when a job has met the damage. */
void db_writer_on_damage(struct db_writer *writer,
			 void (*tell)(const char *what));

/* Moves with each transaction, before its jobs are told. From any thread. */
uint64_t db_writer_version(const struct db_writer *writer);

/*
 * The same for who looks at the runs of one host or test alone: stays where
 * runs of others are stored; moves with all else.
 * key       "host" or "test"
 */
uint64_t db_writer_version_of(const struct db_writer *writer, const char *key,
			      const char *value);

/*
 * Never blocks; job stays the caller's and must live until done() is called.
 * false: the writer is stopped, and nothing will be called.
 */
bool db_writer_add(struct db_writer *writer, struct db_job *job);

/* Finishes what waits and ends the thread; NULL is fine. */
void db_writer_stop(struct db_writer *writer);

/*
 * Closes a stopped writer's database; NULL is fine. To be called after all
 * readers are closed: the last to close moves the log into the archive's file,
 * and one that only reads cannot.
 */
void db_writer_close(struct db_writer *writer);

#endif
