/* compare.c - reading the sides and loading what they mean. */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "limits.h"
#include "pages.h"

static bool names_option(const struct selection *s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->conditions[i].kind == COND_OPTION_ON ||
		    s->conditions[i].kind == COND_OPTION_OFF)
			return true;
	return false;
}

static const char *link_of(struct arena *arena, const struct selection *s)
{
	struct buf b;
	const char *link;

	buf_init(&b, 16 * LIMIT_URL);
	terms_link(&b, s);
	link = arena_strndup(arena, b.data, b.len);
	buf_release(&b);
	return link;
}

/* Common and own conditions; the narrower last: counts. */
static void join(struct arena *arena, const struct selection *common,
		 const struct selection *own, struct selection *out)
{
	out->n = common->n + own->n;
	out->conditions = arena_alloc(arena, out->n * sizeof(*out->conditions));
	if (common->n)
		memcpy(out->conditions, common->conditions,
		       common->n * sizeof(*out->conditions));
	if (own->n)
		memcpy(out->conditions + common->n, own->conditions,
		       own->n * sizeof(*out->conditions));
	out->last = own->last ? own->last : common->last;
}

int compare_sides(struct request *rq, struct compare *c, struct err *err)
{
	bool has_common = rq->n_segments > 2;
	size_t i;

	memset(c, 0, sizeof(*c));
	c->rq = rq;
	c->arena = rq->arena;
	c->n_sides = rq->n_segments - has_common;
	if (c->n_sides > SIDES_MAX)
		return err_set(err, ERR_INPUT, "at most %d sides", SIDES_MAX);
	if (has_common && terms_query(rq->written, &rq->segments[0],
				      rq->now_ns, rq->arena, &c->common,
				      err) < 0)
		return -1;
	c->common_link = has_common ? link_of(c->arena, &c->common) : NULL;
	for (i = 0; i < c->n_sides; i++) {
		struct side *s = &c->sides[i];

		s->name = (char)('A' + i);
		if (terms_query(rq->written, &rq->segments[i + has_common],
				rq->now_ns, rq->arena, &s->own, err) < 0)
			return -1;
		s->link = link_of(c->arena, &s->own);
		join(c->arena, &c->common, &s->own, &s->selection);
		s->has_option = names_option(&s->own);
	}
	return 0;
}

/* How many runs record nothing of the option that a side names. */
static int count_left_out(struct compare *c, struct side *s, struct err *err)
{
	struct selection without;
	size_t i;

	if (!s->has_option)
		return 0;
	join(c->arena, &c->common, &s->own, &without);
	for (i = 0; i < without.n; i++) {
		struct condition *o = &without.conditions[i];

		if (o->kind == COND_OPTION_ON || o->kind == COND_OPTION_OFF) {
			o->kind = COND_MISSING;
			o->negate = false;
		}
	}
	return db_count_runs(c->rq->db, &without, c->arena, &s->n_left_out,
			     err);
}

static int by_result(const void *x, const void *y)
{
	const struct db_result *const *a = x, *const *b = y;

	if ((*a)->run->id != (*b)->run->id)
		return (*a)->run->id < (*b)->run->id ? -1 : 1;
	return (*a)->series->id < (*b)->series->id ? -1 :
	       (*a)->series->id > (*b)->series->id;
}

/* A result on two sides would be compared with itself. */
static int check_overlap(struct compare *c, struct err *err)
{
	const struct db_result **all;
	size_t n = 0, i, j;

	for (i = 0; i < c->n_sides; i++)
		n += c->sides[i].found.n_results;
	all = arena_alloc(c->arena, n * sizeof(*all));
	n = 0;
	for (i = 0; i < c->n_sides; i++)
		for (j = 0; j < c->sides[i].found.n_results; j++)
			all[n++] = &c->sides[i].found.results[j];
	if (n)
		qsort(all, n, sizeof(*all), by_result);
	for (i = 1; i < n; i++) {
		const struct db_result *x = all[i - 1], *y = all[i];

		/* Two units of one series are two results of one run. */
		if (by_result(&x, &y) || x->unit != y->unit)
			continue;
		err_set(err, ERR_UNUSABLE, "run %lld is on two sides with "
			"'%s %s'", (long long)x->run->id, x->series->test,
			x->series->metric);
		return err_hint(err, "a side leaves room for the other: name "
				"in both what tells them apart");
	}
	return 0;
}

