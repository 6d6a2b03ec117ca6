/* load.c - many clients of one server, in one thread. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/time.h>
#include <unistd.h>

#include "bench.h"
#include "mem.h"

#define NS        1e9
#define HEAD_MAX  4096
#define PIECE     (64u << 10)
#define PATIENCE  10 /* s */
#define EVENTS    64
#define LINES     10

struct client {
	int fd;
	int64_t due_ns;
	char head[HEAD_MAX];
	size_t head_len;
	size_t left; /* of the body */
};

struct answer {
	double ns;
	int64_t run;
};

struct load {
	struct load_options options;
	int epoll;
	struct client *clients, **idle;
	size_t n_idle;
	struct answer *answers;
	atomic_size_t n_answers;
	size_t cap, first; /* of the last run */
	int64_t begin_ns, end_ns;
	double until_ns;   /* on that clock: no request is due from then on */
	size_t n_due, body_len;
	char in[PIECE], tag[64];
	pthread_t thread;
	atomic_bool stopping;
	double seconds;
	int failed;
};

/* One client that sends as soon as it can: its recv() waits. */
static bool is_alone(const struct load *load)
{
	return load->options.clients == 1 && load->options.rate <= 0;
}

/* ---- Requests. ---- */

/* No two of this process are the same: they would be stored once. */
static size_t print_upload(char *out, size_t size, const char *terms, int port)
{
	static atomic_size_t n_uploads;
	size_t n = 1 + atomic_fetch_add(&n_uploads, 1), len = 0, i;
	char number[32], body[LINES * sizeof(number)];
	int digits = snprintf(number, sizeof(number), "%zu.", n);

	for (i = 0; i < LINES; i++) {
		memcpy(body + len, number, (size_t)digits);
		len += (size_t)digits;
		body[len++] = (char)('0' + i);
		body[len++] = '\n';
	}
	return (size_t)snprintf(out, size, "PUT /runs/%s HTTP/1.1"
				"\r\nHost: 127.0.0.1:%d\r\n"
				"Content-Length: %zu\r\n\r\n%.*s",
				terms ? terms : "host:x,test:t", port, len,
				(int)len, body);
}

static int send_request(struct load *load, struct client *c, int64_t due_ns)
{
	const struct load_options *o = &load->options;
	char out[1024];
	size_t len;

	if (o->get)
		len = (size_t)snprintf(out, sizeof(out), "GET %s HTTP/1.1\r\n"
				       "Host: 127.0.0.1:%d\r\n%s%s%s\r\n",
				       o->get, o->port,
				       o->tag ? "If-None-Match: " : "",
				       o->tag ? o->tag : "",
				       o->tag ? "\r\n" : "");
	else
		len = print_upload(out, sizeof(out), o->put, o->port);
	c->due_ns = due_ns;
	if (send(c->fd, out, len, MSG_NOSIGNAL) != (ssize_t)len)
		return bench_fail("a request cannot be sent");
	return 0;
}

/* When the next request is due; HUGE_VAL: none will be. */
static double next_due(const struct load *load, int64_t now)
{
	double due = (double)now;

	if (load->n_due < load->options.clients && load->options.rate <= 0)
		return due; /* a first one of each, whatever the time */
	if (atomic_load(&load->stopping))
		return HUGE_VAL;
	if (load->options.rate > 0)
		due = (double)load->begin_ns +
		      (double)load->n_due * NS / load->options.rate;
	return due < load->until_ns ? due : HUGE_VAL;
}

static int send_due(struct load *load)
{
	int64_t now = bench_now_ns();
	double due;

	while (load->n_idle && (due = next_due(load, now)) <= (double)now) {
		load->n_due++;
		if (send_request(load, load->idle[--load->n_idle],
				 (int64_t)due) < 0)
			return -1;
	}
	return 0;
}

/* ---- Answers. ---- */

static void note(struct load *load, const struct client *c)
{
	size_t n = load->n_answers;
	const char *run = strstr(c->head, "\r\nLocation: /run/");
	char *end;

	if (n == load->cap) {
		load->cap = load->cap ? 2 * load->cap : 4096;
		load->answers = x_realloc(load->answers, load->cap *
					  sizeof(*load->answers));
	}
	load->answers[n].ns = (double)(bench_now_ns() - c->due_ns);
	load->answers[n].run = run ? strtoll(run + 17, &end, 10) : 0;
	atomic_store(&load->n_answers, n + 1);
}

