/*
 * ttcp.h - what ttcp and the verbose form of nuttcp, its descendant, share.
 *
 * Private to import_ttcp.c and import_nuttcp.c.
 */
#ifndef TTCP_H
#define TTCP_H

#include "gather.h"

/*
 * "buflen=8192, nbuf=2048, align=16384/0, port=5001  tcp  -> host": parameters
 * and the protocol as test.
 * returns   false where the line is not this one
 */
bool ttcp_parameters(struct gather *g, struct span line);

/* "2048 I/O calls, msec/call = 10.40, calls/sec = 98.46" */
bool ttcp_calls(struct gather *g, struct span line);

/* "0.0user 20.8sys 0:20real 100% 0i+0d 0maxrss": the share of a CPU. */
bool ttcp_rusage(struct gather *g, struct span line, const char *metric);

/* "v6.1.2: Error: connect: Connection refused", "connect: No route to host" */
bool ttcp_error(struct span line, struct span *reason);

#endif
