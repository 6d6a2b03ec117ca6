/*
 * import_asv.c - airspeed velocity: a results file, version 1 or 2.
 *
 * A benchmark has a result for each combination of its parameters, in
 * row-major order; the values of parameters are Python's repr(), their names
 * stand elsewhere (benchmarks.json): param1, param2. A result is the median of
 * the samples, which win where they are there. null failed, NaN was skipped.
 * Unit and direction follow from the name, as in asv: time_x is in seconds.
 *
 * source    asv 0.6 asv/results.py, asv/statistics.py; asv_runner/benchmarks
 */
#include <math.h>
#include <string.h>

#include "import.h"
#include "json_doc.h"
#include "json_look.h"
#include "limits.h"
#include "summaries.h"

static const struct {
	const char *prefix, *unit;
	enum better better;
} types[] = {
	{ "time_", "s", BETTER_LOWER }, { "timeraw_", "s", BETTER_LOWER },
	{ "mem_", "B", BETTER_LOWER },  { "peakmem_", "B", BETTER_LOWER },
};

/*
 * What is told of each combination: a column of its own in version 2; in
 * version 1 a list, or a member of each element of the list `stats`.
 */
enum column {
	RESULT, SAMPLES, COUNT, CI_LOW, CI_HIGH, Q25, Q75, MIN, MAX, MEAN, STD,
	N_COLUMNS
};

static const struct { const char *column, *stat; } columns[N_COLUMNS] = {
	[RESULT] = { "result", NULL },
	[SAMPLES] = { "samples", NULL },
	[COUNT] = { "stats_repeat", "repeat" },
	[CI_LOW] = { "stats_ci_99_a", "ci_99" },
	[CI_HIGH] = { "stats_ci_99_b", "ci_99" },
	[Q25] = { "stats_q_25", "q_25" },
	[Q75] = { "stats_q_75", "q_75" },
	[MIN] = { NULL, "min" },
	[MAX] = { NULL, "max" },
	[MEAN] = { NULL, "mean" },
	[STD] = { NULL, "std" },
};

/* Where a list stands; what is no list is the only element of one. */
struct cursor {
	const cJSON *at; /* NULL: behind it */
	bool list;
};

/* The values of one parameter. */
struct axis {
	const cJSON **values;
	size_t n;
};

struct benchmark {
	const char *test, *unit;
	enum better better;
	struct axis *axes;
	size_t n_axes, n_combinations;
	struct cursor columns[N_COLUMNS];
	struct cursor stats; /* of version 1 */
};

static const struct json_keys keys[] = {
	{ { "commit_hash", "requirements" } },
	{ { "commit_hash", "result_columns" } },
	{ { NULL } }
};

static size_t claim(const char *data, size_t len)
{
	return json_look_keys(data, len, keys);
}

/* Combinations */

static struct cursor cursor_of(const cJSON *node)
{
	bool list = cJSON_IsArray(node);

	return (struct cursor){ list ? node->child : node, list };
}

static void cursor_next(struct cursor *c)
{
	c->at = c->at && c->list ? c->at->next : NULL;
}

static const cJSON *cell(const struct benchmark *b, enum column c)
{
	const cJSON *stat = columns[c].stat ? json_at(b->stats.at,
						      columns[c].stat) : NULL;

	if (c == COUNT && !stat)
		stat = json_at(b->stats.at, "n");
	if (c == CI_LOW || c == CI_HIGH)
		stat = cJSON_GetArrayItem(stat, c == CI_HIGH);
	return b->columns[c].at ? b->columns[c].at : stat;
}

/* NAN where none is told: bounds are infinite where there is one sample. */
static double figure(const struct json_doc *x, const struct benchmark *b,
		     enum column c)
{
	double v;

	return json_value(x->d, cell(b, c), &v) == NUMBER_OK ? v : NAN;
}

/* false, and an error, where the parameters cannot be read. */
static bool read_axes(struct json_doc *x, struct benchmark *b,
		      const cJSON *params)
{
	struct arena *a = x->report->arena;
	const cJSON *list, *value;
	struct axis *axis;

	b->n_combinations = 1;
	if (!cJSON_IsArray(params))
		return true;
	cJSON_ArrayForEach(list, params) {
		b->axes = arena_grow(a, b->axes, b->n_axes, sizeof(*axis));
		axis = &b->axes[b->n_axes++];
		*axis = (struct axis){ NULL, 0 };
		if (cJSON_IsArray(list))
			cJSON_ArrayForEach(value, list) {
				axis->values = arena_grow(a, axis->values,
							  axis->n,
							  sizeof(value));
				axis->values[axis->n++] = value;
			}
		if (!axis->n || b->n_combinations > LIMIT_RESULTS / axis->n) {
			report_error(x->report, x->d->line, "the parameters of"
				     " '%.80s' cannot be read", b->test);
			return false;
		}
		b->n_combinations *= axis->n;
	}
	return true;
}

