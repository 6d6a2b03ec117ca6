/* cmd_serve.c - the server. */
#include <getopt.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "answers.h"
#include "checker.h"
#include "command.h"
#include "http.h"
#include "limits.h"
#include "listen.h"
#include "number.h"
#include "timestamp.h"
#include "upkeep.h"

#define DEFAULT_LISTEN "127.0.0.1:8421"
#define MAPPED_FROM (1 << 20)
#define DRAIN_NS (5 * NS_PER_S)

struct settings {
	const char *db, *log;
	bool read_only;
	struct http_options http;
};

enum { OPT_DB = 256, OPT_LISTEN, OPT_NAME, OPT_TRUST, OPT_OPEN, OPT_READ_ONLY,
       OPT_MAX_BODY, OPT_MAX_MEMORY, OPT_MAX_CONNECTIONS,
       OPT_TLS_CERT, OPT_TLS_KEY, OPT_LOG };

static const struct option longs[] = {
	{ "db", required_argument, NULL, OPT_DB },
	{ "listen", required_argument, NULL, OPT_LISTEN },
	{ "name", required_argument, NULL, OPT_NAME },
	{ "trust", required_argument, NULL, OPT_TRUST },
	{ "open", no_argument, NULL, OPT_OPEN },
	{ "read-only", no_argument, NULL, OPT_READ_ONLY },
	{ "max-body", required_argument, NULL, OPT_MAX_BODY },
	{ "max-memory", required_argument, NULL, OPT_MAX_MEMORY },
	{ "max-connections", required_argument, NULL, OPT_MAX_CONNECTIONS },
	{ "tls-cert", required_argument, NULL, OPT_TLS_CERT },
	{ "tls-key", required_argument, NULL, OPT_TLS_KEY },
	{ "log", required_argument, NULL, OPT_LOG },
	{ NULL, 0, NULL, 0 },
};

static int add(const char **list, size_t *n, const char *value,
	       struct err *err)
{
	if (*n == HTTP_LISTEN_MAX)
		return err_set(err, ERR_USAGE, "more than %d of one option",
			       HTTP_LISTEN_MAX);
	list[(*n)++] = value;
	return 0;
}

/* 64M, 100K, 1000: bytes. */
static int read_size(const char *name, const char *s, uint64_t most,
		     size_t *out, struct err *err)
{
	size_t n = strlen(s);
	unsigned shift = 0;
	uint64_t x;

	if (n && strchr("KMG", s[n - 1])) {
		shift = s[n - 1] == 'K' ? 10 : s[n - 1] == 'M' ? 20 : 30;
		n--;
	}
	if (!number_parse_u64(s, n, most >> shift, &x) || !x)
		return err_set(err, ERR_USAGE, "--%s takes 1..%lluM, not '%s'",
			       name, (unsigned long long)most >> 20, s);
	*out = (size_t)x << shift;
	return 0;
}

static int read_connections(const char *s, unsigned *out, struct err *err)
{
	uint64_t n;

	if (!number_parse_u64(s, strlen(s), 1u << 20, &n) || !n)
		return err_set(err, ERR_USAGE, "--max-connections takes a "
			       "whole number, not '%s'", s);
	*out = (unsigned)n;
	return 0;
}

static int read_option(int c, struct settings *s, struct err *err)
{
	struct http_options *h = &s->http;

	switch (c) {
	case OPT_DB:
		s->db = h->archive = optarg;
		return 0;
	case OPT_LISTEN:
		return add(h->listen, &h->n_listen, optarg, err);
	case OPT_NAME:
		return add(h->names, &h->n_names, optarg, err);
	case OPT_TRUST:
		if (!cidr_ok(optarg))
			return err_set(err, ERR_USAGE,
				       "'%s' is no ADDR/BITS", optarg);
		return add(h->trust, &h->n_trust, optarg, err);
	case OPT_OPEN:
		h->open = true;
		return 0;
	case OPT_READ_ONLY:
		s->read_only = true;
		return 0;
	case OPT_MAX_BODY:
		return read_size("max-body", optarg, LIMIT_BODY, &h->max_body,
				 err);
	case OPT_MAX_MEMORY:
		return read_size("max-memory", optarg, UINT64_C(1) << 40,
				 &h->max_memory, err);
	case OPT_MAX_CONNECTIONS:
		return read_connections(optarg, &h->max_connections, err);
	case OPT_TLS_CERT:
		h->tls_certificate = optarg;
		return 0;
	case OPT_TLS_KEY:
		h->tls_key = optarg;
		return 0;
	case OPT_LOG:
		s->log = optarg;
		return 0;
	default:
		return err_set(err, ERR_USAGE, "unknown option or a missing "
			       "value");
	}
}

static int read_settings(int argc, char **argv, struct settings *s,
			 struct err *err)
{
	int c;

	memset(s, 0, sizeof(*s));
	s->http.max_body = LIMIT_BODY;
	s->http.max_memory = LIMIT_MEMORY;
	s->http.max_connections = LIMIT_CONNECTIONS;
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, "+", longs, NULL)) != -1)
		if (read_option(c, s, err) < 0)
			return -1;
	if (optind < argc)
		return err_set(err, ERR_USAGE, "'%s' is too much",
			       argv[optind]);
	if (!s->db)
		return err_set(err, ERR_USAGE, "--db FILE is missing");
	if (!s->http.tls_certificate != !s->http.tls_key)
		return err_set(err, ERR_USAGE, "--tls-cert and --tls-key go "
			       "together");
	if (!s->http.n_listen)
		s->http.listen[s->http.n_listen++] = DEFAULT_LISTEN;
	if (s->log) {
		s->http.log = fopen(s->log, "ae");
		if (!s->http.log)
			return err_set(err, ERR_OS, "cannot write '%s'",
				       s->log);
	}
	return 0;
}

