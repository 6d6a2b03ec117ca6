/*
 * report.c - what an importer read: runs of results of metrics.
 *
 * An index finds the series of a sample by its hash, so that the cost of a
 * sample does not grow with the upload.
 */
#include "report.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "limits.h"
#include "mem.h"
#include "report_check.h"
#include "report_index.h"

void report_init(struct report *r, struct arena *arena)
{
	memset(r, 0, sizeof(*r));
	r->arena = arena;
	r->complete = true;
	r->index = index_new(arena);
}

/* Runs */

static void tags_copy(struct report *r, struct tags *to, const struct tags *t)
{
	size_t i;

	for (i = 0; t && i < t->n; i++)
		tags_set(to, r->arena, t->items[i].key, t->items[i].value);
}

size_t report_run_new(struct report *r)
{
	struct report_index *x = r->index;

	if (r->n_runs >= LIMIT_RUNS) {
		report_over(r, "runs", LIMIT_RUNS);
		return r->n_runs - 1;
	}
	r->runs = arena_grow(r->arena, r->runs, r->n_runs, sizeof(*r->runs));
	x->keys = arena_grow(r->arena, x->keys, r->n_runs, sizeof(*x->keys));
	memset(&r->runs[r->n_runs], 0, sizeof(*r->runs));
	memset(&x->keys[r->n_runs], 0, sizeof(*x->keys));
	return r->n_runs++;
}

/* Of a key and a value that are in the arena. */
static void put_tag(struct report *r, size_t run, const char *key,
		    const char *value)
{
	struct tags *t = &report_run(r, run)->tags;
	const char *old;

	if (r->over_limit || !report_tag_ok(r, key, value))
		return;
	key = tag_key_canonical(key, r->arena);
	old = tags_get(t, key);
	if (old && strcmp(old, value)) {
		report_warn(r, r->line, "'%s' is '%.100s' and was '%.100s': the"
			    " first one is kept", key, value, old);
		return;
	}
	if (!old && t->n >= LIMIT_RUN_TAGS)
		report_over(r, "tags of a run", LIMIT_RUN_TAGS);
	else if (!old)
		tags_put(t, r->arena, key, value);
}

static void put_tags(struct report *r, size_t run, const struct tags *tags)
{
	size_t i;

	for (i = 0; i < tags->n; i++)
		put_tag(r, run, tags->items[i].key, tags->items[i].value);
}

/* Was the run made for these, and may it have more? */
static bool run_is(const struct report *r, size_t run, const struct tags *tags,
		   bool has_at, int64_t at_ns)
{
	const struct run_key *k = &r->index->keys[run];

	return run >= r->index->closed && k->shared && k->has_at == has_at &&
	       k->at_ns == at_ns && tags_equal(&k->tags, tags);
}

static size_t run_look(struct report *r, const struct tags *tags, bool has_at,
		       int64_t at_ns)
{
	uint64_t h = hash_mix(r->index->seed + r->index->closed, has_at);
	const struct slot *s;
	struct run_key *k;
	size_t at = 0, run;

	h = hash_mix(hash_tags(h, tags), (uint64_t)at_ns);
	while ((s = index_next(r->index, h, &at)))
		if (s->result == NOWHERE &&
		    run_is(r, s->run, tags, has_at, at_ns))
			return s->run;
	run = report_run_new(r);
	if (r->over_limit)
		return run;
	k = &r->index->keys[run];
	*k = (struct run_key){ .shared = true, .has_at = has_at,
			       .at_ns = at_ns };
	tags_copy(r, &k->tags, tags);
	r->runs[run].has_at = has_at;
	r->runs[run].at_ns = at_ns;
	put_tags(r, run, &k->tags);
	index_add(r->index, r->arena, h, run, NOWHERE, NOWHERE);
	return run;
}

static size_t run_shared(struct report *r, const struct tags *tags,
			 bool has_at, int64_t at_ns)
{
	struct report_index *x = r->index;

	if (x->last_run >= r->n_runs ||
	    !run_is(r, x->last_run, tags, has_at, at_ns))
		x->last_run = run_look(r, tags, has_at, at_ns);
	return x->last_run;
}

