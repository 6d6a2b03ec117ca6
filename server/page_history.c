/* page_history.c - lines over time. */
#include "history.h"
#include "pages.h"

#define SHOWN_TEXT 40
#define SHOWN_DATA 2000

int history_get(struct request *rq, struct reply *rp, struct err *err)
{
	struct history h;

	if (history_make(rq, rq->format == FORMAT_TEXT ? SHOWN_TEXT :
							 SHOWN_DATA,
			 &h, err) < 0)
		return -1;
	reply_type(rq, rp);
	if (rq->format == FORMAT_JSON)
		history_json(&h, &rp->body);
	else if (rq->format == FORMAT_CSV)
		history_csv(&h, &rp->body);
	else
		history_text(&h, &rp->body);
	return REPLY_NOW;
}
