/*
 * answers.h - answers that are kept, to be given again as long as the archive
 * is what it was.
 *
 * Each belongs to a version of the archive, db_writer_version() or that of a
 * host or test, before the snapshot it was made from was begun: any upload,
 * trashing, restoring, correction or note moves that. None is given when it is
 * older than LIMIT_ANSWER_AGE, for some are about "the last 7 days". All
 * functions may be called from any thread.
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

/*
 * One of whatever version that took longer than ANSWER_LONG_NS to make, for
 * ANSWER_WHILE times as long as that took, so that making it anew after each
 * upload does not keep a processor busy. *age_ns: how old it is.
 */
#define ANSWER_LONG_NS 100000000
#define ANSWER_WHILE   20
bool answers_get_late(struct answers *answers, const char *key, int64_t now_ns,
		      struct buf *out, int64_t *age_ns);

/*
 * Copies both; one larger than an eighth of all there may be is not kept.
 * took_ns   to make it
 */
void answers_put(struct answers *answers, const char *key, uint64_t version,
		 int64_t now_ns, int64_t took_ns, const struct buf *body);

#endif
