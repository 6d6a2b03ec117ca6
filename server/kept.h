/*
 * kept.h - answers of routes that are kept (enum kept of route.h).
 */
#ifndef KEPT_H
#define KEPT_H

#include "request.h"

/* What an answer is kept as; key NULL: it is not. In the request's arena. */
struct kept_as {
	const char *key;
	uint64_t version;
	int64_t begin_ns;
};

/*
 * Before an answer is made, and before its snapshot is begun.
 * returns   true: the reply is one that was kept
 */
bool kept_give(struct request *rq, struct reply *rp, struct kept_as *as);

/* Once it is made. Kept is what has status 200 and no headers of its own. */
void kept_keep(struct request *rq, const struct reply *rp,
	       const struct kept_as *as);

#endif
