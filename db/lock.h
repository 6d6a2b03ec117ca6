/*
 * lock.h - one writer an archive. Private to db/.
 */
#ifndef LOCK_H
#define LOCK_H

#include "err.h"

/*
 * Takes the lock on the file PATH-lock, which is made and holds our pid. A file
 * of its own, because closing any descriptor of the archive would drop the
 * locks that SQLite holds on it.
 * returns   a descriptor to close with lock_release(); -1: ERR_IN_USE with the
 *           other's pid, or ERR_ARCHIVE
 */
int lock_take(const char *path, struct err *err);
void lock_release(int fd); /* -1 is fine */

#endif
