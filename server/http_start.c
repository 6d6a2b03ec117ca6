/* http_start.c - the sockets: opening, draining and closing them. */
#include <sodium.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "file.h"
#include "http_private.h"
#include "listen.h"
#include "reaper.h"
#include "timestamp.h"

#define POOL_BYTES  (32u << 10) /* a connection; zeroed for each request */
#define SPARE_FILES 64           /* for SQLite, logs, ... */

/*
 * As many as there are descriptors for, less what SQLite and the threads need;
 * the soft limit is raised to the hard one first.
 */
static unsigned connection_limit(const struct http_options *options)
{
	rlim_t most = options->max_connections;
	struct rlimit r, raised;

	if (getrlimit(RLIMIT_NOFILE, &r) < 0)
		return (unsigned)most;
	if (r.rlim_cur < r.rlim_max && r.rlim_cur < most + SPARE_FILES) {
		raised.rlim_cur = r.rlim_max < most + SPARE_FILES ?
					  r.rlim_max : most + SPARE_FILES;
		raised.rlim_max = r.rlim_max;
		if (!setrlimit(RLIMIT_NOFILE, &raised))
			r = raised;
	}
	if (r.rlim_cur < most + SPARE_FILES)
		most = r.rlim_cur > 2 * SPARE_FILES ?
			       r.rlim_cur - SPARE_FILES : r.rlim_cur / 3;
	return most > options->n_listen ? (unsigned)(most / options->n_listen) :
					  1;
}

/*
 * The certificate and its key. Both are read anew by the next start only; the
 * key is in memory as long as the server runs.
 */
static int read_tls(struct http *http, struct err *err)
{
	const struct http_options *o = &http->options;

	buf_init(&http->certificate, 1 << 20);
	buf_init(&http->key, 1 << 20);
	if (!o->tls_certificate)
		return 0;
	if (MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES)
		return err_set(err, ERR_OS, "this libmicrohttpd has no TLS");
	return file_read(o->tls_certificate, &http->certificate, err) < 0 ||
	       file_read(o->tls_key, &http->key, err) < 0 ? -1 : 0;
}

/* Who comes while what is under way is finished is sent away at once. */
static enum MHD_Result accepts(void *cls, const struct sockaddr *address,
			       socklen_t len)
{
	const struct http *http = cls;

	(void)address;
	(void)len;
	return atomic_load(&http->draining) ? MHD_NO : MHD_YES;
}

static int start_daemon(struct http *http, struct listener *l)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned threads = cpus > 2 ? (unsigned)cpus : 2;
	bool tls = http->options.tls_certificate;
	struct MHD_OptionItem secure[] = {
		{ MHD_OPTION_HTTPS_MEM_CERT, 0, http->certificate.data },
		{ MHD_OPTION_HTTPS_MEM_KEY, 0, http->key.data },
		{ MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(uintptr_t)
		  "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1" },
		{ MHD_OPTION_END, 0, NULL },
	};

	l->daemon = MHD_start_daemon(
		MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD |
			MHD_ALLOW_SUSPEND_RESUME | (tls ? MHD_USE_TLS : 0u),
		0, accepts, http, http_step, l, MHD_OPTION_LISTEN_SOCKET, l->fd,
		MHD_OPTION_URI_LOG_CALLBACK, http_begin, l,
		MHD_OPTION_NOTIFY_COMPLETED, http_end, l,
		MHD_OPTION_NOTIFY_CONNECTION, http_connection, l,
		MHD_OPTION_THREAD_POOL_SIZE, threads,
		MHD_OPTION_CONNECTION_LIMIT, http->max_connections,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_BYTES,
		MHD_OPTION_CONNECTION_TIMEOUT, HTTP_IDLE_S,
		MHD_OPTION_STRICT_FOR_CLIENT, 1,
		MHD_OPTION_ARRAY, tls ? secure : secure + 3, MHD_OPTION_END);
	return l->daemon ? 0 : -1;
}

static int start_listener(struct http *http, struct listener *l,
			  const char *where, struct err *err)
{
	const struct http_options *o = &http->options;

	l->http = http;
	l->fd = listen_on(where, err);
	if (l->fd < 0)
		return -1;
	listen_name(l->fd, l->host, sizeof(l->host), &l->port);
	l->loopback = listen_is_loopback(l->fd);
	l->scheme = o->tls_certificate ? "https" : "http";
	snprintf(l->url, sizeof(l->url), "%s://%s:%d", l->scheme, l->host,
		 l->port);
	if (start_daemon(http, l) < 0) {
		close(l->fd);
		return o->tls_certificate ?
			err_set(err, ERR_OS, "cannot serve on '%s'; are '%s' "
				"and '%s' a certificate and its key?", where,
				o->tls_certificate, o->tls_key) :
			err_set(err, ERR_OS, "cannot serve on '%s'", where);
	}
	return 0;
}

int http_start(struct server *server, const struct http_options *options,
	       struct http **out, struct err *err)
{
	struct http *http = x_calloc(1, sizeof(*http));
	size_t crowded, i;

	http->server = server;
	http->options = *options;
	http->max_connections = connection_limit(options);
	crowded = options->n_listen * http->max_connections;
	crowded -= crowded / 8;
	pthread_mutex_init(&http->log_mutex, NULL);
	if (token_store_open(options->archive, &http->tokens, err) < 0 ||
	    reaper_start(crowded, &http->reaper, err) < 0 ||
	    http_workers_start(http, err) < 0 || read_tls(http, err) < 0 ||
	    http_assets_make(http, err) < 0) {
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

/*
 * Not MHD_quiesce_daemon(): it takes the socket out of the epoll sets of
 * threads that do the same when they see that it was called, and who comes
 * second ends the process.
 */
void http_quiesce(struct http *http)
{
	atomic_store(&http->draining, true);
}

bool http_is_busy(const struct http *http)
{
	return atomic_load(&http->under_way) > 0;
}

void http_stop(struct http *http)
{
	size_t i;

	http_workers_stop(http);
	for (i = 0; i < http->n_listeners; i++)
		MHD_stop_daemon(http->listeners[i].daemon); /* closes fd */
	http_assets_free(http);
	http_workers_free(http);
	reaper_stop(http->reaper);
	token_store_close(http->tokens);
	if (http->key.data)
		sodium_memzero(http->key.data, http->key.len);
	buf_release(&http->key);
	buf_release(&http->certificate);
	pthread_mutex_destroy(&http->log_mutex);
	x_free(http);
}
