/* fetch.c - one request on a connection of its own. */
#include "fetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench.h"
#include "load.h"

#define PIECE (256u << 10)

static int send_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = send(fd, data, len, MSG_NOSIGNAL);

		if (n <= 0)
			return bench_fail("a request cannot be sent");
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

/* The head, and what has come of the body behind it. */
static int receive_head(int fd, char *in, struct fetched *out, size_t *body,
			size_t *len)
{
	char *end, *digits;

	*len = 0;
	do {
		ssize_t n = recv(fd, in + *len, PIECE - 1 - *len, 0);

		if (n <= 0)
			return bench_fail("there is no answer");
		*len += (size_t)n;
		in[*len] = '\0';
		end = strstr(in, "\r\n\r\n");
	} while (!end);
	if (strncmp(in, "HTTP/1.1 ", 9))
		return bench_fail("an answer is '%.12s'", in);
	out->status = (int)strtol(in + 9, &digits, 10);
	*body = (size_t)(end + 4 - in);
	return 0;
}

static void keep(struct buf *body, const char *data, size_t len)
{
	if (body && body->len < body->max) {
		size_t room = body->max - body->len;

		buf_add(body, data, len < room ? len : room);
	}
}

static int receive(int fd, char *in, size_t enough, struct buf *body,
		   struct fetched *out)
{
	size_t begin = 0, len = 0;
	ssize_t n = 0;

	if (receive_head(fd, in, out, &begin, &len) < 0)
		return -1;
	out->bytes = len - begin;
	keep(body, in + begin, len - begin);
	while (out->bytes < enough && (n = recv(fd, in, PIECE, 0)) > 0) {
		out->bytes += (size_t)n;
		keep(body, in, (size_t)n);
	}
	return n < 0 ? bench_fail("an answer ends early") : 0;
}

/* data is sent behind the head; enough of the answer's body is read. */
static int fetch(int port, const char *head, const char *data, size_t len,
		 size_t enough, struct buf *body, struct fetched *out)
{
	int64_t begin = bench_now_ns();
	int fd = load_connect(port), failed = -1;
	char *in = malloc(PIECE);

	memset(out, 0, sizeof(*out));
	if (fd < 0)
		bench_fail("port %d takes no connection", port);
	else if (in && send_all(fd, head, strlen(head)) == 0 &&
		 send_all(fd, data, len) == 0)
		failed = receive(fd, in, enough, body, out);
	out->ns = (double)(bench_now_ns() - begin);
	if (fd >= 0)
		close(fd);
	free(in);
	return failed;
}

static int get(int port, const char *path, size_t enough, struct buf *body,
	       struct fetched *out)
{
	char head[1024];

	snprintf(head, sizeof(head), "GET %s HTTP/1.1\r\n"
		 "Host: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", path, port);
	return fetch(port, head, NULL, 0, enough, body, out);
}

int fetch_get(int port, const char *path, struct buf *body,
	      struct fetched *out)
{
	return get(port, path, SIZE_MAX, body, out);
}

int fetch_some(int port, const char *path, size_t bytes, struct fetched *out)
{
	return get(port, path, bytes, NULL, out);
}

int fetch_put(int port, const char *path, const char *data, size_t len,
	      struct fetched *out)
{
	char head[1024];

	snprintf(head, sizeof(head), "PUT %s HTTP/1.1\r\n"
		 "Host: 127.0.0.1:%d\r\nConnection: close\r\n"
		 "Content-Length: %zu\r\n\r\n", path, port, len);
	return fetch(port, head, data, len, SIZE_MAX, NULL, out);
}