static const char *wanted(const struct load_options *o)
{
	return !o->get ? "201" : o->tag ? "304" : "200";
}

static void keep_tag(struct load *load, const char *head)
{
	const char *tag = strstr(head, "\r\nETag: ");

	if (tag)
		snprintf(load->tag, sizeof(load->tag), "%.*s",
			 (int)strcspn(tag + 8, "\r"), tag + 8);
}

/* What has come of the head, and then of the body. */
static int take_head(struct load *load, struct client *c, size_t n)
{
	size_t room = sizeof(c->head) - 1 - c->head_len;
	size_t take = n < room ? n : room;
	const char *status = wanted(&load->options), *length, *body;
	char *end;

	memcpy(c->head + c->head_len, load->in, take);
	c->head_len += take;
	c->head[c->head_len] = '\0';
	body = strstr(c->head, "\r\n\r\n");
	if (!body)
		return take < n ? bench_fail("the head is long") : 0;
	if (strncmp(c->head, "HTTP/1.1 ", 9) || strncmp(c->head + 9, status, 3))
		return bench_fail("an answer is not %s but '%.12s'", status,
				  c->head);
	length = strstr(c->head, "\r\nContent-Length: ");
	if (!length || length > body)
		return bench_fail("an answer does not tell its length");
	load->body_len = strtoul(length + 18, &end, 10);
	c->left = load->options.tag ? 0 : load->body_len;
	keep_tag(load, c->head);
	n -= take - (size_t)(c->head + c->head_len - (body + 4));
	if (n > c->left)
		return bench_fail("more has come than was asked for");
	c->left -= n;
	return 1;
}

/* -1: failed, 0: there is more to come, 1: it is answered */
static int take(struct load *load, struct client *c)
{
	ssize_t n = recv(c->fd, load->in, sizeof(load->in), 0);

	if (n < 0 && errno == EAGAIN)
		return bench_fail("no answer within %d s", PATIENCE);
	if (n <= 0)
		return bench_fail("a connection is closed");
	if (c->left) {
		if ((size_t)n > c->left)
			return bench_fail("more has come than was asked for");
		c->left -= (size_t)n;
	} else {
		int got = take_head(load, c, (size_t)n);

		if (got <= 0)
			return got;
	}
	if (c->left)
		return 0;
	note(load, c);
	c->head_len = 0;
	return 1;
}

/* ---- The loop. ---- */

/* Until something comes, or the next request is due. */
static int wait_events(struct load *load, struct epoll_event *events)
{
	int64_t now = bench_now_ns();
	double ns = PATIENCE * NS, due = next_due(load, now);
	bool timed = load->n_idle && due < HUGE_VAL;
	struct timespec t;
	int n;

	if (is_alone(load)) {
		events[0].data.ptr = load->clients;
		return 1;
	}
	if (timed)
		ns = due > (double)now ? due - (double)now : 0;
	t.tv_sec = (time_t)(ns / NS);
	t.tv_nsec = (long)(ns - (double)t.tv_sec * NS);
	n = epoll_pwait2(load->epoll, events, EVENTS, &t, NULL);
	if (n < 0 || (!n && !timed))
		return bench_fail("no answer within %d s", PATIENCE);
	return n;
}

int load_run(struct load *load, double seconds)
{
	struct epoll_event events[EVENTS];
	int i, n, got;

	load->first = load->n_answers;
	load->n_due = 0;
	load->begin_ns = bench_now_ns();
	load->until_ns = (double)load->begin_ns + seconds * NS;
	for (;;) {
		if (send_due(load) < 0)
			return -1;
		if (load->n_idle == load->options.clients &&
		    next_due(load, bench_now_ns()) == HUGE_VAL)
			break;
		n = wait_events(load, events);
		if (n < 0)
			return -1;
		for (i = 0; i < n; i++) {
			struct client *c = events[i].data.ptr;

			got = take(load, c);
			if (got < 0)
				return -1;
			if (got)
				load->idle[load->n_idle++] = c;
		}
	}
	load->end_ns = bench_now_ns();
	return 0;
}

static void *run(void *arg)
{
	struct load *load = arg;

	load->failed = load_run(load, load->seconds);
	return NULL;
}

int load_begin(struct load *load, double seconds)
{
	load->seconds = seconds;
	if (pthread_create(&load->thread, NULL, run, load))
		return bench_fail("a thread cannot be started");
	return 0;
}

