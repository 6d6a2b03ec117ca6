/*
 * http_private.h - what the files of http*.c share: listeners, and one request
 * on its way.
 */
#ifndef HTTP_PRIVATE_H
#define HTTP_PRIVATE_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "http.h"
#include "route.h"
#include "token_file.h"
#include "workers.h"

struct listener {
	struct http *http;
	struct MHD_Daemon *daemon;
	int fd, port;
	bool loopback;
	char host[64], url[96];
	const char *scheme; /* "http" or "https" */
};

struct http {
	struct server *server;
	struct http_options options;
	struct listener listeners[HTTP_LISTEN_MAX];
	size_t n_listeners;
	atomic_bool draining;
	atomic_int under_way;
	unsigned max_connections; /* of each listener */
	atomic_size_t memory; /* bodies and answers of all connections */
	struct workers *workers[EFFORTS]; /* NULL: no thread is needed */
	struct reaper *reaper;
	struct token_store *tokens;
	struct asset_answers *assets; /* as assets_all() has them */
	pthread_mutex_t log_mutex;
	struct buf certificate, key; /* PEM; empty: plain HTTP */
};

/*
 * A suspended request, and the answer of the writer or a worker, may come in
 * either order.
 */
enum wait_state { WAIT_NONE, WAIT_SUSPENDED, WAIT_ANSWERED };

enum phase { PHASE_HEADERS, PHASE_BODY, PHASE_LATER };

/* What a connection is at; http_part.c says for how long. */
enum part {
	PART_HEAD, PART_BODY, PART_WORK, PART_ANSWER, PART_IDLE,
	PART_STREAM, /* a body in chunks, from a program that runs still */
	PART_ENDED, /* the client sends no more: it has sent all, or fails */
};

/* One request of one connection. */
struct exchange {
	struct http *http;
	const struct listener *listener;
	struct MHD_Connection *connection;
	struct arena arena;
	struct request rq;
	struct reply rp;
	struct buf body;
	size_t charged; /* of http->memory */
	enum phase phase;
	struct work work;
	_Atomic int waiting;
	bool counted;
	bool no_room; /* for the body */
	bool takes_gzip;
	bool told_token; /* there was one in the URL, which is gone */
	enum part part;
	int64_t started_ns, part_ns; /* the request, and the part of it */
	size_t sent, given; /* of all, of rp.body */
	char peer[64];
};

#define HTTP_IDLE_S 30u

/* http.c: what libmicrohttpd calls; cls is the listener. */
void *http_begin(void *cls, const char *uri, struct MHD_Connection *c);
enum MHD_Result http_step(void *cls, struct MHD_Connection *c, const char *url,
			  const char *method, const char *version,
			  const char *data, size_t *size, void **con_cls);
void http_end(void *cls, struct MHD_Connection *c, void **con_cls,
	      enum MHD_RequestTerminationCode code);

void http_free(struct exchange *x);

/* http_part.c: the request that a connection is at; NULL: none. */
void http_take_on(struct MHD_Connection *c, struct exchange *x);
/* As http_begin() and so on, of a connection. */
void http_connection(void *cls, struct MHD_Connection *c, void **socket,
		     enum MHD_ConnectionNotificationCode code);

/* A header's value, or NULL; borrowed from the connection. */
const char *http_header(const struct exchange *x, const char *name);

/* http_part.c: the connection begins a part, which has its time. */
void http_part(struct exchange *x, enum part part);
/* So many bytes of the part have got through: a bit more time for the rest. */
void http_progress(const struct exchange *x, size_t bytes);
/* So many bytes more are kept for x, until it ends; false: there is no room. */
bool http_charge(struct exchange *x, size_t bytes);

/* http_reply.c: the line in the access log. */
void http_log(struct exchange *x);
/* What rp and every answer has. */
bool http_add_headers(struct MHD_Response *r, const struct reply *rp);

/* http_assets.c: the answers with the files of web/, made once, for all. */
int http_assets_make(struct http *http, struct err *err);
void http_assets_free(struct http *http);
/* Sends x->rp.asset, or that the client has it already. */
enum MHD_Result http_send_asset(struct exchange *x);

/* Sends x->rp, which is taken over, with the headers that all answers have. */
enum MHD_Result http_send(struct exchange *x);
/* The same with an error; hint may be NULL. */
enum MHD_Result http_send_error(struct exchange *x, enum err_code code,
				const char *message, const char *hint);

/* http_work.c: the threads that make what is not cheap. */
int http_workers_start(struct http *http, struct err *err);
/* What waits is answered that there is no time left for it. */
void http_workers_stop(struct http *http);
void http_workers_free(struct http *http);
/* Makes the answer of x->rq, here or by a worker, packs and sends it. */
enum MHD_Result http_answer(struct exchange *x);

/* http_who.c: fills x->rq from the headers and the peer. */
void http_fill_request(struct exchange *x, const char *method);
/* The client's address as text; borrowed from x, made when it is needed. */
const char *http_peer(struct exchange *x);

/* localhost, our address or name, a --name; with or without our port. */
bool http_host_ok(const struct exchange *x, const char *host);
/* Keeps the URI, and a token in it for no time at all. */
void http_keep_uri(struct exchange *x, const char *uri);
/* Tokens on a wire that others may read are warned of. */
void http_warn_plain(const struct http *http);
/* Has the client closed its side, and has all that it sent been read? */
bool http_peer_ended(const struct exchange *x);
/* Does a page of another site send this? */
bool http_is_foreign(const struct exchange *x, const char *host);

#endif
