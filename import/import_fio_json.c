/*
 * import_fio_json.c - fio --output-format=json, json+ and normal,json.
 *
 * --status-interval writes a whole document again and again: of those of one
 * run the last counts. Version 2 tells latencies in us and bandwidth in KiB/s,
 * under shorter names.
 */
#include <math.h>
#include <string.h>

#include "fio.h"
#include "quantity.h"

static const char *const directions[] = { "read", "write", "trim" };

static const cJSON *get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* In ms since 1970; false where the document does not tell it. */
static bool ended(const struct json_read *d, double *ms)
{
	return json_value(d, get(d->root, "timestamp_ms"), ms) == NUMBER_OK;
}

/* How long its longest job has been at it, in ms. */
static double ran(const struct json_read *d)
{
	const cJSON *job;
	double most = 0, ms;
	size_t i;

	cJSON_ArrayForEach(job, get(d->root, "jobs"))
		for (i = 0; i < 3; i++)
			if (json_value(d, get(get(job, directions[i]),
					      "runtime"), &ms) == NUMBER_OK &&
			    ms > most)
				most = ms;
	return most;
}

/* Had the run of d begun before the one of last ended? */
static bool goes_on(const struct json_read *last, const struct json_read *d)
{
	double before, now;

	return ended(last, &before) && ended(d, &now) &&
	       now >= before && now - ran(d) < before;
}

static void read_lat(struct json_doc *x, const cJSON *dir, size_t i,
		     struct fio_direction *v)
{
	const char *name = fio_lat_names[i];
	const cJSON *lat = get(dir, arena_printf(x->report->arena, "%s_ns",
						 name));
	struct summary *s = &v->lat[i];
	const cJSON *half, *n;
	double count = 0;

	if (!lat && (lat = get(dir, name)))
		v->lat_unit = "us";
	n = get(lat, "N");
	if (!lat || (n && (!json_doc_number(x, n, "N", &count) ||
			   !(count >= 1))))
		return;
	s->n = count < 1e15 ? (size_t)count : 0;
	s->min = json_doc_figure(x, get(lat, "min"), "min");
	s->max = json_doc_figure(x, get(lat, "max"), "max");
	s->mean = json_doc_figure(x, get(lat, "mean"), "mean");
	s->stddev = json_doc_figure(x, get(lat, "stddev"), "stddev");
	half = get(get(lat, "percentile"), "50.000000");
	s->median = json_doc_figure(x, half, "percentile");
	v->p99[i] = json_doc_figure(x, get(get(lat, "percentile"), "99.000000"),
				    "percentile");
	if (s->min < 0)
		json_doc_bad(x, "a latency is negative");
}

static void read_direction(struct json_doc *x, const char *test,
			   const struct tags *params, const cJSON *dir,
			   const char *name)
{
	const cJSON *ios = get(dir, "total_ios"), *bytes;
	struct fio_direction v;
	double n;
	size_t i;

	if (json_value(x->d, ios ? ios : get(dir, "io_bytes"), &n) !=
	    NUMBER_OK || !(n > 0))
		return;
	fio_direction_init(&v, name);
	v.has_iops = json_doc_number(x, get(dir, "iops"), "iops", &v.iops);
	bytes = get(dir, "bw_bytes");
	v.bw_unit = bytes ? "B/s" : "KiB/s";
	v.has_bw = json_doc_number(x, bytes ? bytes : get(dir, "bw"), "bw",
				   &v.bw);
	for (i = 0; i < 3; i++)
		read_lat(x, dir, i, &v);
	fio_direction_put(x, test, params, &v);
}

/* What tells two series apart; where the files lie does not. */
static void read_options(struct json_doc *x, struct tags *params,
			 const cJSON *options)
{
	static const char *const not[] = {
		"name", "filename", "directory", "description", "output",
		"output-format", "status-interval", NULL
	};
	const cJSON *o;
	size_t i;

	for json_each_member(o, options) {
		for (i = 0; not[i] && strcmp(not[i], o->string); i++)
			;
		if (!not[i] && !strstr(o->string, "_log"))
			json_doc_param(x, params, o->string, o);
	}
}

/* Jobs of the document before and in all that have this name and group. */
static bool same_job(const struct json_read *d, const cJSON *a, const cJSON *b)
{
	const char *x = json_words(get(a, "jobname"));
	const char *y = json_words(get(b, "jobname"));
	struct span g, h;

	return x && y && !strcmp(x, y) &&
	       json_digits(d, get(a, "groupid"), &g) &&
	       json_digits(d, get(b, "groupid"), &h) && g.len == h.len &&
	       !memcmp(g.s, h.s, g.len);
}

/* They stand beside each other. *n counts them up to this one. */
static bool among_others(const struct json_read *d, const cJSON *job,
			 const cJSON *last, size_t *n)
{
	bool with_last = last && same_job(d, last, job);

	*n = with_last ? *n + 1 : 1;
	return with_last || (job->next && same_job(d, job, job->next));
}

static void read_job(struct json_doc *x, const cJSON *job, size_t number)
{
	const cJSON *root = x->d->root;
	const char *test = json_doc_words(x, get(job, "jobname"));
	struct tags params = { 0 };
	double error = 0;
	size_t i;

	if (!test) {
		json_doc_bad(x, "a job without its name");
		return;
	}
	json_doc_param(x, &params, "groupid", get(job, "groupid"));
	read_options(x, &params, get(root, "global options"));
	read_options(x, &params, get(job, "job options"));
	if (number)
		tags_set(&params, x->report->arena, "job",
			 arena_printf(x->report->arena, "%zu", number));
	json_doc_number(x, get(job, "error"), "error", &error);
	if (fabs(error) > 0) {
		report_failure(x->report, json_doc_run(x), test, &params, NULL,
			       arena_printf(x->report->arena, "error %.0f",
					    error), x->d->line);
		return;
	}
	for (i = 0; i < 3; i++)
		read_direction(x, test, &params, get(job, directions[i]),
			       directions[i]);
}

static void read_time(struct json_doc *x)
{
	struct run *run = report_run(x->report, json_doc_run(x));
	struct span digits;
	int64_t at;

	if (json_digits(x->d, get(x->d->root, "timestamp"), &digits) &&
	    quantity_epoch(digits, &at)) {
		run->has_at = true;
		run->at_ns = at;
	}
}

static void read_document(struct fio *f)
{
	struct json_doc x = { .report = f->report, .d = &f->held };
	const cJSON *jobs = get(f->held.root, "jobs"), *job, *last = NULL;
	size_t n = 0;
	bool several;

	report_runs_close(f->report);
	if (!jobs)
		jobs = get(f->held.root, "client_stats");
	if (!cJSON_IsArray(jobs)) {
		json_doc_bad(&x, "this JSON is not fio's");
		return;
	}
	json_doc_tag(&x, "tool_version", get(f->held.root, "fio version"));
	read_time(&x);
	cJSON_ArrayForEach(job, jobs) {
		several = among_others(x.d, job, last, &n);
		read_job(&x, job, several ? n : 0);
		last = job;
	}
}

void fio_document(struct fio *x, struct json_read *d)
{
	if (x->holds && !goes_on(&x->held, d))
		read_document(x);
	if (x->holds)
		json_read_release(&x->held);
	x->held = *d;
	x->holds = true;
}

void fio_documents_end(struct fio *x)
{
	if (!x->holds)
		return;
	read_document(x);
	json_read_release(&x->held);
	x->holds = false;
}
