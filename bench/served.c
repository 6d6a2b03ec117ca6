/* served.c - the program as a server of its own, and the disk below it. */
#include "served.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

#define ARGS_MAX   16
#define DISK_PAGES 256
#define DISK_PAGE  4096

static void exec_server(const char *db, const char *const more[], int out)
{
	const char *argv[ARGS_MAX] = { bench_program(), "serve", "--db", db,
				       "--listen", "127.0.0.1:0" };
	size_t n = 6;

	while (more && *more && n + 1 < ARGS_MAX)
		argv[n++] = *more++;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(out, 1);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* "serving FILE on http://127.0.0.1:PORT" */
static int read_port(int fd)
{
	char line[512] = "", *colon, *end;
	size_t n = 0;
	ssize_t got;

	while (n + 1 < sizeof(line) && !strchr(line, '\n')) {
		got = read(fd, line + n, sizeof(line) - 1 - n);
		if (got <= 0)
			return -1;
		n += (size_t)got;
	}
	colon = strrchr(line, ':');
	return colon ? (int)strtol(colon + 1, &end, 10) : -1;
}

void served_kill(struct served *served)
{
	kill(served->pid, SIGKILL);
	waitpid(served->pid, NULL, 0);
}

int served_start(const char *db, const char *const more[], struct served *out)
{
	int ends[2];

	memset(out, 0, sizeof(*out));
	if (!db || pipe2(ends, O_CLOEXEC))
		return bench_fail("there is no place for a server");
	out->pid = fork();
	if (!out->pid)
		exec_server(db, more, ends[1]);
	close(ends[1]);
	out->port = out->pid < 0 ? -1 : read_port(ends[0]);
	close(ends[0]);
	if (out->port > 0)
		return 0;
	if (out->pid > 0)
		served_kill(out);
	return bench_fail("the server does not start");
}

static struct control *map_control(const char *path)
{
	int fd = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
	void *map = MAP_FAILED;

	if (fd >= 0 && !ftruncate(fd, sizeof(struct control)))
		map = mmap(NULL, sizeof(struct control),
			   PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	return map == MAP_FAILED ? NULL : map;
}

int served_slow(const char *db, struct served *out)
{
	const char *library = getenv("FAULT"), *path;
	char so[PATH_MAX], folder[PATH_MAX];
	struct control *fault;
	int failed;

	if (!library || !realpath(library, so)) {
		bench_fail("no slow disk without fault.so, which needs the "
			   "place of a sanitizer");
		return 1;
	}
	path = bench_file("control");
	fault = map_control(path);
	if (!fault || !realpath("build/bench", folder))
		return bench_fail("cannot write a file in build/bench");
	setenv("FAULT_CONTROL", path, 1);
	setenv("FAULT_FOLDER", folder, 1);
	setenv("LD_PRELOAD", so, 1);
	failed = served_start(db, NULL, out);
	unsetenv("LD_PRELOAD");
	unsetenv("FAULT_FOLDER");
	unsetenv("FAULT_CONTROL");
	out->fault = fault;
	return failed;
}

void served_delay(struct served *served, unsigned us)
{
	served->fault->delay_us = us;
	served->fault->ops = us ? OP_SYNC : 0;
}

int served_confine(const struct served *served, const cpu_set_t *cpus)
{
	char path[64];
	struct dirent *task;
	DIR *tasks;
	int failed = sched_setaffinity(0, sizeof(*cpus), cpus);

	snprintf(path, sizeof(path), "/proc/%d/task", (int)served->pid);
	tasks = opendir(path);
	if (!tasks)
		return -1;
	while ((task = readdir(tasks))) {
		char *end;
		long id = strtol(task->d_name, &end, 10);

		if (id > 0)
			failed |= sched_setaffinity((pid_t)id, sizeof(*cpus),
						    cpus);
	}
	closedir(tasks);
	return failed;
}

int served_stop(struct served *served)
{
	int status = -1;

	kill(served->pid, SIGTERM);
	if (waitpid(served->pid, &status, 0) != served->pid || status)
		return bench_fail("the server ends with %#x", status);
	if (served->fault)
		munmap(served->fault, sizeof(*served->fault));
	return 0;
}

int disk_open(void)
{
	static char page[DISK_PAGE];
	const char *path = bench_file("disk");
	int fd = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
	int i;

	if (fd < 0)
		return bench_fail("cannot write a file in build/bench");
	for (i = 0; i < DISK_PAGES; i++)
		if (pwrite(fd, page, sizeof(page), i * (off_t)sizeof(page)) < 0)
			return bench_fail("the disk is full");
	fsync(fd);
	return fd;
}

double disk_sync_ns(int fd, double seconds)
{
	static char page[DISK_PAGE];
	int64_t begin = bench_now_ns(), now;
	size_t n = 0;

	do {
		page[0]++;
		if (pwrite(fd, page, sizeof(page),
			   (off_t)(n++ % DISK_PAGES * sizeof(page))) < 0 ||
		    fdatasync(fd))
			return NAN;
		now = bench_now_ns();
	} while ((double)(now - begin) < seconds * 1e9);
	return (double)(now - begin) / (double)n;
}

int disk_processor(int fd, const cpu_set_t *of, cpu_set_t *one)
{
	double best = HUGE_VAL;
	size_t cpu;

	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		cpu_set_t this;
		double ns;

		if (!CPU_ISSET(cpu, of))
			continue;
		CPU_ZERO(&this);
		CPU_SET(cpu, &this);
		if (sched_setaffinity(0, sizeof(this), &this))
			return -1;
		ns = disk_sync_ns(fd, .05);
		if (ns < best) {
			best = ns;
			*one = this;
		}
	}
	return best < HUGE_VAL ? 0 : -1;
}
