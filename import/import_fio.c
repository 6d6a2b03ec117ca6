/*
 * import_fio.c - fio: JSON (also between lines), terse lines, text for people.
 *
 * A job is a result, its directions are metrics: read.iops, read.bw, read.lat.
 * Jobs of one name in one group that are told apart ran beside each other:
 * they get a parameter, so that they do not pass for repeats.
 *
 * source    fio 3.33 stat.c, show_thread_status_json/_terse/_normal()
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "summaries.h"
#include "fio.h"
#include "import.h"
#include "json_look.h"

const char *const fio_lat_names[3] = { "slat", "clat", "lat" };

void fio_direction_init(struct fio_direction *v, const char *name)
{
	size_t i;

	memset(v, 0, sizeof(*v));
	v->name = name;
	v->bw_unit = "B/s";
	v->lat_unit = "ns";
	for (i = 0; i < 3; i++) {
		v->lat[i] = summary_none;
		v->p99[i] = NAN;
	}
}

static const char *named(struct json_doc *x, const struct fio_direction *v,
			 const char *what)
{
	return arena_printf(x->report->arena, "%s.%s", v->name, what);
}

void fio_direction_put(struct json_doc *x, const char *test,
		       const struct tags *params, const struct fio_direction *v)
{
	size_t run = json_doc_run(x), i;

	if (v->has_iops)
		report_sample(x->report, run, test, params, named(x, v, "iops"),
			      "IOPS", BETTER_HIGHER, ROLE_SAMPLE, v->iops);
	if (v->has_bw)
		report_sample(x->report, run, test, params, named(x, v, "bw"),
			      v->bw_unit, BETTER_HIGHER, ROLE_SAMPLE, v->bw);
	for (i = 0; i < 3; i++) {
		struct summarized f = {
			test, params, named(x, v, fio_lat_names[i]),
			v->lat_unit, BETTER_LOWER
		};

		if (isnan(v->lat[i].mean) || !(v->lat[i].max > 0))
			continue; /* not measured */
		summary_put(x->report, run, &f, &v->lat[i]);
		if (v->p99[i] > 0)
			summary_figure(x->report, run, &f, "p99", v->p99[i]);
	}
}

/* Claims */

static void key(struct json_look *l, struct span name)
{
	l->evidence = l->evidence ||
		(l->depth == 1 && span_is(name, "fio version"));
}

static bool own_line(struct span line)
{
	return fio_line_is_job(line) || fio_line_is_header(line) ||
	       fio_line_is_terse(line) || span_begins(line, "fio: ");
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		" ", "fio-", "Starting ", "Run status group ", "Disk stats ",
		"Jobs: ", "...", NULL
	};

	return line_begins(line, words);
}

static size_t claim(const char *data, size_t len)
{
	struct json_look l = { .key = key };

	return len && *data == '{' ? json_look(&l, data, len) :
		claim_lines(data, len, own_line, next_line);
}

/* Terse */

#define TERSE_MAX 512

bool fio_line_is_terse(struct span line)
{
	return line.len > 7 && line.s[0] >= '2' && line.s[0] <= '5' &&
	       !memcmp(line.s + 1, ";fio-", 5);
}

static size_t split(struct span line, struct span *field)
{
	size_t n = 0;
	const char *at;

	while (n < TERSE_MAX) {
		at = line.len ? memchr(line.s, ';', line.len) : NULL;
		field[n] = line;
		if (!at) {
			n++;
			break;
		}
		field[n++].len = (size_t)(at - line.s);
		line.len -= (size_t)(at - line.s) + 1;
		line.s = at + 1;
	}
	return n;
}