/* The parameters of a combination; the last one runs fastest. */
static void read_params(struct json_doc *x, const struct benchmark *b,
			size_t combination, struct tags *params)
{
	const struct axis *axis;
	size_t i;

	for (i = b->n_axes; i > 0; i--) {
		axis = &b->axes[i - 1];
		json_doc_param(x, params,
			       arena_printf(x->report->arena, "param%zu", i),
			       axis->values[combination % axis->n]);
		combination /= axis->n;
	}
}

/* Values */

static void read_summary(struct json_doc *x, const struct benchmark *b,
			 const struct json_series *s, double result)
{
	struct summary sum = summary_none;
	struct summarized f = { s->test, s->params, s->name, s->unit,
				s->better };
	double n = figure(x, b, COUNT);
	size_t run = json_doc_run(x);

	sum.n = n >= 1 && n < 1e15 ? (size_t)n : 0;
	if (!sum.n) {
		report_sample(x->report, run, s->test, s->params, s->name,
			      s->unit, s->better, ROLE_SAMPLE, result);
		return;
	}
	sum.median = result;
	sum.min = figure(x, b, MIN);
	sum.max = figure(x, b, MAX);
	sum.mean = figure(x, b, MEAN);
	sum.stddev = figure(x, b, STD);
	summary_put(x->report, run, &f, &sum);
	summary_figure(x->report, run, &f, "ci99_low", figure(x, b, CI_LOW));
	summary_figure(x->report, run, &f, "ci99_high", figure(x, b, CI_HIGH));
	summary_figure(x->report, run, &f, "q25", figure(x, b, Q25));
	summary_figure(x->report, run, &f, "q75", figure(x, b, Q75));
}

/* A list of samples, also one that json_scan.c read; false: there is none. */
static bool read_samples(struct json_doc *x, const struct json_series *s,
			 const cJSON *node)
{
	const struct json_samples *a = node ? json_samples(x->d, node) : NULL;

	if (!a)
		return json_doc_samples(x, s, node) > 0;
	if (!a->n || a->bad)
		return false;
	report_samples(x->report, json_doc_run(x), s->test, s->params, s->name,
		       s->unit, s->better, s->role,
		       x->d->scan.values + a->from, a->n);
	return true;
}

static void read_combination(struct json_doc *x, const struct benchmark *b,
			     const struct tags *params)
{
	const struct json_series s = { b->test, params, "result", b->unit,
				       b->better, ROLE_SAMPLE };
	const cJSON *result = cell(b, RESULT);
	struct span digits = { "", 0 };
	enum number_status status;
	double v;

	status = json_value(x->d, result, &v);
	json_digits(x->d, result, &digits);
	if (!result || cJSON_IsNull(result) || status == NUMBER_NONFINITE)
		report_failure(x->report, json_doc_run(x), b->test, params,
			       NULL, digits.len && span_find(digits, "a") ?
			       "skipped: the result is NaN" :
			       "the result is null", x->d->line);
	else if (status != NUMBER_OK)
		json_doc_number(x, result, b->test, &v);
	else if (!read_samples(x, &s, cell(b, SAMPLES)))
		read_summary(x, b, &s, v);
}

static void read_benchmark(struct json_doc *x, struct benchmark *b,
			   const cJSON *all_params)
{
	struct cursor *result = &b->columns[RESULT];
	size_t i, k;

	if (!result->at || cJSON_IsNull(result->at))
		if (!result->list) { /* all of them failed at once */
			read_combination(x, b, NULL);
			return;
		}
	if (!read_axes(x, b, all_params))
		return;
	for (i = 0; i < b->n_combinations && !x->report->over_limit; i++) {
		struct tags params = { 0 };

		read_params(x, b, i, &params);
		read_combination(x, b, &params);
		for (k = 0; k < N_COLUMNS; k++)
			cursor_next(&b->columns[k]);
		cursor_next(&b->stats);
	}
	if (result->at)
		report_error(x->report, x->d->line, "'%.80s' has more results"
			     " than combinations of its parameters", b->test);
}

/* Documents */

