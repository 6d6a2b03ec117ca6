/*
 * http.h - the sockets: requests in, replies out.
 *
 * http.c and http_*.c are the only files that know libmicrohttpd.
 */
#ifndef HTTP_H
#define HTTP_H

#include <stdio.h>

#include "request.h"

#define HTTP_LISTEN_MAX 8

struct http_options {
	const char *archive; /* its tokens lie beside it */
	const char *listen[HTTP_LISTEN_MAX]; /* ADDR:PORT, [ADDR]:PORT, PORT */
	size_t n_listen;
	const char *names[HTTP_LISTEN_MAX];  /* more allowed Hosts */
	size_t n_names;
	const char *trust[HTTP_LISTEN_MAX];  /* CIDR whose writes are taken */
	size_t n_trust;
	bool open;     /* everybody's writes are taken */
	size_t max_body;
	size_t max_memory;        /* of bodies and answers at once */
	unsigned max_connections; /* fewer where descriptors are short */
	const char *tls_certificate, *tls_key; /* files; NULL: plain HTTP */
	FILE *log;     /* an access line a request; NULL: none */
};

struct http;

/*
 * Binds all addresses and answers from threads of its own until http_stop().
 * errors ERR_OS: an address is in use, not ours, or not an address; no
 *        certificate and key where they are named
 */
int http_start(struct server *server, const struct http_options *options,
	       struct http **out, struct err *err);

/* "http://127.0.0.1:8421" of the i-th listener, or https; borrowed. */
const char *http_url(const struct http *http, size_t i);

/*
 * From now on lines go to another file (NULL: none); whole lines, none lost.
 * returns   the one before, for the caller to close
 */
FILE *http_set_log(struct http *http, FILE *log);

/* Takes no more requests from now on; those under way go on. */
void http_quiesce(struct http *http);
/* Is there a request under way? */
bool http_is_busy(const struct http *http);

/*
 * Ends the threads; what is under way still is cut short. The writer must have
 * been stopped before.
 */
void http_stop(struct http *http);

#endif
