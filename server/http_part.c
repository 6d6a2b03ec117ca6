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

static struct reaped *socket_of(const struct exchange *x)
{
	return MHD_get_connection_info(x->connection,
				       MHD_CONNECTION_INFO_SOCKET_CONTEXT)
		->socket_context;
}

/* A connection begins or ends; its descriptor is open during both. */
void http_connection(void *cls, struct MHD_Connection *c, void **socket,
		     enum MHD_ConnectionNotificationCode code)
{
	const struct listener *l = cls;
	struct reaper *reaper = l->http->reaper;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		int fd = MHD_get_connection_info(
			c, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;

		*socket = reaper_add(reaper, fd);
		allow(reaper, *socket, PART_HEAD, time_monotonic_ns());
	} else if (*socket) {
		reaper_remove(reaper, *socket);
		*socket = NULL;
	}
}

void http_part(struct exchange *x, enum part part)
{
	struct reaped *socket = socket_of(x);

	x->part = part;
	x->part_ns = time_monotonic_ns();
	if (socket)
		allow(x->http->reaper, socket, part, x->part_ns);
}

void http_progress(const struct exchange *x, size_t bytes)
{
	struct reaped *socket = socket_of(x);
	int64_t since = x->part_ns + (int64_t)(bytes / SLOWEST) * NS_PER_S;
	int64_t now = time_monotonic_ns();

	/* Haste is no credit for stopping later. */
	if (socket)
		allow(x->http->reaper, socket, x->part,
		      since < now ? since : now);
}
