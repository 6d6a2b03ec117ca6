/* page.c - what several pages share. */
#include <string.h>

#include "limits.h"
#include "pages.h"
#include "route.h"
#include "timestamp.h"

void reply_type(const struct request *rq, struct reply *rp)
{
	static const char *const types[] = {
		[FORMAT_TEXT] = "text/plain; charset=utf-8",
		[FORMAT_JSON] = "application/json",
		[FORMAT_CSV] = "text/csv; charset=utf-8",
		[FORMAT_HTML] = "text/html; charset=utf-8",
	};

	rp->type = types[rq->format];
}

void reply_next(const struct request *rq, struct reply *rp, const char *next)
{
	if (next && rq->format == FORMAT_TEXT)
		buf_printf(&rp->body, "more: %s\n", next);
	if (next && rq->format == FORMAT_CSV)
		reply_header(rp, "Link", arena_printf(rq->arena,
					"<%s>; rel=\"next\"", next));
}

int page_selection(struct request *rq, struct selection *out, struct err *err)
{
	memset(out, 0, sizeof(*out));
	if (!rq->n_segments)
		return 0;
	return terms_query(rq->written, &rq->segments[0], rq->now_ns,
			   rq->arena, out, err);
}

void page_since(struct selection *s, const int64_t *from_ns,
		struct arena *arena)
{
	static const int64_t to_ns = INT64_MAX;
	struct condition *all = arena_alloc(arena, (s->n + 1) * sizeof(*all));

	if (s->n)
		memcpy(all, s->conditions, s->n * sizeof(*all));
	all[s->n] = (struct condition){
		.key = "at", .kind = COND_EQUAL, .n_values = 1,
		.from_ns = from_ns, .to_ns = &to_ns, .text = "at:"
	};
	s->conditions = all;
	s->n++;
}

int page_named(struct request *rq, const char *key, const char **name,
	       struct selection *out, struct err *err)
{
	struct condition *c = arena_alloc(rq->arena, sizeof(*c));
	const char *why;
	struct buf text;

	if (segment_text(rq, 0, name, err) < 0)
		return -1;
	if (!tag_value_ok(*name, strlen(*name), &why)) {
		err_set(err, ERR_INPUT, "the %s's name %s", key, why);
		return err_point(err, rq->uri, strlen(rq->uri),
				 rq->segments[0].offset);
	}
	buf_init(&text, 8 * LIMIT_URL);
	buf_printf(&text, "%s:", key);
	terms_encode(&text, *name);
	c->key = key;
	c->kind = COND_EQUAL;
	c->values = arena_alloc(rq->arena, sizeof(*c->values));
	c->values[0] = *name;
	c->n_values = 1;
	c->text = arena_strndup(rq->arena, text.data, text.len);
	buf_release(&text);
	*out = (struct selection){ .conditions = c, .n = 1 };
	return 0;
}

int body_words(struct request *rq, const char *what, const char **out,
	       struct err *err)
{
	size_t len = rq->body_len;
	const char *why;

	while (len && strchr("\r\n ", rq->body[len - 1]))
		len--;
	*out = arena_strndup(rq->arena, rq->body, len);
	if (len && !tag_value_ok(*out, len, &why))
		return err_set(err, ERR_INPUT, "%s %s", what, why);
	return 0;
}

/* Does it say what the machine is, rather than what was tried on it? */
static bool is_machine(const struct tag *t)
{
	static const char *const keys[] = { "boot", "disk.driver", "nic.driver",
					    "os" };
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(t->key, keys[i]))
			return true;
	return !strncmp(t->key, "hw.", 3);
}

/* Words as long as there is room; the rest is counted. */
struct words {
	struct buf text;
	size_t room, left_out; /* room 0: for all */
};

/* The word that was added from a place on, where there is room for it. */
static void keep_word(struct words *w, size_t from)
{
	if (!w->left_out && (!w->room || w->text.len <= w->room))
		return;
	w->left_out++;
	w->text.len = from;
}

static void add_words(struct words *w, const struct tags *tags, bool machine,
		      const char *without)
{
	size_t i;

	for (i = 0; i < tags->n; i++) {
		const struct tag *t = &tags->items[i];
		size_t from = w->text.len;

		if (is_machine(t) != machine ||
		    (without && !strcmp(t->key, without)))
			continue;
		buf_str(&w->text, from ? " " : "");
		tag_word(&w->text, t->key, t->value);
		keep_word(w, from);
	}
}

const char *run_words(struct arena *arena, const struct db_run *run,
		      const char *without, size_t room)
{
	const struct db_option_set *options = run->env->options;
	struct words w = { .room = room };
	const char *text;

	buf_init(&w.text, 1 << 20);
	if (!options->complete)
		add_words(&w, &options->tags, false, without);
	add_words(&w, &run->env->tags, false, without);
	if (options->complete)
		buf_printf(&w.text, "%s(full config, %zu options)",
			   w.text.len ? " " : "", options->tags.n);
	add_words(&w, &run->env->tags, true, without);
	if (w.left_out)
		buf_printf(&w.text, "%s+%zu", w.text.len ? " " : "",
			   w.left_out);
	text = arena_strndup(arena, w.text.len ? w.text.data : "", w.text.len);
	buf_release(&w.text);
	return text;
}

const char *run_tests(struct arena *arena, const struct db_run *run)
{
	struct buf b;
	const char *text, *last = NULL;
	size_t i, n = 0;

	buf_init(&b, LIMIT_URL);
	for (i = 0; i < run->n_series; i++) {
		const char *test = run->series[i]->test;

		if (last && !strcmp(test, last))
			continue;
		last = test;
		if (++n <= 3)
			buf_printf(&b, "%s%s", b.len ? " " : "",
				   *test ? test : "(no test)");
	}
	if (n > 3)
		buf_printf(&b, " +%zu", n - 3);
	text = b.over ? "" : arena_strndup(arena, b.len ? b.data : "", b.len);
	buf_release(&b);
	return text;
}

const char *time_text(struct arena *arena, int64_t ns)
{
	char text[TIME_SIZE];

	if (!ns)
		return NULL;
	time_print(ns, text);
	return arena_strdup(arena, text);
}
