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

/*
 * crowded   from so many sockets on the stricter of the two times of each
 *           counts, so that who is slow does not keep others out
 */
int reaper_start(size_t crowded, struct reaper **out, struct err *err);
void reaper_stop(struct reaper *reaper); /* all sockets must be gone */

/* The socket is the caller's; it must stay open until reaper_remove(). */
struct reaped *reaper_add(struct reaper *reaper, int fd);

/*
 * It has to get on until then (monotonic), and until crowded_ns where many are
 * there; 0: as long as it takes.
 */
void reaper_allow(struct reaper *reaper, struct reaped *socket,
		  int64_t until_ns, int64_t crowded_ns);
void reaper_remove(struct reaper *reaper, struct reaped *socket);

#endif
