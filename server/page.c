/* page.c - what several pages share. */
#include <string.h>

#include "limits.h"
#include "pages.h"
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

int page_selection(struct request *rq, struct selection *out, struct err *err)
{
	memset(out, 0, sizeof(*out));
	if (!rq->n_segments)
		return 0;
	return terms_query(rq->written, &rq->segments[0], rq->now_ns,
			   rq->arena, out, err);
}

static void add_words(struct buf *b, const struct tags *tags,
		      const char *without, size_t at_most)
{
	size_t i;

	for (i = 0; i < tags->n; i++) {
		const struct tag *t = &tags->items[i];

		if (without && !strcmp(t->key, without))
			continue;
		if (i >= at_most) {
			buf_printf(b, " +%zu", tags->n - i);
			return;
		}
		buf_str(b, b->len ? " " : "");
		if (!strncmp(t->key, "option.", 7) && !strcmp(t->value, "y"))
			buf_str(b, t->key + 7);
		else if (!strncmp(t->key, "option.", 7) &&
			 !strcmp(t->value, "n"))
			buf_printf(b, "-%s", t->key + 7);
		else
			buf_printf(b, "%s:%s", t->key, t->value);
	}
}

const char *run_words(struct arena *arena, const struct db_run *run,
		      const char *without)
{
	struct buf b;
	const char *text;

	buf_init(&b, 1 << 20);
	add_words(&b, &run->env->options->tags, without, 8);
	add_words(&b, &run->env->tags, without, 100);
	text = arena_strndup(arena, b.len ? b.data : "", b.len);
	buf_release(&b);
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
