/*
 * route.h - the table of pages, and finding the one that is meant.
 */
#ifndef ROUTE_H
#define ROUTE_H

#include "request.h"

#define FORMATS_OF(f) (1u << (f))

/*
 * How much a page may cost, and so who makes it: CHEAP in the thread that read
 * the request, which others wait for meanwhile; the rest by workers.
 */
enum effort {
	EFFORT_CHEAP,  /* a look-up or two */
	EFFORT_REPORT, /* whatever the terms ask for, in its time */
	EFFORT_COPY,   /* as long as a copy of much of the archive takes */
	EFFORTS
};

/*
 * Are its answers kept? The archive and the URL make them then, and nothing
 * else; where it is told which runs they are made of, uploads of others leave
 * them right.
 */
enum kept {
	NOT_KEPT,
	KEPT,
	KEPT_BY_HOST,  /* segment 0 is a host, */
	KEPT_BY_TEST,  /* or a test, */
	KEPT_BY_TERMS, /* the last one is terms, which may name one */
	KEPT_A_WHILE,  /* if it takes long: answers.h */
};

struct route {
	const char *methods; /* "GET", "PUT POST" */
	/*
	 * Words in capitals stand for what is given: ID, NAME, FILE, a key,
	 * TERMS (a segment) and SIDES (two or more).
	 */
	const char *path;
	int (*handler)(struct request *rq, struct reply *rp, struct err *err);
	unsigned formats;    /* FORMATS_OF(...) | ...; the first is text */
	enum scope scope;
	enum takes takes;
	enum effort effort;
	enum kept kept;
	const char *summary; /* GET /help/routes prints it */
};

/* NULL-path ends it. */
extern const struct route routes[];

/*
 * Begins an answer: finds the route, checks the scope, reads terms and options.
 * Whatever goes wrong is a reply too. HEAD is answered as GET.
 * returns   true: rq->route is set, route_answer() has to follow
 *           false: the reply is ready
 */
bool route_find(struct request *rq, struct reply *rp);

/*
 * Takes a reader and calls the handler; may be called in another thread.
 * returns   REPLY_NOW: the reply is ready
 *           REPLY_LATER: the writer has it, and will call rq->resume. That can
 *           be before this returns: rq is not the caller's any more.
 */
int route_answer(struct request *rq, struct reply *rp);

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

/* Goes on after rq->resume of a request that was REPLY_LATER: the reply. */
void route_finish(struct request *rq, struct reply *rp);

/*
 * Adds the next piece to the body of a reply that has more, in a snapshot of
 * its own. An error is for the caller: the answer has begun.
 */
int route_more(struct request *rq, struct reply *rp, struct err *err);

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
