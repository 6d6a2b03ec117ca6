/*
 * import_files.h - which files are imported, and what is recorded with each.
 */
#ifndef IMPORT_FILES_H
#define IMPORT_FILES_H

#include <stdio.h>

#include "import_pattern.h"
#include "import_terms.h"

struct import_file {
	const char *path;
	const char *terms; /* of its own, as written; NULL: none */
};

struct import_files {
	struct arena *arena;        /* holds all of it; little for each file */
	const struct import_terms *common; /* recorded with every file */
	struct import_file *items;
	size_t n;
	size_t n_left; /* left out, each said on stderr with the reason */
};

/* A path as a terminal may be shown it. */
void import_print_path(FILE *out, const char *path);

/* One line on stderr about a file that is left out. */
void import_complain(const char *path, const char *what, const char *hint);

/*
 * What is recorded with a file: what is common, and what is its own.
 * errors ERR_INPUT, where a path tells a term that is none or is common, too
 */
int import_file_terms(const struct import_files *files,
		      const struct import_file *file, struct arena *arena,
		      struct import_terms *out, struct err *err);

/* Files as they are given. */
void import_files_given(struct import_files *files, char **paths);

/*
 * The lines of a map: a path, a tab, TERMS. Paths are relative to the map's
 * folder; '#' begins a comment line, and empty lines are none.
 * errors ERR_INPUT where a line is wrong, those of file_read()
 */
int import_files_map(struct import_files *files, const char *map,
		     struct err *err);

/*
 * Files, and those in folders and theirs, by name. The first pattern that fits
 * says the terms; it is held against what stands behind the folder that was
 * given, or a file's path as given. What none fits is left out.
 * errors ERR_OS
 */
int import_files_fit(struct import_files *files, char **paths,
		     const struct pattern *patterns, size_t n_patterns,
		     struct err *err);

#endif
