/*
 * import_tap.c - TAP 12 to 14 and KTAP: tests with YAML blocks and subtests.
 *
 *	TAP version 13
 *	    ok 1 - inner
 *	      ---
 *	      duration_ms: 0.25
 *	      ...
 *	    1..1
 *	ok 1 - suite # TODO not yet
 *	1..1
 *
 * How long a test took, and the metrics of its block (import_tap_yaml.c), are
 * samples. One that failed or was skipped is a failure, whatever it measured.
 * The lines of a subtest stand before the test that it is part of, deeper
 * indented; its tests are called suite/inner.
 *
 * source    testanything.org, TAP 14; Linux Documentation/dev-tools/ktap.rst
 */
#include <string.h>
#include <strings.h>

#include "import.h"
#include "limits.h"
#include "quantity.h"
#include "tap.h"

#define NONE ((size_t)-1)

/* A test as its line and its block tell it. */
struct point {
	size_t line, indent;
	size_t parent;       /* the test it is part of, or NONE */
	size_t orphan;       /* the last before it without a parent, or NONE */
	const char *name;
	const char *why;     /* behind the directive; "" */
	bool ok, skip, todo;
	size_t missing;      /* of the tests planned in it */
	struct tap_block block;
};

/* The tests of one indentation that are not yet part of another. */
struct level {
	struct level *outer;
	size_t indent, n, plan;
	bool has_plan;
};

struct reader {
	struct report *report;
	struct lines lines;
	struct point *points;
	size_t n_points;
	size_t orphan;       /* the last point without a parent, or NONE */
	struct level *level; /* the innermost */
	const char *yaml;    /* where the block begins; NULL: in none */
	size_t yaml_line, yaml_indent;
	bool skipped_all;    /* 1..0 # SKIP */
};

/* Tests */

/* "\#" and "\\" are one character each. */
static const char *unescaped(struct span s, struct arena *a)
{
	char *out = span_copy(span_trim(s), a), *to = out, *c;

	for (c = out; *c; c++) {
		if (*c == '\\' && (c[1] == '#' || c[1] == '\\'))
			c++;
		*to++ = *c;
	}
	*to = '\0';
	return out;
}

static bool begins_word(struct span s, const char *word)
{
	return s.len >= strlen(word) && !strncasecmp(s.s, word, strlen(word));
}

/*
 * What may stand behind a '#': SKIP, TODO, time=0.5ms, and of kselftest exit=1
 * and TIMEOUT; else it is a part of the name.
 */
static bool read_directive(struct reader *x, struct point *p, struct span text)
{
	static const struct quantity_unit ms[] = {
		{ "ms", "ms", 0, 0, 0 }, { "s", "ms", 3, 0, 0 },
		{ NULL, NULL, 0, 0, 0 },
	};
	struct span word, rest;
	double time;

	rest = text = span_trim(text);
	p->skip = p->skip || begins_word(text, "skip");
	p->todo = p->todo || begins_word(text, "todo");
	if (p->skip || p->todo) {
		line_field(&rest, &word);
		p->why = span_copy(span_trim(rest), x->report->arena);
		return true;
	}
	if (span_begins(text, "exit=") || span_begins(text, "TIMEOUT")) {
		p->block.reason = span_copy(text, x->report->arena);
		return true;
	}
	if (!span_begins(text, "time=") ||
	    quantity_read((struct span){ text.s + 5, text.len - 5 }, ms,
			  &time) != NUMBER_OK)
		return false;
	tap_duration(&p->block, x->report->arena, time);
	return true;
}

/* "1 - name # SKIP why" */
static void read_description(struct reader *x, struct point *p,
			     struct span text)
{
	struct span rest = text, number, name;
	size_t i;

	if (line_field(&rest, &number) && span_is_integer(number))
		text = rest;
	else
		number.len = 0;
	name = text = span_trim(text);
	for (i = 0; i < text.len; i++) {
		if (text.s[i] == '\\') {
			i++;
			continue;
		}
		if (text.s[i] != '#' || (i && text.s[i - 1] != ' '))
			continue;
		if (read_directive(x, p, (struct span){ text.s + i + 1,
							text.len - i - 1 })) {
			name.len = i;
			break;
		}
	}
	if (name.len && name.s[0] == '-') {
		name.s++;
		name.len--;
	}
	p->name = unescaped(name, x->report->arena);
	if (!*p->name)
		p->name = arena_printf(x->report->arena, "test%s%.*s",
				       number.len ? " " : "",
				       span_shown(number, 20), number.s);
}

