/*
 * pool.h - readers: the time they have, and who has which.
 *
 * A request takes a reader, gives it a budget, looks at one snapshot and gives
 * it back; one is opened when none is free.
 */
#ifndef POOL_H
#define POOL_H

#include "db.h"

/* All reads between the two see one state of the archive. */
int db_snapshot_begin(struct db *db, struct err *err);
void db_snapshot_end(struct db *db);

/*
 * A reader has so much time from now until db_snapshot_end(); 0: as much as it
 * takes. What is not done by then fails with ERR_BUSY.
 */
void db_allow(struct db *db, int64_t budget_ns);

/* Makes db_allow() hold for a connection that is of no pool. */
void db_watch(struct db *db);

/*
 * Is there time left? To be asked between the steps of work on what was read.
 * cost      a look at the clock
 */
int db_on_time(const struct db *db, struct err *err);

struct db_pool;
int db_pool_open(const char *path, struct db_pool **out, struct err *err);
void db_pool_close(struct db_pool *pool);
int db_pool_take(struct db_pool *pool, struct db **out, struct err *err);
void db_pool_give(struct db_pool *pool, struct db *db);
/* The server stops: no reader of a budget has any time left from now on. */
void db_pool_hurry(struct db_pool *pool);

#endif