int load_end(struct load *load)
{
	atomic_store(&load->stopping, true);
	pthread_join(load->thread, NULL);
	atomic_store(&load->stopping, false);
	return load->failed;
}

/* ---- Connections. ---- */

int load_connect(int port)
{
	struct sockaddr_in to = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

	if (fd < 0)
		return -1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (!connect(fd, (struct sockaddr *)&to, sizeof(to)))
		return fd;
	close(fd);
	return -1;
}

static int connect_one(struct load *load, struct client *c)
{
	struct epoll_event event = { .events = EPOLLIN, .data.ptr = c };
	struct timeval patience = { .tv_sec = PATIENCE };

	c->fd = load_connect(load->options.port);
	if (c->fd < 0)
		return -1;
	/* One that waits in epoll does not in recv(). */
	setsockopt(c->fd, SOL_SOCKET, SO_RCVTIMEO, &patience,
		   sizeof(patience));
	return is_alone(load) ? 0 : epoll_ctl(load->epoll, EPOLL_CTL_ADD,
					      c->fd, &event);
}

struct load *load_open(const struct load_options *options)
{
	struct load *load = x_calloc(1, sizeof(*load));
	size_t n = options->clients, i;

	load->options = *options;
	load->epoll = epoll_create1(EPOLL_CLOEXEC);
	load->clients = x_calloc(n, sizeof(*load->clients));
	load->idle = x_calloc(n, sizeof(struct client *));
	for (i = 0; i < n; i++)
		load->clients[i].fd = -1;
	for (i = 0; i < n; i++) {
		if (connect_one(load, &load->clients[i]) < 0) {
			bench_fail("client %zu cannot connect to port %d",
				   i + 1, options->port);
			load_close(load);
			return NULL;
		}
		load->idle[load->n_idle++] = &load->clients[i];
	}
	return load;
}

void load_close(struct load *load)
{
	size_t i;

	if (!load)
		return;
	for (i = 0; i < load->options.clients; i++)
		if (load->clients[i].fd >= 0)
			close(load->clients[i].fd);
	close(load->epoll);
	x_free(load->clients);
	x_free(load->idle);
	x_free(load->answers);
	x_free(load);
}

/* ---- Figures. ---- */

double load_each_ns(const struct load *load)
{
	return (double)(load->end_ns - load->begin_ns) /
	       (double)(load->n_answers - load->first);
}

double load_quantile_ns(struct load *load, double q)
{
	size_t n = load->n_answers, i;
	double *ns = x_calloc(n, sizeof(*ns)), value;

	for (i = 0; i < n; i++)
		ns[i] = load->answers[i].ns;
	value = bench_quantile(ns, n, q);
	x_free(ns);
	return value;
}

size_t load_count(const struct load *load)
{
	return atomic_load(&load->n_answers);
}

int64_t load_stored_run(const struct load *load, size_t n)
{
	return load->answers[n].run;
}

size_t load_body_bytes(const struct load *load)
{
	return load->body_len;
}

const char *load_tag(const struct load *load)
{
	return load->tag;
}

/* How often load_first_ms() asks; of which it tells the median. */
#define FIRST_TIMES 7

double load_first_ms(int port, const char *path, const char *put,
		     double *next_ms)
{
	struct load_options read = { .port = port, .clients = 1, .get = path };
	struct load_options write = { .port = port, .clients = 1, .put = put };
	struct load *reader = load_open(&read), *writer = load_open(&write);
	double first[FIRST_TIMES], next[FIRST_TIMES];
	int failed = reader && writer ? 0 : -1;
	size_t i;

	for (i = 0; !failed && i < FIRST_TIMES; i++) {
		failed = load_run(writer, 0) | load_run(reader, 0);
		first[i] = failed ? 0 : load_each_ns(reader);
		if (!failed && next_ms) {
			failed = load_run(reader, 0);
			next[i] = failed ? 0 : load_each_ns(reader);
		}
	}
	load_close(reader);
	load_close(writer);
	if (failed)
		bench_fail("... GET %s", path);
	if (next_ms)
		*next_ms = failed ? (double)NAN :
			bench_quantile(next, FIRST_TIMES, .5) / 1e6;
	return failed ? (double)NAN :
			bench_quantile(first, FIRST_TIMES, .5) / 1e6;
}
