/*
 * bench_bulk.c - files into an archive: runs of ten results of ten samples,
 * against the same rows put there by libsqlite3 alone, and what they take on
 * the disk; and a hundred thousand files of five numbers.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "lab.h"
#include "limits.h"
#include "raw.h"

#define FILES        3
#define RESULTS      10
#define NS_A_SAMPLE  1000
#define OF_RAW       2

#define SMALL_FILES  100000
#define SMALL_FOLDER 1000 /* files in one */
#define SMALL_S      5

struct bulk {
	size_t runs, samples; /* of all files, of a result */
	const char *files[FILES];
};

/* The hosts of a farm on their nights, and nothing beside them. */
static void begin_lab(struct lab *lab, const struct bulk *bulk)
{
	*lab = (struct lab){ .shape = *lab_shape("farm"), .runs = bulk->runs };
	lab->shape.config = lab->shape.suite = false;
	lab->shape.metrics_a_test = RESULTS;
	lab->shape.samples = bulk->samples;
	lab_init(lab);
	lab->n_watch = 0;
	lab->nights = lab->runs / (lab->shape.rounds * lab->hosts) + 1;
}

static int write_bulk(struct bulk *bulk)
{
	struct lab lab;
	size_t i, k;

	begin_lab(&lab, bulk);
	for (i = 0; i < FILES; i++) {
		struct lab_run run;
		struct buf text;
		char name[32];
		FILE *f;

		snprintf(name, sizeof(name), "%zu-%zu.jsonl", bulk->samples, i);
		bulk->files[i] = bench_file(name);
		f = bulk->files[i] ? fopen(bulk->files[i], "w") : NULL;
		if (!f)
			return bench_fail("cannot write a file in build/bench");
		buf_init(&text, LIMIT_BODY);
		for (k = 0; k < bulk->runs / FILES && lab_next(&lab, &run); k++)
			lab_print(&lab, &run, &text);
		fwrite(text.data, 1, text.len, f);
		if (fclose(f) || text.over)
			return bench_fail("cannot write '%s'", bulk->files[i]);
		buf_release(&text);
	}
	return 0;
}

/* Its time in ns; NAN where it fails. */
static double import_bulk(struct bulk *bulk, const char *db)
{
	const char *argv[] = { bench_program(), "import", "--db", db,
			       bulk->files[0], bulk->files[1], bulk->files[2],
			       NULL };

	if (write_bulk(bulk) < 0)
		return NAN;
	argv[4] = bulk->files[0];
	argv[5] = bulk->files[1];
	argv[6] = bulk->files[2];
	return bench_program_ns(argv);
}

static int bulks(void)
{
	struct bulk ten = { .runs = 30000, .samples = 10 };
	struct bulk hundred = { .runs = 4500, .samples = 100 };
	const char *db = bench_archive("ten.db");
	const char *raw = bench_archive("raw.db");
	const char *large = bench_archive("hundred.db");
	double ns = import_bulk(&ten, db), raw_ns;

	if (isnan(ns) || isnan(import_bulk(&hundred, large)))
		return bench_fail("import fails");
	/* All is one transaction of import. */
	raw_ns = raw_insert_ns(db, raw, 1);
	bench_tell("import, 10 x 10 samples a run, ns a sample; limit",
		   ns / (double)(ten.runs * RESULTS * ten.samples),
		   NS_A_SAMPLE, 1);
	bench_tell("... ms; a raw insert of the same rows", ns / 1e6,
		   raw_ns / 1e6, OF_RAW);
	bench_tell("on disk, results of 10, bytes a sample; limit",
		   raw_disk_bytes(db) /
			   (double)(ten.runs * RESULTS * ten.samples),
		   17, 1);
	bench_tell("on disk, results of 100, bytes a sample; limit",
		   raw_disk_bytes(large) /
			   (double)(hundred.runs * RESULTS * hundred.samples),
		   11, 1);
	return 0;
}

/* ---- Small files. ---- */

static void small_path(char *out, size_t size, const char *folder, size_t i)
{
	snprintf(out, size, "%s/%zu/%zu.txt", folder, i / SMALL_FOLDER, i);
}

/* Each with a line in the map that says what it is of. */
static int write_small(const char *folder, FILE *map)
{
	size_t i, k;
	char path[256];

	for (i = 0; i < SMALL_FILES; i++) {
		FILE *f;

		if (i % SMALL_FOLDER == 0) {
			snprintf(path, sizeof(path), "%s/%zu", folder,
				 i / SMALL_FOLDER);
			mkdir(path, 0777);
		}
		small_path(path, sizeof(path), folder, i);
		f = fopen(path, "w");
		if (!f)
			return bench_fail("cannot write '%s'", path);
		for (k = 0; k < 5; k++)
			fprintf(f, "%zu.%zu\n", 1000 + i, k);
		fclose(f);
		fprintf(map, "%zu/%zu.txt\thost:h%zu,test:t%zu,unit:s,"
			"rev:%zu\n", i / SMALL_FOLDER, i, i % 50, i % 20,
			i / 1000);
	}
	return 0;
}

static void remove_small(const char *folder)
{
	char path[256];
	size_t i;

	for (i = 0; i < SMALL_FILES; i++) {
		small_path(path, sizeof(path), folder, i);
		unlink(path);
		if ((i + 1) % SMALL_FOLDER == 0) {
			*strrchr(path, '/') = '\0';
			rmdir(path);
		}
	}
	snprintf(path, sizeof(path), "%s/map", folder);
	unlink(path);
	rmdir(folder);
}

static int smalls(void)
{
	const char *db = bench_archive("small.db");
	const char *folder = bench_file("files");
	char path[256];
	const char *argv[] = { bench_program(), "import", "--db", db, "--map",
			       path, NULL };
	int failed = -1;
	FILE *map;

	mkdir(folder, 0777);
	snprintf(path, sizeof(path), "%s/map", folder);
	map = fopen(path, "w");
	if (map)
		failed = write_small(folder, map) | fclose(map);
	if (!failed)
		bench_tell("import of 100,000 files of 5 numbers, s; limit",
			   bench_program_ns(argv) / 1e9, SMALL_S, 1);
	remove_small(folder);
	return failed;
}

int bench_bulk(void)
{
	return bulks() | smalls();
}
