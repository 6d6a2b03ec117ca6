/*
 * import.c - from the bytes a tool printed to a struct report.
 *
 * Finds which format each block of lines is in and calls each format once,
 * with its blocks in place and every other line empty: line numbers stay true,
 * and what counts over a whole file (tables, repeats) needs no memory between
 * calls.
 */
#include "import.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "line.h"
#include "mem.h"
#include "clean.h"

/* The table is included twice, to declare and to list. */
#define IMPORTER(id) extern const struct importer importer_##id;
#include "importers.def"
#undef IMPORTER

#define WHICH "`maxistat formats` and /help/formats show which there are"

const struct known_metric metrics_of_file[] = { { "*", "*", "*" }, { 0 } };

static const struct importer *const importers[] = {
#define IMPORTER(id) &importer_##id,
#include "importers.def"
#undef IMPORTER
	NULL
};

#define N_IMPORTERS (sizeof(importers) / sizeof(importers[0]) - 1)

struct block {
	const struct importer *importer;
	const char *s;
	size_t len;
	size_t line0; /* lines before it */
};

/* What detection found: blocks in order, and what nobody claims. */
struct detected {
	struct block *blocks;
	size_t n_blocks;
	size_t unclaimed, first_unclaimed; /* lines; the number of the first */
};

const struct importer *const *importers_all(void)
{
	return importers;
}

const struct importer *importer_find(const char *name)
{
	size_t i;

	for (i = 0; importers[i]; i++)
		if (!strcmp(importers[i]->name, name))
			return importers[i];
	return NULL;
}

/* Which specific formats can begin with a byte: indices, in table order. */
static struct {
	unsigned char n, of[N_IMPORTERS];
} starting[256];

static_assert(N_IMPORTERS < 256, "an index is a byte");

bool importer_can_start(const struct importer *importer, char byte)
{
	const char *set = importer->starts ? importer->starts : "^";
	bool but = *set == '^';

	return (byte && strchr(set + but, byte)) != but;
}

static void starting_fill(void)
{
	size_t i, byte;

	for (byte = 0; byte < 256; byte++)
		for (i = 0; importers[i]; i++)
			if (!importers[i]->generic &&
			    importer_can_start(importers[i], (char)byte))
				starting[byte].of[starting[byte].n++] =
					(unsigned char)i;
}

/*
 * The specific format whose claim of this line start is the longest.
 * returns   -1 when two claim the same
 */
static int longest_claim(struct span rest, size_t line,
			 const struct importer **best, size_t *best_len,
			 struct err *err)
{
	const unsigned char byte = (unsigned char)*rest.s;
	const struct importer *imp, *rival = NULL;
	size_t i, n;

	*best = NULL;
	*best_len = 0;
	for (i = 0; i < starting[byte].n; i++) {
		imp = importers[starting[byte].of[i]];
		n = imp->claim(rest.s, rest.len);
		if (n > *best_len) {
			*best = imp;
			*best_len = n;
			rival = NULL;
		} else if (n && n == *best_len) {
			rival = imp;
		}
	}
	if (!rival)
		return 0;
	err_set(err, ERR_INPUT, "line %zu: this may be %s or %s", line,
		(*best)->name, rival->name);
	err->line = line;
	return err_hint(err, "say which: format=%s or format=%s",
			(*best)->name, rival->name);
}

static void block_add(struct arena *a, struct detected *d,
		      const struct block *b)
{
	struct block *last = d->n_blocks ? &d->blocks[d->n_blocks - 1] : NULL;

	if (last && last->importer == b->importer &&
	    last->s + last->len == b->s) {
		last->len += b->len;
		return;
	}
	d->blocks = arena_grow(a, d->blocks, d->n_blocks, sizeof(*b));
	d->blocks[d->n_blocks++] = *b;
}

static size_t count_lines(const char *s, size_t len)
{
	const char *end = s + len;
	size_t n = 0;

	while (s < end && (s = memchr(s, '\n', (size_t)(end - s)))) {
		s++;
		n++;
	}
	return n;
}

/* A number alone begins no block: nobody needs to be asked for it. */
static bool is_bare_number(struct span line)
{
	size_t i = line.s[0] == '-';

	if (i == line.len)
		return false;
	for (; i < line.len; i++)
		if (!(line.s[i] >= '0' && line.s[i] <= '9') &&
		    line.s[i] != '.')
			return false;
	return true;
}

/* Does a generic format say in its first line that all of the text is its? */
static bool names_itself(struct span text)
{
	size_t i;

	for (i = 0; importers[i]; i++)
		if (importers[i]->names_itself &&
		    importers[i]->names_itself(text.s, text.len))
			return true;
	return false;
}

