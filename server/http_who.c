/* http_who.c - who asks, for which host, and what they may. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "encoding.h"
#include "http_private.h"
#include "listen.h"
#include "number.h"
#include "route.h"
#include "timestamp.h"

const char *http_header(const struct exchange *x, const char *name)
{
	return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND,
					   name);
}

static bool is_name(const char *host, size_t len, const char *name)
{
	return strlen(name) == len && !strncasecmp(host, name, len);
}

static int descriptor(const struct exchange *x)
{
	return MHD_get_connection_info(x->connection,
				       MHD_CONNECTION_INFO_CONNECTION_FD)
		->connect_fd;
}

bool http_peer_ended(const struct exchange *x)
{
	char byte;

	return recv(descriptor(x), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* Digits that are a port, or nothing. */
static bool is_port(const char *s)
{
	uint64_t port;

	return !*s || (number_parse_u64(s, strlen(s), UINT16_MAX, &port) &&
		       port);
}

/* localhost, our address or name, a --name; with or without our port. */
bool http_host_ok(const struct exchange *x, const char *host)
{
	const struct http_options *o = &x->http->options;
	size_t len = strlen(host), i;
	const char *colon = strrchr(host, ':');
	char own[64];
	int port;

	/* A colon inside [..] is part of an IPv6 address. */
	if (colon && !strchr(colon, ']')) {
		len = (size_t)(colon - host);
		if (!is_port(colon + 1))
			return false;
	}
	/* The first two need no question to the system. */
	if (is_name(host, len, "localhost") ||
	    (x->listener->loopback && is_name(host, len, x->listener->host)) ||
	    is_own_name(host, len))
		return true;
	for (i = 0; i < o->n_names; i++)
		if (is_name(host, len, o->names[i]))
			return true;
	listen_name(descriptor(x), own, sizeof(own), &port);
	return is_name(host, len, own);
}

/* A page of another site may link here, and no more. */
bool http_is_foreign(const struct exchange *x, const char *host)
{
	const char *site = http_header(x, "Sec-Fetch-Site");
	const char *origin = http_header(x, "Origin");
	size_t n;

	if (site && strcmp(site, "same-origin") && strcmp(site, "none"))
		return true;
	if (!origin)
		return false;
	n = strlen(x->listener->scheme);
	return strncmp(origin, x->listener->scheme, n) ||
	       strncmp(origin + n, "://", 3) || strcmp(origin + n + 3, host);
}

/*
 * libmicrohttpd takes memory for each argument behind '?', and where it has no
 * more it never answers. Nobody reads them from it, so it sees none.
 */
static void hide_arguments(const char *uri)
{
	char *q = strchr((char *)(uintptr_t)uri, '?');

	if (q)
		q[strlen("?")] = '\0';
}

void http_keep_uri(struct exchange *x, const char *uri)
{
	x->told_token = token_in_url(uri);
	x->rq.uri = x->told_token ? "/(a token in the URL)" :
		arena_strdup(&x->arena, uri);
	hide_arguments(uri);
}

void http_warn_plain(const struct http *http)
{
	size_t i;

	if (http->options.tls_certificate ||
	    token_store_look(http->tokens) != TOKENS_THERE)
		return;
	for (i = 0; i < http->n_listeners; i++)
		if (!http->listeners[i].loopback)
			fprintf(stderr, "maxistat serve: warning: %s is plain "
				"HTTP; tokens can be read on the way\n",
				http->listeners[i].url);
}

static const struct sockaddr *peer_of(const struct exchange *x)
{
	return MHD_get_connection_info(x->connection,
				       MHD_CONNECTION_INFO_CLIENT_ADDRESS)
		->client_addr;
}

const char *http_peer(struct exchange *x)
{
	if (!*x->peer)
		peer_name(peer_of(x), x->peer, sizeof(x->peer));
	return x->peer;
}

static bool is_trusted(const struct exchange *x)
{
	const struct http_options *o = &x->http->options;
	size_t i;

	for (i = 0; i < o->n_trust; i++)
		if (cidr_has(o->trust[i], peer_of(x)))
			return true;
	return false;
}

/* Whoever shows a token must show a good one, also where none is needed. */
static int check_token(struct request *rq, const char *header, struct err *err)
{
	const struct exchange *x = rq->connection;
	struct token_shown shown;
	struct token t;
	int rc = token_of_header(header, &shown, err);

	if (!rc)
		rc = token_store_check(x->http->tokens, &shown, rq->now_ns,
				       &t, err);
	sodium_memzero(&shown, sizeof(shown));
	if (rc < 0)
		return -1;
	if (t.scope > rq->scope)
		rq->scope = t.scope;
	rq->sender = arena_strdup(rq->arena, t.name);
	rq->known = true;
	return 0;
}

static int authorize(struct request *rq, struct err *err)
{
	const struct exchange *x = rq->connection;
	const char *shown = http_header(x, "Authorization");
	const char *host = http_header(x, "Host");
	enum token_state tokens = token_store_look(x->http->tokens);

	if (http_is_foreign(x, host ? host : ""))
		return err_set(err, ERR_FORBIDDEN, "a page of another site may "
			       "not do this here");
	if (tokens == TOKENS_BROKEN)
		return err_set(err, ERR_ARCHIVE, "the tokens of this archive "
			       "cannot be read; the server's log says why");
	rq->sender = http_peer(rq->connection);
	rq->scope = scope_without_token(x->listener->loopback,
					tokens == TOKENS_THERE,
					x->http->options.open, is_trusted(x));
	return shown && tokens == TOKENS_THERE ?
		check_token(rq, shown, err) : 0;
}

void http_fill_request(struct exchange *x, const char *method)
{
	struct request *rq = &x->rq;
	const char *host = http_header(x, "Host");

	rq->method = arena_strdup(&x->arena, method);
	rq->accept = http_header(x, "Accept");
	rq->idempotency_key = http_header(x, "Idempotency-Key");
	rq->content_type = http_header(x, "Content-Type");
	x->takes_gzip = encoding_takes_gzip(http_header(x, "Accept-Encoding"));
	rq->base = arena_printf(&x->arena, "%s://%s", x->listener->scheme,
				host ? host : x->listener->host);
	rq->authorize = authorize;
	rq->connection = x;
	rq->server = x->http->server;
	rq->arena = &x->arena;
	rq->now_ns = time_now_ns();
	route_error_format(rq);
}
