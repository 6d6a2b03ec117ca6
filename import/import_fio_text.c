/*
 * import_fio_text.c - what fio prints for people.
 *
 *	seqread: (groupid=0, jobs=1): err= 0: pid=4711: Mon Nov 30 14:33:43
 *	  read: IOPS=3625, BW=227MiB/s (238MB/s)(1856KiB/8msec)
 *	    clat (usec): min=108, max=508, avg=215.98, stdev=119.17
 *	     issued rwts: total=29,35,0,0 short=0,0,0,0 dropped=0,0,0,0
 *
 * Its numbers are rounded to three or four digits. Latencies are given in ns,
 * as in JSON, whatever unit the line chose.
 */
#include <math.h>
#include <string.h>

#include "claim.h"
#include "fio.h"
#include "quantity.h"

static const char *const directions[] = { "read", "write", "trim" };

static const struct quantity_unit rates[] = {
	{ "B/s", "B/s", 0, 0, 0 },    { "KiB/s", "B/s", 0, 10, 0 },
	{ "MiB/s", "B/s", 0, 20, 0 }, { "GiB/s", "B/s", 0, 30, 0 },
	{ "TiB/s", "B/s", 0, 40, 0 }, { "KB/s", "B/s", 0, 10, 0 },
	{ "MB/s", "B/s", 0, 20, 0 },  { "GB/s", "B/s", 0, 30, 0 },
	{ NULL, NULL, 0, 0, 0 },
};

/* Of a line that says (usec); a number may have a k behind it. */
static const struct { const char *word; int ten; } times[] = {
	{ "(nsec)", 0 }, { "(usec)", 3 }, { "(msec)", 6 }, { "(sec)", 9 },
};

#define HEADERS_MAX 1000 /* of more jobs it is not told what they did */

struct fio_job {
	size_t line;
	const char *test;
	struct tags params;
	const char *failed;
	struct fio_direction dir[3];
	bool seen[3];
	size_t at;          /* the direction being read; 3: none yet */
	int percentile_ten; /* of the list of percentiles; -1: none */
	size_t percentile_of;
	bool counted;       /* the line of totals was there */
};

bool fio_line_is_job(struct span line)
{
	return span_find(line, ": (groupid=") && span_find(line, "): err=");
}

bool fio_line_is_header(struct span line)
{
	return span_find(line, ": (g=") && span_find(line, "): rw=");
}

/* What the job was asked to do, of the line that announced it. */
static void announce(struct fio *x, struct span line)
{
	x->headers = arena_grow(x->report->arena, x->headers, x->n_headers,
				sizeof(*x->headers));
	x->headers[x->n_headers++] = line;
}

static void asked(struct fio *x, struct fio_job *j)
{
	static const char *const keys[] = { "rw", "bs", "ioengine", "iodepth" };
	struct arena *a = x->report->arena;
	struct span line = { NULL, 0 }, s;
	size_t i;

	for (i = x->n_headers; i-- > 0 && !line.len;)
		if (span_begins(x->headers[i], j->test) &&
		    span_begins((struct span){ x->headers[i].s +
					       strlen(j->test),
					       x->headers[i].len -
					       strlen(j->test) }, ": (g="))
			line = x->headers[i];
	for (i = 0; i < 4 && line.len; i++)
		if (span_between(line, arena_printf(a, " %s=", keys[i]), i == 1
				 ? ", ioengine" : ",", &s))
			tags_set(&j->params, a, keys[i], span_copy(s, a));
}

static void job_begin(struct fio *x, struct span line)
{
	struct arena *a = x->report->arena;
	struct fio_job *j = arena_alloc(a, sizeof(*j));
	struct span s;
	size_t i;

	fio_lines_end(x);
	x->job = j;
	j->line = x->lines.no;
	j->at = 3;
	j->percentile_ten = -1;
	for (i = 0; i < 3; i++)
		fio_direction_init(&j->dir[i], directions[i]);
	s = line;
	s.len = (size_t)(span_find(line, ": (groupid=") - line.s);
	j->test = span_copy(s, a);
	if (x->n_headers <= HEADERS_MAX)
		asked(x, j);
	if (span_between(line, "(groupid=", ",", &s))
		tags_set(&j->params, a, "groupid", span_copy(s, a));
	if (span_between(line, "jobs=", ")", &s))
		tags_set(&j->params, a, "jobs", span_copy(s, a));
	if (span_between(line, "err=", ": pid=", &s) &&
	    !span_is(span_trim(s), "0"))
		j->failed = arena_printf(a, "error %.*s", span_shown(s, 200),
					 span_trim(s).s);
}

/* read: IOPS=..., BW=... of 3.x, or read : io=..., bw=..., iops=... */
static bool direction(struct fio *x, struct span line)
{
	struct fio_job *j = x->job;
	struct span name, rest, s;
	size_t i;

	if (!line_key_value(line, ':', &name, &rest))
		return false;
	for (i = 0; i < 3 && !span_is(name, directions[i]); i++)
		;
	if (i == 3 || !span_find(rest, "=") ||
	    !(span_find(rest, "IOPS=") || span_find(rest, "iops=")))
		return false;
	j->at = i;
	j->seen[i] = true;
	if (span_between(rest, "IOPS=", ",", &s) ||
	    span_between(rest, "iops=", ",", &s))
		j->dir[i].has_iops = quantity_read(span_trim(s), quantity_count,
						   &j->dir[i].iops) ==
				     NUMBER_OK;
	if (span_between(rest, "BW=", " ", &s) ||
	    span_between(rest, "bw=", ",", &s))
		j->dir[i].has_bw = quantity_read(span_trim(s), rates,
						 &j->dir[i].bw) == NUMBER_OK;
	if (!j->dir[i].has_iops || !j->dir[i].has_bw)
		report_error(x->report, x->lines.no, "its IOPS or bandwidth"
			     " cannot be read");
	return true;
}

