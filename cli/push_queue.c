/* push_queue.c - sending what waits in a spool, and telling what waits. */
#include "push_queue.h"

#include <stdio.h>
#include <string.h>

#include "client.h"
#include "command.h"
#include "text.h"
#include "timestamp.h"

#define TEXT_MAX (4u << 20)

/* ---- What is said. ---- */

void push_note(struct push *p, int status)
{
	static const int order[] = { EXIT_DONE, EXIT_KEPT, EXIT_NO,
				     EXIT_WRONG };
	size_t i, old = 0, new = 0;

	for (i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (order[i] == p->status)
			old = i;
		if (order[i] == status)
			new = i;
	}
	p->status = order[old > new ? old : new];
}

void push_complain(const char *file, const char *fmt, ...)
{
	struct buf text, line;
	va_list ap;

	buf_init(&text, TEXT_MAX);
	buf_init(&line, TEXT_MAX);
	if (file)
		buf_printf(&text, "%s: ", file);
	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	text_safe(&line, text.data);
	fflush(stdout);
	fprintf(stderr, "maxistat push: %s\n", line.data);
	buf_release(&text);
	buf_release(&line);
}

void push_print(const char *lines, FILE *to)
{
	struct arena a = { 0 };
	struct buf out;

	buf_init(&out, TEXT_MAX);
	while (*lines) {
		size_t n = strcspn(lines, "\n");

		text_safe(&out, arena_strndup(&a, lines, n));
		buf_char(&out, '\n');
		lines += n + (lines[n] != '\0');
	}
	fputs(out.data ? out.data : "", to);
	fflush(to);
	buf_release(&out);
	arena_release(&a);
}

void push_say(const struct push *p, const char *file)
{
	const struct buf *reply = sender_reply(p->sender);
	struct buf out;

	buf_init(&out, TEXT_MAX);
	text_safe(&out, file);
	buf_printf(&out, ": %s", reply->len ? reply->data : "\n");
	push_print(out.data, stdout);
	buf_release(&out);
}

/* ---- Servers. ---- */

struct server_seen *push_server(struct push *p, const char *name)
{
	size_t i;

	for (i = 0; i < p->n_servers; i++)
		if (!strcmp(p->servers[i].name, name))
			return &p->servers[i];
	p->servers = arena_grow(&p->arena, p->servers, p->n_servers,
				sizeof(*p->servers));
	p->servers[p->n_servers].name = arena_strdup(&p->arena, name);
	return &p->servers[p->n_servers++];
}

int push_single_server(struct push *p, const char **out, bool *several,
		       struct err *err)
{
	struct arena names_in = { 0 };
	const char **names;
	size_t n, i;
	int rc = spool_names(&p->spool, false, &names_in, &names, &n, err);

	*out = NULL;
	*several = false;
	for (i = 0; !rc && i < n && !*several; i++) {
		struct arena a = { 0 };
		struct spool_entry e;
		const char *server;
		struct err ignored;

		if (!spool_look(&p->spool, names[i], false, &a, &e,
				&ignored) &&
		    !client_server_of(e.url, &a, &server, &ignored)) {
			*several = *out && strcmp(*out, server) != 0;
			*out = *several ? NULL :
					  arena_strdup(&p->arena, server);
		}
		arena_release(&a);
	}
	arena_release(&names_in);
	return rc;
}

/* ---- Sending what waits. ---- */

/* Refused for good: it is put aside, once. */
static void put_aside(struct push *p, struct spool_held *held,
		      const char *file, const char *why)
{
	struct err err;

	push_note(p, EXIT_NO);
	if (spool_refuse(&p->spool, held, why, &err) < 0)
		push_complain(file, "%s; %s", why, err.msg);
	else
		push_complain(file, "%s; kept as %s/%s; `maxistat push "
			      "--retry` sends it again, rm drops it", why,
			      p->spool.refused, held->name);
}

static void leave(struct push *p, struct server_seen *server,
		  struct spool_held *held, enum sent got)
{
	const char *why = sender_why(p->sender);

	spool_keep(&p->spool, held, why);
	server->away |= got != SENT_LATER;
	server->why = arena_strdup(&p->arena, why);
	server->n_waiting++;
}

