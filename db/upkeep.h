/*
 * upkeep.h - what keeps an archive well: looking through it, copying it.
 */
#ifndef UPKEEP_H
#define UPKEEP_H

#include "db.h"

/*
 * What db_open() did to an archive of an older version: from which to which,
 * and where the copy is that was made before. In arena; NULL: it did nothing.
 */
const char *db_brought_up(const struct db *db, struct arena *arena);

/*
 * For who stores much at a stretch and is asked nothing meanwhile: pages that
 * change again and again are kept in 16 MB, not 2, until they are written; and
 * commits leave the log as it is, which db_tidy() moves into the archive's file
 * once it is long, as far as no reader needs it.
 *
 * db        a writer
 */
int db_expect_much(struct db *db, struct err *err);
void db_tidy(struct db *db);

/*
 * A look at the pages before anything is written, where that is quick: at an
 * archive of at most LIMIT_START_CHECK bytes. After a complaint the database
 * counts as damaged: a writer takes no jobs, and closing it moves no log into
 * the file.
 *
 * complaint in arena; NULL: none
 * returns   1: looked at, 0: it is larger, -1: error
 */
int db_check_quick(struct db *db, struct arena *arena, const char **complaint,
		   struct err *err);

/*
 * The same of any archive, for a thread and a connection of its own: a table
 * after the other, so that the log does not grow for longer than one takes.
 * db_interrupt() ends it early, with an error.
 * cost      it reads every page: 6 s for 10^6 runs, more on a slow disk
 */
int db_check_pages(struct db *db, struct arena *arena, const char **complaint,
		   struct err *err);

/* Ends what runs on a connection, if something does. From any thread. */
void db_interrupt(struct db *db);

/* What is wrong with an archive; nothing where there are no complaints. */
struct db_check {
	const char **complaints;
	size_t n_complaints;
	size_t n_uploads; /* unpacked on the way */
};

/*
 * Looks at every page, every count and every original.
 * cost      O(the archive)
 */
int db_check(struct db *db, struct arena *arena, struct db_check *out,
	     struct err *err);

/* What was purged, and how large the file was and is. */
struct db_purged {
	size_t n_runs, n_uploads;
	size_t n_kept; /* as long in the trash, but the newest run there is:
			  its number must not be given again */
	int64_t bytes_before, bytes_after;
};

/*
 * Runs that went into the trash before a time are gone for good, with what no
 * other run needs: their results, and originals that held nothing else. Tags
 * and series that are shared stay.
 *
 * db        a writer
 * cost      O(runs purged * what they hold); the file gets smaller at the end
 */
int db_purge(struct db *db, int64_t before_ns, struct db_purged *out,
	     struct err *err);

/*
 * A copy of one moment into a new file, also while the archive is written to.
 *
 * db        opened with DB_COPY
 * to        must not be there, or be empty
 * cost      reads and writes the archive once; writers do not wait
 */
int db_backup(struct db *db, const char *to, struct err *err);

/*
 * The same of any connection's archive, into a file beside it that has no name
 * any more: open for reading at its start, and the caller's to close.
 */
int db_backup_open(const struct db *db, int *fd, struct err *err);

#endif
