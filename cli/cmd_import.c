/* cmd_import.c - files into an archive that is not being served. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "import_ahead.h"
#include "import_listing.h"
#include "text.h"
#include "upkeep.h"
#include "upload_env.h"

/* So many files, or bytes, are one transaction. */
#define FILES_A_COMMIT 1000
#define BYTES_A_COMMIT (64u << 20)

struct settings {
	struct arena arena;
	const char *db, *map;
	struct import_terms common;
	struct pattern *patterns;
	size_t n_patterns;
	bool dry, at_mtime;
	struct import_files files;
};

struct import {
	struct settings *settings;
	struct db *db;                   /* NULL: a dry run */
	struct import_listing *listing;  /* of a dry run */
	size_t files, bytes;             /* of the open transaction */
	size_t n_failed;
};

static int set_path(struct settings *s, const char *written, struct err *err)
{
	s->patterns = arena_grow(&s->arena, s->patterns, s->n_patterns,
				 sizeof(*s->patterns));
	return pattern_read(written, &s->arena,
			    &s->patterns[s->n_patterns++], err);
}

static int set_option(struct settings *s, int c, struct err *err)
{
	struct written text = { optarg, optarg ? strlen(optarg) : 0 };

	switch (c) {
	case 'd':
		s->db = optarg;
		return 0;
	case 'f':
		s->common.options.format = optarg;
		return 0;
	case 't':
		return import_terms_add(&s->common, text, 0, text.len,
					&s->arena, err);
	case 'p':
		return options_set(TAKES_UPLOAD, "pick", optarg, &s->arena,
				   &s->common.options, err);
	case 'm':
		s->map = optarg;
		return 0;
	case 'P':
		return set_path(s, optarg, err);
	case 'n':
		s->dry = true;
		return 0;
	case 'a':
		s->at_mtime = true;
		return strcmp(optarg, "mtime") ?
			err_set(err, ERR_USAGE, "--at takes mtime; a time is "
				"--tags at:TIME") : 0;
	default:
		return err_set(err, ERR_USAGE, "unknown option or a missing "
			       "value");
	}
}

static int read_settings(int argc, char **argv, struct settings *s,
			 struct err *err)
{
	static const struct option longs[] = {
		{ "db", required_argument, NULL, 'd' },
		{ "format", required_argument, NULL, 'f' },
		{ "tags", required_argument, NULL, 't' },
		{ "pick", required_argument, NULL, 'p' },
		{ "map", required_argument, NULL, 'm' },
		{ "path", required_argument, NULL, 'P' },
		{ "dry", no_argument, NULL, 'n' },
		{ "at", required_argument, NULL, 'a' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	import_terms_init(&s->common);
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, argv, "", longs, NULL)) != -1)
		if (set_option(s, c, err) < 0)
			return -1;
	if (s->map && s->n_patterns)
		return err_set(err, ERR_USAGE, "--map and --path both say what "
			       "is recorded; which one?");
	if (s->map && optind < argc)
		return err_set(err, ERR_USAGE, "--map names the files; '%.60s' "
			       "is one more", argv[optind]);
	if (!s->db && !s->dry)
		return err_set(err, ERR_USAGE, "--db FILE is needed");
	if (!s->map && optind == argc)
		return err_set(err, ERR_USAGE, "at least one file is needed");
	return 0;
}

static int find_files(struct settings *s, char **paths, struct err *err)
{
	s->files.arena = &s->arena;
	s->files.common = &s->common;
	if (s->map)
		return import_files_map(&s->files, s->map, err);
	if (s->n_patterns)
		return import_files_fit(&s->files, paths, s->patterns,
					s->n_patterns, err);
	import_files_given(&s->files, paths);
	return 0;
}

static void say(const struct import_upload *u, const struct db_stored *stored)
{
	const struct upload_counts *n = &u->counts;
	const struct upload *up = &u->upload;
	size_t i;

	import_print_path(stdout, u->file->path);
	if (!stored->n_new) {
		printf(": NOT stored again: same as run %lld\n",
		       (long long)stored->run_ids[0]);
		return;
	}
	printf(": run %lld", (long long)stored->run_ids[0]);
	if (n->runs > 1)
		printf("..%lld", (long long)stored->run_ids[n->runs - 1]);
	printf(" stored: %zu test%s, %zu sample%s, %zu warning%s\n", n->tests,
	       plural(n->tests), n->samples, plural(n->samples),
	       up->report.n_warnings, plural(up->report.n_warnings));
	for (i = 0; i < up->store.n_warnings && i < 5; i++)
		printf("  %s\n", up->store.warnings[i].text);
}

static int store(struct import *im, struct import_upload *u, struct err *err)
{
	struct db_stored stored;

	/*
	 * In no savepoint, which copies every page that it changes: what goes
	 * wrong once something is written ends the import, and its transaction.
	 */
	if (db_store(im->db, &u->upload.store, &u->arena, &stored, err) < 0)
		return -1;
	say(u, &stored);
	return 0;
}

/* What of it was left for its turn, and then into the archive or the table. */
static int take(struct import *im, struct import_upload *u, struct err *err)
{
	const struct settings *s = im->settings;

	if (u->stage == IMPORT_NEW)
		import_upload_read(u, &s->files, s->at_mtime);
	if (u->stage == IMPORT_READ) {
		/* Without an archive nobody knows what it means. */
		if (im->db && upload_env(im->db, u->terms.terms.env, &u->arena,
					 &u->source.env, err) < 0)
			return -1;
		import_upload_prepare(u);
	}
	if (u->stage == IMPORT_FAILED) {
		*err = u->err;
		return -1;
	}
	if (im->db)
		return store(im, u, err);
	import_list(im->listing, u->file->path, &u->upload);
	return 0;
}

