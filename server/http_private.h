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
#include "token_file.h"

struct listener {
	struct http *http;
	struct MHD_Daemon *daemon;
	int fd, port;
	bool loopback;
	char host[64], url[96];
};

struct http {
	struct server *server;
	struct http_options options;
	struct listener listeners[HTTP_LISTEN_MAX];
	size_t n_listeners;
	atomic_bool draining;
	atomic_int under_way;
	struct reaper *reaper;
	struct token_store *tokens;
	pthread_mutex_t log_mutex;
};

/* A suspended request and the writer's answer may come in either order. */
enum wait_state { WAIT_NONE, WAIT_SUSPENDED, WAIT_ANSWERED };

enum phase { PHASE_HEADERS, PHASE_BODY, PHASE_LATER };

/* One request of one connection. */
struct exchange {
	struct http *http;
	const struct listener *listener;
	struct MHD_Connection *connection;
	struct arena arena;
	struct request rq;
	struct reply rp;
	struct buf body;
	enum phase phase;
	_Atomic int waiting;
	bool counted;
	bool told_token; /* there was one in the URL, which is gone */
	int64_t started_ns;
	size_t sent;
	char peer[64];
};

/* A header's value, or NULL; borrowed from the connection. */
const char *http_header(const struct exchange *x, const char *name);

/* http_who.c: fills x->rq from the headers and the peer. */
void http_fill_request(struct exchange *x, const char *method);
/* localhost, our address or name, a --name; with or without our port. */
bool http_host_ok(const struct exchange *x, const char *host);
/* Keeps the URI, and a token in it for no time at all. */
void http_keep_uri(struct exchange *x, const char *uri);
/* Tokens on a wire that others may read are warned of. */
void http_warn_plain(const struct http *http);
/* Does a page of another site send this? */
bool http_is_foreign(const struct exchange *x, const char *host);

#endif
