/* lab.c - what runs the archives of the benchmarks hold. */
#include "lab.h"

#include <stdio.h>
#include <string.h>

#include "splitmix.h"
#include "timestamp.h"

#define SEED    20261130
#define DAY_S   86400
#define OPTIONS 3000

#define WATCH_MAX     10000
#define WATCH_SAMPLES 5
#define SUITE_RUNS    100
#define SUITE_TESTS   10
#define SUITE_METRICS 20

static const struct lab_shape shapes[] = {
	/* A small lab: 200 lines that everything is measured on each night. */
	{ .name = "lab", .hosts = 25, .tests = 8, .tests_a_host = 8,
	  .tests_a_run = 8, .metrics = 1, .metrics_a_test = 1, .samples = 2,
	  .rounds = 1 },
	/* A farm: a million runs are 300 hosts and 250,000 environments. */
	{ .name = "farm", .hosts = 300, .tests = 200, .tests_a_host = 8,
	  .tests_a_run = 1, .metrics = 20, .metrics_a_test = 2, .samples = 10,
	  .rounds = 4, .config = true, .suite = true },
};

const struct lab_shape *lab_shape(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
		if (!strcmp(shapes[i].name, name))
			return &shapes[i];
	return NULL;
}

/* Few runs are of few hosts, so that there are nights to compare. */
#define NIGHTS_MIN 20

void lab_init(struct lab *lab)
{
	const struct lab_shape *s = &lab->shape;
	size_t n = lab->runs, most;

	lab->n_watch = n / 5 < WATCH_MAX ? n / 5 : WATCH_MAX;
	lab->n_suite = s->suite && n >= 5 * SUITE_RUNS ? SUITE_RUNS : 0;
	n -= lab->n_watch + lab->n_suite;
	most = n / (s->rounds * NIGHTS_MIN);
	lab->hosts = most < s->hosts ? most ? most : 1 : s->hosts;
	lab->nights = n / (s->rounds * lab->hosts) + 1;
	lab->today_s = time_now_ns() / NS_PER_S / DAY_S * DAY_S;
	lab->done = lab->watch = lab->suite = 0;
	lab->night = lab->round = lab->host = 0;
}

/* The others are due when as large a share of them is still to come. */
static bool due(const struct lab *lab, size_t done, size_t all)
{
	return done < all && (double)done / (double)all <=
			     (double)lab->done / (double)lab->runs;
}

bool lab_next(struct lab *lab, struct lab_run *run)
{
	if (lab->done == lab->runs)
		return false;
	*run = (struct lab_run){ .kind = LAB_HOST, .night = lab->night };
	if (due(lab, lab->watch, lab->n_watch)) {
		run->kind = LAB_WATCH;
		run->n = lab->watch++;
	} else if (due(lab, lab->suite, lab->n_suite)) {
		run->kind = LAB_SUITE;
		run->n = lab->suite++;
	} else {
		run->round = lab->round;
		run->host = lab->host;
		if (++lab->host == lab->hosts) {
			lab->host = 0;
			if (++lab->round == lab->shape.rounds) {
				lab->round = 0;
				lab->night++;
			}
		}
	}
	lab->done++;
	return true;
}

static bool tells_config(const struct lab *lab, const struct lab_run *run)
{
	return lab->shape.config && run->kind == LAB_HOST && !run->night;
}

size_t lab_results(const struct lab *lab, const struct lab_run *run)
{
	return run->kind == LAB_WATCH ? 1 :
	       run->kind == LAB_SUITE ? SUITE_TESTS * SUITE_METRICS :
	       lab->shape.tests_a_run * lab->shape.metrics_a_test;
}

size_t lab_bytes(const struct lab *lab, const struct lab_run *run)
{
	size_t samples = lab->shape.samples > WATCH_SAMPLES ?
				 lab->shape.samples : WATCH_SAMPLES;

	return 1024 + lab_results(lab, run) * (96 + samples * 16) +
	       (tells_config(lab, run) ? OPTIONS * 32 : 0);
}

/* ---- Printing. ---- */

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t state = SEED + (a << 40) + (b << 20) + c;

	return splitmix_next(&state);
}

static void put_unsigned(struct buf *b, uint64_t x)
{
	char digits[20];
	size_t n = sizeof(digits);

	do
		digits[--n] = (char)('0' + x % 10);
	while (x /= 10);
	buf_add(b, digits + n, sizeof(digits) - n);
}

