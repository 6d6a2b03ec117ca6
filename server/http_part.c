/* http_part.c - how long a client may take for each part of a request. */
#include "http_private.h"
#include "reaper.h"
#include "timestamp.h"

/* Bytes a second that a body and an answer have to make beyond these times. */
#define SLOWEST (64 << 10)

/* What counts where connections are short stands second. */
static const struct {
	int64_t within_ns, crowded_ns;
} parts[] = {
	[PART_HEAD] = { 9 * NS_PER_S, NS_PER_S / 2 }, /* and the tick: 10 */
	[PART_BODY] = { 9 * NS_PER_S, 2 * NS_PER_S },
	[PART_STREAM] = { 60 * NS_PER_S, 2 * NS_PER_S },
	[PART_WORK] = { 0, 0 }, /* we are to blame for it */
	[PART_ANSWER] = { 30 * NS_PER_S, 5 * NS_PER_S },
	[PART_IDLE] = { (HTTP_IDLE_S + 10) * NS_PER_S, NS_PER_S / 2 },
	[PART_ENDED] = { NS_PER_S, NS_PER_S / 2 },
};

static void allow(struct reaper *reaper, struct reaped *socket, enum part part,
		  int64_t since_ns)
{
	if (parts[part].within_ns)
		reaper_allow(reaper, socket, since_ns + parts[part].within_ns,
			     since_ns + parts[part].crowded_ns);
	else
		reaper_allow(reaper, socket, 0, 0);
}

/* A connection: who cuts it off, and the request that is under way. */
struct connection {
	struct reaped *reaped;
	struct exchange *x;
};

static struct connection *connection_of(struct MHD_Connection *c)
{
	return MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
		->socket_context;
}

void http_take_on(struct MHD_Connection *c, struct exchange *x)
{
	if (connection_of(c))
		connection_of(c)->x = x;
}

/*
 * A connection begins or ends; its descriptor is open during both. Where
 * libmicrohttpd gives a head up it never says that the request has ended.
 */
void http_connection(void *cls, struct MHD_Connection *c, void **socket,
		     enum MHD_ConnectionNotificationCode code)
{
	const struct listener *l = cls;
	struct reaper *reaper = l->http->reaper;
	struct connection *own = *socket;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		int fd = MHD_get_connection_info(
			c, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;

		*socket = own = x_calloc(1, sizeof(*own));
		own->reaped = reaper_add(reaper, fd);
		allow(reaper, own->reaped, PART_HEAD, time_monotonic_ns());
	} else if (own) {
		reaper_remove(reaper, own->reaped);
		if (own->x)
			http_free(own->x);
		x_free(own);
		*socket = NULL;
	}
}

void http_part(struct exchange *x, enum part part)
{
	const struct connection *own = connection_of(x->connection);

	x->part = part;
	x->part_ns = time_monotonic_ns();
	if (own)
		allow(x->http->reaper, own->reaped, part, x->part_ns);
}

void http_progress(const struct exchange *x, size_t bytes)
{
	const struct connection *own = connection_of(x->connection);
	int64_t since = x->part_ns + (int64_t)(bytes / SLOWEST) * NS_PER_S;
	int64_t now = time_monotonic_ns();

	/* Haste is no credit for stopping later. */
	if (own)
		allow(x->http->reaper, own->reaped, x->part,
		      since < now ? since : now);
}