/* Levels */

/* How many planned tests of the levels deeper than this one there are not. */
static size_t levels_end(struct reader *x, size_t indent)
{
	size_t missing = 0;
	struct level *l;

	while ((l = x->level) && l->indent > indent) {
		if (l->has_plan && l->plan > l->n)
			missing += l->plan - l->n;
		x->level = l->outer;
	}
	return missing;
}

static struct level *level_of(struct reader *x, size_t indent)
{
	struct level *l = x->level;

	if (l && l->indent == indent)
		return l;
	l = arena_alloc(x->report->arena, sizeof(*l));
	*l = (struct level){ .outer = x->level, .indent = indent };
	x->level = l;
	return l;
}

/* A test takes all that stands deeper as its own. */
static void add_point(struct reader *x, struct point *p)
{
	p->missing = levels_end(x, p->indent);
	level_of(x, p->indent)->n++;
	while (x->orphan != NONE && x->points[x->orphan].indent > p->indent) {
		x->points[x->orphan].parent = x->n_points;
		x->orphan = x->points[x->orphan].orphan;
	}
	p->orphan = x->orphan;
	x->orphan = x->n_points;
	x->points = arena_grow(x->report->arena, x->points, x->n_points,
			       sizeof(*p));
	x->points[x->n_points++] = *p;
}

/* The report */

/* suite/inner; NULL, and an error, where that is too long. */
static const char *name_of(const struct reader *x, const struct point *p)
{
	char name[LIMIT_NAME + 1], *at = name + LIMIT_NAME;
	const struct point *q = p;
	size_t n;

	*at = '\0';
	for (;;) {
		n = strlen(q->name);
		if (n >= (size_t)(at - name))
			break;
		at -= n;
		memcpy(at, q->name, n);
		if (q->parent == NONE)
			return arena_strdup(x->report->arena, at);
		*--at = '/';
		q = &x->points[q->parent];
	}
	report_error(x->report, p->line, "the name of a test has more than %u"
		     " bytes", LIMIT_NAME);
	return NULL;
}

static void fail(struct reader *x, const struct point *p, const char *test,
		 const char *reason)
{
	report_failure(x->report, report_run_default(x->report), test,
		       p ? &p->block.params : NULL, NULL, reason,
		       p ? p->line : x->lines.no);
}

static void fail_missing(struct reader *x, const struct point *p,
			 const char *test, size_t missing)
{
	if (missing)
		fail(x, p, test, arena_printf(x->report->arena, "%zu planned"
					      " test%s without a result",
					      missing,
					      missing == 1 ? "" : "s"));
}

/* false: it passed, and measured nothing. */
static bool give_point(struct reader *x, struct point *p)
{
	struct arena *a = x->report->arena;
	const char *test = name_of(x, p);
	size_t i;

	if (!test)
		return true;
	if (p->todo)
		tags_set(&p->block.params, a, "directive", "TODO");
	fail_missing(x, p, test, p->missing);
	if (p->skip) {
		fail(x, p, test, arena_printf(a, "skipped%s%s",
					      *p->why ? ": " : "", p->why));
		return true;
	}
	if (!p->ok) {
		fail(x, p, test, p->block.reason ? p->block.reason :
		     !p->todo ? "not ok" :
		     arena_printf(a, "not ok, to do: %s", p->why));
		return true;
	}
	for (i = 0; i < p->block.n_metrics; i++) {
		const struct tap_metric *m = &p->block.metrics[i];

		x->report->line = p->line;
		report_samples(x->report, report_run_default(x->report), test,
			       &p->block.params, m->name, m->unit, m->better,
			       m->role, m->samples, m->n);
	}
	return p->block.n_metrics > 0;
}

