/* http_reply.c - the answer of a request, and its line in the log. */
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "http_private.h"
#include "limits.h"
#include "reaper.h"
#include "text.h"
#include "timestamp.h"

#define METHOD_MAX 20 /* bytes that are logged */

#define ANSWER_NS (30 * NS_PER_S)
#define SLOWEST   (64 << 10) /* bytes a second beyond these */

int64_t http_transfer_ns(uint64_t bytes)
{
	return (int64_t)(bytes / SLOWEST) * NS_PER_S;
}

void http_allow(const struct exchange *x, int64_t within_ns)
{
	struct reaped *socket =
		MHD_get_connection_info(x->connection,
					MHD_CONNECTION_INFO_SOCKET_CONTEXT)
			->socket_context;

	if (socket)
		reaper_allow(x->http->reaper, socket, within_ns);
}

/* It is somebody else's text, too. */
static void add_method(struct buf *out, const struct exchange *x)
{
	text_safe(out, strlen(x->rq.method) > METHOD_MAX ? "(a long method)" :
							    x->rq.method);
	buf_char(out, ' ');
}

void http_log(const struct exchange *x)
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

bool http_charge(struct exchange *x, size_t bytes)
{
	atomic_size_t *memory = &x->http->memory;

	if (atomic_fetch_add(memory, bytes) + bytes >
	    x->http->options.max_memory) {
		atomic_fetch_sub(memory, bytes);
		return false;
	}
	x->charged += bytes;
	return true;
}

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

static bool add_headers(struct MHD_Response *r, const struct reply *rp)
{
	bool added = !rp->type ||
		     MHD_add_response_header(r, "Content-Type", rp->type);
	size_t i;

	for (i = 0; i < rp->n_headers; i++)
		added &= MHD_add_response_header(r, rp->headers[i].name,
						 rp->headers[i].value);
	for (i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		added &= MHD_add_response_header(r, always[i].name,
						 always[i].value);
	return added;
}

enum MHD_Result http_send(struct exchange *x)
{
	struct reply *rp = &x->rp;
	enum MHD_Result queued = MHD_NO;
	struct MHD_Response *r;
	struct err err;

	if (!http_charge(x, rp->body.len)) {
		err_set(&err, ERR_BUSY, "there is no memory left for this "
			"answer; others are being sent");
		buf_release(&rp->body);
		reply_error(&x->rq, rp, &err);
	}
	if (rp->internal[0])
		complain(x);
	r = response_of(rp, &x->sent);
	if (!r)
		return MHD_NO;
	http_allow(x, ANSWER_NS + http_transfer_ns(x->sent));
	if (add_headers(r, rp))
		queued = MHD_queue_response(x->connection,
					    (unsigned)rp->status, r);
	MHD_destroy_response(r);
	return queued;
}

enum MHD_Result http_send_error(struct exchange *x, enum err_code code,
				const char *message, const char *hint)
{
	struct err err;

	err_set(&err, code, "%s", message);
	if (hint)
		err_hint(&err, "%s", hint);
	reply_error(&x->rq, &x->rp, &err);
	return http_send(x);
}