size_t report_run_with(struct report *r, const struct tags *tags)
{
	return run_shared(r, tags, false, 0);
}

size_t report_run_at(struct report *r, const struct tags *tags, int64_t at_ns)
{
	return run_shared(r, tags, true, at_ns);
}

size_t report_run_default(struct report *r)
{
	size_t first = r->index->closed;

	return first < r->n_runs ? first : report_run_new(r);
}

void report_runs_close(struct report *r)
{
	r->index->closed = r->n_runs;
}

struct run *report_run(struct report *r, size_t run)
{
	assert(run < r->n_runs);
	return &r->runs[run];
}

void report_tag(struct report *r, size_t run, const char *key,
		const char *value)
{
	put_tag(r, run, arena_strdup(r->arena, key),
		arena_strdup(r->arena, value));
}

/* Results */

static const char *copy(struct report *r, const char *s)
{
	return s ? arena_strdup(r->arena, s) : NULL;
}

static bool result_is(const struct result *x, const char *test,
		      const struct tags *params)
{
	return name_same(x->test, test) && tags_equal(&x->params, params);
}

/* Of the result that was not the last one; made when there is none. */
static size_t result_look(struct report *r, size_t run, const char *test,
			  const struct tags *params, uint64_t *hash)
{
	struct run *u = report_run(r, run);
	const struct slot *s;
	struct result *x;
	size_t at = 0;

	*hash = hash_tags(hash_string(hash_mix(r->index->seed, run + 2), test),
			  params);
	while ((s = index_next(r->index, *hash, &at)))
		if (s->run == run && s->result != NOWHERE &&
		    s->metric == NOWHERE &&
		    result_is(&u->results[s->result], test, params))
			return s->result;
	if (!report_name_ok(r, "the test", test) ||
	    !report_params_ok(r, params))
		return NOWHERE;
	u->results = arena_grow(r->arena, u->results, u->n_results, sizeof(*x));
	x = &u->results[u->n_results];
	memset(x, 0, sizeof(*x));
	x->test = copy(r, test);
	tags_copy(r, &x->params, params);
	index_add(r->index, r->arena, *hash, run, u->n_results, NOWHERE);
	return u->n_results++;
}

/* The result of (run, test, params), made when there is none; NOWHERE. */
static size_t result_find(struct report *r, size_t run, const char *test,
			  const struct tags *params, uint64_t *hash)
{
	struct report_index *x = r->index;

	if (x->last.known && x->last.run == run &&
	    result_is(&r->runs[run].results[x->last.result], test, params)) {
		*hash = x->last.hash;
		return x->last.result;
	}
	x->last.metric = NOWHERE;
	x->last.result = result_look(r, run, test, params, hash);
	x->last.known = x->last.result != NOWHERE;
	x->last.run = run;
	x->last.hash = *hash;
	return x->last.result;
}

static struct metric *metric_new(struct report *r, size_t run, size_t result,
				 const struct metric *like, uint64_t hash)
{
	struct result *x = &r->runs[run].results[result];
	struct metric *m;

	if (r->n_results >= LIMIT_RESULTS) {
		report_over(r, "results", LIMIT_RESULTS);
		return NULL;
	}
	if (!report_name_ok(r, "the metric", like->name) ||
	    !report_name_ok(r, "the unit", like->unit))
		return NULL;
	x->metrics = arena_grow(r->arena, x->metrics, x->n_metrics, sizeof(*m));
	m = &x->metrics[x->n_metrics];
	*m = (struct metric){ .name = copy(r, like->name),
			      .unit = copy(r, like->unit),
			      .better = like->better, .role = like->role };
	index_add(r->index, r->arena, hash, run, result, x->n_metrics);
	x->n_metrics++;
	r->n_results++;
	return m;
}

static bool metric_is(const struct metric *m, const struct metric *like)
{
	return m->role == like->role && name_same(m->unit, like->unit) &&
	       !strcmp(m->name, like->name);
}

