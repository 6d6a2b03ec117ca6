/* listen.c - addresses: what to bind, who is near, who may be named. */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define BACKLOG 511

/* Splits [host]:port; the host is empty where only a port stands there. */
static int split(const char *where, char host[256], char port[16],
		 struct err *err)
{
	const char *colon = strrchr(where, ':'), *begin = where;
	size_t n = colon ? (size_t)(colon - where) : 0;

	if (n >= 2 && where[0] == '[' && where[n - 1] == ']') {
		begin++;
		n -= 2;
	}
	if (n >= 256 || strlen(colon ? colon + 1 : where) >= 16)
		return err_set(err, ERR_USAGE, "'%.60s' is no ADDR:PORT",
			       where);
	memcpy(host, begin, n);
	host[n] = '\0';
	snprintf(port, 16, "%s", colon ? colon + 1 : where);
	if (!*port || strspn(port, "0123456789") != strlen(port))
		return err_set(err, ERR_USAGE, "'%.60s' has no port", where);
	return 0;
}

static int try_bind(const struct addrinfo *ai)
{
	int fd = socket(ai->ai_family, ai->ai_socktype | SOCK_CLOEXEC, 0);
	int one = 1;

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (ai->ai_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one));
	if (bind(fd, ai->ai_addr, ai->ai_addrlen) < 0 ||
	    listen(fd, BACKLOG) < 0) {
		int saved = errno;

		close(fd);
		errno = saved;
		return -1;
	}
	return fd;
}

int listen_on(const char *where, struct err *err)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
				  .ai_flags = AI_PASSIVE }, *list, *ai;
	char host[256], port[16];
	int fd = -1, rc;

	if (split(where, host, port, err) < 0)
		return -1;
	rc = getaddrinfo(*host ? host : "127.0.0.1", port, &hints, &list);
	if (rc)
		return err_set(err, ERR_OS, "cannot listen on '%s': %s", where,
			       gai_strerror(rc));
	for (ai = list; ai && fd < 0; ai = ai->ai_next)
		fd = try_bind(ai);
	if (fd < 0)
		err_set(err, ERR_OS, "cannot listen on '%s': %s", where,
			strerrordesc_np(errno));
	freeaddrinfo(list);
	return fd;
}

void peer_name(const struct sockaddr *peer, char *out, size_t size)
{
	const void *addr = peer->sa_family == AF_INET6 ?
		(const void *)&((const struct sockaddr_in6 *)
				(const void *)peer)->sin6_addr :
		(const void *)&((const struct sockaddr_in *)
				(const void *)peer)->sin_addr;

	if (!inet_ntop(peer->sa_family, addr, out, (socklen_t)size))
		snprintf(out, size, "?");
}

void listen_name(int fd, char *host, size_t size, int *port)
{
	struct sockaddr_storage ss = { 0 };
	socklen_t len = sizeof(ss);
	char text[INET6_ADDRSTRLEN];

	getsockname(fd, (struct sockaddr *)&ss, &len);
	peer_name((struct sockaddr *)&ss, text, sizeof(text));
	snprintf(host, size, ss.ss_family == AF_INET6 ? "[%s]" : "%s", text);
	*port = ntohs(ss.ss_family == AF_INET6 ?
		      ((struct sockaddr_in6 *)&ss)->sin6_port :
		      ((struct sockaddr_in *)&ss)->sin_port);
}

bool listen_is_loopback(int fd)
{
	struct sockaddr_storage ss = { 0 };
	socklen_t len = sizeof(ss);

	if (getsockname(fd, (struct sockaddr *)&ss, &len) < 0)
		return false;
	return cidr_has(ss.ss_family == AF_INET6 ? "::1/128" : "127.0.0.0/8",
			(struct sockaddr *)&ss);
}

/* Reads ADDR/BITS; the family, or 0 where it is none. */
static int read_cidr(const char *cidr, unsigned char addr[16], unsigned *bits)
{
	const char *slash = strchr(cidr, '/');
	char text[INET6_ADDRSTRLEN];
	size_t n = slash ? (size_t)(slash - cidr) : strlen(cidr);
	int family = memchr(cidr, ':', n) ? AF_INET6 : AF_INET;
	unsigned long max = family == AF_INET6 ? 128 : 32, x = max;
	char *end;

	if (n >= sizeof(text))
		return 0;
	memcpy(text, cidr, n);
	text[n] = '\0';
	if (slash) {
		x = strtoul(slash + 1, &end, 10);
		if (end == slash + 1 || *end || x > max)
			return 0;
	}
	*bits = (unsigned)x;
	return inet_pton(family, text, addr) == 1 ? family : 0;
}

bool cidr_ok(const char *cidr)
{
	unsigned char addr[16];
	unsigned bits;

	return read_cidr(cidr, addr, &bits) != 0;
}

bool cidr_has(const char *cidr, const struct sockaddr *peer)
{
	unsigned char net[16];
	const unsigned char *a;
	unsigned bits, i;
	int family = read_cidr(cidr, net, &bits);

	if (!family || family != peer->sa_family)
		return false;
	a = family == AF_INET6 ?
		((const struct sockaddr_in6 *)(const void *)peer)
			->sin6_addr.s6_addr :
		(const unsigned char *)&((const struct sockaddr_in *)
			(const void *)peer)->sin_addr;
	for (i = 0; i < bits; i++)
		if ((a[i / 8] ^ net[i / 8]) & (0x80u >> (i % 8)))
			return false;
	return true;
}

bool is_own_name(const char *name, size_t len)
{
	char own[256] = "";
	size_t n;

	if (gethostname(own, sizeof(own) - 1) < 0)
		return false;
	n = strlen(own);
	if (len == n && !strncasecmp(name, own, n))
		return true;
	/* Short or full: one is the other up to its first dot. */
	n = strcspn(own, ".");
	return len >= n && !strncasecmp(name, own, n) &&
	       (len == n || (name[n] == '.' && !own[n]));
}
