/*
 * place.h - what an archive's name leads to. Private to db/.
 */
#ifndef PLACE_H
#define PLACE_H

#include "db.h"

/*
 * Refuses what is no plain file, and for writing one that has other names: a
 * symbolic link or a hard link. The lock and the log stand beside the name, so
 * that by two names two processes would write.
 * errors ERR_ARCHIVE. A file that is not there is fine
 */
int place_check(const char *path, enum db_mode mode, struct err *err);

/*
 * May a reader take the file as one that nobody changes? A log must be made to
 * be read where there is none, which a read-only folder does not allow; while
 * somebody writes, there is one.
 */
bool place_is_still(const char *path);

/* "file:PATH?immutable=1", as SQLite reads it, in arena. */
const char *place_still_uri(const char *path, struct arena *arena);

/* What was renamed into the folder of a path is there after a power cut. */
int place_sync(const char *path, struct err *err);

#endif
