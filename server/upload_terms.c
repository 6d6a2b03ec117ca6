/* upload_terms.c - what TERMS and picks do to a report that was read. */
#include "upload_terms.h"

#include <string.h>

static const char *value_of(const struct run *run, const struct result *res,
			    const char *key)
{
	const char *value;

	if (!strcmp(key, "test"))
		return res->test;
	value = tags_get(&res->params, key);
	return value ? value : tags_get(&run->tags, key);
}

static bool key_fits(const struct options *o, const char *key,
		     const char *value)
{
	size_t i;

	for (i = 0; value && i < o->n_picks; i++)
		if (!strcmp(o->picks[i].key, key) &&
		    !strcmp(o->picks[i].value, value))
			return true;
	return false;
}

static bool is_metric_key(const char *key)
{
	return !strcmp(key, "metric") || !strcmp(key, "unit");
}

/* Does the result fit all picks that are about results? */
static bool result_fits(const struct options *o, const struct run *run,
			const struct result *res)
{
	size_t i;

	for (i = 0; i < o->n_picks; i++) {
		const char *key = o->picks[i].key;

		if (!is_metric_key(key) &&
		    !key_fits(o, key, value_of(run, res, key)))
			return false;
	}
	return true;
}

static void pick_metrics(const struct options *o, struct result *res)
{
	size_t n = 0, i, j;

	for (i = 0; i < res->n_metrics; i++) {
		bool fits = true;

		for (j = 0; fits && j < o->n_picks; j++) {
			const char *key = o->picks[j].key;

			if (is_metric_key(key))
				fits = key_fits(o, key, key[0] == 'm' ?
						res->metrics[i].name :
						res->metrics[i].unit);
		}
		if (fits)
			res->metrics[n++] = res->metrics[i];
	}
	res->n_metrics = n;
}

/* The values of a picked key that there are, for the message. */
static void near_values(const struct report *r, const char *key,
			struct err *err)
{
	size_t i, j, k;

	for (i = 0; i < r->n_runs; i++)
		for (j = 0; j < r->runs[i].n_results; j++) {
			const char *v = value_of(&r->runs[i],
						 &r->runs[i].results[j], key);

			for (k = 0; v && k < ERR_NEAR_MAX && err->near[k][0];
			     k++)
				if (!strncmp(err->near[k], v,
					     sizeof(err->near[k]) - 1))
					v = NULL;
			if (v)
				err_near(err, v);
		}
}

static int check_each_pick(const struct report *r, const struct options *o,
			   struct err *err)
{
	size_t p, i, j;

	for (p = 0; p < o->n_picks; p++) {
		const struct pick *pick = &o->picks[p];
		bool any = is_metric_key(pick->key);

		for (i = 0; !any && i < r->n_runs; i++)
			for (j = 0; !any && j < r->runs[i].n_results; j++) {
				const char *v = value_of(
					&r->runs[i], &r->runs[i].results[j],
					pick->key);

				any = v && !strcmp(v, pick->value);
			}
		if (any)
			continue;
		err_set(err, ERR_INPUT, "pick=%.64s:%.128s fits no result of "
			"this file", pick->key, pick->value);
		near_values(r, pick->key, err);
		return -1;
	}
	return 0;
}

static void pick_from_run(struct run *run, const struct options *o)
{
	size_t n = 0, m = 0, i, p;

	for (i = 0; i < run->n_results; i++) {
		struct result *res = &run->results[i];

		if (!result_fits(o, run, res))
			continue;
		pick_metrics(o, res);
		for (p = 0; p < o->n_picks; p++)
			tags_remove(&res->params, o->picks[p].key);
		if (res->n_metrics)
			run->results[n++] = *res;
	}
	run->n_results = n;
	for (i = 0; i < run->n_failures; i++) {
		struct result as = { .test = run->failures[i].test,
				     .params = run->failures[i].params };

		if (!result_fits(o, run, &as))
			continue;
		for (p = 0; p < o->n_picks; p++)
			tags_remove(&run->failures[i].params, o->picks[p].key);
		run->failures[m++] = run->failures[i];
	}
	run->n_failures = m;
}

