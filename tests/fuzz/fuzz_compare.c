/*
 * fuzz_compare.c - any two sets into stats_compare_detail() and
 * stats_compare_paired() (libFuzzer): constants, denormals, 1e308, few samples.
 *
 *	make fuzz && build/fuzz/fuzz_compare -max_total_time=60
 *
 * No figure may be infinite, and none may depend on what was in the memory
 * before: all is computed twice, over different rubbish.
 */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "combine.h"
#include "verdict.h"

#define MOST    40
#define FIGURES 400

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct figures {
	double x[FIGURES];
	size_t n;
};

struct input {
	const uint8_t *data;
	size_t size;
};

static unsigned byte(struct input *in)
{
	if (in->size == 0)
		return 0;
	in->size--;
	return *in->data++;
}

static double number(struct input *in)
{
	static const double wild[] = { 0, -0., 1, -1, 5e-324, -5e-324, 1e-308,
				       1e308, -1e308, DBL_MAX, -DBL_MAX,
				       1e154, 1e-170, DBL_MIN, 42, 1e15 };
	unsigned kind = byte(in);
	double x;

	if (kind < 128)
		return kind;
	if (kind < 192)
		return wild[kind % 16];
	if (in->size < sizeof(x))
		return kind;
	memcpy(&x, in->data, sizeof(x));
	in->data += sizeof(x);
	in->size -= sizeof(x);
	return isfinite(x) ? x : 1;
}

static void add(struct figures *f, double x)
{
	assert(!isinf(x));
	assert(f->n < FIGURES);
	f->x[f->n++] = x;
}

/* All doubles of a struct that has nothing else. */
static void add_all(struct figures *f, const void *of, size_t size)
{
	double x;
	size_t i;

	for (i = 0; i < size; i += sizeof(x)) {
		memcpy(&x, (const char *)of + i, sizeof(x));
		add(f, x);
	}
}

static void add_interval(struct figures *f, struct interval i)
{
	add(f, i.lo);
	add(f, i.hi);
	add(f, i.unbounded);
	assert(isnan(i.lo) == isnan(i.hi));
	assert(!(i.lo > i.hi));
}

static void add_shape(struct figures *f, const struct shape *s)
{
	add(f, s->n);
	add(f, s->mild.n_below + s->mild.n_above);
	add(f, s->mild.lo);
	add(f, s->mild.hi);
	add(f, s->mild.mean_without);
	add(f, s->far.n_below + s->far.n_above);
	add(f, s->far.lo);
	add(f, s->far.hi);
	add(f, s->far.mean_without);
	add(f, s->drift_tau);
	add(f, s->drift_p);
	add(f, s->drift_block);
	add(f, s->r1);
	add(f, s->ljung_box_p);
	add(f, s->n_effective);
	add(f, s->first_change_ratio);
	add(f, s->first_p);
	add(f, s->dip);
	add(f, s->dip_p);
	add(f, s->n_distinct);
	add(f, s->tie_share);
	add(f, s->step);
	add(f, s->constant);
}

static void add_ranks(struct figures *f, const struct comparison *c)
{
	add(f, c->rank.u);
	add(f, c->rank.z);
	add(f, c->rank.p_normal);
	add(f, c->rank.p);
	add(f, c->rank.exact);
	add(f, c->rank.over_budget);
	add_all(f, &c->dominance, sizeof(c->dominance));
	add(f, c->shift.estimate);
	add_interval(f, c->shift.interval);
	add(f, c->shift.level);
	add(f, c->shift.exact);
	add_interval(f, c->a_median.interval);
	add(f, c->a_median.level);
	add_interval(f, c->b_median.interval);
	add(f, c->b_median.level);
	add_all(f, &c->spread, sizeof(c->spread));
	add(f, c->n_pairs);
	add_all(f, &c->paired, sizeof(c->paired));
	add_all(f, &c->paired_change, sizeof(c->paired_change));
	add(f, c->signed_rank.n);
	add(f, c->signed_rank.w);
	add(f, c->signed_rank.z);
	add(f, c->signed_rank.p);
}

static void add_summary(struct figures *f, const struct summary *s)
{
	add(f, s->n);
	add(f, s->min);
	add(f, s->max);
	add(f, s->mean);
	add(f, s->stddev);
	add(f, s->median);
}

static void add_comparison(struct figures *f, const struct comparison *c)
{
	add_summary(f, &c->a);
	add_summary(f, &c->b);
	add(f, c->a_summary_only + 2 * c->b_summary_only);
	add(f, c->diff);
	add_all(f, &c->welch, sizeof(c->welch));
	add_all(f, &c->student, sizeof(c->student));
	add_interval(f, c->diff_interval);
	add(f, c->relative.change_ratio);
	add(f, c->relative.df);
	add(f, c->relative.se_a_ratio);
	add(f, c->relative.se_b_ratio);
	add_interval(f, c->change_interval);
	add_interval(f, c->margin_interval);
	add(f, c->verdict);
	add(f, c->method);
	add(f, c->improvement);
	add(f, c->p);
	add(f, c->constant);
	add_all(f, &c->log_delta, sizeof(c->log_delta));
	add_interval(f, c->log_interval);
	add(f, c->tost_p);
	add(f, c->effect.d);
	add(f, c->effect.g);
	add(f, c->effect.correction);
	add_interval(f, c->effect.interval);
	add_all(f, &c->power, sizeof(c->power));
	add_interval(f, c->a_mean);
	add_interval(f, c->b_mean);
	add_ranks(f, c);
	add_shape(f, &c->a_shape);
	add_shape(f, &c->b_shape);
}

