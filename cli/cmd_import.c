/* cmd_import.c - files into an archive that is not being served. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "file.h"
#include "limits.h"
#include "text.h"
#include "timestamp.h"
#include "upkeep.h"
#include "upload.h"

/* So many files, or bytes, are one transaction. */
#define FILES_A_COMMIT 1000
#define BYTES_A_COMMIT (64u << 20)

struct settings {
	struct arena arena;
	const char *db;
	struct options options;
	struct upload_terms terms;
};

struct import {
	struct settings *settings;
	struct db *db;
	size_t files, bytes; /* of the open transaction */
	size_t n_failed;
};

static int read_terms(struct settings *s, const char *text, struct err *err)
{
	struct written all = { text, strlen(text) };
	struct segment segment;
	size_t i;

	if (terms_split(all, 0, all.len, &s->arena, &segment, err) < 0)
		return -1;
	for (i = 0; i < segment.n; i++) {
		const struct term *t = &segment.terms[i];
		const char *name, *value;

		if (t->kind != TERM_OPTION)
			continue;
		name = arena_strndup(&s->arena, t->key, t->key_len);
		if (terms_decode(all, t->value, t->value_len, &s->arena,
				 &value, err) < 0 ||
		    options_set(TAKES_UPLOAD, name, value, &s->arena,
				&s->options, err) < 0)
			return -1;
	}
	return terms_upload(all, &segment, &s->arena, &s->terms, err);
}

static int read_settings(int argc, char **argv, struct settings *s,
			 struct err *err)
{
	static const struct option longs[] = {
		{ "db", required_argument, NULL, 'd' },
		{ "format", required_argument, NULL, 'f' },
		{ "tags", required_argument, NULL, 't' },
		{ "pick", required_argument, NULL, 'p' },
		{ NULL, 0, NULL, 0 },
	};
	int c, failed = 0;

	options_init(&s->options);
	opterr = 0;
	optind = 1;
	while (!failed && (c = getopt_long(argc, argv, "", longs, NULL)) != -1)
		switch (c) {
		case 'd':
			s->db = optarg;
			break;
		case 'f':
			s->options.format = optarg;
			break;
		case 't':
			failed = read_terms(s, optarg, err);
			break;
		case 'p':
			failed = options_set(TAKES_UPLOAD, "pick", optarg,
					     &s->arena, &s->options, err);
			break;
		default:
			failed = err_set(err, ERR_USAGE, "unknown option or "
					 "a missing value");
		}
	if (failed)
		return -1;
	if (!s->db || optind == argc)
		return err_set(err, ERR_USAGE, "--db FILE and at least one "
			       "file are needed");
	return 0;
}

static void say(const char *path, const struct upload *up,
		const struct db_stored *stored)
{
	struct upload_counts n;
	size_t i;

	upload_count(up, &n);
	if (!stored->n_new) {
		printf("%s: NOT stored again: same as run %lld\n", path,
		       (long long)stored->run_ids[0]);
		return;
	}
	printf("%s: run %lld", path, (long long)stored->run_ids[0]);
	if (n.runs > 1)
		printf("..%lld", (long long)stored->run_ids[n.runs - 1]);
	printf(" stored: %zu test%s, %zu sample%s, %zu warning%s\n", n.tests,
	       plural(n.tests), n.samples, plural(n.samples),
	       up->report.n_warnings, plural(up->report.n_warnings));
	for (i = 0; i < up->store.n_warnings && i < 5; i++)
		printf("  %s\n", up->store.warnings[i].text);
}

static int store(struct import *im, const char *path, const struct buf *data,
		 struct arena *arena, struct err *err)
{
	const char *slash = strrchr(path, '/');
	struct upload_source src = {
		.data = data->data ? data->data : "",
		.len = data->len,
		.terms = &im->settings->terms,
		.options = &im->settings->options,
		.file = strcmp(path, "-") ? slash ? slash + 1 : path : NULL,
		.sender = "import",
		.received_ns = time_now_ns(),
		.keep_told = true,
	};
	struct upload *up = arena_alloc(arena, sizeof(*up));
	struct db_stored stored;

	if (upload_prepare(&src, arena, up, err) < 0 ||
	    db_savepoint(im->db, err) < 0)
		return -1;
	if (db_store(im->db, &up->store, arena, &stored, err) < 0) {
		db_savepoint_rollback(im->db);
		return -1;
	}
	if (db_savepoint_release(im->db, err) < 0)
		return -1;
	say(path, up, &stored);
	return 0;
}

/* A bad file is said and left out whole; the others go on. */
static int import_file(struct import *im, const char *path, struct err *err)
{
	struct arena arena = { 0 };
	struct buf data;
	int failed;

	buf_init(&data, LIMIT_BODY);
	failed = file_read(path, &data, err);
	if (!failed)
		failed = store(im, path, &data, &arena, err);
	im->files++;
	im->bytes += data.len;
	buf_release(&data);
	arena_release(&arena);
	if (failed && err->code != ERR_DB && err->code != ERR_FULL &&
	    err->code != ERR_BUSY && err->code != ERR_ARCHIVE) {
		fflush(stdout);
		fprintf(stderr, "maxistat import: %s: %s\n", path, err->msg);
		if (err->hint[0])
			fprintf(stderr, "  %s\n", err->hint);
		im->n_failed++;
		return 0;
	}
	return failed;
}

static int import_all(struct import *im, char **paths, struct err *err)
{
	if (db_write_begin(im->db, err) < 0)
		return -1;
	for (; *paths; paths++) {
		if (im->files == FILES_A_COMMIT ||
		    im->bytes > BYTES_A_COMMIT) {
			if (db_write_commit(im->db, err) < 0 ||
			    db_write_begin(im->db, err) < 0)
				return -1;
			im->files = im->bytes = 0;
		}
		if (import_file(im, *paths, err) < 0) {
			db_write_rollback(im->db);
			return -1;
		}
	}
	return db_write_commit(im->db, err);
}

static int import_run(int argc, char **argv, struct err *err)
{
	struct settings s = { 0 };
	struct import im = { .settings = &s };
	int failed = read_settings(argc, argv, &s, err);

	if (!failed)
		failed = db_open(s.db, DB_WRITE, &im.db, err);
	if (!failed) {
		const char *brought_up = db_brought_up(im.db, &s.arena);

		if (brought_up)
			fprintf(stderr, "maxistat import: %s\n", brought_up);
		failed = import_all(&im, argv + optind, err);
		db_close(im.db);
	}
	arena_release(&s.arena);
	if (failed)
		return -1;
	return im.n_failed ? EXIT_NO : EXIT_DONE;
}

const struct command command_import = {
	.name = "import",
	.args = "--db FILE [--format NAME] [--tags TERMS] [--pick TERM]... "
		"FILE...",
	.summary = "store files in an archive; - is the standard input",
	.help = "  --db FILE      the archive; made when it is missing\n"
		"  --format NAME  where it is not to be detected\n"
		"  --tags TERMS   what is recorded: host:apu2,test:udp,VIMAGE\n"
		"  --pick TERM    only the results that this fits "
		"(repeatable)\n"
		"exit status: 0 all stored, 1 a file was refused, 3 and 4 see "
		"the manual\n",
	.run = import_run,
};
