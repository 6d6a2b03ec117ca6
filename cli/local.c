/* local.c - a page without a server. */
#include "local.h"

#include <stdio.h>
#include <string.h>

#include "assets.h"
#include "command.h"
#include "limits.h"
#include "route.h"
#include "timestamp.h"

/* The rest of a long body. */
static void add_rest(struct request *rq, struct reply *rp, FILE *out)
{
	struct err err;

	while (rp->more) {
		if (out) {
			fwrite(rp->body.data, 1, rp->body.len, out);
			buf_clear(&rp->body);
		}
		if (route_more(rq, rp, &err) < 0) {
			rp->more = NULL;
			reply_error(rq, rp, &err);
		}
	}
}

void local_page(struct server *server, const char *path, FILE *out,
		struct page *page)
{
	struct arena arena = { 0 };
	struct request rq = { 0 };
	struct reply rp = { 0 };
	size_t i;

	buf_init(&rp.body, LIMIT_PAGE);
	rq.method = "GET";
	rq.uri = *path == '/' ? path : arena_printf(&arena, "/%s", path);
	rq.base = "";
	rq.sender = "local";
	rq.server = server;
	rq.arena = &arena;
	rq.now_ns = time_now_ns();
	if (route_find(&rq, &rp))
		route_answer(&rq, &rp);
	add_rest(&rq, &rp, out);
	if (rp.asset)
		buf_add(&rp.body, rp.asset->data, rp.asset->len);
	if (rp.internal[0]) {
		buf_clear(&rp.body);
		buf_printf(&rp.body, "%s\n", rp.internal);
	}
	page->status = rp.status;
	page->body = rp.body;
	for (i = 0; i < rp.n_headers; i++)
		if (!strcmp(rp.headers[i].name, "X-Verdict"))
			snprintf(page->verdict, sizeof(page->verdict), "%s",
				 rp.headers[i].value);
	arena_release(&arena);
}

/* A gate that is shut is an answer, not an error. */
#define STATUS_SHUT 412

int page_print(const char *command, const struct page *page)
{
	const char *body = page->body.data ? page->body.data : "";

	if (page->status < 400 || page->status == STATUS_SHUT) {
		fwrite(body, 1, page->body.len, stdout);
		return page->status == STATUS_SHUT ? EXIT_NO : EXIT_DONE;
	}
	fprintf(stderr, "maxistat %s: %d: %s", command, page->status, body);
	return page->status == 404 ? EXIT_NO : EXIT_WRONG;
}

int local_get(const char *db, const char *path, FILE *out,
	      struct page *page, struct err *err)
{
	struct server server = { 0 };

	memset(page, 0, sizeof(*page));
	if (db_pool_open(db, &server.readers, err) < 0)
		return -1;
	local_page(&server, path, out, page);
	db_pool_close(server.readers);
	return 0;
}