static int ten_of(struct span line)
{
	size_t i;

	for (i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		if (span_find(line, times[i].word))
			return times[i].ten;
	return -1;
}

static double time_of(struct span s, int ten)
{
	struct quantity_unit unit = { "", "ns", ten, 0, 0 };
	double v;

	s = span_trim(s);
	if (s.len && s.s[s.len - 1] == 'k') {
		unit.ten += 3;
		s.len--;
	}
	return quantity_value(s, &unit, &v) == NUMBER_OK ? v : NAN;
}

/* clat (usec): min=108, max=508, avg=215.98, stdev=119.17 */
static bool latency(struct fio *x, struct span line)
{
	struct fio_job *j = x->job;
	int ten = ten_of(line);
	struct span name, s;
	struct summary *sum;
	size_t i;

	if (j->at == 3 || ten < 0 || !line_field(&line, &name))
		return false;
	for (i = 0; i < 3 && !span_is(name, fio_lat_names[i]); i++)
		;
	if (i == 3)
		return false;
	if (span_find(line, "percentiles")) {
		j->percentile_ten = ten;
		j->percentile_of = i;
		return true;
	}
	sum = &j->dir[j->at].lat[i];
	if (!span_find(line, "min="))
		return false;
	if (span_between(line, "min=", ",", &s))
		sum->min = time_of(s, ten);
	if (span_between(line, "max=", ",", &s))
		sum->max = time_of(s, ten);
	if (span_between(line, "avg=", ",", &s))
		sum->mean = time_of(s, ten);
	if (span_between(line, "stdev=", ",", &s))
		sum->stddev = time_of(s, ten);
	return true;
}

static bool percentiles(struct fio *x, struct span line)
{
	struct fio_job *j = x->job;
	struct span s;

	if (j->at == 3 || j->percentile_ten < 0 || !span_find(line, "th=["))
		return false;
	if (span_between(line, "50.00th=[", "]", &s))
		j->dir[j->at].lat[j->percentile_of].median =
			time_of(s, j->percentile_ten);
	if (span_between(line, "99.00th=[", "]", &s))
		j->dir[j->at].p99[j->percentile_of] =
			time_of(s, j->percentile_ten);
	return true;
}

/* total=29,35,0,0 of 3.x, total=r=29/w=35/d=0 of 2.x */
static bool totals(struct fio *x, struct span line)
{
	struct span s, field, part;
	size_t i, k;
	uint64_t n;
	char sep;

	if (!span_between(line, "total=", " ", &s) ||
	    !span_find(line, "issued"))
		return false;
	x->job->counted = true;
	sep = span_find(s, "r=") ? '/' : ',';
	for (i = 0; i < 3 && s.len; i++) {
		const char *end = memchr(s.s, sep, s.len);

		field = s;
		if (end)
			field.len = (size_t)(end - s.s);
		part = field;
		if (span_after(field, "=", &part))
			field = part;
		if (number_parse_u64(field.s, field.len, INT64_MAX, &n))
			for (k = 0; k < 3; k++)
				x->job->dir[i].lat[k].n = n;
		s.s = end ? end + 1 : s.s + s.len;
		s.len = end ? s.len - field.len - 1 : 0;
	}
	return true;
}

static bool goes_on(struct span line)
{
	static const char *const words[] = {
		"lat (", "bw (", "iops ", "cpu ", "IO depths", "submit ",
		"complete ", "latency ", "slat ", "clat ", "READ: ", "WRITE: ",
		"TRIM: ", "fio-", "Starting ", "Run status group",
		"Disk stats", "Jobs: ", "...", "|", NULL
	};

	return line.len && (line_begins(span_trim(line), words) ||
			    span_find(line, "ios="));
}

bool fio_line(struct fio *x, struct span line)
{
	struct tags none = { 0 };

	if (span_blank(line))
		return true;
	if (fio_line_is_header(line)) {
		announce(x, line);
		return true;
	}
	if (x->has_json) /* it says the same */
		return fio_line_is_job(line) || goes_on(line) ||
		       line.s[0] == ' ';
	if (fio_line_is_job(line)) {
		job_begin(x, line);
		return true;
	}
	if (span_begins(line, "fio-")) {
		report_runs_close(x->report);
		report_tag(x->report, report_run_with(x->report, &none),
			   "tool_version", span_copy(line, x->report->arena));
		return true;
	}
	if (x->job && (direction(x, line) || latency(x, line) ||
		       percentiles(x, line) || totals(x, line)))
		return true;
	return goes_on(line);
}

void fio_lines_end(struct fio *x)
{
	struct fio_job *j = x->job;
	struct json_doc doc = { .report = x->report };
	size_t i;

	if (!j)
		return;
	x->job = NULL;
	json_doc_run(&doc);
	if (j->failed) {
		report_failure(x->report, doc.run, j->test, &j->params, NULL,
			       j->failed, j->line);
	} else if (!j->counted) {
		report_error(x->report, j->line, "truncated: a job without its"
			     " totals");
	} else {
		for (i = 0; i < 3; i++)
			if (j->seen[i])
				fio_direction_put(&doc, j->test, &j->params,
						  &j->dir[i]);
	}
}
