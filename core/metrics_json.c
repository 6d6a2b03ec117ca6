/* metrics_json.c - the metrics of one result as native JSON writes them. */
#include "metrics_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "mem.h"

/* What may stand in a summary. Those of one metric are neighbours. */
struct member {
	const struct metric *metric;
	const struct figure *figure; /* NULL: it is the summary itself */
	size_t of;                   /* length of the metric's name */
	bool joins;
	bool done;                   /* of the first: they are written */
};

static bool same_metric(const struct member *x, const struct member *y)
{
	return x->of == y->of && !memcmp(x->metric->name, y->metric->name,
					 x->of);
}

/* By metric, then the summary before its figures, these as in their table. */
static int compare(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	size_t shared = x->of < y->of ? x->of : y->of;
	int c = memcmp(x->metric->name, y->metric->name, shared);

	if (c || x->of != y->of)
		return c ? c : x->of < y->of ? -1 : 1;
	if (x->figure != y->figure)
		return !x->figure || (y->figure && x->figure < y->figure) ?
		       -1 : 1;
	c = strcmp(x->metric->name, y->metric->name);
	return c ? c : x->metric < y->metric ? -1 : x->metric > y->metric;
}

/* The words of the metric that these n are of: of its summary, or told. */
static struct metric words_of(const struct member *m, size_t n)
{
	struct metric w = { .role = ROLE_SUMMARY };
	const struct metric *x;
	bool has_unit = false;
	size_t i;

	if (!m->figure)
		return *m->metric;
	for (i = 0; i < n; i++) {
		x = m[i].metric;
		if (!has_unit && !m[i].figure->unit) {
			has_unit = true;
			w.unit = x->unit;
		}
		if (!w.better && !m[i].figure->better)
			w.better = x->better;
		if (m[i].figure->role == ROLE_SAMPLE)
			w.role = ROLE_SAMPLE;
	}
	return w;
}

/* Which of these n, which are of one metric, would be read back the same? */
static void join(struct member *m, size_t n)
{
	const struct metric w = words_of(m, n), *x;
	const struct figure *f;
	size_t i;

	for (i = 0; i < n; i++) {
		f = m[i].figure;
		x = m[i].metric;
		m[i].joins = !f ? !i :
			!(f->six && !m->figure) &&
			name_same(x->unit, figure_unit(f, w.unit)) &&
			x->better == figure_better(f, w.better) &&
			!(i && m[i - 1].joins &&
			  name_same(x->name, m[i - 1].metric->name));
	}
}

static void write_words(struct json *j, const struct metric *m,
			const char *name, size_t len)
{
	json_stringn(j, "name", name, len);
	json_string(j, "unit", m->unit);
	json_string(j, "better", better_name(m->better));
	json_string(j, "role", role_name(m->role));
}

static void write_summary(struct json *j, const struct summary *s)
{
	json_int(j, "n", (int64_t)s->n);
	json_number(j, "min", s->min);
	json_number(j, "max", s->max);
	json_number(j, "median", s->median);
	json_number(j, "mean", s->mean);
	json_number(j, "stddev", s->stddev);
}

/* The n members of one metric, those that join. */
static void write_members(struct json *j, struct member *m, size_t n)
{
	const struct metric w = words_of(m, n);
	size_t i;

	m->done = true;
	json_object(j, NULL);
	write_words(j, &w, m->metric->name, m->of);
	json_object(j, "summary");
	for (i = 0; i < n; i++) {
		if (!m[i].joins)
			continue;
		if (!m[i].figure)
			write_summary(j, &m[i].metric->summary);
		else
			json_number(j, m[i].metric->name + m[i].of + 1,
				    m[i].metric->samples[0]);
	}
	json_object_end(j);
	json_object_end(j);
}

static void write_alone(struct json *j, const struct metric *m)
{
	json_object(j, NULL);
	write_words(j, m, m->name, strlen(m->name));
	if (m->samples) {
		json_doubles(j, "samples", m->samples, m->n);
	} else {
		json_object(j, "summary");
		write_summary(j, &m->summary);
		json_object_end(j);
	}
	json_object_end(j);
}

/* The candidates, sorted; how many. */
static size_t members(const struct metric *metrics, size_t n,
		      struct member *out)
{
	const struct metric *m;
	size_t n_out = 0, of;

	for (m = metrics; m < metrics + n; m++) {
		const struct figure *f = NULL;

		of = strlen(m->name);
		if (m->samples && m->n == 1)
			f = figure_of(m->name, &of);
		if (!m->samples || (f && f->role == m->role))
			out[n_out++] = (struct member){ m, f, of, false,
							false };
	}
	qsort(out, n_out, sizeof(*out), compare);
	return n_out;
}

/* How many from here on are of one metric. */
static size_t neighbours(const struct member *m, const struct member *end)
{
	size_t n = 1;

	while (m + n < end && same_metric(m, m + n))
		n++;
	return n;
}

void json_metrics(struct json *j, const struct metric *metrics, size_t n)
{
	struct member *all = x_calloc(n + 1, sizeof(*all)), *m, *end;
	/* of each metric, the first of the members it joins */
	struct member **first = x_calloc(n + 1, sizeof(*first));
	size_t i, k;

	end = all + members(metrics, n, all);
	for (m = all; m < end; m += k) {
		k = neighbours(m, end);
		join(m, k);
		for (i = 0; i < k; i++)
			if (m[i].joins)
				first[m[i].metric - metrics] = m;
	}
	json_array(j, "metrics");
	for (i = 0; i < n; i++)
		if (!first[i])
			write_alone(j, &metrics[i]);
		else if (!first[i]->done)
			write_members(j, first[i], neighbours(first[i], end));
	json_array_end(j);
	x_free(first);
	x_free(all);
}
