/*
 * farm.h - a server on an archive of farm runs (lab.h), as the Makefile makes
 * it for the benchmarks that name it. The archive is left as it was: what is
 * uploaded stays in the log beside it, and goes with that.
 */
#ifndef FARM_H
#define FARM_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "load.h"
#include "served.h"

#define FARM_1000    "build/bench/farm-1000.db"
#define FARM_100000  "build/bench/farm-100000.db"
#define FARM_1000000 "build/bench/farm-1000000.db"
#define DIY_100000   "build/bench/diy-100000.db" /* as diy.py has them */

struct farm {
	const char *db;
	struct stat was;
	struct served served;
	pthread_t watch; /* of the server's memory */
	atomic_bool closing;
	_Atomic double rss_anon; /* the most that was seen, in bytes */
};

/* -1: said; nothing is open then. */
int farm_open(const char *db, struct farm *out);

/* -1: the archive was written to, and is gone: make will make it anew */
int farm_close(struct farm *farm);

/* Reads the archive once, or sees that nothing of it is in memory. */
void farm_warm(const char *db);
void farm_cool(const char *db);

/*
 * The median time of the first request of all to a server that has just begun
 * on an archive that is in memory, in ms; NAN as above.
 */
double farm_made_ms(const char *db, const char *path);

/* The most memory of the server's own until now, as a figure. */
void farm_tell_memory(const struct farm *farm, const char *figure);

#endif