/* The place of a metric in its result; NOWHERE, and *hash is for a new one. */
static size_t metric_look(struct report *r, size_t run, size_t result,
			  const struct metric *like, uint64_t *hash)
{
	const struct metric *metrics = r->runs[run].results[result].metrics;
	const struct slot *s;
	size_t at = 0;

	*hash = hash_string(hash_mix(*hash, like->role + 1u), like->name);
	*hash = hash_string(*hash, like->unit);
	while ((s = index_next(r->index, *hash, &at)))
		if (s->run == run && s->result == result &&
		    s->metric != NOWHERE &&
		    metric_is(&metrics[s->metric], like))
			return s->metric;
	return NOWHERE;
}

/* One series has one direction. */
static struct metric *metric_again(struct report *r, struct metric *m,
				   enum better better)
{
	if (m->better == BETTER_UNKNOWN)
		m->better = better;
	else if (better && better != m->better)
		report_warn(r, r->line, "'%.80s' is said to be better both %s"
			    " and %s: the first one is kept", m->name,
			    better_name(m->better), better_name(better));
	return m;
}

/* The series of a sample or summary, made when there is none; NULL. */
static struct metric *metric_find(struct report *r, size_t run,
				  const char *test, const struct tags *params,
				  const struct metric *like, bool *is_new)
{
	static const struct tags none;
	struct report_index *x = r->index;
	struct metric *metrics;
	size_t result;
	uint64_t h;

	*is_new = false;
	if (r->over_limit)
		return NULL;
	result = result_find(r, run, test, params ? params : &none, &h);
	if (result == NOWHERE)
		return NULL;
	metrics = r->runs[run].results[result].metrics;
	if (x->last.metric == NOWHERE ||
	    !metric_is(&metrics[x->last.metric], like))
		x->last.metric = metric_look(r, run, result, like, &h);
	if (x->last.metric != NOWHERE)
		return metric_again(r, &metrics[x->last.metric],
				    like->better);
	*is_new = true;
	return metric_new(r, run, result, like, h);
}

/* Room for n more: as many as come at once, later twice as many. */
static void samples_reserve(struct report *r, struct metric *m, size_t n)
{
	double *bigger;

	if (m->samples && n <= m->cap - m->n)
		return;
	m->cap = n > m->n ? m->n + n : 2 * m->n;
	bigger = arena_room(r->arena, m->cap * sizeof(double));
	if (m->n)
		memcpy(bigger, m->samples, m->n * sizeof(double));
	m->samples = bigger;
}

void report_samples(struct report *r, size_t run, const char *test,
		    const struct tags *params, const char *name,
		    const char *unit, enum better better, enum role role,
		    const double *values, size_t n)
{
	struct metric like = { .name = name, .unit = unit, .better = better,
			       .role = role };
	bool is_new;
	struct metric *m = metric_find(r, run, test, params, &like, &is_new);
	size_t i;

	if (!m || !n)
		return;
	if (!is_new && !m->samples) {
		report_error(r, r->line, "'%.80s' has both samples and a"
			     " published summary", name);
		return;
	}
	if (n > LIMIT_SAMPLES - r->n_samples) {
		report_over(r, "samples", LIMIT_SAMPLES);
		return;
	}
	samples_reserve(r, m, n);
	for (i = 0; i < n; i++) {
		assert(isfinite(values[i]));
		m->samples[m->n++] = values[i];
	}
	r->n_samples += n;
}

void report_sample(struct report *r, size_t run, const char *test,
		   const struct tags *params, const char *name,
		   const char *unit, enum better better, enum role role,
		   double value)
{
	report_samples(r, run, test, params, name, unit, better, role, &value,
		       1);
}

/* A comparison with what is not told, which is NAN, holds for nothing. */
static bool summary_ok(struct report *r, const char *name,
		       const struct summary *s)
{
	if (s->stddev < 0)
		report_error(r, r->line, "the stddev of '%.80s' is below 0",
			     name);
	else if (s->min > s->max)
		report_error(r, r->line, "the min of '%.80s' is above its max",
			     name);
	else
		return true;
	return false;
}

