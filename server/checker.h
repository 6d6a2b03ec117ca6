/*
 * checker.h - looks through the whole archive while it is served.
 *
 * A small one is looked through before (db_check_quick()); for a large one
 * that takes too long, and this does it in a thread of its own. After a
 * complaint the writer takes no jobs any more.
 */
#ifndef CHECKER_H
#define CHECKER_H

#include "writer.h"

struct checker;

/*
 * writer    outlives it
 * needed    false: nothing is left to be looked at
 * tell      called at the most once, in the checker's thread
 */
int checker_start(const char *path, struct db_writer *writer, bool needed,
		  void (*tell)(const char *what), struct checker **out,
		  struct err *err);

/* "running", "ok", "damaged", or "failed": it could not be read to its end. */
const char *checker_state(const struct checker *checker);

/* Ends it, also before it is done; NULL is fine. */
void checker_stop(struct checker *checker);

#endif
