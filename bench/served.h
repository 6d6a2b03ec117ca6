/*
 * served.h - the program as a server of its own, on an archive made for it, and
 * the disk that it writes to.
 */
#ifndef SERVED_H
#define SERVED_H

#include <sched.h>
#include <sys/types.h>

#include "fault.h"

struct served {
	pid_t pid;
	int port;
	struct control *fault; /* what its disk does; see served_slow() */
};

/*
 * Starts $MAXISTAT serve on an archive, which is made where it is missing; more
 * are options, NULL-ended, or NULL. It dies with this program.
 */
int served_start(const char *db, const char *const more[], struct served *out);

/*
 * The same with a disk whose every sync can be made to take longer, by
 * served_delay().
 * returns   1: fault.so is not there (a sanitizer needs its place)
 */
int served_slow(const char *db, struct served *out);
void served_delay(struct served *served, unsigned us);

/* Keeps this thread and those of the server on these processors. */
int served_confine(const struct served *served, const cpu_set_t *cpus);

/* SIGTERM; -1: it did not end with 0, and that has been said. */
int served_stop(struct served *served);

/* SIGKILL: what it wrote is in its log, not in the archive. */
void served_kill(struct served *served);

/* A file of 4 KiB pages in build/bench/, to be synced; -1: said. */
int disk_open(void);

/* Overwrites a page and syncs it, again for so long; the time of each. */
double disk_sync_ns(int fd, double seconds);

/*
 * The one of these processors on which a sync is the fastest, where the disk's
 * interrupts come to. This thread stays on the last of them.
 */
int disk_processor(int fd, const cpu_set_t *of, cpu_set_t *one);

#endif
