/*
 * sender.h - one upload to a server, tried again while that may help.
 */
#ifndef SENDER_H
#define SENDER_H

#include <stdbool.h>

#include "buf.h"
#include "spool_entry.h"

enum sent {
	SENT_STORED,  /* now, or under this key before */
	SENT_REFUSED, /* it is wrong, and will be the next time */
	SENT_UNKNOWN, /* 401 or 403: we are, not what we send */
	SENT_LATER,   /* no answer, or a failure; others may fare better */
	SENT_AWAY,    /* nothing gets there for now */
};

struct sender;

/* NULL: out of memory. curl_global_init() has been called. */
struct sender *sender_new(void);
void sender_free(struct sender *s);

/*
 * Sends an entry under its key, so often as it may help: a server that refuses
 * connections twice, one that drops them, is busy or asks to come back soon
 * four times.
 *
 * token     show MAXISTAT_TOKEN, where there is one, which has been checked;
 *           else .netrc
 */
enum sent sender_send(struct sender *s, const struct spool_entry *e,
		      bool token);

/* After that: what the server said, and why it was not SENT_STORED. */
const struct buf *sender_reply(const struct sender *s);
const char *sender_why(const struct sender *s);

/* Is it an upload that is to be stored, or only looked at (dry=1)? */
bool sender_is_dry(const char *url);

#endif
