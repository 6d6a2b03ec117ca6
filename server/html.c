/* html.c - the one file of HTML, as the answer of a page. */
#include "html.h"

#include <string.h>

#include "assets.h"

#define PLACE "\"/index.txt\"" /* what the file has as that link */

/* A URL as the value of an attribute: it is somebody else's text. */
static void add_attribute(struct buf *out, const char *s)
{
	static const struct {
		char c;
		const char *as;
	} escapes[] = { { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" },
			{ '"', "&quot;" }, { '\'', "&#39;" } };
	size_t i;

	for (; *s; s++) {
		for (i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++)
			if (*s == escapes[i].c)
				break;
		if (i < sizeof(escapes) / sizeof(escapes[0]))
			buf_str(out, escapes[i].as);
		else
			buf_char(out, *s);
	}
}

/* "/compare.txt/A/B?show=worse" of /compare/A/B or /compare.html/A/B. */
static void add_text_url(const struct request *rq, struct buf *out)
{
	const char *rest = rq->uri + strcspn(rq->uri, "/");

	rest += *rest == '/';
	rest += strcspn(rest, "/?");
	buf_printf(out, "\"/%s.txt", *rq->page ? rq->page : "index");
	add_attribute(out, rest);
	buf_char(out, '"');
}

void html_page(const struct request *rq, struct reply *rp)
{
	const struct asset *asset = asset_find("/page.html");
	const char *all = (const char *)asset->data;
	const char *place = memmem(all, asset->len, PLACE, strlen(PLACE));

	rp->type = asset->type;
	if (!place) {
		buf_add(&rp->body, all, asset->len);
		return;
	}
	buf_add(&rp->body, all, (size_t)(place - all));
	add_text_url(rq, &rp->body);
	place += strlen(PLACE);
	buf_add(&rp->body, place, asset->len - (size_t)(place - all));
}