bool report_summary_first(struct report *r, size_t run, const char *test,
			  const struct tags *params, const char *name,
			  const char *unit, enum better better, enum role role,
			  const struct summary *summary)
{
	struct metric like = { .name = name, .unit = unit, .better = better,
			       .role = role };
	struct metric *m;
	bool is_new;

	if (!summary_ok(r, name, summary))
		return true;
	m = metric_find(r, run, test, params, &like, &is_new);
	if (!m)
		return true;
	if (is_new) {
		m->summary = *summary;
		m->n = summary->n;
	}
	return is_new;
}

void report_summary(struct report *r, size_t run, const char *test,
		    const struct tags *params, const char *name,
		    const char *unit, enum better better, enum role role,
		    const struct summary *summary)
{
	if (!report_summary_first(r, run, test, params, name, unit, better,
				  role, summary))
		report_error(r, r->line, "a second summary of '%.80s': two"
			     " tables must differ by a parameter", name);
}

void report_failure(struct report *r, size_t run, const char *test,
		    const struct tags *params, const char *metric,
		    const char *reason, size_t line)
{
	struct run *u = report_run(r, run);
	struct failure *f;

	reason = reason && *reason ? reason : "no reason told";
	r->line = line;
	report_warn(r, line, "%.100s%sfailed: %.200s", test ? test : "",
		    test ? " " : "", reason);
	r->complete = false;
	if (r->over_limit || !report_name_ok(r, "the test", test) ||
	    !report_name_ok(r, "the metric", metric) ||
	    !report_params_ok(r, params))
		return;
	if (r->n_results >= LIMIT_RESULTS) {
		report_over(r, "results", LIMIT_RESULTS);
		return;
	}
	u->failures = arena_grow(r->arena, u->failures, u->n_failures,
				 sizeof(*f));
	f = &u->failures[u->n_failures++];
	*f = (struct failure){ .test = copy(r, test),
			       .metric = copy(r, metric),
			       .reason = report_printable(r->arena, reason) };
	tags_copy(r, &f->params, params);
	r->n_results++;
}

static void adopt_messages(struct report *r, const struct report *from,
			   size_t line, const char *prefix)
{
	size_t i;

	for (i = 0; i < from->n_warnings && i < REPORT_MESSAGES_MAX; i++)
		report_warn(r, line, "%s, line %zu: %s", prefix,
			    from->warnings[i].line, from->warnings[i].text);
	for (i = 0; i < from->n_errors && i < REPORT_MESSAGES_MAX; i++)
		report_error(r, line, "%s, line %zu: %s", prefix,
			     from->errors[i].line, from->errors[i].text);
}

void report_adopt(struct report *r, struct report *from, const struct run *base,
		  size_t line, const char *prefix)
{
	size_t i, run;

	assert(r->arena == from->arena);
	adopt_messages(r, from, line, prefix);
	r->complete = r->complete && from->complete;
	if (r->n_results + from->n_results > LIMIT_RESULTS)
		report_over(r, "results", LIMIT_RESULTS);
	if (r->n_samples + from->n_samples > LIMIT_SAMPLES)
		report_over(r, "samples", LIMIT_SAMPLES);
	for (i = 0; i < from->n_runs && !r->over_limit; i++) {
		struct run *u, *own = &from->runs[i];

		run = report_run_new(r);
		if (r->over_limit)
			return;
		u = &r->runs[run];
		*u = *base;
		u->tags = (struct tags){ 0 };
		put_tags(r, run, &base->tags);
		put_tags(r, run, &own->tags);
		if (!u->has_at) {
			u->has_at = own->has_at;
			u->at_ns = own->at_ns;
		}
		u->results = own->results;
		u->n_results = own->n_results;
		u->failures = own->failures;
		u->n_failures = own->n_failures;
	}
	r->n_results += from->n_results;
	r->n_samples += from->n_samples;
}
