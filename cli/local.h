/*
 * local.h - a page without a server: the same dispatch, in this process.
 */
#ifndef LOCAL_H
#define LOCAL_H

#include <stdio.h>

#include "buf.h"
#include "err.h"
#include "request.h"

struct page {
	int status;      /* as HTTP has it */
	char verdict[32]; /* X-Verdict, or "" */
	struct buf body;
};

/*
 * GET of a path of a server that has readers. page is filled anew.
 * out       takes the pieces of a long body as they come, all but the last;
 *           NULL: they are in page->body
 */
void local_page(struct server *server, const char *path, FILE *out,
		struct page *page);

/*
 * GET of a path on an archive. page->body is to be released, also on error.
 * errors those of db_open(); what the page says is in page
 */
int local_get(const char *db, const char *path, FILE *out,
	      struct page *page, struct err *err);

/*
 * The body on stdout, or an error's on stderr behind "maxistat COMMAND: 404: ".
 * returns   EXIT_DONE; EXIT_NO for 404 and 412; else EXIT_WRONG
 */
int page_print(const char *command, const struct page *page);

#endif
