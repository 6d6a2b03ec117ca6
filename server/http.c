/* http.c - the sockets; with http_*.c the only one that knows libmicrohttpd. */
#include "http_private.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "http_check.h"
#include "limits.h"
#include "listen.h"
#include "number.h"
#include "reaper.h"
#include "route.h"
#include "text.h"
#include "timestamp.h"

#define POOL_BYTES   (128u << 10) /* of headers, a connection */
#define IDLE_S       30u
#define SPARE_FILES  64           /* for SQLite, logs, ... */
#define METHOD_MAX   20           /* bytes that are logged */

/* How long a connection has for each part of a request. */
#define HEADERS_NS   (10 * NS_PER_S)
#define KEEPALIVE_NS ((IDLE_S + 10) * NS_PER_S)
#define BODY_NS      (10 * NS_PER_S)
#define CHUNKED_NS   (60 * NS_PER_S)
#define ANSWER_NS    (30 * NS_PER_S)
#define SLOWEST      (64 << 10) /* bytes a second beyond these */

static int64_t transfer_ns(uint64_t bytes)
{
	return (int64_t)(bytes / SLOWEST) * NS_PER_S;
}

/* The connection has so long for what it does next; 0: as long as it takes. */
static void allow(const struct exchange *x, int64_t within_ns)
{
	struct reaped *socket =
		MHD_get_connection_info(x->connection,
					MHD_CONNECTION_INFO_SOCKET_CONTEXT)
			->socket_context;

	if (socket)
		reaper_allow(x->http->reaper, socket, within_ns);
}

/* A connection begins or ends; its descriptor is open during both. */
static void connection_event(void *cls, struct MHD_Connection *c,
			     void **socket,
			     enum MHD_ConnectionNotificationCode code)
{
	struct listener *l = cls;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		int fd = MHD_get_connection_info(
			c, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;

		*socket = reaper_add(l->http->reaper, fd, HEADERS_NS);
	} else if (*socket) {
		reaper_remove(l->http->reaper, *socket);
		*socket = NULL;
	}
}

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
	http_keep_uri(x, uri);
	allow(x, HEADERS_NS);
	return x;
}

/* It is somebody else's text, too. */
static void add_method(struct buf *out, const struct exchange *x)
{
	text_safe(out, strlen(x->rq.method) > METHOD_MAX ? "(a long method)" :
							    x->rq.method);
	buf_char(out, ' ');
}

static void log_line(struct exchange *x)
{
	char at[TIME_SIZE];
	struct buf b;

	buf_init(&b, 4096);
	time_print(x->rq.now_ns, at);
	buf_printf(&b, "%s %s ", at, x->peer);
	add_method(&b, x);
	text_safe(&b, strlen(x->rq.uri) > 900 ? "(a long URL)" : x->rq.uri);
	buf_printf(&b, " %d %zu %" PRId64 "us\n", x->rp.status, x->sent,
		   (time_monotonic_ns() - x->started_ns) / 1000);
	pthread_mutex_lock(&x->http->log_mutex);
	if (x->http->options.log) {
		fwrite(b.data, 1, b.len, x->http->options.log);
		fflush(x->http->options.log);
	}
	pthread_mutex_unlock(&x->http->log_mutex);
	buf_release(&b);
}

static void completed(void *cls, struct MHD_Connection *c, void **con_cls,
		      enum MHD_RequestTerminationCode code)
{
	struct exchange *x = *con_cls;

	(void)cls;
	(void)c;
	if (!x)
		return;
	if (x->rp.status)
		log_line(x);
	if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK)
		allow(x, KEEPALIVE_NS);
	if (x->counted)
		atomic_fetch_sub(&x->http->under_way, 1);
	buf_release(&x->body);
	buf_release(&x->rp.body);
	if (x->rp.has_file)
		close(x->rp.file);
	arena_release(&x->arena);
	x_free(x);
	*con_cls = NULL;
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

/* What is not for the client; the URI is somebody else's text. */
static void complain(const struct exchange *x)
{
	struct buf b;

	buf_init(&b, 4 * LIMIT_URL);
	add_method(&b, x);
	text_safe(&b, x->rq.uri);
	fprintf(stderr, "maxistat serve: %s: %s\n",
		b.over ? "(a long URL)" : b.data, x->rp.internal);
	buf_release(&b);
}

/* The response takes the memory or the file over. */
static struct MHD_Response *response_of(struct reply *rp, size_t *len)
{
	struct MHD_Response *r;
	struct stat st;

