/* reply.c - an error as an answer; the one table of HTTP statuses. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "request.h"
#include "text.h"

static const int statuses[] = {
	[ERR_NONE] = 500,	[ERR_INPUT] = 400,	[ERR_AUTH] = 401,
	[ERR_FORBIDDEN] = 403,	[ERR_NOT_FOUND] = 404,	[ERR_METHOD] = 405,
	[ERR_ACCEPT] = 406,	[ERR_CONFLICT] = 409,	[ERR_GONE] = 410,
	[ERR_TOO_BIG] = 413,	[ERR_TYPE] = 415,	[ERR_MISDIRECTED] = 421,
	[ERR_EXPECT] = 417,	[ERR_UNKNOWN_WAY] = 501,
	[ERR_UNUSABLE] = 422,	[ERR_BUSY] = 503,	[ERR_FULL] = 507,
	[ERR_DB] = 500,		[ERR_OS] = 500,		[ERR_ARCHIVE] = 503,
	[ERR_IN_USE] = 503,	[ERR_USAGE] = 400,
};

void reply_header(struct reply *rp, const char *name, const char *value)
{
	assert(rp->n_headers < REPLY_HEADERS_MAX);
	assert(!strpbrk(value, "\r\n"));
	rp->headers[rp->n_headers++] = (struct header){ name, value };
}

static void error_json(struct buf *out, const struct err *err, int status)
{
	struct json j;
	size_t i;

	json_init(&j, out);
	json_object(&j, NULL);
	json_object(&j, "error");
	json_string(&j, "code", err_name(err->code));
	json_int(&j, "status", status);
	json_string(&j, "message", err->msg);
	if (err->hint[0])
		json_string(&j, "hint", err->hint);
	if (err->line)
		json_int(&j, "line", (int64_t)err->line);
	if (err->has_offset)
		json_int(&j, "offset", (int64_t)err->offset);
	if (err->side)
		json_stringn(&j, "side", &err->side, 1);
	if (err->link[0])
		json_string(&j, "link", err->link);
	if (err->near[0][0]) {
		json_array(&j, "near");
		for (i = 0; i < ERR_NEAR_MAX && err->near[i][0]; i++)
			json_string(&j, NULL, err->near[i]);
		json_array_end(&j);
	}
	json_object_end(&j);
	json_object_end(&j);
	buf_char(out, '\n');
}

static void error_text(struct buf *out, const struct err *err)
{
	size_t i;

	text_safe(out, err->msg);
	buf_char(out, '\n');
	if (err->has_offset) {
		buf_str(out, "  ");
		text_safe(out, err->text);
		buf_str(out, "\n  ");
		buf_pad(out, ' ', err->caret);
		buf_str(out, "^\n");
	}
	if (err->hint[0]) {
		buf_str(out, "  ");
		text_safe(out, err->hint);
		buf_char(out, '\n');
	}
	for (i = 0; i < ERR_NEAR_MAX && err->near[i][0]; i++) {
		buf_str(out, i ? ", " : "  near: ");
		text_safe(out, err->near[i]);
	}
	if (i)
		buf_char(out, '\n');
}

void reply_error(const struct request *rq, struct reply *rp,
		 const struct err *err)
{
	struct err shown = *err;

	rp->status = statuses[err->code];
	/* What the database or the system said is for the log alone. */
	if (err->code == ERR_DB || err->code == ERR_OS) {
		snprintf(rp->internal, sizeof(rp->internal), "%s", err->msg);
		err_set(&shown, err->code, "an internal error");
	}
	buf_clear(&rp->body);
	if (rq->format == FORMAT_JSON) {
		rp->type = "application/json";
		error_json(&rp->body, &shown, rp->status);
	} else {
		rp->type = "text/plain; charset=utf-8";
		error_text(&rp->body, &shown);
	}
	if (rp->status == 503)
		reply_header(rp, "Retry-After", "1");
	if (rp->status == 401)
		reply_header(rp, "WWW-Authenticate",
			     "Bearer realm=\"maxistat\"");
}