/* Runs, samples, hosts and dates of a side. */
static void describe_side(struct side *s)
{
	const struct db_found *f = &s->found;
	size_t i, j;

	s->n_runs = f->n_runs;
	for (i = 0; i < f->n_results; i++)
		s->n_samples += f->results[i].set.n;
	for (i = 0; i < f->n_runs; i++) {
		const struct db_run *run = f->runs[i];
		const char *host = tags_get(&run->env->tags, "host");
		bool seen = !host;

		for (j = 0; !seen && j < i; j++) {
			const char *h =
				tags_get(&f->runs[j]->env->tags, "host");

			/* Runs of one environment share its tags. */
			seen = f->runs[j]->env == run->env ||
			       (h && !strcmp(h, host));
		}
		s->n_hosts += !seen;
		s->n_at_assumed += run->at_assumed;
		if (run->at_assumed)
			continue;
		if (!s->first_at_ns || run->at_ns < s->first_at_ns)
			s->first_at_ns = run->at_ns;
		if (run->at_ns > s->last_at_ns)
			s->last_at_ns = run->at_ns;
	}
}

int compare_load(struct compare *c, enum compare_flags flags, struct err *err)
{
	size_t i;

	for (i = 0; i < c->n_sides; i++) {
		struct side *s = &c->sides[i];

		if (db_find(c->rq->db, &s->selection, true, c->arena,
			    &s->found, err) < 0)
			return -1;
		if (!s->found.n_runs && (!i || flags != COMPARE_EMPTY_SIDES))
			return explain_nothing(c->rq, &s->selection, s->name,
					       err);
		describe_side(s);
		if (count_left_out(c, s, err) < 0)
			return -1;
	}
	return check_overlap(c, err);
}

/* Which options another page of the same question takes. */
static unsigned takes_of(const char *page)
{
	static const struct {
		const char *page;
		unsigned takes;
	} pages[] = { { "compare", TAKES_REPORT },
		      { "check", TAKES_REPORT | TAKES_CHECK },
		      { "ministat", TAKES_PLOT } };
	size_t i;

	for (i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		if (!strcmp(pages[i].page, page))
			return pages[i].takes;
	return TAKES_NOTHING;
}

const char *compare_link(const struct compare *c, const char *page,
			 bool pinned)
{
	const char *options = options_link(&c->rq->options, takes_of(page),
					   c->arena);
	const char *common = c->common_link;
	struct buf b;
	const char *link;
	size_t i;

	if (common && !strcmp(common, "-"))
		common = NULL;
	buf_init(&b, 64 * LIMIT_URL);
	buf_printf(&b, "%s/%s", c->rq->base, page);
	if (pinned)
		common = common ?
			arena_printf(c->arena, "%s,run:..%lld", common,
				     (long long)c->newest_run) :
			arena_printf(c->arena, "run:..%lld",
				     (long long)c->newest_run);
	/* With three sides or more the first segment has to be the common. */
	if (!common && c->n_sides > 2)
		common = "-";
	if (common)
		buf_printf(&b, "/%s%s%s", common, *options ? "," : "",
			   options);
	for (i = 0; i < c->n_sides; i++)
		buf_printf(&b, "/%s%s%s", c->sides[i].link,
			   !common && !i && *options ? "," : "",
			   !common && !i ? options : "");
	link = arena_strndup(c->arena, b.data, b.len);
	buf_release(&b);
	return link;
}

bool compare_names(const struct compare *c, const char *key)
{
	size_t i, j;

	for (i = 0; i < c->n_sides; i++)
		for (j = 0; j < c->sides[i].own.n; j++)
			if (!strcmp(c->sides[i].own.conditions[j].key, key))
				return true;
	return false;
}

const char *compare_asked(const struct compare *c)
{
	struct buf b;
	const char *text;
	size_t i, j;

	buf_init(&b, 1 << 16);
	for (i = 0; i < c->n_sides; i++)
		for (j = 0; j < c->sides[i].own.n; j++) {
			const char *key = c->sides[i].own.conditions[j].key;
			const char *option = tag_option_name(key);

			key = option ? option : key;
			if (b.len && strstr(b.data, key))
				continue;
			buf_printf(&b, "%s%s", b.len ? ", " : "", key);
		}
	text = arena_strndup(c->arena, b.len ? b.data : "", b.len);
	buf_release(&b);
	return text;
}

bool sides_apart(const struct side *a, const struct side *b)
{
	return a->last_at_ns && b->last_at_ns &&
	       (a->last_at_ns < b->first_at_ns ||
		b->last_at_ns < a->first_at_ns);
}
