/* http_work.c - who makes an answer: this thread, a worker, the writer. */
#include <string.h>
#include <unistd.h>

#include "encoding.h"
#include "http_private.h"
#include "limits.h"
#include "timestamp.h"
#include "unpack.h"

/* An upload longer than this is read by a worker; a packed one is, too. */
#define LARGE_BODY (256u << 10)

/* Threads 0: the thread that read the request. Per processor, at least 2. */
static const struct {
	unsigned threads_per_cpu, waiting;
	int64_t budget_ns;
} efforts[EFFORTS] = {
	[EFFORT_CHEAP] = { 0, 0, LIMIT_PAGE_S * NS_PER_S },
	[EFFORT_REPORT] = { 1, 128, LIMIT_PAGE_S * NS_PER_S },
	[EFFORT_COPY] = { 1, 16, LIMIT_COPY_S * NS_PER_S },
};

int http_workers_start(struct http *http, struct err *err)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned n = cpus < 2 ? 2 : (unsigned)cpus;
	size_t i;

	for (i = 0; i < EFFORTS; i++)
		if (efforts[i].threads_per_cpu &&
		    workers_start(n * efforts[i].threads_per_cpu,
				  efforts[i].waiting, &http->workers[i], err) <
			    0)
			return -1;
	return 0;
}

void http_workers_stop(struct http *http)
{
	size_t i;

	db_pool_hurry(http->server->readers);
	for (i = 0; i < EFFORTS; i++)
		workers_stop(http->workers[i]);
}

void http_workers_free(struct http *http)
{
	size_t i;

	for (i = 0; i < EFFORTS; i++)
		workers_free(http->workers[i]);
}

/* An answer of a packet or two is not worth it. */
#define PACK_LEAST 1024

static bool is_text(const char *type)
{
	return type && (!strncmp(type, "text/", 5) ||
			!strcmp(type, "application/json"));
}

/* What is a file or comes in pieces is sent as it is. */
static void pack(struct exchange *x)
{
	struct reply *rp = &x->rp;

	if (rp->more || rp->has_file || rp->body.len <= PACK_LEAST ||
	    !is_text(rp->type))
		return;
	reply_header(rp, "Vary", "Accept-Encoding");
	if (x->takes_gzip && encoding_pack(&rp->body))
		reply_header(rp, "Content-Encoding", "gzip");
}

/* As route_answer(). */
static int make_answer(struct exchange *x)
{
	if (route_answer(&x->rq, &x->rp) == REPLY_LATER)
		return REPLY_LATER;
	pack(x);
	return REPLY_NOW;
}

/* In the thread of a worker or the writer; x may be gone after this. */
static void resume(struct request *rq)
{
	struct exchange *x = rq->connection;

	if (atomic_exchange(&x->waiting, WAIT_ANSWERED) == WAIT_SUSPENDED)
		MHD_resume_connection(x->connection);
}

static void work(struct work *work)
{
	struct exchange *x = (struct exchange *)((char *)work -
						 offsetof(struct exchange,
							  work));

	if (make_answer(x) == REPLY_NOW)
		resume(&x->rq);
}

static enum effort effort_of(const struct exchange *x)
{
	if (x->rq.body_len > LARGE_BODY ||
	    is_packed(x->rq.body, x->rq.body_len))
		return EFFORT_COPY;
	return x->rq.route->effort;
}

enum MHD_Result http_answer(struct exchange *x)
{
	struct workers *workers;
	enum effort effort;

	x->rq.body = x->body.data ? x->body.data : "";
	x->rq.body_len = x->body.len;
	x->rq.resume = resume;
	if (!route_find(&x->rq, &x->rp))
		return http_send(x);
	effort = effort_of(x);
	workers = x->http->workers[effort];
	x->rq.budget_ns = efforts[effort].budget_ns;
	x->work.run = work;
	if (workers && !workers_add(workers, &x->work))
		return http_send_error(x, ERR_BUSY, "too many others wait "
				       "already", NULL);
	if (!workers && make_answer(x) == REPLY_NOW)
		return http_send(x);
	x->phase = PHASE_LATER;
	http_part(x, PART_WORK); /* suspended, it sees no shutdown */
	MHD_suspend_connection(x->connection);
	if (atomic_exchange(&x->waiting, WAIT_SUSPENDED) == WAIT_ANSWERED)
		MHD_resume_connection(x->connection);
	return MHD_YES;
}
