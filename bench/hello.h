/* hello.h - the least that a server on libmicrohttpd can be, as a peer. */
#ifndef HELLO_H
#define HELLO_H

#include <stddef.h>
#include <sys/types.h>

/*
 * Answers everything with the same so many bytes, by as many threads as the
 * program has, in a process that ends with this one.
 * returns   its port, or -1
 */
int hello_start(size_t bytes, pid_t *out);
void hello_stop(pid_t pid);

#endif
