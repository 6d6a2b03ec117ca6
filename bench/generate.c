/*
 * generate.c - an archive as `maxistat import` makes it of the runs of lab.h.
 *
 * usage: generate SHAPE RUNS [RESULTS SAMPLES] [ARCHIVE]
 *
 * RESULTS a run and SAMPLES a result, where they are not to be the shape's.
 * Each file holds as much as one upload may. None is ever on the disk: import
 * reads two FIFOs in turn, and while it stores what it has got the next is made
 * here. Without ARCHIVE all lines are printed.
 *
 * Of a shape with configs only the first night tells them, 3,000 options a run:
 * telling them each time is 75 GB of text in a million runs. sqlite3 points the
 * other environments of each host at its option set afterwards. The archive is
 * then what it would have been but for the digests of these environments: one
 * that is sent again is stored as another one.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab.h"
#include "limits.h"
#include "mem.h"
#include "number.h"

/* So that a transaction of import is one of these files. */
#define RUNS_A_FILE 12000

static int fail(const char *what)
{
	fprintf(stderr, "generate: %s: %s\n", what, strerrordesc_np(errno));
	return -1;
}

/* The runs of the next file: takes them from the lab, prints them if to. */
static bool next_file(struct lab *lab, struct buf *to)
{
	size_t runs = 0, results = 0, bytes = 0;

	for (;;) {
		struct lab ahead = *lab;
		struct lab_run run;

		if (runs == RUNS_A_FILE || !lab_next(&ahead, &run))
			break;
		results += lab_results(lab, &run);
		bytes += lab_bytes(lab, &run);
		if (runs && (results > LIMIT_RESULTS || bytes > LIMIT_BODY ||
			     results * lab->shape.samples > LIMIT_SAMPLES))
			break;
		*lab = ahead;
		runs++;
		if (to)
			lab_print(lab, &run, to);
	}
	return runs > 0;
}

static pid_t start_import(const char *archive, char fifos[2][64], size_t n)
{
	const char *program = getenv("MAXISTAT");
	const char **argv = x_calloc(n + 5, sizeof(*argv));
	pid_t pid = fork();
	size_t i;

	if (!pid) {
		int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

		argv[0] = program ? program : "build/maxistat";
		argv[1] = "import";
		argv[2] = "--db";
		argv[3] = archive;
		for (i = 0; i < n; i++)
			argv[4 + i] = fifos[i % 2];
		signal(SIGPIPE, SIG_DFL);
		dup2(null, 1);
		execvp(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	x_free(argv);
	return pid;
}

/* Waits for import to open it; -1: import has ended. */
static int open_fifo(const char *path, pid_t import)
{
	int fd;

	while ((fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0) {
		if (errno != ENXIO)
			return fail(path);
		if (waitpid(import, NULL, WNOHANG) != 0) {
			fputs("generate: import ends early\n", stderr);
			return -1;
		}
		usleep(500);
	}
	fcntl(fd, F_SETFL, 0);
	return fd;
}

static int send_all(int fd, const struct buf *b)
{
	size_t at = 0;

	while (at < b->len) {
		ssize_t n = write(fd, b->data + at, b->len - at);

		if (n < 0)
			return fail("write");
		at += (size_t)n;
	}
	return 0;
}

static int send_files(struct lab *lab, char fifos[2][64], pid_t import)
{
	struct buf b;
	size_t i;
	int failed = 0, status = 0;

	buf_init(&b, LIMIT_BODY);
	for (i = 0; !failed && next_file(lab, &b); i++) {
		int fd = open_fifo(fifos[i % 2], import);

		failed = fd < 0 ? -1 : send_all(fd, &b);
		if (fd >= 0)
			close(fd);
		buf_clear(&b);
	}
	buf_release(&b);
	if (failed)
		return -1;
	if (waitpid(import, &status, 0) != import || status) {
		fprintf(stderr, "generate: import ends with %#x\n", status);
		return -1;
	}
	return 0;
}

static int share_configs(const char *archive)
{
	static const char sql[] =
		"CREATE TEMP TABLE config AS SELECT t.tag AS host,"
		" max(e.option_set) AS option_set FROM environment_tag t"
		" JOIN environment e ON e.id = t.environment WHERE t.tag IN"
		" (SELECT id FROM tag WHERE key = 'host') GROUP BY t.tag;"
		"CREATE INDEX temp.by_host ON config (host);"
		"UPDATE environment SET option_set = (SELECT c.option_set"
		" FROM environment_tag t CROSS JOIN config c ON c.host = t.tag"
		" WHERE t.environment = environment.id);";
	const char *argv[] = { "sqlite3", "-bail", archive, sql, NULL };
	int status = 0;
	pid_t pid = fork();

	if (!pid) {
		execvp(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status) {
		fprintf(stderr, "generate: sqlite3 ends with %#x\n", status);
		return -1;
	}
	return 0;
}

static int to_archive(struct lab *lab, const char *archive)
{
	struct lab ahead = *lab;
	char folder[] = "/tmp/generate-XXXXXX", fifos[2][64];
	size_t n = 0;
	pid_t import;
	int failed = 0;

	while (next_file(&ahead, NULL))
		n++;
	if (!mkdtemp(folder))
		return fail(folder);
	snprintf(fifos[0], sizeof(fifos[0]), "%s/even.jsonl", folder);
	snprintf(fifos[1], sizeof(fifos[1]), "%s/odd.jsonl", folder);
	if (mkfifo(fifos[0], 0600) || mkfifo(fifos[1], 0600))
		failed = fail(folder);
	if (!failed) {
		import = start_import(archive, fifos, n);
		failed = import < 0 ? fail("fork") :
				      send_files(lab, fifos, import);
	}
	unlink(fifos[0]);
	unlink(fifos[1]);
	rmdir(folder);
	if (!failed && lab->shape.config)
		failed = share_configs(archive);
	return failed;
}

static int to_stdout(struct lab *lab)
{
	struct buf b;
	int failed = 0;

	buf_init(&b, LIMIT_BODY);
	while (!failed && next_file(lab, &b)) {
		failed = send_all(1, &b);
		buf_clear(&b);
	}
	buf_release(&b);
	return failed;
}

static bool read_size(const char *text, size_t *out)
{
	uint64_t x;

	if (!number_parse_u64(text, strlen(text), SIZE_MAX, &x) || !x)
		return false;
	*out = (size_t)x;
	return true;
}

int main(int argc, char **argv)
{
	const struct lab_shape *shape = argc > 2 ? lab_shape(argv[1]) : NULL;
	struct lab lab = { 0 };
	bool fits = shape && argc < 7 && read_size(argv[2], &lab.runs);

	if (fits)
		lab.shape = *shape;
	if (fits && argc > 4)
		fits = read_size(argv[3], &lab.shape.metrics_a_test) &&
		       lab.shape.metrics_a_test <= lab.shape.metrics &&
		       read_size(argv[4], &lab.shape.samples);
	if (!fits) {
		fputs("usage: generate SHAPE RUNS [RESULTS SAMPLES] "
		      "[ARCHIVE]\n", stderr);
		return 2;
	}
	signal(SIGPIPE, SIG_IGN);
	lab_init(&lab);
	return (argc % 2 ? to_stdout(&lab) :
			   to_archive(&lab, argv[argc - 1])) < 0;
}