static void add_quantiles(struct figures *f, const struct quantile_pair *q)
{
	size_t i;

	for (i = 0; i < QUANTILE_COUNT; i++, q++) {
		add(f, q->a);
		add(f, q->b);
		add_interval(f, q->a_interval);
		add_interval(f, q->b_interval);
		add(f, q->diff);
		add_interval(f, q->diff_interval);
		add(f, q->change_ratio);
		add_interval(f, q->change_interval);
	}
}

struct question {
	struct sample_set a, b;
	struct compare_options options;
	bool quantiles, paired;
	size_t pairs;
};

static void add_enough(struct figures *f, const struct summary *s)
{
	struct enough e;

	stats_enough(s, .01, .95, &e);
	add_interval(f, e.interval);
	add(f, e.half);
	add(f, e.half_ratio);
	add(f, e.n_needed);
	add(f, e.n_more);
}

static void add_hosts(struct figures *f, const struct comparison *c)
{
	double y[2] = { c->log_delta.log_ratio, c->tost_p };
	double se[2] = { c->log_delta.se, c->welch.se };
	struct over_hosts o;

	stats_over_hosts(y, se, 2, .95, &o);
	add(f, o.change_ratio);
	add_interval(f, o.interval);
	add(f, o.p);
	add(f, o.se);
	add(f, o.tau);
	add(f, o.q_p);
}

/* The memory that is written to is filled with rubbish of a kind. */
static void ask(const struct question *q, int rubbish, struct figures *f)
{
	struct detail_options d = { .exact = { q->pairs, NULL } };
	struct quantile_pair quantiles[QUANTILE_COUNT];
	struct comparison c;
	size_t size;

	memset(&c, rubbish, sizeof(c));
	memset(quantiles, rubbish, sizeof(quantiles));
	if (q->quantiles)
		d.quantiles = quantiles;
	size = stats_detail_scratch(q->a.n, q->b.n, &d);
	d.scratch = malloc(size);
	assert(d.scratch);
	memset(d.scratch, rubbish, size);
	f->n = 0;
	stats_compare_detail(q->a, q->b, &q->options, &d, &c);
	add_comparison(f, &c);
	add_hosts(f, &c);
	add_enough(f, &c.a);
	if (q->quantiles)
		add_quantiles(f, quantiles);
	free(d.scratch);
}

static void ask_pairs(const struct question *q, int rubbish, struct figures *f)
{
	struct compare_options o = q->options;
	size_t n = q->a.n, size = 2 * n + 2551;
	double *scratch = malloc((size + 2 * n) * sizeof(double));
	struct comparison c;

	assert(scratch);
	memset(&c, rubbish, sizeof(c));
	memset(scratch, rubbish, (size + 2 * n) * sizeof(double));
	o.scratch = scratch + size;
	f->n = 0;
	stats_compare_paired(q->a, q->b, &o, scratch, &c);
	add_comparison(f, &c);
	free(scratch);
}

static struct sample_set read_set(struct input *in, double *x, size_t n,
				  bool published)
{
	struct sample_set s = { .samples = x, .n = n };
	size_t i;

	for (i = 0; i < n; i++)
		x[i] = number(in);
	if (published) {
		s.samples = NULL;
		s.summary = (struct summary){ n, NAN, NAN, number(in),
					      fabs(number(in)), NAN };
	}
	return s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static double x[MOST], y[MOST];
	static struct figures f, g;
	struct input in = { data, size };
	struct question q = {
		.options = { .confidence = .95, .better = BETTER_HIGHER },
	};
	unsigned flags = byte(&in), na = byte(&in) % (MOST + 1), nb;

	nb = byte(&in) % (MOST + 1);
	q.options.margin = flags & 1 ? .01 : 5;
	q.options.confidence = flags & 2 ? .95 : .995;
	q.quantiles = (flags & 0x3c) == 0x3c;
	q.pairs = flags & 64 ? 400 : 0;
	q.a = read_set(&in, x, na, (flags & 0x1c) == 4);
	q.b = read_set(&in, y, nb, (flags & 0x1c) == 8);
	ask(&q, 0, &f);
	ask(&q, 0x7f, &g);
	assert(f.n == g.n && memcmp(f.x, g.x, f.n * sizeof(f.x[0])) == 0);
	if (na != nb || !q.a.samples || !q.b.samples || na == 0)
		return 0;
	ask_pairs(&q, 0, &f);
	ask_pairs(&q, 0x7f, &g);
	assert(f.n == g.n && memcmp(f.x, g.x, f.n * sizeof(f.x[0])) == 0);
	return 0;
}
