/*
 * bench.c - runs the benchmarks that are named, or all: a line of four fields
 * for each figure, which bench/run makes a table of.
 */
#include "bench.h"

#include <fcntl.h>
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "describe.h"
#include "mem.h"
#include "number.h"
#include "splitmix.h"

#define FILES_MAX 32
#define TIMES_MAX 10001

static char files[FILES_MAX][128];
static size_t n_files;

static const struct benchmark {
	const char *name;
	int (*run)(void);
} benchmarks[] = {
#define BENCHMARK(id) { #id, bench_##id },
#include "benchmarks.def"
#undef BENCHMARK
};

#define N_BENCHMARKS (sizeof(benchmarks) / sizeof(benchmarks[0]))

void bench_tell(const char *figure, double ours, double peer, double goal)
{
	printf("%s\t%.17g\t%.17g\t%.17g\n", figure, ours, peer, goal);
	fflush(stdout);
}

int bench_fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fputs("bench: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
	return -1;
}

int64_t bench_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int by_value(const void *x, const void *y)
{
	const double *a = x, *b = y;

	return *a < *b ? -1 : *a > *b;
}

double bench_quantile(double *x, size_t n, double q)
{
	qsort(x, n, sizeof(*x), by_value);
	return n ? x[(size_t)(q * (double)(n - 1))] : (double)NAN;
}

double bench_median_ns(void (*call)(void *arg), void *arg, size_t times)
{
	static double ns[TIMES_MAX];
	size_t i;

	call(arg);
	for (i = 0; i < times && i < TIMES_MAX; i++) {
		int64_t begin = bench_now_ns();

		call(arg);
		ns[i] = (double)(bench_now_ns() - begin);
	}
	return bench_quantile(ns, i, .5);
}

struct sample_set bench_samples(size_t n, double mean, double stddev,
				uint64_t seed)
{
	double *x = x_calloc(n, sizeof(*x));
	double *scratch = x_calloc(n, sizeof(*scratch));
	struct sample_set set = { .samples = x, .n = n };
	size_t i;

	for (i = 0; i < n; i++)
		x[i] = mean + stddev * splitmix_normal(&seed);
	stats_describe(x, n, scratch, &set.summary);
	free(scratch);
	return set;
}

int bench_write(const char *path, const struct sample_set *set)
{
	FILE *f = path ? fopen(path, "w") : NULL;
	size_t i;

	if (!f)
		return bench_fail("cannot write a file in build/bench");
	for (i = 0; i < set->n; i++) {
		char text[NUMBER_SIZE];

		number_print(set->samples[i], text);
		fprintf(f, "%s\n", text);
	}
	return fclose(f) ? bench_fail("cannot write '%s'", path) : 0;
}

const char *bench_program(void)
{
	const char *maxistat = getenv("MAXISTAT");

	return maxistat ? maxistat : "build/maxistat";
}

int bench_import(const char *db, const char *tags, const char *file)
{
	const char *argv[] = { bench_program(), "import", "--db", db,
			       tags ? "--tags" : file, tags, file, NULL };

	if (!tags)
		argv[5] = NULL;
	if (!(bench_program_ns(argv) > 0))
		return bench_fail("'%s import' fails", argv[0]);
	return 0;
}

int bench_generate(const char *db, const char *shape, const char *runs)
{
	const char *program = getenv("GENERATE");
	const char *argv[] = { program ? program : "build/bench/generate",
			       shape, runs, db, NULL };

	if (!(bench_program_ns(argv) > 0))
		return bench_fail("'%s %s %s' fails", argv[0], shape, runs);
	return 0;
}

const char *bench_file(const char *name)
{
	if (n_files == FILES_MAX)
		return NULL;
	mkdir("build", 0777);
	mkdir("build/bench", 0777);
	snprintf(files[n_files], sizeof(files[0]), "build/bench/%ld-%s",
		 (long)getpid(), name);
	return files[n_files++];
}

const char *bench_archive(const char *name)
{
	static const char *const beside[] = { "-wal", "-shm", "-lock" };
	const char *db = bench_file(name);
	char other[96];
	size_t i;

	/* What SQLite and the lock put beside it. */
	for (i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		snprintf(other, sizeof(other), "%s%s", name, beside[i]);
		bench_file(other);
	}
	return db;
}

static void remove_files(void)
{
	while (n_files)
		unlink(files[--n_files]);
}

double bench_program_ns(const char *const argv[])
{
	int64_t begin = bench_now_ns();
	int status = 0;
	pid_t pid = fork();

	if (!pid) {
		int null = open("/dev/null", O_RDWR);

		dup2(null, 0);
		dup2(null, 1);
		execvp(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		return NAN;
	return (double)(bench_now_ns() - begin);
}

/* The line is "VmHWM:  1234 kB". */
double bench_memory_bytes(pid_t pid, const char *field)
{
	double kilobytes = NAN;
	char path[64], line[256], *end;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, field, strlen(field)))
			kilobytes = strtod(line + strlen(field), &end);
	if (f)
		fclose(f);
	return kilobytes * 1024;
}

/* From here on the peak is that of what is in use now. */
static void forget_peak(void)
{
	int fd = open("/proc/self/clear_refs", O_WRONLY);

	if (fd < 0)
		return;
	if (write(fd, "5", 1) < 0)
		bench_fail("the peak of memory cannot be reset");
	close(fd);
}

double bench_peak_bytes(void (*call)(void *arg), void *arg)
{
	double bytes = NAN;
	int ends[2];
	pid_t pid;

	if (pipe(ends))
		return NAN;
	pid = fork();
	if (!pid) {
		double before;

		/* What earlier calls freed is in use for the system still. */
		malloc_trim(0);
		forget_peak();
		before = bench_memory_bytes(getpid(), "VmRSS:");
		call(arg);
		bytes = bench_memory_bytes(getpid(), "VmHWM:") - before;
		_exit(write(ends[1], &bytes, sizeof(bytes)) !=
		      (ssize_t)sizeof(bytes));
	}
	close(ends[1]);
	if (pid < 0 || read(ends[0], &bytes, sizeof(bytes)) !=
			       (ssize_t)sizeof(bytes))
		bytes = NAN;
	close(ends[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return bytes;
}

static bool wanted(const char *name, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		if (!strcmp(argv[i], name))
			return true;
	return argc < 2;
}

int main(int argc, char **argv)
{
	size_t ran = 0, i;
	int failed = 0;

	for (i = 0; i < N_BENCHMARKS; i++)
		if (wanted(benchmarks[i].name, argc, argv)) {
			failed |= benchmarks[i].run() < 0;
			remove_files();
			ran++;
		}
	if (!ran)
		failed = bench_fail("no such benchmark; benchmarks.def has "
				    "them all");
	return failed != 0;
}