/* A bad file is said and left out whole; the others go on. */
static int import_one(struct import *im, struct import_upload *u,
		      struct err *err)
{
	const char *path = u->file->path;
	int failed = take(im, u, err);

	im->files++;
	im->bytes += u->data.len;
	import_upload_free(u);
	if (failed && err->code != ERR_DB && err->code != ERR_FULL &&
	    err->code != ERR_BUSY && err->code != ERR_ARCHIVE) {
		import_complain(path, err->msg, err->hint);
		im->n_failed++;
		return 0;
	}
	return failed;
}

static int commit_some(struct import *im, struct err *err)
{
	im->files = im->bytes = 0;
	if (db_write_commit(im->db, err) < 0)
		return -1;
	db_tidy(im->db);
	return db_write_begin(im->db, err);
}

/* In transactions of a bounded size. */
static int store_all(struct import *im, struct import_ahead *ahead,
		     struct err *err)
{
	struct import_upload *u;

	if (db_write_begin(im->db, err) < 0)
		return -1;
	while ((u = import_ahead_next(ahead))) {
		if (im->files == FILES_A_COMMIT ||
		    im->bytes > BYTES_A_COMMIT) {
			if (commit_some(im, err) < 0) {
				import_upload_free(u);
				return -1;
			}
		}
		if (import_one(im, u, err) < 0) {
			db_write_rollback(im->db);
			return -1;
		}
	}
	return db_write_commit(im->db, err);
}

/* What would be filed; neither an archive nor a file is written. */
static int list_all(struct import *im, struct import_ahead *ahead,
		    struct err *err)
{
	struct import_listing listing;
	struct import_upload *u;
	int failed = 0;

	import_list_init(&listing, &im->settings->arena,
			 im->settings->at_mtime);
	im->listing = &listing;
	while (!failed && (u = import_ahead_next(ahead)))
		failed = import_one(im, u, err);
	return failed ? failed : import_list_print(&listing, stdout, err);
}

static int take_all(struct import *im, struct err *err)
{
	const struct settings *s = im->settings;
	struct import_ahead *ahead;
	int failed;

	if (import_ahead_start(&s->files, s->at_mtime, !s->dry, &ahead,
			       err) < 0)
		return -1;
	failed = im->db ? store_all(im, ahead, err) :
			  list_all(im, ahead, err);
	import_ahead_stop(ahead);
	return failed;
}

static int import_all(struct import *im, struct err *err)
{
	struct settings *s = im->settings;
	const char *brought_up;
	int failed;

	if (s->dry)
		return take_all(im, err);
	if (db_open(s->db, DB_WRITE, &im->db, err) < 0)
		return -1;
	brought_up = db_brought_up(im->db, &s->arena);
	if (brought_up)
		fprintf(stderr, "maxistat import: %s\n", brought_up);
	failed = db_expect_much(im->db, err);
	if (!failed)
		failed = take_all(im, err);
	db_close(im->db);
	return failed;
}

static int import_run(int argc, char **argv, struct err *err)
{
	struct settings s = { 0 };
	struct import im = { .settings = &s };
	int failed = read_settings(argc, argv, &s, err);
	size_t n_left;

	if (!failed)
		failed = find_files(&s, argv + optind, err);
	if (!failed)
		failed = import_all(&im, err);
	n_left = s.files.n_left + im.n_failed;
	arena_release(&s.arena);
	if (failed)
		return -1;
	return n_left ? EXIT_NO : EXIT_DONE;
}

const struct command command_import = {
	.name = "import",
	.args = "--db FILE [--format NAME] [--tags TERMS] [--pick TERM]... "
		"[--at mtime] [--dry] FILE... | --path PATTERN... FILE... | "
		"--map FILE",
	.summary = "store files in an archive; - is the standard input",
	.help = "  --db FILE       the archive; made when it is missing\n"
		"  --format NAME   where it is not to be detected\n"
		"  --tags TERMS    what is recorded: "
		"host:apu2,test:udp,VIMAGE\n"
		"  --pick TERM     only the results that this fits "
		"(repeatable)\n"
		"  --map FILE      lines of a path, a tab and TERMS: the "
		"files, and what is\n"
		"                  recorded with each; paths are relative to "
		"FILE's folder\n"
		"  --path PATTERN  what the path of a file says, below the "
		"folder that is given\n"
		"                  (repeatable: the first that fits):\n"
		"                    {key}         key:value, up to what "
		"follows; never over /\n"
		"                    {key:0-9A-F}  of these characters\n"
		"                    [part]        may be missing\n"
		"                    [part|TERMS]  TERMS are recorded where it "
		"is missing;\n"
		"                                  [part|TERMS|TERMS] the "
		"second where not\n"
		"  --at mtime      runs that tell no time were measured when "
		"their file was\n"
		"                  written\n"
		"  --dry           print a table of what would be stored, and "
		"store nothing\n"
		"exit status: 0 all stored, 1 a file was refused or left out, "
		"3 and 4 see the\nmanual\n",
	.run = import_run,
};