/* Called by the writer's thread, or by the checker's. */
static void tell_damage(const char *what)
{
	fprintf(stderr, "maxistat serve: the archive is damaged (%s), and is "
		"served read-only; maxistat fsck says more\n", what);
}

/*
 * What is to be said of an archive that was opened for writing.
 * whole     it was looked through already
 */
static int look_at(struct db *db, bool *whole, struct err *err)
{
	struct arena arena = { 0 };
	const char *brought_up = db_brought_up(db, &arena), *complaint;
	int seen;

	if (brought_up)
		fprintf(stderr, "maxistat serve: %s\n", brought_up);
	seen = db_check_quick(db, &arena, &complaint, err);
	if (seen > 0 && complaint)
		tell_damage(complaint);
	arena_release(&arena);
	*whole = seen > 0;
	return seen < 0 ? -1 : 0;
}

static int open_writer(const struct settings *s, struct server *server,
		       struct err *err)
{
	struct db *db;
	bool whole;

	if (db_open(s->db, DB_WRITE, &db, err) < 0)
		return -1;
	if (look_at(db, &whole, err) < 0) {
		db_close(db);
		return -1;
	}
	if (db_writer_start(db, &server->writer, err) < 0)
		return -1;
	db_writer_on_damage(server->writer, tell_damage);
	return checker_start(s->db, server->writer, !whole, tell_damage,
			     &server->checker, err);
}

/* The writer is stopped before, and nobody reads any more. */
static void close_archive(struct server *server)
{
	checker_stop(server->checker);
	answers_free(server->answers);
	db_pool_close(server->readers);
	db_writer_close(server->writer);
}

static int open_archive(const struct settings *s, struct server *server,
			struct err *err)
{
	memset(server, 0, sizeof(*server));
	server->read_only = s->read_only;
	if ((!s->read_only && open_writer(s, server, err) < 0) ||
	    db_pool_open(s->db, &server->readers, err) < 0) {
		db_writer_stop(server->writer);
		close_archive(server);
		return -1;
	}
	if (server->writer)
		server->answers = answers_new();
	return 0;
}

/* Signals are taken here, in the main thread, and nowhere else. */
static void block_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGHUP);
	pthread_sigmask(SIG_BLOCK, set, NULL);
	signal(SIGPIPE, SIG_IGN);
}

/* SIGHUP: the log has been moved away, and a new one begins. */
static void reopen_log(struct settings *s, struct http *http)
{
	FILE *log = s->log ? fopen(s->log, "ae") : NULL;

	if (!s->log)
		return;
	if (!log) {
		fprintf(stderr, "maxistat serve: cannot write '%s'\n", s->log);
		return;
	}
	s->http.log = log;
	fclose(http_set_log(http, log));
}

/* What is under way is finished; a second signal says that it is not to be. */
static void drain(const struct http *http, const sigset_t *set)
{
	const struct timespec tick = { 0, 5000000 };
	int64_t end = time_monotonic_ns() + DRAIN_NS;
	int got = 0;

	while (http_is_busy(http) && time_monotonic_ns() < end &&
	       got != SIGTERM && got != SIGINT)
		got = sigtimedwait(set, NULL, &tick);
}

static int serve(int argc, char **argv, struct err *err)
{
	struct settings s;
	struct server server;
	struct http *http;
	sigset_t set;
	size_t i;
	int got;

	if (read_settings(argc, argv, &s, err) < 0)
		return -1;
	/*
	 * What a large request took goes back to the system after it. Without
	 * being told glibc keeps more and more of it, in each thread.
	 */
	mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
	block_signals(&set);
	if (open_archive(&s, &server, err) < 0)
		return -1;
	if (http_start(&server, &s.http, &http, err) < 0) {
		db_writer_stop(server.writer);
		close_archive(&server);
		return -1;
	}
	for (i = 0; i < s.http.n_listen; i++)
		printf("serving %s on %s\n", s.db, http_url(http, i));
	fflush(stdout);
	while (!sigwait(&set, &got) && got == SIGHUP)
		reopen_log(&s, http);
	http_quiesce(http);
	drain(http, &set);
	db_writer_stop(server.writer);
	http_stop(http);
	close_archive(&server);
	if (s.http.log)
		fclose(s.http.log);
	return EXIT_DONE;
}

const struct command command_serve = {
	.name = "serve",
	.args = "--db FILE [OPTION...]",
	.summary = "answer over HTTP; makes the archive when it is missing",
	.help = "  --db FILE           the archive\n"
		"  --listen ADDR:PORT  where to listen (repeatable); "
		DEFAULT_LISTEN "\n"
		"  --name HOST         another name we are called by "
		"(repeatable)\n"
		"  --trust ADDR/BITS   take writes from there (repeatable)\n"
		"  --open              take writes from everybody\n"
		"  --read-only         take no writes\n"
		"  --max-body SIZE     of one upload; 64M\n"
		"  --max-memory SIZE   of all bodies and answers on their way; "
		"1G\n"
		"  --max-connections N at once; 4096\n"
		"  --tls-cert FILE     speak HTTPS; the certificate (PEM)\n"
		"  --tls-key FILE      and its key\n"
		"  --log FILE          a line a request\n",
	.run = serve,
};
