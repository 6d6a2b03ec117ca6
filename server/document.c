/* document.c - a run as a native JSON document. */
#include "document.h"

#include <sodium.h>
#include <string.h>

#include "mem.h"
#include "metrics_json.h"
#include "timestamp.h"

static void write_tags(struct json *j, const struct db_env *env)
{
	struct arena arena = { 0 };
	struct tags all = db_env_tags(env, &arena);

	json_tags(j, "tags", &all);
	if (env->options->complete)
		json_bool(j, "options_complete", true);
	arena_release(&arena);
}

/* Neighbours of one test and parameters share an object. */
static bool same_result(const struct db_result *x, const struct db_result *y)
{
	return x->series->param_set == y->series->param_set &&
	       !strcmp(x->series->test, y->series->test);
}

/* As an importer gave it; samples are borrowed, and only read. */
static struct metric metric_of(const struct db_result *r)
{
	return (struct metric){
		.name = r->series->metric,
		.unit = r->unit,
		.better = r->better_assumed ? BETTER_UNKNOWN : r->better,
		.role = r->series->role,
		.samples = (double *)r->set.samples,
		.n = r->set.n,
		.summary = r->set.summary,
	};
}

static void write_result(struct json *j, const struct db_result *r, size_t n)
{
	struct metric *metrics = x_calloc(n, sizeof(*metrics));
	size_t i;

	for (i = 0; i < n; i++)
		metrics[i] = metric_of(&r[i]);
	json_object(j, NULL);
	json_string(j, "test", *r->series->test ? r->series->test : NULL);
	json_tags(j, "params", &r->series->params);
	json_metrics(j, metrics, n);
	json_object_end(j);
	x_free(metrics);
}

static void write_results(struct json *j, const struct db_found *f)
{
	const struct db_result *r = f->results, *end = r + f->n_results;
	size_t n;

	json_array(j, "results");
	for (; r < end; r += n) {
		for (n = 1; r + n < end && same_result(r, r + n); n++)
			;
		write_result(j, r, n);
	}
	json_array_end(j);
}

static void write_failures(struct json *j, const struct db_found *f)
{
	size_t i;

	if (!f->n_failures)
		return;
	json_array(j, "failures");
	for (i = 0; i < f->n_failures; i++) {
		const struct db_failure *x = &f->failures[i];

		json_object(j, NULL);
		json_string(j, "test", *x->test ? x->test : NULL);
		json_tags(j, "params", &x->params);
		json_string(j, "metric", x->metric);
		json_string(j, "reason", x->reason);
		json_object_end(j);
	}
	json_array_end(j);
}

void document_run(struct json *j, const struct db_run *run,
		const struct db_found *found)
{
	char at[TIME_SIZE];

	write_tags(j, run->env);
	time_print(run->at_ns, at);
	json_string(j, "at", at);
	write_results(j, found);
	write_failures(j, found);
}

void document_origin(struct json *j, const struct db_run *run,
		   const struct db_origin *origin)
{
	char text[2 * DB_IDENTITY_SIZE + 1];
	char received[TIME_SIZE];

	sodium_bin2hex(text, sizeof(text), origin->identity, DB_IDENTITY_SIZE);
	json_string(j, "identity", text);
	time_print(origin->received_ns, received);
	json_string(j, "received", received);
	json_bool(j, "at_assumed", run->at_assumed);
	json_string(j, "by", origin->sender);
	json_string(j, "format", origin->format);
	json_string(j, "file", origin->file);
}
