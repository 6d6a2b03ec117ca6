/* http_who.c - who asks, for which host, and what they may. */
#include <string.h>
#include <strings.h>

#include "http_private.h"
#include "listen.h"
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

/* localhost, our address or name, a --name; with or without our port. */
bool http_host_ok(const struct exchange *x, const char *host)
{
	const struct http_options *o = &x->http->options;
	size_t len = strlen(host), i;
	const char *colon = strrchr(host, ':');
	char own[64];
	int port, fd;

	/* A colon inside [..] is part of an IPv6 address. */
	if (colon && !strchr(colon, ']'))
		len = (size_t)(colon - host);
	if (is_name(host, len, "localhost") || is_own_name(host, len))
		return true;
	for (i = 0; i < o->n_names; i++)
		if (is_name(host, len, o->names[i]))
			return true;
	fd = MHD_get_connection_info(x->connection,
				     MHD_CONNECTION_INFO_CONNECTION_FD)
		     ->connect_fd;
	listen_name(fd, own, sizeof(own), &port);
	return is_name(host, len, own);
}

/* A page of another site may link here, and no more. */
bool http_is_foreign(const struct exchange *x, const char *host)
{
	const char *site = http_header(x, "Sec-Fetch-Site");
	const char *origin = http_header(x, "Origin");

	if (site && strcmp(site, "same-origin") && strcmp(site, "none"))
		return true;
	if (!origin)
		return false;
	return strncmp(origin, "http://", 7) || strcmp(origin + 7, host);
}

static enum scope scope_of(const struct exchange *x,
			   const struct sockaddr *peer)
{
	const struct http_options *o = &x->http->options;
	size_t i;

	/* The listening socket decides, not the peer. */
	if (x->listener->loopback)
		return SCOPE_ADMIN;
	if (o->open)
		return SCOPE_EDIT;
	for (i = 0; i < o->n_trust; i++)
		if (cidr_has(o->trust[i], peer))
			return SCOPE_EDIT;
	return SCOPE_READ;
}

void http_fill_request(struct exchange *x, const char *method)
{
	const struct sockaddr *peer =
		MHD_get_connection_info(x->connection,
					MHD_CONNECTION_INFO_CLIENT_ADDRESS)
			->client_addr;
	struct request *rq = &x->rq;
	const char *host = http_header(x, "Host");

	peer_name(peer, x->peer, sizeof(x->peer));
	rq->method = arena_strdup(&x->arena, method);
	rq->accept = http_header(x, "Accept");
	rq->idempotency_key = http_header(x, "Idempotency-Key");
	rq->content_type = http_header(x, "Content-Type");
	rq->base = arena_printf(&x->arena, "http://%s",
				host ? host : x->listener->host);
	rq->sender = x->peer;
	rq->scope = scope_of(x, peer);
	rq->server = x->http->server;
	rq->arena = &x->arena;
	rq->now_ns = time_now_ns();
	route_error_format(rq);
}