int upload_apply_picks(struct report *r, const struct options *o,
		       struct err *err)
{
	size_t left = 0, i;

	if (!o->n_picks)
		return 0;
	if (check_each_pick(r, o, err) < 0)
		return -1;
	for (i = 0; i < r->n_runs; i++) {
		pick_from_run(&r->runs[i], o);
		left += r->runs[i].n_results + r->runs[i].n_failures;
	}
	if (!left)
		return err_set(err, ERR_INPUT, "no result of this file fits "
			       "all picks together");
	return 0;
}

/* The fields of a metric that TERMS may tell. */
enum field { FIELD_METRIC, FIELD_UNIT, FIELD_BETTER };

static const char *const field_names[] = { "metric", "unit", "better" };

static const char *told(const struct metric *m, enum field f)
{
	switch (f) {
	case FIELD_METRIC: /* "value" is what importers say for "no name" */
		return strcmp(m->name, "value") ? m->name : NULL;
	case FIELD_UNIT:
		return m->unit;
	default:
		return better_name(m->better);
	}
}

static void put(struct metric *m, enum field f, const char *value)
{
	if (f == FIELD_METRIC)
		m->name = value;
	else if (f == FIELD_UNIT)
		m->unit = value;
	else
		better_parse(value, &m->better);
}

/* What a report holds of one field. */
struct field_count {
	size_t series;       /* all of them */
	size_t silent;       /* that do not tell it */
	bool silent_differ;  /* those are of several metrics */
	const char *silent_metric;
	const char *other;   /* a told value that is not the TERMS' */
};

static struct field_count count_field(const struct report *r, enum field f,
				      const char *value)
{
	struct field_count c = { 0 };
	size_t i, j, k;

	for (i = 0; i < r->n_runs; i++)
		for (j = 0; j < r->runs[i].n_results; j++)
			for (k = 0; k < r->runs[i].results[j].n_metrics; k++) {
				const struct metric *m =
					&r->runs[i].results[j].metrics[k];
				const char *t = told(m, f);

				c.series++;
				if (t && strcmp(t, value))
					c.other = t;
				if (t)
					continue;
				c.silent++;
				if (c.silent_metric &&
				    strcmp(c.silent_metric, m->name))
					c.silent_differ = true;
				c.silent_metric = m->name;
			}
	return c;
}

static void put_all(struct report *r, enum field f, const char *value,
		    bool also_told)
{
	size_t i, j, k;

	for (i = 0; i < r->n_runs; i++)
		for (j = 0; j < r->runs[i].n_results; j++)
			for (k = 0; k < r->runs[i].results[j].n_metrics; k++) {
				struct metric *m =
					&r->runs[i].results[j].metrics[k];

				if (also_told || !told(m, f))
					put(m, f, value);
			}
}

static int apply_field(struct report *r, enum field f, const char *value,
		       struct err *err)
{
	struct field_count c;

	if (!value)
		return 0;
	c = count_field(r, f, value);
	if (c.silent && c.silent_differ) {
		err_set(err, ERR_INPUT, "%s:%.64s could be that of several "
			"metrics of this file", field_names[f], value);
		return err_hint(err, "pick=metric:NAME stores one of them");
	}
	if (!c.silent && c.other && c.series > 1) {
		err_set(err, ERR_INPUT, "%s:%.64s contradicts the file, which "
			"says '%.64s' among %zu series", field_names[f], value,
			c.other, c.series);
		return err_hint(err, "pick=KEY:VALUE stores some of them");
	}
	if (!c.silent && c.other)
		report_warn(r, 0, "%s:%s stands in the TERMS, '%s' in the "
			    "file; the TERMS win", field_names[f], value,
			    c.other);
	put_all(r, f, value, !c.silent && c.series == 1);
	return 0;
}

