/*
 * load.h - many clients of one server, in one thread: epoll (one alone waits in
 * recv()), keep-alive, one request at a time on each connection, and little
 * work of their own.
 */
#ifndef LOAD_H
#define LOAD_H

#include <stddef.h>
#include <stdint.h>

struct load_options {
	int port;        /* of the loopback address */
	size_t clients;
	const char *get; /* the path; NULL: uploads of 10 samples, each anew */
	const char *put; /* TERMS of the uploads; NULL: host:x,test:t */
	const char *tag; /* of what is held already: 304; NULL: nothing is */
	/*
	 * Requests a second of all clients together, each due at its time and
	 * sent then or when a client is free; 0: as soon as there is an answer.
	 */
	double rate;
};

/* A new connection of the port; -1: there is none. Caller closes it. */
int load_connect(int port);

/* The clients keep their connections until load_close(). */
struct load;

/* returns   NULL: it cannot connect, and has said so */
struct load *load_open(const struct load_options *options);
void load_close(struct load *load); /* NULL is fine */

/*
 * Sends for so long, one request a client at least, and waits for the answers.
 * returns   -1: an answer that is not 200, 304 to a tag, or 201 of an upload,
 *           or none within 10 s; said already
 */
int load_run(struct load *load, double seconds);

/* The same in a thread of its own, until load_end() or for so long. */
int load_begin(struct load *load, double seconds);
int load_end(struct load *load);

/* Of the last load_run(): its time divided by its answers. */
double load_each_ns(const struct load *load);

/* Of all answers since load_open(), from when each request was due. */
double load_quantile_ns(struct load *load, double q);

/* Answers until now; from any thread. */
size_t load_count(const struct load *load);

/*
 * The median time of the first request after an upload, and of the one behind
 * it (NULL: not asked), in ms; NAN: it is not answered with 200, and that has
 * been said.
 *
 * put       TERMS of the uploads: answers about other hosts and tests outlive
 *           them, so that nothing is made anew; NULL: host:x,test:t
 */
double load_first_ms(int port, const char *path, const char *put,
		     double *next_ms);

/* The run that the n-th of them names, and the bytes of the last body. */
int64_t load_stored_run(const struct load *load, size_t n);
size_t load_body_bytes(const struct load *load);

/* The last entity tag, in its quotes; "" if there was none. */
const char *load_tag(const struct load *load);

#endif