	if (rp->has_file) {
		if (fstat(rp->file, &st) < 0)
			return NULL;
		*len = (size_t)st.st_size;
		r = MHD_create_response_from_fd64((uint64_t)st.st_size,
						  rp->file);
		rp->has_file = !r;
		return r;
	}
	*len = rp->body.len;
	r = MHD_create_response_from_buffer(rp->body.len, rp->body.data,
					    MHD_RESPMEM_MUST_FREE);
	if (r)
		memset(&rp->body, 0, sizeof(rp->body));
	return r;
}

static enum MHD_Result send_reply(struct exchange *x)
{
	struct reply *rp = &x->rp;
	struct MHD_Response *r;
	enum MHD_Result queued;
	size_t i;

	if (rp->internal[0])
		complain(x);
	r = response_of(rp, &x->sent);
	if (!r)
		return MHD_NO;
	allow(x, ANSWER_NS + transfer_ns(x->sent));
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

/* ---- The steps of a request. ---- */

static bool is_write(const char *method)
{
	return strcmp(method, "GET") && strcmp(method, "HEAD");
}

static bool too_long(const struct exchange *x)
{
	const char *text = http_header(x, "Content-Length");
	uint64_t n;

	return text && (!number_parse_u64(text, strlen(text), UINT64_MAX, &n) ||
			n > x->http->options.max_body);
}

static int64_t body_time(const struct exchange *x)
{
	const char *text = http_header(x, "Content-Length");
	uint64_t n;

	if (!text || !number_parse_u64(text, strlen(text), UINT64_MAX, &n))
		return CHUNKED_NS;
	return BODY_NS + transfer_ns(n);
}

static enum MHD_Result refuse_size(struct exchange *x)
{
	char text[96];

	snprintf(text, sizeof(text), "the body is larger than %zu bytes",
		 x->http->options.max_body);
	return send_error(x, ERR_TOO_BIG, text, NULL);
}

/* A request that two servers could read differently ends its connection. */
static enum MHD_Result refuse_request(struct exchange *x,
				      const struct err *err)
{
	reply_error(&x->rq, &x->rp, err);
	reply_header(&x->rp, "Connection", "close");
	return send_reply(x);
}

/* What the headers alone decide; a body is not asked for in vain. */
static enum MHD_Result on_headers(struct exchange *x, const char *method)
{
	struct err err = { 0 };
	const char *host;

	http_fill_request(x, method);
	host = http_header(x, "Host");
	x->phase = PHASE_BODY;
	if (x->told_token)
		return send_error(x, ERR_INPUT, "a token does not belong into "
				  "a URL, where it is logged and kept",
				  "use the Authorization header; revoke this "
				  "one: maxistat token revoke");
	if (atomic_load(&x->http->draining))
		return send_error(x, ERR_BUSY, "the server is stopping", NULL);
	atomic_fetch_add(&x->http->under_way, 1);
	x->counted = true;
	if (http_check(x->connection, x->rq.uri, &err) < 0)
		return refuse_request(x, &err);
	if (!host || !http_host_ok(x, host))
		return send_error(x, ERR_MISDIRECTED, "this Host is not ours",
				  "serve --name HOST allows a name");
	if (!is_write(method))
		return MHD_YES;
	if (http_is_foreign(x, host))
		return send_error(x, ERR_FORBIDDEN,
				  "a page of another site may not write here",
				  NULL);
	if (too_long(x))
		return refuse_size(x);
	if (!route_may_send(&x->rq, &x->rp))
		return send_reply(x);
	allow(x, body_time(x));
	return MHD_YES;
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
	if (route_dispatch(&x->rq, &x->rp) == REPLY_NOW)
		return send_reply(x);
	x->phase = PHASE_LATER;
	allow(x, 0); /* a suspended connection does not see a shutdown */
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
		MHD_OPTION_NOTIFY_CONNECTION, connection_event, l,
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
	if (token_store_open(options->archive, &http->tokens, err) < 0 ||
	    reaper_start(&http->reaper, err) < 0) {
		http_stop(http);
		return -1;
	}
	for (i = 0; i < options->n_listen; i++) {
		if (start_listener(http, &http->listeners[i],
				   options->listen[i], err) < 0) {
			http_stop(http);
			return -1;
		}
		http->n_listeners++;
	}
	http_warn_plain(http);
	*out = http;
	return 0;
}

const char *http_url(const struct http *http, size_t i)
{
	return http->listeners[i].url;
}

FILE *http_set_log(struct http *http, FILE *log)
{
	FILE *before;

	pthread_mutex_lock(&http->log_mutex);
	before = http->options.log;
	http->options.log = log;
	pthread_mutex_unlock(&http->log_mutex);
	return before;
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
	reaper_stop(http->reaper);
	token_store_close(http->tokens);
	pthread_mutex_destroy(&http->log_mutex);
	x_free(http);
}
