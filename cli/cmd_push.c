/* cmd_push.c - files to a server, by HTTP; what it cannot take now is kept. */
#include <curl/curl.h>
#include <getopt.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "command.h"
#include "facts_run.h"
#include "file.h"
#include "limits.h"
#include "push_facts.h"
#include "push_queue.h"
#include "token.h"

enum { OPT_SPOOL = 256, OPT_FACTS, OPT_FLUSH, OPT_RETRY, OPT_LIST };

struct settings {
	const char *spool, *url;
	char **files;
	bool facts;
	int what; /* OPT_FLUSH, OPT_RETRY, OPT_LIST; 0: send files */
};

/* One upload on its way. */
struct way {
	struct push *push;
	struct server_seen *server;
	struct spool_entry entry;
	struct spool_held held; /* where it is kept */
	struct err not_kept;    /* why it is not; msg "" where it need not be */
};

static void make_key(char out[SPOOL_KEY + 1])
{
	unsigned char random[SPOOL_KEY / 2];

	randombytes_buf(random, sizeof(random));
	sodium_bin2hex(out, SPOOL_KEY + 1, random, sizeof(random));
}

/* Before the first try: what is not kept then is lost with this process. */
static void keep(struct way *w)
{
	struct push *p = w->push;

	w->held.fd = -1;
	if (sender_is_dry(w->entry.url))
		return;
	if (p->spool.fd < 0)
		w->not_kept = p->no_spool;
	else
		spool_add(&p->spool, &w->entry, &w->held, &w->not_kept);
}

/* Not sent: it waits, or the caller still has it. */
static void wait_on(struct way *w, const char *path, const char *why)
{
	struct push *p = w->push;

	if (w->held.fd < 0) {
		push_complain(path, "not sent (%s)%s%s", why,
			      w->not_kept.msg[0] ? ", and not kept: " : "",
			      w->not_kept.msg);
		push_note(p, EXIT_WRONG);
		return;
	}
	push_complain(path, "not sent (%s); kept in %s, and sent with the next "
		      "push or by `maxistat push --flush`", why,
		      p->spool.folder);
	spool_keep(&p->spool, &w->held, why);
	push_note(p, EXIT_KEPT);
}

/* A refusal is the caller's to mend, who has the file: nothing is kept. */
static void refuse(struct way *w, const char *path)
{
	const struct buf *reply = sender_reply(w->push->sender);
	const char *more = reply->len ? strchr(reply->data, '\n') : NULL;

	if (w->held.fd >= 0)
		spool_done(&w->push->spool, &w->held);
	push_complain(path, "%s", sender_why(w->push->sender));
	push_print(more ? more + 1 : "", stderr);
	push_note(w->push, EXIT_WRONG);
}

static void send_one(struct way *w, const char *path)
{
	struct push *p = w->push;
	enum sent got;

	keep(w);
	if (w->server->away && w->held.fd >= 0) {
		wait_on(w, path, w->server->why);
		return;
	}
	got = sender_send(p->sender, &w->entry, true);
	switch (got) {
	case SENT_STORED:
		push_say(p, path);
		if (w->held.fd >= 0)
			spool_done(&p->spool, &w->held);
		break;
	case SENT_REFUSED:
	case SENT_UNKNOWN:
		refuse(w, path);
		break;
	default:
		wait_on(w, path, sender_why(p->sender));
		w->server->away |= got == SENT_AWAY;
		w->server->why = arena_strdup(&p->arena,
					      sender_why(p->sender));
	}
}

/* A long name is cut on the left. */
static const char *short_name(const char *path)
{
	size_t n = strlen(path);

	return n > LIMIT_NAME ? path + n - LIMIT_NAME : path;
}

static void push_bytes(struct push *p, const char *url, const char *path,
		       const struct buf *data)
{
	struct way w = { .push = p };

	if (data->len && token_in_text(data->data, data->len) < data->len) {
		push_complain(path, "a token stands there; whoever reads an "
			      "upload could use it");
		push_note(p, EXIT_WRONG);
		return;
	}
	w.server = push_server(p, p->trusted);
	w.entry.url = url;
	w.entry.file = short_name(path);
	w.entry.data = data->data ? data->data : "";
	w.entry.len = data->len;
	make_key(w.entry.key);
	send_one(&w, path);
}

static void push_file(struct push *p, const struct settings *s,
		      const char *path)
{
	struct err err;
	struct buf data;

	buf_init(&data, LIMIT_BODY);
	if (file_read(path, &data, &err) < 0) {
		push_complain(NULL, "%s", err.msg);
		push_note(p, EXIT_WRONG);
	} else {
		push_bytes(p, s->url, path, &data);
	}
	buf_release(&data);
}

/* The machine's facts first; what is sent after them names them. */
static int push_facts(struct push *p, struct settings *s, struct err *err)
{
	char *const no_arguments[] = { NULL };
	const char *env_url;
	struct buf facts;
	int failed;

	buf_init(&facts, LIMIT_BODY);
	failed = facts_run(no_arguments, &facts, err);
	if (!failed)
		failed = push_facts_urls(s->url, p->trusted, &facts, &p->arena,
					 &env_url, &s->url, err);
	if (!failed)
		push_bytes(p, env_url, "facts", &facts);
	buf_release(&facts);
	return failed;
}

