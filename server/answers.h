/*
 * answers.h - answers that are kept, to be given again as long as the archive
 * is what it was.
 *
 * Each belongs to a version of the archive, db_writer_version() before the
 * snapshot it was made from was begun: any upload, trashing, restoring,
 * correction or note moves that. None is given when it is older than
 * LIMIT_ANSWER_AGE, for some are about "the last 7 days". All functions may be
 * called from any thread.
 */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"

struct answers;

struct answers *answers_new(void);
void answers_free(struct answers *answers); /* NULL is fine */

/*
 * key       all that the answer depends on besides the archive
 * now_ns    monotonic
 * returns   true: it is added to out
 * cost      O(LIMIT_ANSWERS + bytes)
 */
bool answers_get(struct answers *answers, const char *key, uint64_t version,
		 int64_t now_ns, struct buf *out);

/* Copies both; one larger than an eighth of all there may be is not kept. */
void answers_put(struct answers *answers, const char *key, uint64_t version,
		 int64_t now_ns, const struct buf *body);

#endif