static void give_all(struct reader *x)
{
	struct report *r = x->report;
	bool planned = x->skipped_all;
	size_t missing, silent = 0, i;
	struct level *l;

	for (l = x->level; l; l = l->outer)
		planned = planned || l->has_plan;
	missing = levels_end(x, 0);
	if (x->level && x->level->plan > x->level->n)
		missing += x->level->plan - x->level->n;
	for (i = 0; i < x->n_points && !r->over_limit; i++)
		silent += !give_point(x, &x->points[i]);
	fail_missing(x, NULL, NULL, missing);
	if (x->n_points && !planned) {
		r->complete = false;
		report_warn(r, 0, "no plan (1..N): some tests may be missing");
	}
	if (silent)
		report_warn(r, 0, "%zu test%s passed and measured nothing",
			    silent, silent == 1 ? "" : "s");
	if (x->orphan != NONE && x->points[x->orphan].indent)
		report_error(r, x->lines.no, "truncated: subtests without the"
			     " test that they are part of");
	x->points = NULL;
	x->n_points = 0;
	x->orphan = NONE;
	x->level = NULL;
	x->skipped_all = false;
}

/* Reading */

/* A line inside a block, or the first of one; false: it is neither. */
static bool read_yaml(struct reader *x, struct span line)
{
	size_t indent = tap_indent(line);
	struct span word = span_trim(line), text;

	if (!x->yaml) {
		if (!span_is(word, "---") || !x->n_points || !indent)
			return false;
		x->yaml = x->lines.at;
		x->yaml_line = x->lines.no + 1;
		x->yaml_indent = indent;
		return true;
	}
	if (word.len && !indent) {
		report_error(x->report, x->lines.no, "the YAML block before"
			     " this line has no end");
		x->yaml = NULL;
		return false;
	}
	if (!span_is(word, "...") || indent > x->yaml_indent)
		return true;
	text = (struct span){ x->yaml, (size_t)(x->lines.start - x->yaml) };
	tap_yaml(&x->points[x->n_points - 1].block, text, x->report,
		 x->yaml_line);
	x->yaml = NULL;
	return true;
}

static void read_plan(struct reader *x, size_t indent, size_t plan,
		      struct span rest)
{
	struct point all = { 0 };
	struct level *l;

	if (!plan && rest.len > 1) {
		read_directive(x, &all, (struct span){ rest.s + 1,
						       rest.len - 1 });
		if (all.skip && !indent) {
			x->skipped_all = true;
			fail(x, NULL, NULL,
			     arena_printf(x->report->arena, "skipped: %s",
					  all.why));
		}
	}
	levels_end(x, indent);
	l = level_of(x, indent);
	l->plan = plan;
	l->has_plan = true;
}

static void read_line(struct reader *x, struct span line)
{
	size_t indent = tap_indent(line), plan;
	struct point p = { .line = x->lines.no, .indent = indent,
			   .parent = NONE, .why = "" };
	struct span rest;

	if (read_yaml(x, line))
		return;
	line = span_trim(line);
	if (tap_test(line, &p.ok, &rest)) {
		read_description(x, &p, rest);
		add_point(x, &p);
	} else if (tap_plan(line, &plan, &rest)) {
		read_plan(x, indent, plan, rest);
	} else if (span_begins(line, "Bail out!")) {
		fail(x, NULL, NULL, span_copy(line, x->report->arena));
	} else if (tap_version(line)) {
		if (!indent)
			give_all(x);
	} else if (!tap_known(line)) {
		line_skip(&x->lines, line);
	}
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r, .orphan = NONE };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line) && x.n_points < LIMIT_RESULTS)
		read_line(&x, line);
	if (x.n_points == LIMIT_RESULTS)
		report_error(r, x.lines.no, "more than %u tests",
			     LIMIT_RESULTS - 1);
	if (x.yaml)
		report_error(r, x.yaml_line, "truncated: the YAML block has no"
			     " end");
	give_all(&x);
	lines_end(&x.lines, r);
	return 0;
}

const struct importer importer_tap = {
	.name = "tap",
	.summary = "TAP and KTAP: durations and metrics of tests",
	.needs = "",
	.metrics = metrics_of_file,
	.claim = tap_claim,
	.starts = "^{",
	.parse = parse,
};