static int push_files(struct push *p, struct settings *s, struct err *err)
{
	char **path;

	if (p->spool.fd < 0)
		push_complain(NULL, "warning: nothing is kept: %s",
			      p->no_spool.msg);
	else if (push_flush(p, NULL, err) < 0)
		return -1;
	if (s->facts && push_facts(p, s, err) < 0)
		return -1;
	for (path = s->files; *path; path++)
		push_file(p, s, *path);
	return 0;
}

static int flush(struct push *p, struct err *err)
{
	const char *token = getenv("MAXISTAT_TOKEN");
	const char *only = p->trusted;
	bool several = false;
	size_t i;

	/* A token is of one server, and is shown to no other. */
	if (!only && push_single_server(p, &p->trusted, &several, err) < 0)
		return -1;
	if (several && token && *token)
		push_complain(NULL, "uploads wait for several servers, and "
			      "MAXISTAT_TOKEN is shown to none; name one: "
			      "push --flush URL");
	if (push_flush(p, only, err) < 0)
		return -1;
	for (i = 0; i < p->n_servers; i++)
		if (p->servers[i].n_waiting)
			push_note(p, EXIT_KEPT);
	return 0;
}

static int retry(struct push *p, struct err *err)
{
	const char **names;
	size_t n, i;

	if (spool_names(&p->spool, true, &p->arena, &names, &n, err) < 0)
		return -1;
	for (i = 0; i < n; i++)
		if (spool_readmit(&p->spool, names[i], err) < 0)
			return -1;
	return flush(p, err);
}

static int read_settings(int argc, char **argv, struct settings *s,
			 struct err *err)
{
	static const struct option longs[] = {
		{ "spool", required_argument, NULL, OPT_SPOOL },
		{ "facts", no_argument, NULL, OPT_FACTS },
		{ "flush", no_argument, NULL, OPT_FLUSH },
		{ "retry", no_argument, NULL, OPT_RETRY },
		{ "list", no_argument, NULL, OPT_LIST },
		{ NULL, 0, NULL, 0 },
	};
	int c, left;

	memset(s, 0, sizeof(*s));
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, "", longs, NULL)) != -1) {
		if (c == '?' || (c > OPT_FACTS && s->what))
			return err_set(err, ERR_USAGE, "an unknown option, a "
				       "missing value, or two things at once");
		if (c == OPT_SPOOL)
			s->spool = optarg;
		else if (c == OPT_FACTS)
			s->facts = true;
		else
			s->what = c;
	}
	left = argc - optind;
	if (!s->what && left < 2)
		return err_set(err, ERR_USAGE, "a URL and at least one file "
			       "are needed");
	if (s->what && (s->facts || left > (s->what != OPT_LIST)))
		return err_set(err, ERR_USAGE, "'%.60s' is too much",
			       s->facts ? "--facts" : argv[argc - 1]);
	s->url = left ? argv[optind] : NULL;
	s->files = argv + optind + (left > 0);
	if (s->url && !spool_url_ok(s->url))
		return err_set(err, ERR_USAGE, "the URL holds a blank or a "
			       "control character, or is too long");
	return 0;
}

static int act(struct push *p, struct settings *s, struct err *err)
{
	if (s->url &&
	    client_server_of(s->url, &p->arena, &p->trusted, err) < 0)
		return -1;
	/* Files can do without; there the error is told later. */
	if (spool_open(&p->spool, s->spool, !s->what, &p->no_spool) < 0) {
		*err = p->no_spool;
		if (s->what)
			return -1;
		spool_release(&p->spool);
	}
	switch (s->what) {
	case OPT_LIST:
		return push_list(p, err);
	case OPT_FLUSH:
		return flush(p, err);
	case OPT_RETRY:
		return retry(p, err);
	default:
		return push_files(p, s, err);
	}
}

static int push(int argc, char **argv, struct err *err)
{
	struct push p = { .spool.fd = -1 };
	struct settings s;
	int failed;

	if (read_settings(argc, argv, &s, err) < 0)
		return -1;
	if (sodium_init() < 0 || curl_global_init(CURL_GLOBAL_DEFAULT) ||
	    !(p.sender = sender_new()))
		return err_set(err, ERR_OS, "cannot start the HTTP client");
	failed = client_check_token(err);
	if (!failed)
		failed = act(&p, &s, err);
	sender_free(p.sender);
	spool_release(&p.spool);
	arena_release(&p.arena);
	curl_global_cleanup();
	return failed ? -1 : p.status;
}

const struct command command_push = {
	.name = "push",
	.args = "[--spool DIR] [--facts] URL FILE...\n"
		"       maxistat push [--spool DIR] "
		"--flush [URL] | --retry [URL] | --list",
	.summary = "upload files; what a server cannot take now is kept, and "
		   "sent later",
	.help = "  URL          that of the upload: "
		"http://lab:8421/runs/host:apu2\n"
		"  FILE         - is the standard input\n"
		"  --spool DIR  where uploads are kept until they are stored: "
		"MAXISTAT_SPOOL, else\n"
		"               ~/.local/state/maxistat/spool\n"
		"  --facts      this machine's facts (see `maxistat facts`) "
		"first, and env:NAME in URL\n"
		"  --flush      send what waits, for cron; every push does so "
		"first\n"
		"  --retry      the same, and what servers have refused once "
		"more\n"
		"  --list       what waits, and what was refused, and why\n"
		"The token is that of MAXISTAT_TOKEN, which the server of URL "
		"alone is shown, or\nthe password that .netrc has for the "
		"host.\n"
		"exit status: 0 stored, 1 something that waited was refused, "
		"2 usage or refused,\n75 kept, and not sent yet\n",
	.run = push,
};
