/*
 * push_queue.h - sending what waits in a spool, and telling what waits.
 */
#ifndef PUSH_QUEUE_H
#define PUSH_QUEUE_H

#include <stdio.h>

#include "sender.h"
#include "spool.h"

/* A server that something was to be sent to. */
struct server_seen {
	const char *name;  /* client_server_of() */
	bool away;         /* it is not asked again */
	const char *why;   /* the last that went wrong, or NULL */
	size_t n_waiting;  /* uploads that were left for it */
};

struct push {
	struct arena arena;
	struct spool spool;
	struct err no_spool; /* why it has no folder, where it has none */
	struct sender *sender;
	struct server_seen *servers;
	size_t n_servers;
	const char *trusted; /* the server that may see the token, or NULL */
	int status;          /* the exit status so far */
};

/* The worst counts: 2, 1, 75, 0. */
void push_note(struct push *p, int status);

/* "maxistat push: FILE: ...", safe for a terminal, on stderr. */
void push_complain(const char *file, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Lines from elsewhere, safe for a terminal. */
void push_print(const char *lines, FILE *to);

/* "FILE: " and what the server answered, on stdout. */
void push_say(const struct push *p, const char *file);

struct server_seen *push_server(struct push *p, const char *name);

/*
 * Sends what waits, the oldest first; a server that is away is left out for the
 * rest. What is refused for good is put aside and said, EXIT_NO; what waits on
 * is said in a line a server.
 *
 * only      the server to send to; NULL: all
 */
int push_flush(struct push *p, const char *only, struct err *err);

/* The server of all that waits; NULL where there is none, or several. */
int push_single_server(struct push *p, const char **out, bool *several,
		       struct err *err);

/* A table of what waits and of what was refused, on stdout. */
int push_list(struct push *p, struct err *err);

#endif
