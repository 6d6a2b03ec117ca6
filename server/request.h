/*
 * request.h - what a page is asked and what it answers.
 *
 * A handler reads the request and fills the reply, and knows neither sockets
 * nor threads. It returns
 *   REPLY_NOW    the reply is ready
 *   REPLY_LATER  rq->write is to be done by the writer, and rq->finish makes
 *                the reply after that (never for in-process requests)
 *   -1           err is the answer, in the representation that was asked for
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "options.h"
#include "pool.h"
#include "scope.h"
#include "terms.h"
#include "writer.h"

enum { REPLY_NOW = 0, REPLY_LATER = 1 };

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_HTML };

struct answers;

/* The program that serves: one a process. */
struct server {
	struct db_pool *readers;
	struct db_writer *writer; /* NULL: read-only, or in-process */
	struct answers *answers;  /* NULL: none are kept; only with a writer,
				     for another program's is not seen */
	struct checker *checker;  /* NULL: the archive is not checked */
	bool read_only;
};

struct reply;

struct request {
	/* Filled by whoever received it. */
	const char *method;
	const char *uri;             /* raw: path and query */
	const char *accept;          /* the header, or NULL */
	const char *idempotency_key; /* the header, or NULL */
	const char *content_type;    /* the header, or NULL */
	const char *base;            /* "http://lab:8421"; "" in-process */
	const char *sender;          /* a token's name or an address */
	enum scope scope;            /* what the sender may do at the most */
	bool known;                  /* a token was shown */
	/*
	 * Fills the three above for a page that is not open to all; NULL: they
	 * are filled. -1: what was shown is no good.
	 */
	int (*authorize)(struct request *rq, struct err *err);
	const char *body;
	size_t body_len;
	struct server *server;
	struct arena *arena;
	int64_t now_ns;
	int64_t budget_ns;           /* for each look at the archive; 0: any */
	void (*resume)(struct request *rq); /* after rq->write */
	void *connection;            /* of who received it */

	/* Filled by route_dispatch(). */
	const struct route *route;
	enum format format;
	struct written written;      /* uri, for messages */
	const char *page;            /* "compare" */
	struct segment *segments;    /* behind the page, options-only aside */
	size_t n_segments;
	const char *query;           /* raw, behind '?'; "" */
	struct options options;
	struct db *db;               /* a reader, in one snapshot */

	/*
	 * Filled by a handler that answers REPLY_LATER: the work that the
	 * writer does (job->owner is the request), what makes the reply once
	 * it is committed, and what both want to know.
	 */
	int (*write)(struct db *db, struct db_job *job, struct err *err);
	int (*finish)(struct request *rq, struct reply *rp, struct err *err);
	void *later;
	struct db_job job;           /* private to route.c */
};

struct header {
	const char *name, *value;
};

#define REPLY_HEADERS_MAX 10

struct asset;

struct reply {
	int status;
	const char *type; /* Content-Type */
	struct buf body;
	const struct asset *asset; /* then it is the body, and never changes */
	bool has_file;    /* then file is the body, and closed once sent */
	int file;
	/*
	 * Not NULL: body is only the first piece. Adds the next one, and sets
	 * itself to NULL with the last; by route_more() alone.
	 */
	int (*more)(struct request *rq, struct reply *rp, struct err *err);
	struct header headers[REPLY_HEADERS_MAX];
	size_t n_headers;
	char internal[512]; /* what is for the log alone, or "" */
};

/* name and value are borrowed (arena or literal), without CR and LF. */
void reply_header(struct reply *rp, const char *name, const char *value);

/*
 * Turns an error into the reply, in the representation that was asked for.
 * The status is looked up by code, in one table.
 */
void reply_error(const struct request *rq, struct reply *rp,
		 const struct err *err);

#endif
