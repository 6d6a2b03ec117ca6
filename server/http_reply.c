/* http_reply.c - the answer of a request, and its line in the log. */
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "http_private.h"
#include "limits.h"
#include "text.h"
#include "timestamp.h"

#define METHOD_MAX 20 /* bytes that are logged */

/* A longer answer is sent in pieces, so that its progress is seen. */
#define LONG_ANSWER (256u << 10)
#define PIECE       (64u << 10)

/* It is somebody else's text, too. */
static void add_method(struct buf *out, const struct exchange *x)
{
	text_safe(out, strlen(x->rq.method) > METHOD_MAX ? "(a long method)" :
							    x->rq.method);
	buf_char(out, ' ');
}

static bool has_log(struct http *http)
{
	bool has;

	pthread_mutex_lock(&http->log_mutex);
	has = http->options.log;
	pthread_mutex_unlock(&http->log_mutex);
	return has;
}

void http_log(struct exchange *x)
{
	char at[TIME_SIZE];
	struct buf b;

	if (!has_log(x->http))
		return;
	buf_init(&b, 4096);
	time_print(x->rq.now_ns, at);
	buf_printf(&b, "%s %s ", at, http_peer(x));
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

/* libmicrohttpd wants the bytes from `at` on. */
static ssize_t give_piece(void *cls, uint64_t at, char *out, size_t max)
{
	struct exchange *x = cls;
	size_t left = x->sent - (size_t)at;
	ssize_t n = (ssize_t)(left < max ? left : max);

	http_progress(x, (size_t)at);
	if (!x->rp.has_file)
		memcpy(out, x->rp.body.data + at, (size_t)n);
	else
		n = pread(x->rp.file, out, (size_t)n, (off_t)at);
	return n > 0 ? n : MHD_CONTENT_READER_END_WITH_ERROR;
}

/* The same of a body that is made meanwhile. */
static ssize_t give_next(void *cls, uint64_t at, char *out, size_t max)
{
	struct exchange *x = cls;
	struct buf *body = &x->rp.body;
	struct err err;
	size_t n;

	http_progress(x, (size_t)at);
	while (x->given == body->len && x->rp.more) {
		buf_clear(body);
		x->given = 0;
		if (route_more(&x->rq, &x->rp, &err) < 0) {
			snprintf(x->rp.internal, sizeof(x->rp.internal), "%s",
				 err.msg);
			complain(x);
			return MHD_CONTENT_READER_END_WITH_ERROR;
		}
	}
	n = body->len - x->given < max ? body->len - x->given : max;
	if (!n)
		return MHD_CONTENT_READER_END_OF_STREAM;
	memcpy(out, body->data + x->given, n);
	x->given += n;
	x->sent = (size_t)at + n;
	return (ssize_t)n;
}

/* What is long stays x's; a short body is taken over. */
static struct MHD_Response *response_of(struct exchange *x)
{
	struct reply *rp = &x->rp;
	struct MHD_Response *r;
	struct stat st;

	x->sent = rp->body.len;
	if (rp->more)
		return MHD_create_response_from_callback(
			MHD_SIZE_UNKNOWN, PIECE, give_next, x, NULL);
	if (rp->has_file) {
		if (fstat(rp->file, &st) < 0)
			return NULL;
		x->sent = (size_t)st.st_size;
	}
	if (rp->has_file || x->sent > LONG_ANSWER)
		return MHD_create_response_from_callback(x->sent, PIECE,
							 give_piece, x, NULL);
	r = MHD_create_response_from_buffer(rp->body.len, rp->body.data,
					    MHD_RESPMEM_MUST_FREE);
	if (r)
		memset(&rp->body, 0, sizeof(rp->body));
	return r;
}

bool http_add_headers(struct MHD_Response *r, const struct reply *rp)
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

	if (rp->asset)
		return http_send_asset(x);
	if (!http_charge(x, rp->body.len)) {
		err_set(&err, ERR_BUSY, "there is no memory left for this "
			"answer; others are being sent");
		buf_release(&rp->body);
		rp->n_headers = 0; /* they are about the other answer */
		reply_error(&x->rq, rp, &err);
	}
	if (rp->internal[0])
		complain(x);
	r = response_of(x);
	if (!r)
		return MHD_NO;
	http_part(x, PART_ANSWER);
	if (http_add_headers(r, rp))
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
