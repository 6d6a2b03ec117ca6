/* import_files.c - which files are imported, and what is recorded with each. */
#include "import_files.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>

#include "file.h"
#include "limits.h"
#include "line.h"
#include "text.h"

void import_print_path(FILE *out, const char *path)
{
	struct buf b;

	buf_init(&b, LIMIT_PAGE);
	text_safe(&b, path);
	fputs(b.data ? b.data : "", out);
	buf_release(&b);
}

void import_complain(const char *path, const char *what, const char *hint)
{
	fflush(stdout);
	fputs("maxistat import: ", stderr);
	import_print_path(stderr, path);
	fprintf(stderr, ": %s\n", what);
	if (*hint)
		fprintf(stderr, "  %s\n", hint);
}

static void leave_out(struct import_files *files, const char *path,
		      const char *why)
{
	import_complain(path, why, "");
	files->n_left++;
}

/* Both are kept. */
static void add(struct import_files *files, const char *path,
		const char *terms)
{
	files->items = arena_grow(files->arena, files->items, files->n,
				  sizeof(*files->items));
	files->items[files->n++] = (struct import_file){ path, terms };
}

int import_file_terms(const struct import_files *files,
		      const struct import_file *file, struct arena *arena,
		      struct import_terms *out, struct err *err)
{
	struct written all = { file->terms, file->terms ?
			       strlen(file->terms) : 0 };

	import_terms_copy(out, files->common, arena);
	return file->terms ? import_terms_add(out, all, 0, all.len, arena,
					      err) : 0;
}

void import_files_given(struct import_files *files, char **paths)
{
	for (; *paths; paths++)
		add(files, *paths, NULL);
}

/* ---- A map. ---- */

static int map_line(struct import_files *files, struct span folder,
		    struct span line, struct err *err)
{
	const char *tab = memchr(line.s, '\t', line.len);
	struct span path = { line.s, tab ? (size_t)(tab - line.s) : 0 };
	struct import_file file;
	struct import_terms terms;
	struct arena scratch = { 0 };
	size_t from;
	int failed;

	if (!path.len) {
		err_set(err, ERR_INPUT, tab ? "no path before the tab" :
			"no tab between a path and its terms");
		return err_hint(err, "a line is a path, a tab and TERMS; - is "
				"no terms");
	}
	if (memchr(line.s, '\0', line.len))
		return err_set(err, ERR_INPUT, "a NUL byte");
	from = path.len + 1;
	if (from == line.len) {
		err_set(err, ERR_INPUT, "no terms behind the tab");
		return err_hint(err, "- is no terms");
	}
	if (*path.s == '/')
		folder.len = 0;
	file.path = arena_printf(files->arena, "%.*s%.*s", (int)folder.len,
				 folder.s, (int)path.len, path.s);
	file.terms = arena_strndup(files->arena, line.s + from,
				   line.len - from);
	/* Read once here, so that a wrong line is known before all others. */
	failed = import_file_terms(files, &file, &scratch, &terms, err);
	arena_release(&scratch);
	if (!failed)
		add(files, file.path, file.terms);
	return failed;
}

int import_files_map(struct import_files *files, const char *map,
		     struct err *err)
{
	const char *slash = strrchr(map, '/');
	struct span folder = { map, slash ? (size_t)(slash + 1 - map) : 0 };
	struct span line;
	struct lines lines;
	struct buf text;
	int failed;

	buf_init(&text, LIMIT_BODY);
	failed = file_read(map, &text, err);
	lines_init(&lines, text.data ? text.data : "", text.len);
	while (!failed && lines_next(&lines, &line)) {
		if (line.len && line.s[line.len - 1] == '\r')
			line.len--;
		if (span_blank(line) || *line.s == '#')
			continue;
		failed = map_line(files, folder, line, err);
		if (failed)
			err_wrap(err, "%s: line %zu", map, lines.no);
	}
	buf_release(&text);
	return failed;
}

/* ---- Patterns. ---- */

struct walk {
	struct import_files *files;
	const struct pattern *patterns;
	size_t n_patterns;
};

static void fit(const struct walk *w, const char *path, const char *told)
{
	const char *terms = NULL;
	size_t i;

	for (i = 0; !terms && i < w->n_patterns; i++)
		terms = pattern_terms(&w->patterns[i], told, w->files->arena);
	if (terms)
		add(w->files, arena_strdup(w->files->arena, path), terms);
	else
		leave_out(w->files, path, "no --path fits it");
}

static int by_name(const FTSENT **x, const FTSENT **y)
{
	return strcmp((*x)->fts_name, (*y)->fts_name);
}

/* What stands behind the folder that was given; all, where that was a file. */
static const char *below(const FTSENT *e, const char *given)
{
	const char *s = e->fts_path;

	if (e->fts_level == FTS_ROOTLEVEL)
		return s;
	for (s += strlen(given); *s == '/';)
		s++;
	return s;
}

static void look_at(const struct walk *w, const FTSENT *e, const char *given)
{
	char why[128];

	switch (e->fts_info) {
	case FTS_D:
	case FTS_DP:
		break;
	case FTS_F:
		fit(w, e->fts_path, below(e, given));
		break;
	case FTS_DC:
		leave_out(w->files, e->fts_path,
			  "a link to a folder that it is in");
		break;
	case FTS_DNR:
	case FTS_ERR:
	case FTS_NS:
		leave_out(w->files, e->fts_path,
			  strerror_r(e->fts_errno, why, sizeof(why)));
		break;
	case FTS_SLNONE:
		leave_out(w->files, e->fts_path, "a link to nothing");
		break;
	default:
		leave_out(w->files, e->fts_path, "it is no file");
	}
}

/* Links are followed, as in paths that are given. */
static int walk(const struct walk *w, char *given, struct err *err)
{
	char *roots[] = { given, NULL }, why[128];
	FTS *fts = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
	FTSENT *e;
	int failed;

	if (!fts)
		return err_set(err, ERR_OS, "'%.200s': %s", given,
			       strerror_r(errno, why, sizeof(why)));
	while ((e = fts_read(fts)))
		look_at(w, e, given);
	failed = errno;
	fts_close(fts);
	if (failed)
		return err_set(err, ERR_OS, "'%.200s': %s", given,
			       strerror_r(failed, why, sizeof(why)));
	return 0;
}

int import_files_fit(struct import_files *files, char **paths,
		     const struct pattern *patterns, size_t n_patterns,
		     struct err *err)
{
	const struct walk w = { files, patterns, n_patterns };

	for (; *paths; paths++)
		if (walk(&w, *paths, err) < 0)
			return -1;
	return 0;
}
