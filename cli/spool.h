/*
 * spool.h - the folder of uploads that wait to be sent.
 *
 * An entry is one file (spool_entry.h). It is there whole or not at all, and on
 * the disk: written under another name, synced, renamed, the folder synced. The
 * names begin with a time, so that in their order is the order in which they
 * came, also when the clock goes back. Beside an entry NAME may be NAME.why,
 * what went wrong last. What a server has refused for good is moved into
 * the folder refused/ inside.
 *
 * Whoever sends an entry holds a lock on its file, so that many processes may
 * add and send at once. The folder belongs to the user and nobody else may
 * write into it: who can, decides where tokens are shown.
 */
#ifndef SPOOL_H
#define SPOOL_H

#include <stdbool.h>
#include <stdint.h>

#include "spool_entry.h"

#define SPOOL_NAME 28 /* 19 digits of nanoseconds, '-', 8 of the key */

struct spool {
	struct arena arena;
	const char *folder, *refused;
	int fd; /* of the folder; -1: there is none, and nothing waits */
};

/* An entry that nobody else may send meanwhile. */
struct spool_held {
	int fd; /* of its file; -1: none is held */
	char name[SPOOL_NAME + 1];
};

/*
 * folder    NULL: $MAXISTAT_SPOOL, else maxistat/spool in $XDG_STATE_HOME, else
 *           in ~/.local/state
 * make      it and those above it are made, mode 0700, where they are not
 * errors    ERR_OS: it cannot be made or read, or others may write into it.
 *           To be released all the same
 */
int spool_open(struct spool *s, const char *folder, bool make,
	       struct err *err);
void spool_release(struct spool *s);

/*
 * Keeps an upload; it is on the disk when this returns.
 * errors    ERR_FULL: as much waits as may, ERR_OS
 */
int spool_add(struct spool *s, const struct spool_entry *e,
	      struct spool_held *held, struct err *err);

/* The names of what waits, or of what was refused, the oldest first. */
int spool_names(const struct spool *s, bool refused, struct arena *arena,
		const char ***names, size_t *n, struct err *err);
int64_t spool_time(const char *name); /* when it was kept, ns */

/* Reads the head alone, without a lock. errors ERR_INPUT: damaged, ERR_OS */
int spool_look(const struct spool *s, const char *name, bool refused,
	       struct arena *arena, struct spool_entry *out, struct err *err);

/*
 * Takes an entry to be sent, and reads it into arena.
 * returns   0 when it is gone or another process has it, 1 when held is ours
 * errors    ERR_INPUT: damaged, and held is ours; ERR_OS
 */
int spool_take(const struct spool *s, const char *name, struct arena *arena,
	       struct spool_held *held, struct spool_entry *out,
	       struct err *err);

/* The ways out of what is held; each lets it go. */
void spool_done(const struct spool *s, struct spool_held *held);
void spool_keep(const struct spool *s, struct spool_held *held,
		const char *why);
int spool_refuse(const struct spool *s, struct spool_held *held,
		 const char *why, struct err *err);

/* What was refused waits again. */
int spool_readmit(const struct spool *s, const char *name, struct err *err);

/* What NAME.why says, in one line; "" where there is none. */
const char *spool_why(const struct spool *s, const char *name, bool refused,
		      struct arena *arena);

#endif
