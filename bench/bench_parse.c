/*
 * bench_parse.c - reading what tools print: 100 MB of rows, of a table, of
 * JSON, in memory, without a word of which format it is. The times include the
 * finding of it; the memory what the report holds at the end.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "buf.h"
#include "import.h"

#define MB    1000000u
#define TIMES 3

/* One input: what begins it, what its nth piece is, what ends it. */
struct input {
	const char *what;
	const char *begin, *end;
	void (*piece)(struct buf *b, size_t i, double x);
	size_t mb;
	double mb_s;   /* to be reached */
	double memory; /* ... times the input, at most */
	struct buf text;
	bool failed;
};

static void netperf_row(struct buf *b, size_t i, double x)
{
	(void)i;
	buf_printf(b, " 87380  16384  16384    10.00    %8.2f\n", x);
}

static void csv_row(struct buf *b, size_t i, double x)
{
	buf_printf(b, "forwarding,%u,%.2f,kpkt/s,higher\n", 64u << i % 4, x);
}

static void iperf3_interval(struct buf *b, size_t i, double x)
{
	const double s = (double)i / 10, bits = x * 1e6, bytes = bits / 80;

	buf_printf(b,
		   "%s{\"streams\":[{\"socket\":5,\"start\":%.6f,"
		   "\"end\":%.6f,\"seconds\":0.1,\"bytes\":%.0f,"
		   "\"bits_per_second\":%.6f,\"retransmits\":0,"
		   "\"snd_cwnd\":2618968,\"rtt\":%zu,\"rttvar\":7,"
		   "\"pmtu\":65535,\"omitted\":false,\"sender\":true}],"
		   "\"sum\":{\"start\":%.6f,\"end\":%.6f,\"seconds\":0.1,"
		   "\"bytes\":%.0f,\"bits_per_second\":%.6f,"
		   "\"retransmits\":0,\"omitted\":false,\"sender\":true}}",
		   i ? "," : "", s, s + .1, bytes, bits, 40 + i % 9, s, s + .1,
		   bytes, bits);
}

/* As fio does it, with all that it does not measure as zeros. */
static void fio_direction(struct buf *b, const char *name, double x)
{
	size_t p;

	buf_printf(b,
		   ",\"%s\":{\"io_bytes\":%.0f,\"bw_bytes\":%.0f,\"bw\":%.0f,"
		   "\"iops\":%.6f,\"runtime\":1000,\"total_ios\":%.0f,"
		   "\"short_ios\":0,\"drop_ios\":0,"
		   "\"slat_ns\":{\"min\":0,\"max\":0,\"mean\":0.000000,"
		   "\"stddev\":0.000000,\"N\":0},"
		   "\"clat_ns\":{\"min\":%.0f,\"max\":%.0f,\"mean\":%.6f,"
		   "\"stddev\":%.6f,\"N\":%.0f,\"percentile\":{",
		   name, x * 4096, x * 4096, x * 4, x, x, x / 10, x * 20,
		   x / 2, x / 7, x);
	for (p = 1; p <= 99; p += 6)
		buf_printf(b, "%s\"%zu.000000\":%.0f", p > 1 ? "," : "", p,
			   x / 8 + (double)p * x / 64);
	buf_printf(b,
		   "}},\"lat_ns\":{\"min\":%.0f,\"max\":%.0f,\"mean\":%.6f,"
		   "\"stddev\":%.6f,\"N\":%.0f},\"bw_min\":0,\"bw_max\":0,"
		   "\"bw_agg\":0.000000,\"bw_mean\":0.000000,"
		   "\"bw_dev\":0.000000,\"bw_samples\":0,\"iops_min\":0,"
		   "\"iops_max\":0,\"iops_mean\":0.000000,"
		   "\"iops_stddev\":0.000000,\"iops_samples\":0}",
		   x / 9, x * 21, x / 2, x / 7, x);
}

static void fio_job(struct buf *b, size_t i, double x)
{
	static const char *const units[] = { "ns", "us", "ms" };
	size_t k;

	buf_printf(b,
		   "%s{\"jobname\":\"job%zu\",\"groupid\":0,\"error\":0,"
		   "\"eta\":0,\"elapsed\":2,"
		   "\"job options\":{\"rw\":\"randread\",\"bs\":\"4k\"}",
		   i ? "," : "", i);
	fio_direction(b, "read", x);
	fio_direction(b, "write", 0);
	fio_direction(b, "trim", 0);
	buf_str(b, ",\"job_runtime\":1000,\"usr_cpu\":1.2,\"sys_cpu\":3.4,"
		   "\"ctx\":1,\"majf\":0,\"minf\":10");
	for (k = 0; k < 3; k++) {
		size_t us;

		buf_printf(b, ",\"latency_%s\":{", units[k]);
		for (us = 2; us <= 1000; us *= 2)
			buf_printf(b, "%s\"%zu\":%.6f", us > 2 ? "," : "",
				   us, k == 1 ? 10. : 0.);
		buf_str(b, "}");
	}
	buf_str(b, "}");
}

