/*
 * before.h - the copy that is made before an archive is brought up. Private to
 * db/.
 */
#ifndef BEFORE_H
#define BEFORE_H

#include "db_private.h"

/*
 * Copies an archive, which is open for writing and in no transaction, to
 * PATH.before-vVERSION, with its mode and owner, and on the disk when this
 * returns. A file of that name is replaced only by the same bytes, else the
 * name gets a number.
 *
 * out       the copy's name, the caller's
 * errors    ERR_FULL, ERR_ARCHIVE; no copy is left then
 */
int before_copy(struct db *db, int version, char **out, struct err *err);

#endif