static void put_name(struct buf *b, const char *prefix, size_t n)
{
	buf_str(b, prefix);
	put_unsigned(b, n);
}

/* ,"samples":[...] with two decimals, close to a normal distribution. */
static void put_samples(struct buf *b, size_t n, double mean, double stddev,
			uint64_t seed)
{
	size_t i;

	buf_str(b, "\"samples\":[");
	for (i = 0; i < n; i++) {
		uint64_t r = splitmix_next(&seed), k = 0, x;
		int part;

		/* Four of 16 bits: their sum has mean 2 and variance 1/3. */
		for (part = 0; part < 64; part += 16)
			k += r >> part & 0xffff;
		x = (uint64_t)(100 * (mean + stddev * 1.7320508 *
				      ((double)k / 65536 - 2)));
		if (i)
			buf_char(b, ',');
		put_unsigned(b, x / 100);
		buf_char(b, '.');
		buf_char(b, (char)('0' + x / 10 % 10));
		buf_char(b, (char)('0' + x % 10));
	}
	buf_char(b, ']');
}

static void put_metric(struct buf *b, size_t metric)
{
	static const char *const units[] = { "op/s", "ms", "MB/s", "pkt/s",
					     "us" };

	buf_str(b, metric ? "{\"name\":\"" : "{\"name\":\"rate");
	if (metric)
		put_name(b, "m", metric);
	buf_str(b, "\",\"unit\":\"");
	buf_str(b, units[metric % (sizeof(units) / sizeof(units[0]))]);
	buf_str(b, "\",");
}

/* The metrics that follow one another, from one on. */
static void put_result(const struct lab *lab, struct buf *b, const char *prefix,
		       size_t test, size_t from, size_t n, double level,
		       uint64_t seed)
{
	size_t i;

	buf_str(b, "{\"test\":\"");
	put_name(b, prefix, test);
	buf_str(b, "\",\"metrics\":[");
	for (i = 0; i < n; i++) {
		double mean = level * (double)(1 + (from + i) % 7);

		if (i)
			buf_char(b, ',');
		put_metric(b, from + i);
		put_samples(b, lab->shape.samples, mean, .01 * mean, seed + i);
		buf_char(b, '}');
	}
	buf_str(b, "]}");
}

static void put_host_results(const struct lab *lab, const struct lab_run *run,
			     struct buf *b)
{
	const struct lab_shape *s = &lab->shape;
	/* Hosts that share a test measure other metrics of it. */
	size_t from = (run->host + run->host / 25 * 2) * s->metrics_a_test %
		      s->metrics, i;

	if (from + s->metrics_a_test > s->metrics)
		from = s->metrics - s->metrics_a_test;
	for (i = 0; i < s->tests_a_run; i++) {
		size_t place = (run->night * s->tests_a_run + i) %
			       s->tests_a_host;
		size_t test = 1 + (run->host * s->tests_a_host + place) %
				  s->tests;
		double level = 100. * (double)(1 + test % 16) *
			       (double)(1 + run->host % 25);

		/* A tenth of the lines changes half way. */
		if ((test + run->host) % 10 == 0 &&
		    run->night >= lab->nights / 2)
			level *= 1.04;
		if (i)
			buf_char(b, ',');
		put_result(lab, b, "t", test, from, s->metrics_a_test, level,
			   mix(run->host, run->night,
			       run->round * s->tests_a_run + i));
	}
}

static void put_results(const struct lab *lab, const struct lab_run *run,
			struct buf *b)
{
	size_t i;

	if (run->kind == LAB_HOST) {
		put_host_results(lab, run, b);
	} else if (run->kind == LAB_WATCH) {
		buf_str(b, "{\"test\":\"heartbeat\",\"metrics\":[");
		put_metric(b, 0);
		put_samples(b, WATCH_SAMPLES,
			    run->n < lab->n_watch / 2 ? 1000 : 1010, 5,
			    mix(1000, run->n, 0));
		buf_str(b, "}]}");
	} else {
		for (i = 0; i < SUITE_TESTS; i++) {
			if (i)
				buf_char(b, ',');
			put_result(lab, b, "s", i, 0, SUITE_METRICS,
				   1000 + (double)(i * run->n / 50 % 7),
				   mix(1001, run->n, i));
		}
	}
}

/* ,"KEY":"PREFIXn" */
static void put_tag(struct buf *b, const char *key, const char *prefix,
		    size_t n, const char *suffix)
{
	buf_str(b, ",\"");
	buf_str(b, key);
	buf_str(b, "\":\"");
	put_name(b, prefix, n);
	buf_str(b, suffix);
	buf_char(b, '"');
}