static void native_sample(struct buf *b, size_t i, double x)
{
	buf_printf(b, "%s%.2f", i ? "," : "", x);
}

static struct input inputs[] = {
	{ .what = "netperf rows",
	  .begin = "MIGRATED TCP STREAM TEST from 0.0.0.0 (0.0.0.0) port 0 "
		   "AF_INET to 10.0.0.2 () port 0 AF_INET\n"
		   "Recv   Send    Send\n"
		   "Socket Socket  Message  Elapsed\n"
		   "Size   Size    Size     Time     Throughput\n"
		   "bytes  bytes   bytes    secs.    10^6bits/sec\n\n",
	  .end = "", .piece = netperf_row, .mb = 100, .mb_s = 100,
	  .memory = 2 },
	{ .what = "CSV", .begin = "test,size,value,unit,better\n", .end = "",
	  .piece = csv_row, .mb = 100, .mb_s = 100, .memory = 2 },
	{ .what = "iperf3 JSON",
	  .begin = "{\"start\":{\"version\":\"iperf 3.12\",\"test_start\":"
		   "{\"protocol\":\"TCP\",\"num_streams\":1,\"reverse\":0}},"
		   "\"intervals\":[",
	  .end = "],\"end\":{\"sum_sent\":{\"bits_per_second\":9e9},"
		 "\"sum_received\":{\"bits_per_second\":9e9}}}\n",
	  .piece = iperf3_interval, .mb = 100, .mb_s = 50, .memory = 8 },
	{ .what = "fio JSON",
	  .begin = "{\"fio version\":\"fio-3.33\",\"timestamp\":1700000000,"
		   "\"jobs\":[",
	  .end = "]}\n", .piece = fio_job, .mb = 10, .mb_s = 50, .memory = 8 },
	{ .what = "native sample arrays",
	  .begin = "{\"results\":[{\"test\":\"t\",\"metrics\":[{\"name\":"
		   "\"rate\",\"unit\":\"pkt/s\",\"samples\":[",
	  .end = "]}]}]}\n", .piece = native_sample, .mb = 60, .mb_s = 50,
	  .memory = 3 },
};

static void parse(void *arg)
{
	struct input *in = arg;
	struct arena a = { 0 };
	struct report r;
	struct err err = { 0 };
	const char *formats;

	report_init(&r, &a);
	if (import_parse(in->text.data, in->text.len, NULL, &r, &formats,
			 &err) < 0 ||
	    r.n_errors || r.over_limit || !r.n_results) {
		in->failed = true;
		bench_fail("%s: %s", in->what,
			   err.msg[0] ? err.msg :
			   r.n_errors ? r.errors[0].text : "nothing read");
	}
	arena_release(&a);
}

static int measure(struct input *in)
{
	const size_t size = in->mb * MB;
	struct sample_set x = bench_samples(4096, 21000, 300, 7);
	char figure[80];
	double ns;
	size_t i;

	buf_init(&in->text, 2 * size);
	buf_str(&in->text, in->begin);
	for (i = 0; in->text.len < size; i++)
		in->piece(&in->text, i, x.samples[i % x.n]);
	buf_str(&in->text, in->end);
	ns = bench_median_ns(parse, in, TIMES);
	snprintf(figure, sizeof(figure), "%zu MB of %s, ms; limit",
		 in->mb, in->what);
	bench_tell(figure, ns / 1e6, (double)in->mb / in->mb_s * 1e3, 1);
	snprintf(figure, sizeof(figure), "... times that in memory; limit");
	bench_tell(figure,
		   bench_peak_bytes(parse, in) / (double)in->text.len,
		   in->memory, 1);
	buf_release(&in->text);
	free((void *)(uintptr_t)x.samples);
	return in->failed ? -1 : 0;
}

int bench_parse(void)
{
	size_t i;
	int failed = 0;

	for (i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++)
		failed |= measure(&inputs[i]);
	return failed;
}
