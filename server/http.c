/* http.c - the steps of a request, from its first byte to its end. */
#include "http_private.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "http_check.h"
#include "limits.h"
#include "number.h"
#include "route.h"
#include "text.h"
#include "timestamp.h"

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

/* The first call of all, with the URI as it was sent. */
void *http_begin(void *cls, const char *uri, struct MHD_Connection *c)
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
	hide_arguments(uri);
	http_take_on(c, x);
	http_part(x, PART_HEAD);
	return x;
}

void http_free(struct exchange *x)
{
	if (x->counted)
		atomic_fetch_sub(&x->http->under_way, 1);
	atomic_fetch_sub(&x->http->memory, x->charged);
	buf_release(&x->body);
	buf_release(&x->rp.body);
	if (x->rp.has_file)
		close(x->rp.file);
	arena_release(&x->arena);
	x_free(x);
}

void http_end(void *cls, struct MHD_Connection *c, void **con_cls,
	      enum MHD_RequestTerminationCode code)
{
	struct exchange *x = *con_cls;

	(void)cls;
	if (!x)
		return;
	if (x->rp.status)
		http_log(x);
	if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK)
		http_part(x, http_peer_ended(x) ? PART_ENDED : PART_IDLE);
	http_take_on(c, NULL);
	http_free(x);
	*con_cls = NULL;
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

static enum MHD_Result refuse_size(struct exchange *x)
{
	char text[96];

	snprintf(text, sizeof(text), "the body is larger than %zu bytes",
		 x->http->options.max_body);
	return http_send_error(x, ERR_TOO_BIG, text, NULL);
}

/* A request that two servers could read differently ends its connection. */
static enum MHD_Result refuse_request(struct exchange *x,
				      const struct err *err)
{
	reply_error(&x->rq, &x->rp, err);
	reply_header(&x->rp, "Connection", "close");
	return http_send(x);
}

/* What the headers alone decide; a body is not asked for in vain. */
static enum MHD_Result on_headers(struct exchange *x, const char *method,
				  const char *version)
{
	struct err err = { 0 };
	const char *host;

	http_fill_request(x, method);
	host = http_header(x, "Host");
	x->phase = PHASE_BODY;
	if (x->told_token)
		return http_send_error(x, ERR_INPUT, "a token does not belong "
				       "into a URL, where it is logged and "
				       "kept", "use the Authorization header; "
				       "revoke this one: maxistat token "
				       "revoke");
	if (atomic_load(&x->http->draining))
		return http_send_error(x, ERR_BUSY, "the server is stopping",
				       NULL);
	atomic_fetch_add(&x->http->under_way, 1);
	x->counted = true;
	if (http_check(x->connection, x->rq.uri, version, &err) < 0)
		return refuse_request(x, &err);
	if (!host || !http_host_ok(x, host))
		return http_send_error(x, ERR_MISDIRECTED,
				       "this Host is not ours",
				       "serve --name HOST allows a name");
	if (too_long(x))
		return refuse_size(x);
	if (!is_write(method))
		return MHD_YES;
	if (http_is_foreign(x, host))
		return http_send_error(x, ERR_FORBIDDEN, "a page of another "
				       "site may not write here", NULL);
	if (!route_may_send(&x->rq, &x->rp))
		return http_send(x);
	if (http_peer_ended(x))
		http_part(x, PART_ENDED);
	else
		http_part(x, http_header(x, "Content-Length") ? PART_BODY :
								PART_STREAM);
	return MHD_YES;
}

enum MHD_Result http_step(void *cls, struct MHD_Connection *c, const char *url,
			  const char *method, const char *version,
			  const char *data, size_t *size, void **con_cls)
{
	struct exchange *x = *con_cls;

	(void)cls;
	(void)c;
	(void)url;
	if (x->phase == PHASE_HEADERS)
		return on_headers(x, method, version);
	if (x->phase == PHASE_LATER) {
		if (x->rq.finish)
			route_finish(&x->rq, &x->rp);
		return http_send(x);
	}
	if (*size) {
		/* Beyond the limit the rest is read and thrown away, up to
		 * twice the limit; then the connection is closed. */
		x->sent += *size;
		if (!x->no_room && !x->body.over && is_write(method))
			x->no_room = !http_charge(x, *size);
		if (!x->no_room && is_write(method))
			buf_add(&x->body, data, *size);
		*size = 0;
		if (http_peer_ended(x))
			http_part(x, PART_ENDED);
		else
			http_progress(x, x->sent);
		return x->sent > 2 * x->http->options.max_body ? MHD_NO :
								 MHD_YES;
	}
	if (x->no_room)
		return http_send_error(x, ERR_BUSY, "there is no memory left "
				       "for this body; others are at it", NULL);
	if (x->body.over)
		return refuse_size(x);
	return http_answer(x);
}