static void type_of(struct benchmark *b)
{
	const char *name = strrchr(b->test, '.');
	size_t i;

	name = name ? name + 1 : b->test;
	for (i = 0; i < N_OF(types); i++)
		if (!strncmp(name, types[i].prefix, strlen(types[i].prefix))) {
			b->unit = types[i].unit;
			b->better = types[i].better;
		}
}

/* A row may be shorter than the list of its columns. */
static void read_row(struct json_doc *x, struct benchmark *b,
		     const cJSON *names, const cJSON *row)
{
	const cJSON *name, *value = row->child, *params = NULL;
	size_t i;

	for (name = names->child; name && value;
	     name = name->next, value = value->next) {
		const char *s = json_words(name);

		if (s && !strcmp(s, "params"))
			params = value;
		for (i = 0; s && i < N_COLUMNS; i++)
			if (columns[i].column && !strcmp(s, columns[i].column))
				b->columns[i] = cursor_of(value);
	}
	read_benchmark(x, b, params);
}

static void read_version_1(struct json_doc *x, struct benchmark *b,
			   const cJSON *node)
{
	bool whole = cJSON_IsObject(node);

	b->columns[RESULT].at = whole ? NULL : node;
	if (whole) {
		b->columns[RESULT] = cursor_of(json_at(node, "result"));
		b->columns[SAMPLES] = cursor_of(json_at(node, "samples"));
		b->stats = cursor_of(json_at(node, "stats"));
	}
	read_benchmark(x, b, json_at(node, "params"));
}

/* The versions of what it needs; a name that is no key is said. */
static void read_requirements(struct json_doc *x, const cJSON *needs)
{
	const char *key;
	const cJSON *node;

	for json_each_member(node, needs) {
		key = arena_printf(x->report->arena, "requirements.%s",
				   node->string);
		if (tag_key_ok(key, strlen(key)) && !tag_key_asks(key))
			json_doc_tag(x, key, node);
		else
			report_warn(x->report, x->d->line, "the requirement"
				    " '%.60s' cannot be kept", node->string);
	}
}

/* When the first benchmark of the file was started, in ms. */
static void read_start(struct json_doc *x, const cJSON *names,
		       const cJSON *results)
{
	const cJSON *name, *row;
	struct run *run;
	double v, first = NAN;
	int i = 0;

	cJSON_ArrayForEach(name, names) {
		if (json_words(name) &&
		    !strcmp(json_words(name), "started_at"))
			break;
		i++;
	}
	cJSON_ArrayForEach(row, results)
		if (name && json_value(x->d, cJSON_GetArrayItem(row, i), &v) ==
		    NUMBER_OK && !(v >= first))
			first = v;
	if (!(first > 0 && first < 7258118400e3))
		return;
	run = report_run(x->report, json_doc_run(x));
	run->has_at = true;
	run->at_ns = (int64_t)first * 1000000;
}

static void read_facts(struct json_doc *x)
{
	static const char *const facts[][2] = {
		{ "params.machine", "host" }, { "params.cpu", "cpu" },
		{ "params.arch", "arch" },    { "params.os", "os" },
		{ "params.num_cpu", "cpus" }, { "params.ram", "ram" },
		{ "python", "python" },       { "commit_hash", "commit" },
		{ "env_name", "env_name" },
	};
	size_t i;

	for (i = 0; i < N_OF(facts); i++)
		json_doc_tag(x, facts[i][1],
			     json_at(x->d->root, facts[i][0]));
	read_requirements(x, json_at(x->d->root, "requirements"));
}

static void read_document(struct json_doc *x)
{
	const cJSON *results = json_at(x->d->root, "results"), *node;
	const cJSON *names = json_at(x->d->root, "result_columns");

	if (!cJSON_IsObject(results)) {
		json_doc_bad(x, "this JSON is not asv's");
		return;
	}
	read_facts(x);
	if (names)
		read_start(x, names, results);
	for json_each_member(node, results) {
		struct benchmark b = { .test = json_doc_name(x, node) };

		type_of(&b);
		if (cJSON_IsArray(node) && cJSON_IsArray(names))
			read_row(x, &b, names, node);
		else
			read_version_1(x, &b, node);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	(void)err;
	return json_docs(data, len, r, JSON_DOC_LOOSE | JSON_DOC_UNIQUE,
			 read_document, NULL);
}

static const struct known_metric gives[] = {
	{ "result", "*", "*" },
	{ 0 }
};

const struct importer importer_asv = {
	.name = "asv",
	.summary = "airspeed velocity: results in JSON",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "{",
	.parse = parse,
};
