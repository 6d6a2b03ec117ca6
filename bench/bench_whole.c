/*
 * bench_whole.c - one upload of a million samples, from the first byte into the
 * socket until it is on the disk, against the slower of two limits: a plain
 * scan of its numbers, and its rows put there by libsqlite3 alone.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "buf.h"
#include "fetch.h"
#include "mem.h"
#include "number.h"
#include "raw.h"
#include "served.h"

#define N     1000000
#define TIMES 7
#define GOAL  (1 / .3)

struct scan {
	const struct buf *text;
	double *out;
	size_t n;
};

/* Digits, a point, digits, a line break; nothing is checked. */
static void scan(void *arg)
{
	struct scan *s = arg;
	const char *p = s->text->data, *end = p + s->text->len;

	for (s->n = 0; p < end; p++) {
		double x = 0, scale = 1;

		for (; *p >= '0' && *p <= '9'; p++)
			x = x * 10 + (*p - '0');
		if (*p == '.')
			for (p++; *p >= '0' && *p <= '9'; p++) {
				x = x * 10 + (*p - '0');
				scale *= 10;
			}
		s->out[s->n++] = x / scale;
	}
}

static double scan_ns(const struct buf *text)
{
	struct scan s = { .text = text, .out = x_calloc(N, sizeof(double)) };
	double ns = bench_median_ns(scan, &s, TIMES);

	x_free(s.out);
	return s.n == N ? ns : (double)NAN;
}

/* Numbers with two decimals, a line each; another seed, other numbers. */
static void write_text(struct buf *text, uint64_t seed)
{
	struct sample_set set = bench_samples(N, 1000, 25, seed);
	size_t i;

	buf_clear(text);
	for (i = 0; i < N; i++) {
		char number[NUMBER_SIZE];
		size_t len = number_print(round(set.samples[i] * 100) / 100,
					  number);

		number[len++] = '\n';
		buf_add(text, number, len);
	}
	free((void *)(uintptr_t)set.samples);
}

/* The median of so many uploads to a server of an archive of their own. */
static double upload_ns(const char *db, struct buf *text, size_t times)
{
	struct served served;
	double ns[TIMES];
	size_t i;
	int failed;

	failed = served_start(db, NULL, &served);
	if (failed < 0)
		return NAN;
	for (i = 0; !failed && i < times; i++) {
		struct fetched got;

		write_text(text, i + 1);
		failed = fetch_put(served.port, "/runs/host:h,test:t,unit:s",
				   text->data, text->len, &got);
		if (!failed && got.status != 201)
			failed = bench_fail("an upload: %d", got.status);
		ns[i] = got.ns;
	}
	failed |= served_stop(&served);
	return failed ? (double)NAN : bench_quantile(ns, times, .5);
}

int bench_whole(void)
{
	const char *one = bench_archive("one.db");
	const char *many = bench_archive("many.db");
	double ours, scanned, raw[TIMES], limit;
	struct buf text;
	size_t i;

	buf_init(&text, (size_t)N * NUMBER_SIZE);
	if (isnan(upload_ns(one, &text, 1)))
		return -1;
	for (i = 0; i < TIMES; i++) {
		char name[32];

		snprintf(name, sizeof(name), "raw%zu.db", i);
		raw[i] = raw_insert_ns(one, bench_file(name), 1);
	}
	ours = upload_ns(many, &text, TIMES);
	scanned = scan_ns(&text);
	limit = bench_quantile(raw, TIMES, .5);
	bench_tell(limit > scanned ?
			   "one upload of 1,000,000 samples, ms; a raw insert" :
			   "one upload of 1,000,000 samples, ms; a plain scan",
		   ours / 1e6, (limit > scanned ? limit : scanned) / 1e6,
		   GOAL);
	buf_release(&text);
	return 0;
}
