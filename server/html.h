/* html.h - the one file of HTML, as the answer of a page. */
#ifndef HTML_H
#define HTML_H

#include "request.h"

/*
 * web/page.html with one thing changed: its link for who has no scripts leads
 * to the text of the URL that was asked for. rq->page is set.
 */
void html_page(const struct request *rq, struct reply *rp);

#endif
