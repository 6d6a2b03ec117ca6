/* page_upload.c - how to upload, for who asks for the form as text. */
#include "pages.h"

int upload_get(struct request *rq, struct reply *rp, struct err *err)
{
	const char *base = *rq->base ? rq->base : "http://127.0.0.1:8421";

	(void)err;
	buf_printf(&rp->body,
		   "store    curl -fsS -T FILE "
		   "%s/runs/host:NAME,test:NAME,unit:UNIT\n"
		   "try      the same with ,dry=1 says what would be stored\n"
		   "terms    %s/help/terms\n"
		   "formats  %s/help/formats\n", base, base, base);
	return REPLY_NOW;
}