/* An entry that is held. */
static void flush_held(struct push *p, struct spool_held *held,
		       const struct spool_entry *e, const char *server)
{
	bool token = p->trusted && !strcmp(p->trusted, server);
	enum sent got = sender_send(p->sender, e, token);

	switch (got) {
	case SENT_STORED:
		push_say(p, e->file);
		spool_done(&p->spool, held);
		break;
	case SENT_REFUSED:
		put_aside(p, held, e->file, sender_why(p->sender));
		break;
	default:
		leave(p, push_server(p, server), held, got);
	}
}

/* A file that cannot be read may be readable tomorrow; it is left. */
static void flush_one(struct push *p, const char *name, const char *only,
		      struct arena *a)
{
	struct spool_held held = { .fd = -1 };
	struct spool_entry e;
	const char *server = NULL;
	struct err err = { 0 };
	int got;

	if (!spool_look(&p->spool, name, false, a, &e, &err) &&
	    !client_server_of(e.url, a, &server, &err)) {
		if (only && strcmp(only, server))
			return;
		if (push_server(p, server)->away) {
			push_server(p, server)->n_waiting++;
			return;
		}
	}
	got = spool_take(&p->spool, name, a, &held, &e, &err);
	if (!got)
		return;
	if (got > 0 && !client_server_of(e.url, a, &server, &err)) {
		flush_held(p, &held, &e, server);
	} else if (held.fd >= 0) {
		put_aside(p, &held, name, err.msg);
	} else {
		push_complain(NULL, "%s", err.msg);
		push_note(p, EXIT_KEPT);
	}
}

int push_flush(struct push *p, const char *only, struct err *err)
{
	struct arena names_in = { 0 };
	const char **names;
	size_t n, i;
	int rc = spool_names(&p->spool, false, &names_in, &names, &n, err);

	for (i = 0; !rc && i < n; i++) {
		struct arena a = { 0 };

		flush_one(p, names[i], only, &a);
		arena_release(&a);
	}
	for (i = 0; i < p->n_servers; i++) {
		const struct server_seen *s = &p->servers[i];

		if (s->n_waiting)
			push_complain(s->name, "%s; %zu upload%s wait%s in %s",
				      s->why, s->n_waiting,
				      plural(s->n_waiting),
				      s->n_waiting == 1 ? "s" : "",
				      p->spool.folder);
	}
	arena_release(&names_in);
	return rc;
}

/* ---- The table. ---- */

static void add_row(struct push *p, struct table *t, const char *name,
		    bool refused)
{
	struct arena a = { 0 };
	const char *why = spool_why(&p->spool, name, refused, &p->arena);
	const char *state = refused ? "refused" : "waits";
	struct spool_entry e = { 0 };
	struct err err = { 0 };
	char when[TIME_SIZE];
	int bad = spool_look(&p->spool, name, refused, &a, &e, &err);

	time_print_minute(spool_time(name), when);
	table_text(t, arena_strdup(&p->arena, when));
	if (bad)
		table_text(t, NULL);
	else
		table_int(t, (int64_t)e.len);
	table_text(t, bad ? NULL : arena_strdup(&p->arena, e.file));
	table_text(t, bad ? NULL : arena_strdup(&p->arena, e.url));
	table_text(t, name);
	if (bad || *why)
		state = arena_printf(&p->arena, "%s: %s", state,
				     bad ? err.msg : why);
	table_text(t, state);
	arena_release(&a);
}

int push_list(struct push *p, struct err *err)
{
	static const struct column columns[] = {
		{ "kept", false }, { "bytes", true }, { "file", false },
		{ "URL", false },  { "name", false }, { "state", false },
	};
	size_t n[2] = { 0 }, i;
	const char **names;
	struct table table;
	struct buf out;
	int refused;

	table_init(&table, &p->arena, columns, sizeof(columns) /
		   sizeof(columns[0]));
	for (refused = 0; refused < 2; refused++) {
		if (spool_names(&p->spool, refused, &p->arena, &names,
				&n[refused], err) < 0)
			return -1;
		for (i = 0; i < n[refused]; i++)
			add_row(p, &table, names[i], refused);
	}
	buf_init(&out, LIMIT_PAGE);
	buf_printf(&out, "%zu upload%s wait%s and %zu %s refused in ", n[0],
		   plural(n[0]), n[0] == 1 ? "s" : "", n[1],
		   n[1] == 1 ? "was" : "were");
	text_safe(&out, p->spool.folder);
	buf_char(&out, '\n');
	if (n[0] + n[1])
		table_print(&table, &out);
	fputs(out.data, stdout);
	buf_release(&out);
	return 0;
}
