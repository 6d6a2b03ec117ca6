/* http.c - the sockets; the only file that knows libmicrohttpd. */
#include "http.h"

#include <inttypes.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "limits.h"
#include "listen.h"
#include "number.h"
#include "route.h"
#include "text.h"
#include "timestamp.h"

#define POOL_BYTES   (128u << 10) /* of headers, a connection */
#define IDLE_S       30u
#define SPARE_FILES  64           /* for SQLite, logs, ... */

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
	int64_t started_ns;
	size_t sent;
	char peer[64];
};

/* The first call of all, with the URI as it was sent. */
static void *begin(void *cls, const char *uri, struct MHD_Connection *c)
{
	struct listener *l = cls;
	struct exchange *x = x_calloc(1, sizeof(*x));

	x->http = l->http;
	x->listener = l;
	x->connection = c;
	x->started_ns = time_monotonic_ns();
	buf_init(&x->body, l->http->options.max_body);
	buf_init(&x->rp.body, LIMIT_PAGE);
	x->rq.uri = arena_strdup(&x->arena, uri);
	return x;
}

static void log_line(struct exchange *x)
{
	FILE *log = x->http->options.log;
	char at[TIME_SIZE];
	struct buf b;

	if (!log)
		return;
	buf_init(&b, 4096);
	time_print(x->rq.now_ns, at);
	buf_printf(&b, "%s %s %s ", at, x->peer, x->rq.method);
	text_safe(&b, strlen(x->rq.uri) > 900 ? "(a long URL)" : x->rq.uri);
	buf_printf(&b, " %d %zu %" PRId64 "us\n", x->rp.status, x->sent,
		   (time_monotonic_ns() - x->started_ns) / 1000);
	pthread_mutex_lock(&x->http->log_mutex);
	fwrite(b.data, 1, b.len, log);
	fflush(log);
	pthread_mutex_unlock(&x->http->log_mutex);
	buf_release(&b);
}

static void completed(void *cls, struct MHD_Connection *c, void **con_cls,
		      enum MHD_RequestTerminationCode code)
{
	struct exchange *x = *con_cls;

	(void)cls;
	(void)c;
	(void)code;
	if (!x)
		return;
	if (x->rp.status)
		log_line(x);
	if (x->counted)
		atomic_fetch_sub(&x->http->under_way, 1);
	buf_release(&x->body);
	buf_release(&x->rp.body);
	arena_release(&x->arena);
	x_free(x);
	*con_cls = NULL;
}

static const char *header(const struct exchange *x, const char *name)
{
	return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND,
					   name);
}

/* ---- The answer. ---- */

static const struct header always[] = {
	{ "X-Content-Type-Options", "nosniff" },
	{ "Content-Security-Policy",
	  "default-src 'none'; style-src 'self'; script-src 'self'; "
	  "img-src 'self' data:; connect-src 'self'; form-action 'self'; "
	  "base-uri 'none'; frame-ancestors 'none'" },
	{ "Referrer-Policy", "no-referrer" },
	{ "Cross-Origin-Opener-Policy", "same-origin" },
	{ "Cache-Control", "no-cache" },
};

static enum MHD_Result send_reply(struct exchange *x)
{
	struct reply *rp = &x->rp;
	struct MHD_Response *r;
	enum MHD_Result queued;
	size_t i;