/* io bw iops runtime slat[4] clat[4] percentiles[20] lat[4] bw[5] */
static void terse_direction(struct fio *x, struct json_doc *doc,
			    const char *test, const struct tags *params,
			    const struct span *f, const char *name)
{
	static const size_t at[3] = { 8 - 4, 8, 32 };
	struct fio_direction v;
	double io, half;
	size_t i;

	if (span_number(f[0], &io) == NUMBER_OK && !(io > 0))
		return;
	fio_direction_init(&v, name);
	v.bw_unit = "KiB/s";
	v.lat_unit = "us";
	v.has_bw = span_sample(f[1], x->report, x->lines.no, &v.bw);
	v.has_iops = span_sample(f[2], x->report, x->lines.no, &v.iops);
	for (i = 0; i < 3; i++) {
		struct summary *s = &v.lat[i];

		span_sample(f[at[i]], x->report, x->lines.no, &s->min);
		span_sample(f[at[i] + 1], x->report, x->lines.no, &s->max);
		span_sample(f[at[i] + 2], x->report, x->lines.no, &s->mean);
		span_sample(f[at[i] + 3], x->report, x->lines.no, &s->stddev);
	}
	for (i = 12; i < 32; i++) {
		struct span percent, value;

		if (!line_key_value(f[i], '=', &percent, &value) ||
		    span_number(value, &half) != NUMBER_OK)
			continue;
		if (span_is(percent, "50.000000%"))
			v.lat[1].median = half;
		if (span_is(percent, "99.000000%"))
			v.p99[1] = half;
	}
	fio_direction_put(doc, test, params, &v);
}

void fio_terse(struct fio *x, struct span line)
{
	static const char *const names[] = { "read", "write", "trim" };
	struct report *r = x->report;
	struct span f[TERSE_MAX];
	size_t n = split(line, f), version = (size_t)(line.s[0] - '0');
	size_t width = version == 5 ? 47 : 41, i;
	struct tags params = { 0 };
	struct json_doc doc = { .report = r };
	const char *test;

	if (version < 3 || n < 5 + 2 * width) {
		report_error(r, x->lines.no, version < 3 ? "terse version 2 is"
			     " not read: use --terse-version=3" :
			     "truncated: a terse line is too short");
		return;
	}
	doc.run = report_run_default(r);
	doc.has_run = true;
	test = span_copy(f[2], r->arena);
	tags_set(&params, r->arena, "groupid", span_copy(f[3], r->arena));
	report_tag(r, doc.run, "tool_version", span_copy(f[1], r->arena));
	if (!span_is(f[4], "0")) {
		report_failure(r, doc.run, test, &params, NULL,
			       arena_printf(r->arena, "error %.*s",
					    span_shown(f[4], 20), f[4].s),
			       x->lines.no);
		return;
	}
	for (i = 0; i < 3 && n >= 5 + (i + 1) * width; i++)
		if (i < 2 || version > 3)
			terse_direction(x, &doc, test, &params,
					f + 5 + i * width, names[i]);
}

/* All of it */

static void read_json(struct fio *x, struct span line)
{
	/* Histograms: in a file of many jobs the larger part of it. */
	static const char *const unread[] = {
		"bins", "latency_ns", "latency_us", "latency_ms", NULL
	};
	struct json_read d;

	fio_lines_end(x);
	if (json_read_but(&d, &x->lines, line, x->report, true, unread)) {
		fio_document(x, &d);
		return;
	}
	json_read_release(&d);
	while (x->lines.at < x->lines.end && *x->lines.at != '{' &&
	       lines_next(&x->lines, &line))
		;
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct fio x = { .report = r };
	struct span line;

	(void)err;
	x.has_json = len && memmem(data, len, "\"fio version\"", 13);
	lines_init(&x.lines, data, len);
	while (lines_next(&x.lines, &line) && !r->over_limit) {
		r->line = x.lines.no;
		if (line.len && line.s[0] == '{') {
			read_json(&x, line);
		} else if (fio_line_is_terse(line)) {
			fio_lines_end(&x);
			fio_terse(&x, line);
		} else if (span_begins(line, "fio: ")) {
			report_warn(r, x.lines.no, "%.*s",
				    span_shown(line, 300), line.s);
		} else if (!fio_line(&x, line)) {
			line_skip(&x.lines, line);
		}
	}
	fio_lines_end(&x);
	fio_documents_end(&x);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "*.iops", "IOPS", "higher" },
	{ "*.bw", "B/s, KiB/s", "higher" },
	{ "*.slat, *.clat, *.lat", "ns, us", "lower" },
	{ 0 }
};

const struct importer importer_fio = {
	.name = "fio",
	.summary = "fio: JSON, terse or normal output",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.parse = parse,
};
