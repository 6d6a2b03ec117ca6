/* series_enough.c - see series_enough.h. */
#include "series_enough.h"

#include <math.h>
#include <stdlib.h>

#include "power.h"
#include "report_text.h"
#include "unit.h"

#define SERIES_SHOWN 10

struct shown {
	const struct result *result;
	const struct metric *metric;
	struct enough enough;
	bool known; /* enough is */
	double width;
};

struct shown_list {
	struct shown *items;
	size_t n;
	bool enough; /* all of them are */
};

static int by_width(const void *x, const void *y)
{
	const struct shown *a = x, *b = y;

	return a->width > b->width ? -1 : a->width < b->width;
}

static void add(struct shown_list *list, const struct result *r,
		const struct metric *m, const struct want *want,
		struct arena *arena)
{
	struct shown s = { .result = r, .metric = m };

	s.known = stats_enough(&m->summary, want->width / 100,
			       want->level / 100, &s.enough);
	/* What has no interval at all is the widest. */
	s.width = isnan(s.enough.half_ratio) ? HUGE_VAL : s.enough.half_ratio;
	list->enough &= s.enough.enough;
	list->items = arena_grow(arena, list->items, list->n, sizeof(s));
	list->items[list->n++] = s;
}

static struct shown_list list_of(const struct report *r,
				 const struct want *want, struct arena *arena)
{
	struct shown_list list = { .enough = true };
	const struct run *run = &r->runs[0];
	size_t i, j;

	for (i = 0; i < run->n_results; i++)
		for (j = 0; j < run->results[i].n_metrics; j++)
			if (run->results[i].metrics[j].role == ROLE_SAMPLE)
				add(&list, &run->results[i],
				    &run->results[i].metrics[j], want, arena);
	if (list.n > SERIES_SHOWN)
		qsort(list.items, list.n, sizeof(*list.items), by_width);
	return list;
}

void series_enough_text(const struct report *r, const struct want *want,
			struct arena *arena, struct buf *out)
{
	struct shown_list list = list_of(r, want, arena);
	size_t i;

	for (i = 0; i < list.n && i < SERIES_SHOWN; i++) {
		const struct shown *s = &list.items[i];

		print_enough(out, s->result->test, s->metric, want,
			     s->known ? &s->enough : NULL);
		buf_char(out, '\n');
	}
	if (list.n > SERIES_SHOWN)
		buf_printf(out, "and %zu more series, with narrower "
			   "intervals\n", list.n - SERIES_SHOWN);
	if (r->n_runs > 1)
		buf_printf(out, "and %zu more runs\n", r->n_runs - 1);
	if (want->asked && list.n && !list.enough)
		buf_str(out, NOT_ENOUGH);
}

static void series_json(const struct shown *s, struct json *j)
{
	const struct metric *m = s->metric;
	bool assumed = m->better == BETTER_UNKNOWN;

	json_object(j, NULL);
	json_string(j, "test", s->result->test);
	json_tags(j, "params", &s->result->params);
	json_string(j, "metric", m->name);
	json_string(j, "unit", m->unit);
	json_string(j, "better", better_name(assumed ?
				unit_assumed_better(m->unit) : m->better));
	json_bool(j, "better_assumed", assumed);
	json_int(j, "n", (int64_t)m->summary.n);
	json_number(j, "mean", m->summary.mean);
	json_number(j, "lo", s->enough.interval.lo);
	json_number(j, "hi", s->enough.interval.hi);
	json_number(j, "half_width", s->enough.half_ratio);
	json_number(j, "n_more", s->enough.n_more);
	json_bool(j, "enough", s->enough.enough);
	json_object_end(j);
}

void series_enough_json(const struct report *r, const struct want *want,
			struct arena *arena, struct json *j)
{
	struct shown_list list = list_of(r, want, arena);
	size_t shown = list.n < SERIES_SHOWN ? list.n : SERIES_SHOWN, i;

	json_bool(j, "enough", list.n && list.enough);
	json_object(j, "want");
	json_number(j, "half_width", want->width / 100);
	json_number(j, "confidence", want->level);
	json_object_end(j);
	json_array(j, "series");
	for (i = 0; i < shown; i++)
		series_json(&list.items[i], j);
	json_array_end(j);
	json_int(j, "series_left_out", (int64_t)(list.n - shown));
}