	if (rp->internal[0])
		fprintf(stderr, "maxistat serve: %s %s: %s\n", x->rq.method,
			x->rq.uri, rp->internal);
	x->sent = rp->body.len;
	/* The response takes the memory over. */
	r = MHD_create_response_from_buffer(rp->body.len, rp->body.data,
					    MHD_RESPMEM_MUST_FREE);
	if (!r)
		return MHD_NO;
	memset(&rp->body, 0, sizeof(rp->body));
	if (rp->type)
		MHD_add_response_header(r, "Content-Type", rp->type);
	for (i = 0; i < rp->n_headers; i++)
		MHD_add_response_header(r, rp->headers[i].name,
					rp->headers[i].value);
	for (i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		MHD_add_response_header(r, always[i].name, always[i].value);
	queued = MHD_queue_response(x->connection, (unsigned)rp->status, r);
	MHD_destroy_response(r);
	return queued;
}

static enum MHD_Result send_error(struct exchange *x, enum err_code code,
				  const char *message, const char *hint)
{
	struct err err;

	err_set(&err, code, "%s", message);
	if (hint)
		err_hint(&err, "%s", hint);
	reply_error(&x->rq, &x->rp, &err);
	return send_reply(x);
}

/* ---- Who asks, and for whom. ---- */

static bool is_name(const char *host, size_t len, const char *name)
{
	return strlen(name) == len && !strncasecmp(host, name, len);
}

/* localhost, our address or name, a --name; with or without our port. */
static bool host_ok(const struct exchange *x, const char *host)
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

static bool is_write(const char *method)
{
	return strcmp(method, "GET") && strcmp(method, "HEAD");
}

/* A page of another site may link here, and no more. */
static bool is_foreign(const struct exchange *x, const char *host)
{
	const char *site = header(x, "Sec-Fetch-Site");
	const char *origin = header(x, "Origin");

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

static void fill_request(struct exchange *x, const char *method)
{
	const struct sockaddr *peer =
		MHD_get_connection_info(x->connection,
					MHD_CONNECTION_INFO_CLIENT_ADDRESS)
			->client_addr;
	struct request *rq = &x->rq;
	const char *host = header(x, "Host");

	peer_name(peer, x->peer, sizeof(x->peer));
	rq->method = arena_strdup(&x->arena, method);
	rq->accept = header(x, "Accept");
	rq->idempotency_key = header(x, "Idempotency-Key");
	rq->content_type = header(x, "Content-Type");
	rq->base = arena_printf(&x->arena, "http://%s",
				host ? host : x->listener->host);
	rq->sender = x->peer;
	rq->scope = scope_of(x, peer);
	rq->server = x->http->server;
	rq->arena = &x->arena;
	rq->now_ns = time_now_ns();
	route_error_format(rq);
}

/* ---- The steps of a request. ---- */

static bool too_long(const struct exchange *x)
{
	const char *text = header(x, "Content-Length");
	uint64_t n;

	return text && (!number_parse_u64(text, strlen(text), UINT64_MAX, &n) ||
			n > x->http->options.max_body);
}

static enum MHD_Result refuse_size(struct exchange *x)
{
	char text[96];

	snprintf(text, sizeof(text), "the body is larger than %zu bytes",
		 x->http->options.max_body);
	return send_error(x, ERR_TOO_BIG, text, NULL);
}

/* What the headers alone decide; a body is not asked for in vain. */
static enum MHD_Result on_headers(struct exchange *x, const char *method)
{
	const char *host;

	fill_request(x, method);
	host = header(x, "Host");
	x->phase = PHASE_BODY;
	if (atomic_load(&x->http->draining))
		return send_error(x, ERR_BUSY, "the server is stopping", NULL);
	atomic_fetch_add(&x->http->under_way, 1);
	x->counted = true;
	if (!host || !host_ok(x, host))
		return send_error(x, ERR_MISDIRECTED, "this Host is not ours",
				  "serve --name HOST allows a name");
	if (!is_write(method))
		return MHD_YES;
	if (is_foreign(x, host))
		return send_error(x, ERR_FORBIDDEN,
				  "a page of another site may not write here",
				  NULL);
	if (too_long(x))
		return refuse_size(x);
	return route_may_send(&x->rq, &x->rp) ? MHD_YES : send_reply(x);
}

/* Called by the writer's thread. */
static void resume(struct request *rq)
{
	struct exchange *x = rq->connection;

	if (atomic_exchange(&x->waiting, WAIT_ANSWERED) == WAIT_SUSPENDED)
		MHD_resume_connection(x->connection);
}

static enum MHD_Result answer(struct exchange *x)
{
	x->rq.body = x->body.data ? x->body.data : "";
	x->rq.body_len = x->body.len;
	x->rq.resume = resume;
	x->rq.connection = x;
	if (route_dispatch(&x->rq, &x->rp) == REPLY_NOW)
		return send_reply(x);
	x->phase = PHASE_LATER;
	MHD_suspend_connection(x->connection);
	if (atomic_exchange(&x->waiting, WAIT_SUSPENDED) == WAIT_ANSWERED)
		MHD_resume_connection(x->connection);
	return MHD_YES;
}

static enum MHD_Result handle(void *cls, struct MHD_Connection *c,
			      const char *url, const char *method,
			      const char *version, const char *data,
			      size_t *size, void **con_cls)
{
	struct exchange *x = *con_cls;

	(void)cls;
	(void)c;
	(void)url;
	(void)version;
	if (x->phase == PHASE_HEADERS)
		return on_headers(x, method);
	if (x->phase == PHASE_LATER) {
		route_finish(&x->rq, &x->rp);
		return send_reply(x);
	}
	if (*size) {
		/* Beyond the limit the rest is read and thrown away, up to
		 * twice the limit; then the connection is closed. */
		x->sent += *size;
		buf_add(&x->body, data, *size);
		*size = 0;
		return x->sent > 2 * x->http->options.max_body ? MHD_NO :
								 MHD_YES;
	}
	if (x->body.over)
		return refuse_size(x);
	return answer(x);
}

/* ---- Starting and stopping. ---- */

static unsigned connection_limit(void)
{
	struct rlimit r;

	if (getrlimit(RLIMIT_NOFILE, &r) < 0 || r.rlim_cur > 8192)
		return 4096;
	return r.rlim_cur > 2 * SPARE_FILES ?
		       (unsigned)(r.rlim_cur - SPARE_FILES) : SPARE_FILES;
}

static int start_listener(struct http *http, struct listener *l,
			  const char *where, struct err *err)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned threads = cpus > 2 ? (unsigned)cpus : 2;

	l->http = http;
	l->fd = listen_on(where, err);
	if (l->fd < 0)
		return -1;
	listen_name(l->fd, l->host, sizeof(l->host), &l->port);
	l->loopback = listen_is_loopback(l->fd);
	snprintf(l->url, sizeof(l->url), "http://%s:%d", l->host, l->port);
	l->daemon = MHD_start_daemon(
		MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD |
			MHD_ALLOW_SUSPEND_RESUME,
		0, NULL, NULL, handle, l, MHD_OPTION_LISTEN_SOCKET, l->fd,
		MHD_OPTION_URI_LOG_CALLBACK, begin, l,
		MHD_OPTION_NOTIFY_COMPLETED, completed, l,
		MHD_OPTION_THREAD_POOL_SIZE, threads,
		MHD_OPTION_CONNECTION_LIMIT, connection_limit(),
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_BYTES,
		MHD_OPTION_CONNECTION_TIMEOUT, IDLE_S,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
	if (!l->daemon) {
		close(l->fd);
		return err_set(err, ERR_OS, "cannot serve on '%s'", where);
	}
	return 0;
}

int http_start(struct server *server, const struct http_options *options,
	       struct http **out, struct err *err)
{
	struct http *http = x_calloc(1, sizeof(*http));
	size_t i;

	http->server = server;
	http->options = *options;
	pthread_mutex_init(&http->log_mutex, NULL);
	for (i = 0; i < options->n_listen; i++) {
		if (start_listener(http, &http->listeners[i],
				   options->listen[i], err) < 0) {
			http_stop(http);
			return -1;
		}
		http->n_listeners++;
	}
	*out = http;
	return 0;
}

const char *http_url(const struct http *http, size_t i)
{
	return http->listeners[i].url;
}

void http_drain(struct http *http, int64_t wait_ns)
{
	int64_t end = time_monotonic_ns() + wait_ns;
	const struct timespec tick = { 0, 5000000 };
	size_t i;

	atomic_store(&http->draining, true);
	for (i = 0; i < http->n_listeners; i++)
		MHD_quiesce_daemon(http->listeners[i].daemon);
	while (atomic_load(&http->under_way) > 0 && time_monotonic_ns() < end)
		nanosleep(&tick, NULL);
}

void http_stop(struct http *http)
{
	size_t i;

	for (i = 0; i < http->n_listeners; i++) {
		MHD_stop_daemon(http->listeners[i].daemon);
		close(http->listeners[i].fd);
	}
	pthread_mutex_destroy(&http->log_mutex);
	x_free(http);
}