/* test: is the name of all that have none. */
static int apply_test(struct report *r, const char *test, struct err *err)
{
	size_t n = 0, i, j;
	const char *other = NULL;

	if (!test)
		return 0;
	for (i = 0; i < r->n_runs; i++)
		for (j = 0; j < r->runs[i].n_results; j++) {
			struct result *res = &r->runs[i].results[j];

			n++;
			if (res->test && strcmp(res->test, test))
				other = res->test;
		}
	if (other && n > 1) {
		err_set(err, ERR_INPUT, "test:%.64s contradicts the file, "
			"which names '%.64s' among %zu results", test, other,
			n);
		return err_hint(err, "pick=test:NAME stores one of them");
	}
	if (other)
		report_warn(r, 0, "test:%s stands in the TERMS, '%s' in the "
			    "file; the TERMS win", test, other);
	for (i = 0; i < r->n_runs; i++) {
		for (j = 0; j < r->runs[i].n_results; j++)
			r->runs[i].results[j].test = test;
		for (j = 0; j < r->runs[i].n_failures; j++)
			if (!r->runs[i].failures[j].test)
				r->runs[i].failures[j].test = test;
	}
	return 0;
}

/* One tag of an environment, which TERMS of the same key win over. */
static void apply_fact(struct report *r, struct run *run, const struct tag *t,
		       const struct upload_terms *terms)
{
	const char *said = tags_get(&terms->tags, t->key);
	const char *old = tags_get(&run->tags, t->key);

	if (said && strcmp(said, t->value))
		report_warn(r, 0, "%s:%s stands in the TERMS, '%s' in env:%s; "
			    "the TERMS win", t->key, said, t->value,
			    terms->env);
	if (said)
		return;
	if (old && strcmp(old, t->value))
		report_warn(r, 0, "%s:%s stands in env:%s, '%s' in the file; "
			    "the environment wins", t->key, t->value,
			    terms->env, old);
	tags_put(&run->tags, r->arena, t->key, t->value);
}

void upload_apply_env(struct report *r, const struct db_named *env,
		      const struct upload_terms *terms)
{
	size_t i, j;

	for (i = 0; env && i < r->n_runs; i++)
		for (j = 0; j < env->tags.n; j++)
			apply_fact(r, &r->runs[i], &env->tags.items[j], terms);
}

static void apply_tags(struct report *r, struct run *run,
		       const struct upload_terms *terms)
{
	size_t i;

	for (i = 0; i < terms->tags.n; i++) {
		const struct tag *t = &terms->tags.items[i];
		const char *old = tags_get(&run->tags, t->key);

		if (old && strcmp(old, t->value))
			report_warn(r, 0, "%s:%s stands in the TERMS, '%s' in "
				    "the file; the TERMS win", t->key,
				    t->value, old);
		tags_set(&run->tags, r->arena, t->key, t->value);
	}
	if (!terms->has_at)
		return;
	if (run->has_at && run->at_ns != terms->at_ns)
		report_warn(r, 0, "at stands in the TERMS and in the file; "
			    "the TERMS win");
	run->has_at = true;
	run->at_ns = terms->at_ns;
}

/* A parameter wins over a run tag of the same key; say so where they differ. */
static void warn_clashes(struct report *r, const struct run *run)
{
	size_t i, j;

	for (i = 0; i < run->n_results; i++)
		for (j = 0; j < run->results[i].params.n; j++) {
			const struct tag *p = &run->results[i].params.items[j];
			const char *tag = tags_get(&run->tags, p->key);

			if (tag && strcmp(tag, p->value)) {
				report_warn(r, 0, "%s:%s is a tag of the run, "
					    "'%s' a parameter of the result; "
					    "the parameter wins", p->key, tag,
					    p->value);
				return;
			}
		}
}

int upload_apply_terms(struct report *r, const struct upload_terms *terms,
		       struct err *err)
{
	size_t i;

	if (apply_test(r, terms->test, err) < 0 ||
	    apply_field(r, FIELD_METRIC, terms->metric, err) < 0 ||
	    apply_field(r, FIELD_UNIT, terms->unit, err) < 0 ||
	    apply_field(r, FIELD_BETTER, better_name(terms->better), err) < 0)
		return -1;
	for (i = 0; i < r->n_runs; i++) {
		apply_tags(r, &r->runs[i], terms);
		warn_clashes(r, &r->runs[i]);
	}
	return 0;
}
