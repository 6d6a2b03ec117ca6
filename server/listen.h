/*
 * listen.h - addresses: what to bind, who is near, who may be named.
 */
#ifndef LISTEN_H
#define LISTEN_H

#include <stdbool.h>
#include <sys/socket.h>

#include "err.h"

/*
 * Binds ADDR:PORT, [ADDR]:PORT, NAME:PORT or PORT alone (on 127.0.0.1).
 * returns   a listening socket; -1 with ERR_OS or ERR_USAGE
 */
int listen_on(const char *where, struct err *err);

/* The socket's own address as host and port ("[::1]" for IPv6). */
void listen_name(int fd, char *host, size_t size, int *port);

/* Does the socket listen on a loopback address only? */
bool listen_is_loopback(int fd);

/* A peer's address as text, without port. */
void peer_name(const struct sockaddr *peer, char *out, size_t size);

/* Is the address inside A.B.C.D/N, or the same for IPv6? */
bool cidr_has(const char *cidr, const struct sockaddr *peer);
bool cidr_ok(const char *cidr);

/* The machine's name, short or full, as gethostname() gives it. */
bool is_own_name(const char *name, size_t len);

#endif
