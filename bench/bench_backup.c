/*
 * bench_backup.c - a copy of an archive of 100 MB while others upload as fast
 * as they can, by the program and over HTTP; what was acknowledged before it is
 * in it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "db.h"
#include "load.h"
#include "number.h"
#include "served.h"

#define UPLOADERS 8
#define BYTES     100e6
#define FILES     3
#define RESULTS   37000 /* of a file */
#define SAMPLES   50
#define BEFORE_US 300000
#define LIMIT_S   2

/* ---- The archive: runs of a hundred results each. ---- */

static void write_result(FILE *f, size_t i, uint64_t seed)
{
	struct sample_set set = bench_samples(SAMPLES, 1000, 25, seed);
	size_t j;

	if (i % 100 == 0)
		fprintf(f, "%s{\"tags\":{\"host\":\"h\",\"rev\":\"%llu\"},"
			"\"results\":[", i ? "]}\n" : "",
			(unsigned long long)seed);
	fprintf(f, "%s{\"test\":\"t%zu\",\"metrics\":[{\"name\":\"rate\","
		"\"unit\":\"op/s\",\"samples\":[", i % 100 ? "," : "", i % 100);
	for (j = 0; j < SAMPLES; j++) {
		char text[NUMBER_SIZE];

		number_print(set.samples[j], text);
		fprintf(f, "%s%s", j ? "," : "", text);
	}
	fputs("]}]}", f);
	free((void *)(uintptr_t)set.samples);
}

static int make_archive(const char *db)
{
	const char *path = bench_file("runs.jsonl");
	uint64_t seed = 1;
	struct stat st;
	size_t i, j;

	for (i = 0; i < FILES; i++) {
		FILE *f = path ? fopen(path, "w") : NULL;

		if (!f)
			return bench_fail("cannot write a file in build/bench");
		for (j = 0; j < RESULTS; j++)
			write_result(f, j, seed++);
		fputs("]}\n", f);
		if (fclose(f))
			return bench_fail("cannot write '%s'", path);
		if (bench_import(db, NULL, path) < 0)
			return -1;
	}
	if (stat(db, &st) < 0 || (double)st.st_size < BYTES)
		return bench_fail("the archive has %lld bytes only",
				  (long long)st.st_size);
	return 0;
}

/* ---- The copies. ---- */

struct copy {
	const char *figure, *path;
	double seconds;
	size_t before; /* acknowledged uploads when it was asked for */
};

static double by_program(const char *db, const char *to)
{
	const char *argv[] = { bench_program(), "backup", "--db", db, to,
			       NULL };

	return bench_program_ns(argv) / 1e9;
}

/* The whole answer but its head, into a file. */
static int receive(int fd, FILE *to)
{
	static char in[1 << 16];
	size_t len = 0, head;
	char *body;
	ssize_t n;

	do {
		n = recv(fd, in + len, sizeof(in) - 1 - len, 0);
		if (n <= 0)
			return bench_fail("GET /backup: no answer");
		len += (size_t)n;
		in[len] = '\0';
		body = strstr(in, "\r\n\r\n");
	} while (!body);
	if (strncmp(in, "HTTP/1.1 200", 12))
		return bench_fail("GET /backup: '%.12s'", in);
	head = (size_t)(body + 4 - in);
	fwrite(in + head, 1, len - head, to);
	while ((n = recv(fd, in, sizeof(in), 0)) > 0)
		fwrite(in, 1, (size_t)n, to);
	return (int)n;
}

static double by_get(int port, const char *path)
{
	int64_t begin = bench_now_ns();
	int fd = load_connect(port), failed = -1;
	FILE *to = fopen(path, "w");
	char out[128];
	int len = snprintf(out, sizeof(out), "GET /backup HTTP/1.1\r\n"
			   "Host: 127.0.0.1:%d\r\nConnection: close\r\n\r\n",
			   port);

	if (fd >= 0 && to && send(fd, out, (size_t)len, 0) == len)
		failed = receive(fd, to);
	if (to)
		failed |= fclose(to);
	if (fd >= 0)
		close(fd);
	return failed ? (double)NAN : (double)(bench_now_ns() - begin) / 1e9;
}

/* How many of the first runs that were acknowledged are not in the copy. */
static int count_lost(const struct copy *copy, const struct load *load,
		      size_t *lost)
{
	struct arena arena = { 0 };
	struct err err = { 0 };
	struct db_run *run;
	struct db *db;
	size_t i;

	if (db_open(copy->path, DB_READ, &db, &err) < 0)
		return bench_fail("%s", err.msg);
	for (i = 0; i < copy->before; i++)
		*lost += db_run_by_id(db, load_stored_run(load, i), &arena,
				      &run, &err) < 0 || run->n_series != 1;
	arena_release(&arena);
	db_close(db);
	return 0;
}

static int make_copies(const char *db, int port, struct load *load,
		       struct copy copies[2])
{
	if (load_begin(load, 60) < 0)
		return -1;
	usleep(BEFORE_US);
	copies[0].before = load_count(load);
	copies[0].seconds = by_program(db, copies[0].path);
	copies[1].before = load_count(load);
	copies[1].seconds = by_get(port, copies[1].path);
	return load_end(load);
}

static int measure(const char *db, int port, struct load *load)
{
	struct copy copies[2] = {
		{ "backup of 100 MB beside 8 uploaders, s; limit",
		  bench_archive("copy.db"), 0, 0 },
		{ "GET /backup of it, s; limit", bench_archive("got.db"), 0,
		  0 },
	};
	size_t lost = 0, i;

	if (make_copies(db, port, load, copies) < 0)
		return -1;
	for (i = 0; i < 2; i++) {
		bench_tell(copies[i].figure, copies[i].seconds, LIMIT_S, 1);
		if (count_lost(&copies[i], load, &lost) < 0)
			return -1;
	}
	bench_tell("... acknowledged before and not in it; of",
		   (double)lost, (double)(copies[0].before + copies[1].before),
		   0);
	return 0;
}

int bench_backup(void)
{
	struct load_options o = { .clients = UPLOADERS };
	const char *db = bench_archive("backup.db");
	struct served served;
	struct load *load;
	int failed;

	if (make_archive(db) < 0 || served_start(db, NULL, &served) < 0)
		return -1;
	o.port = served.port;
	load = load_open(&o);
	failed = load ? measure(db, served.port, load) : -1;
	load_close(load);
	return served_stop(&served) | failed;
}