static int detect(struct span text, struct arena *a, struct detected *d,
		  struct err *err)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct lines l;
	struct span line;

	pthread_once(&once, starting_fill);
	lines_init(&l, text.s, text.len);
	while (lines_next(&l, &line)) {
		struct span rest = { line.s, (size_t)(l.end - line.s) };
		struct block b = { .s = line.s, .line0 = l.no - 1 };

		if (span_blank(line))
			continue;
		if (!is_bare_number(line) &&
		    longest_claim(rest, l.no, &b.importer, &b.len, err) < 0)
			return -1;
		if (!b.importer) {
			if (!d->unclaimed++)
				d->first_unclaimed = l.no;
			if (!d->n_blocks && d->unclaimed == 1 &&
			    names_itself(rest))
				return 0;
			while (lines_number(&l, &line))
				d->unclaimed++;
			continue;
		}
		l.at = line.s + b.len;
		l.no = b.line0 + count_lines(line.s, b.len);
		block_add(a, d, &b);
	}
	return 0;
}

/* The text with every line empty that is not this format's. */
static struct span masked(struct span text, const struct detected *d,
			  const struct importer *imp, struct arena *a)
{
	const struct block *b;
	size_t i, line = 0, need = 1, last = 0;
	char *start, *out;

	if (d->n_blocks == 1 && !d->unclaimed)
		return text;
	for (i = 0; i < d->n_blocks; i++)
		if (d->blocks[i].importer == imp) {
			need += d->blocks[i].len;
			last = d->blocks[i].line0;
		}
	start = out = arena_alloc(a, need + last);
	for (i = 0; i < d->n_blocks; i++) {
		b = &d->blocks[i];
		if (b->importer != imp)
			continue;
		memset(out, '\n', b->line0 - line);
		out += b->line0 - line;
		memcpy(out, b->s, b->len);
		out += b->len;
		line = b->line0 + count_lines(b->s, b->len);
	}
	return (struct span){ start, (size_t)(out - start) };
}

static int parse_detected(struct span text, const struct detected *d,
			  struct report *r, const char **formats,
			  struct err *err)
{
	const struct importer *seen[N_IMPORTERS];
	size_t i, j, n_seen = 0;
	struct span own;

	for (i = 0; i < d->n_blocks; i++) {
		const struct importer *imp = d->blocks[i].importer;

		for (j = 0; j < n_seen && seen[j] != imp; j++)
			;
		if (j < n_seen)
			continue;
		seen[n_seen++] = imp;
		own = masked(text, d, imp, r->arena);
		report_runs_close(r);
		if (imp->parse(own.s, own.len, r, err) < 0)
			return -1;
		*formats = (*formats)[0] ?
			arena_printf(r->arena, "%s+%s", *formats, imp->name) :
			imp->name;
	}
	if (d->unclaimed)
		report_warn(r, d->first_unclaimed, "%zu line%s in no known"
			    " format, from here on", d->unclaimed,
			    d->unclaimed == 1 ? "" : "s");
	return 0;
}

/* No specific format claims anything: the generic ones, in table order. */
static int parse_generic(struct span text, struct report *r,
			 const char **formats, struct err *err)
{
	const char *looks;
	size_t i;

	for (i = 0; importers[i]; i++) {
		if (!importers[i]->generic ||
		    !importers[i]->claim(text.s, text.len))
			continue;
		*formats = importers[i]->name;
		return importers[i]->parse(text.s, text.len, r, err);
	}
	looks = text_looks_like(text);
	err_set(err, ERR_INPUT, "the format cannot be told%s%s",
		looks ? ": this looks like " : "", looks ? looks : "");
	return err_hint(err, "say it with format=NAME; " WHICH);
}

static int parse_as(struct span text, const char *format, struct report *r,
		    const char **formats, struct err *err)
{
	const struct importer *imp = importer_find(format);

	if (!imp) {
		err_set(err, ERR_INPUT, "'%.60s' is no format", format);
		return err_hint(err, WHICH);
	}
	*formats = imp->name;
	return imp->parse(text.s, text.len, r, err);
}

int import_parse(const char *data, size_t len, const char *format,
		 struct report *r, const char **formats, struct err *err)
{
	struct detected d = { 0 };
	struct span text;
	int rc;

	*formats = "";
	if (text_clean(data, len, r, &text, err) < 0)
		return -1;
	r->text = text.s;
	r->text_len = text.len;
	if (format)
		rc = parse_as(text, format, r, formats, err);
	else if (detect(text, r->arena, &d, err) < 0)
		rc = -1;
	else if (d.n_blocks)
		rc = parse_detected(text, &d, r, formats, err);
	else
		rc = parse_generic(text, r, formats, err);
	if (!rc && !r->n_results && !r->n_errors)
		report_error(r, 0, "no result in the input");
	return rc;
}