/* What never changes on a host. */
static void put_machine(struct buf *b, size_t h)
{
	static const char *const nics[] = { "ice", "i40e", "mlx5", "igb" };

	buf_str(b, ",\"os\":\"Linux\",\"branch\":\"main\",\"nic.driver\":\"");
	buf_str(b, nics[h % 4]);
	buf_str(b, "\"");
	put_tag(b, "site", "site", h % 7, "");
	put_tag(b, "distro", "debian ", 10 + h % 4, "");
	put_tag(b, "compiler", "gcc ", 10 + h % 5, ".2.0");
	put_tag(b, "libc", "glibc 2.", 30 + h % 9, "");
	put_tag(b, "hw.cpu", "cpu ", h % 10, "");
	put_tag(b, "hw.cores", "", (size_t)4 << h % 5, "");
	put_tag(b, "hw.mem", "", (size_t)16 << h % 4, "G");
	put_tag(b, "hw.board", "board ", h % 30, "");
	put_tag(b, "hw.bios", "1.", h % 60, "");
	put_tag(b, "nic.speed", "", (size_t)10 << h % 3, "G");
	put_tag(b, "disk.driver", "nvme", h % 2, "");
	put_tag(b, "governor", "governor", h % 3, "");
	put_tag(b, "numa.nodes", "", 1 + h % 4, "");
	put_tag(b, "tool.version", "2.", h % 5, "");
}

/* A config of 3,000 options; those of two hosts differ in one of a hundred. */
static void put_config(struct buf *b, size_t h)
{
	static const char *const values[] = { "y", "m", "n" };
	size_t i;

	buf_str(b, h % 2 ? ",\"option.VIMAGE\":\"y\"" :
			   ",\"option.VIMAGE\":\"n\"");
	for (i = 1; i < OPTIONS; i++) {
		uint64_t value = mix(1002, 0, i);

		if (mix(1003, h, i) % 100 == 0)
			value++;
		buf_str(b, ",\"option.OPT_");
		buf_str(b, i < 10 ? "000" : i < 100 ? "00" :
			   i < 1000 ? "0" : "");
		put_unsigned(b, i);
		buf_str(b, "\":\"");
		buf_str(b, values[value % 3]);
		buf_char(b, '"');
	}
}

/* Kernels last 30 nights. */
static void put_state(const struct lab *lab, const struct lab_run *run,
		      struct buf *b)
{
	char commit[24];
	size_t of = run->kind == LAB_HOST ? run->host : 1000 + run->kind;
	size_t n = run->kind == LAB_HOST ? run->night : run->n;

	if (run->kind == LAB_SUITE)
		put_tag(b, "kernel", "7.", run->n < SUITE_RUNS / 2 ? 1 : 2,
			".0");
	else
		put_tag(b, "kernel", "6.", 1 + run->night / 30, ".0");
	put_tag(b, "rev", "n", 100000 + n, "");
	snprintf(commit, sizeof(commit), "%012llx",
		 (unsigned long long)(mix(1004 + of, n, 0) >> 16));
	buf_str(b, ",\"commit\":\"");
	buf_str(b, commit);
	buf_char(b, '"');
	if (tells_config(lab, run))
		put_config(b, run->host);
}

void lab_print(const struct lab *lab, const struct lab_run *run,
	       struct buf *b)
{
	int64_t day = (int64_t)lab->nights - 1 - (int64_t)run->night;
	size_t minute = run->kind == LAB_HOST ? 180 + run->round * 15 :
						run->n % 1440;
	char at[TIME_SIZE];

	time_print((lab->today_s - day * DAY_S + (int64_t)minute * 60) *
		   NS_PER_S, at);
	buf_str(b, tells_config(lab, run) ?
		   "{\"options_complete\":true,\"tags\":{\"host\":\"" :
		   "{\"tags\":{\"host\":\"");
	if (run->kind == LAB_HOST)
		put_name(b, "lab", 1 + run->host);
	else
		buf_str(b, run->kind == LAB_WATCH ? "watch" : "suite");
	buf_char(b, '"');
	put_machine(b, run->kind == LAB_HOST ? run->host : 0);
	put_state(lab, run, b);
	buf_str(b, "},\"at\":\"");
	buf_str(b, at);
	buf_str(b, "\",\"results\":[");
	put_results(lab, run, b);
	buf_str(b, "]}\n");
}
