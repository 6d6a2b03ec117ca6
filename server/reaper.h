/*
 * reaper.h - sockets that have to get on by a certain time.
 *
 * libmicrohttpd's timeout counts silence only: a client that drips a byte now
 * and then holds its place for ever. A thread looks at all sockets and shuts
 * those down whose time has passed; their connection then ends by itself.
 */
#ifndef REAPER_H
#define REAPER_H

#include <stdint.h>

#include "err.h"

struct reaper;
struct reaped; /* one socket */

int reaper_start(struct reaper **out, struct err *err);
void reaper_stop(struct reaper *reaper); /* all sockets must be gone */

/* The socket is the caller's; it must stay open until reaper_remove(). */
struct reaped *reaper_add(struct reaper *reaper, int fd, int64_t within_ns);

/* From now on it has so long; 0: as long as it takes. */
void reaper_allow(struct reaper *reaper, struct reaped *socket,
		  int64_t within_ns);
void reaper_remove(struct reaper *reaper, struct reaped *socket);

#endif
