/*
 * route.h - the table of pages, and finding the one that is meant.
 */
#ifndef ROUTE_H
#define ROUTE_H

#include "request.h"

#define FORMATS_OF(f) (1u << (f))

struct route {
	const char *methods; /* "GET", "PUT POST" */
	/*
	 * Words in capitals stand for what is given: ID, NAME, FILE, TERMS (a
	 * segment) and SIDES (two or more).
	 */
	const char *path;
	int (*handler)(struct request *rq, struct reply *rp, struct err *err);
	unsigned formats;    /* FORMATS_OF(...) | ...; the first is text */
	enum scope scope;
	enum takes takes;
	const char *summary; /* GET /help/routes prints it */
};

/* NULL-path ends it. */
extern const struct route routes[];

/*
 * Answers a request: finds the route, checks the scope, reads terms and
 * options, takes a reader, calls the handler. Whatever goes wrong is a reply
 * too. HEAD is answered as GET.
 * returns   REPLY_NOW or REPLY_LATER
 */
int route_dispatch(struct request *rq, struct reply *rp);

/*
 * The representation of an error that comes before the page is known: JSON
 * where .json or the Accept header asks for it, else text.
 */
void route_error_format(struct request *rq);

/*
 * Before the body of an upload is read: may it be sent at all? Fills the reply
 * and returns false if not.
 */
bool route_may_send(struct request *rq, struct reply *rp);

/* Goes on with a request that answered REPLY_LATER; the reply is ready. */
void route_finish(struct request *rq, struct reply *rp);

/*
 * The number of a segment that must be one (/run/42).
 * errors ERR_NOT_FOUND: no such run can be
 */
int segment_id(const struct request *rq, size_t i, int64_t *out,
	       struct err *err);

/* A segment decoded as one word. */
int segment_text(const struct request *rq, size_t i, const char **out,
		 struct err *err);

#endif
