/*
 * import_go.c - go test -bench, and what else is written in its format.
 *
 *	goos: linux
 *	Unit p99-us better=lower
 *	BenchmarkSort/n=10/kind=asc-8   633121   151.7 ns/op   104 B/op
 *
 * Every line is a sample of each of its units. Configuration lines hold for
 * what follows; pkg is part of what a benchmark is called. k=v parts of a name
 * are parameters, the number behind it is GOMAXPROCS, 1 without one.
 *
 * source    golang.org/design/14313-benchmark-format, benchfmt
 */
#include <string.h>

#include "claim.h"
#include "import.h"
#include "tags.h"

#define CONFIG_MAX 64   /* configuration lines before the first benchmark */
#define FIELDS_MAX 64

struct unit_said {
	const char *name;
	enum better better;
};

struct reader {
	struct report *report;
	struct lines lines;
	struct tags config;    /* all but pkg */
	const char *pkg;
	struct unit_said *units;
	size_t n_units;
};

/* "goos: linux": no blank and no capital in the key. */
static bool config_line(struct span line, struct span *key, struct span *value)
{
	size_t i;

	if (!line.len || line.s[0] < 'a' || line.s[0] > 'z' ||
	    !line_key_value(line, ':', key, value))
		return false;
	for (i = 0; i < key->len; i++)
		if ((key->s[i] >= 'A' && key->s[i] <= 'Z') ||
		    key->s[i] == ' ' || key->s[i] == '\t')
			return false;
	return line.len == key->len + 1 || line.s[key->len + 1] == ' ' ||
	       line.s[key->len + 1] == '\t';
}

static bool benchmark_line(struct span line)
{
	struct span f[4];
	size_t n;

	if (!span_begins(line, "Benchmark") || line.len < 10 ||
	    line.s[9] == ' ' || line.s[9] == '\t' ||
	    (line.s[9] >= 'a' && line.s[9] <= 'z'))
		return false;
	n = line_fields(line, f, 4);
	return (n == 1 && !span_find(line, ":")) ||
	       (n > 1 && span_is_integer(f[1])) ||
	       (n > 3 && span_find(line, "/op"));
}

static bool own_line(struct span line)
{
	static const char *const words[] = {
		"goos: ", "goarch: ", "pkg: ", "--- FAIL: Benchmark",
		"--- SKIP: Benchmark", "--- BENCH: Benchmark", NULL
	};

	return benchmark_line(line) || line_begins(line, words);
}

static bool next_line(struct span line)
{
	static const char *const words[] = {
		"PASS", "FAIL", "ok  \t", "ok  ", "?   ", "exit status ",
		"Unit ", "--- ", "testing: ", "    ", "\t", "panic: ",
		"goroutine ", "main_test", NULL
	};
	struct span key, value;

	return line_begins(line, words) || config_line(line, &key, &value);
}

/* Configuration, units and results of packages without benchmarks. */
static size_t lead(const char *data, size_t len)
{
	struct span line, key, value;
	size_t at = 0, used, i;

	for (i = 0; i < CONFIG_MAX && at < len; i++, at += used) {
		line = line_first(data + at, len - at, &used);
		if (own_line(line))
			return at;
		if (!span_blank(line) && !config_line(line, &key, &value) &&
		    !span_begins(line, "Unit ") && !span_is(line, "PASS") &&
		    !span_begins(line, "ok  \t"))
			break;
	}
	return 0;
}

static size_t claim(const char *data, size_t len)
{
	size_t n = claim_lines(data, len, own_line, next_line), at;

	if (n || !len || !((*data >= 'a' && *data <= 'z') || *data == 'U' ||
			   *data == 'P'))
		return n;
	at = lead(data, len);
	n = at ? claim_lines(data + at, len - at, own_line, next_line) : 0;
	return n ? at + n : 0;
}

static void read_config(struct reader *x, struct span key, struct span value)
{
	struct arena *a = x->report->arena;
	const char *name = span_copy(key, a), *why;

	if (span_is(key, "pkg")) {
		x->pkg = value.len ? span_copy(value, a) : NULL;
		return;
	}
	if (!value.len)
		tags_remove(&x->config, name);
	else if (tag_key_ok(key.s, key.len) && !tag_key_reserved(name) &&
		 !tag_key_asks(name) && tag_value_ok(value.s, value.len, &why))
		tags_setn(&x->config, a, key.s, key.len, value.s, value.len);
	else
		report_warn(x->report, x->lines.no, "'%.*s' cannot be a tag",
			    span_shown(key, 60), key.s);
}

static void read_unit(struct reader *x, struct span line)
{
	struct span word, name;
	enum better better = BETTER_UNKNOWN;

	line_field(&line, &word);
	if (!line_field(&line, &name))
		return;
	while (line_field(&line, &word))
		if (span_is(word, "better=higher"))
			better = BETTER_HIGHER;
		else if (span_is(word, "better=lower"))
			better = BETTER_LOWER;
	if (better == BETTER_UNKNOWN || x->n_units >= FIELDS_MAX)
		return;
	x->units = arena_grow(x->report->arena, x->units, x->n_units,
			      sizeof(*x->units));
	x->units[x->n_units++] = (struct unit_said){
		span_copy(name, x->report->arena), better };
}

static enum better better_of(const struct reader *x, const char *unit)
{
	size_t i;

	for (i = x->n_units; i-- > 0;)
		if (!strcmp(x->units[i].name, unit))
			return x->units[i].better;
	if (!strcmp(unit, "ns/op") || !strcmp(unit, "B/op") ||
	    !strcmp(unit, "allocs/op"))
		return BETTER_LOWER;
	return !strcmp(unit, "MB/s") ? BETTER_HIGHER : BETTER_UNKNOWN;
}

/* A part k=v of a name; false: it stays in the name. */
static bool part_param(struct reader *x, struct tags *params, struct span part)
{
	struct span key, value;
	const char *why;

	if (!line_key_value(part, '=', &key, &value) || !value.len ||
	    !tag_key_ok(key.s, key.len) ||
	    tag_key_reserved(span_copy(key, x->report->arena)) ||
	    tag_key_asks(span_copy(key, x->report->arena)) ||
	    !tag_value_ok(value.s, value.len, &why))
		return false;
	tags_setn(params, x->report->arena, key.s, key.len, value.s, value.len);
	return true;
}

/* What it is called without Benchmark, parameters and -N. */
static const char *read_name(struct reader *x, struct span name,
			     struct tags *params)
{
	struct arena *a = x->report->arena;
	char *test = arena_strndup(a, "", 0), *out;
	struct span part;
	size_t i = name.len, n;

	while (i > 0 && name.s[i - 1] >= '0' && name.s[i - 1] <= '9')
		i--;
	tags_set(params, a, "gomaxprocs", "1");
	if (i > 1 && i < name.len && name.len - i < 6 && name.s[i - 1] == '-') {
		tags_setn(params, a, "gomaxprocs", 10, name.s + i,
			  name.len - i);
		name.len = i - 1;
	}
	if (x->pkg)
		tags_set(params, a, "pkg", x->pkg);
	out = test = arena_alloc(a, name.len + 1);
	for (i = 0; i <= name.len; i += n + 1) {
		const char *end = i < name.len ?
				  memchr(name.s + i, '/', name.len - i) : NULL;

		n = end ? (size_t)(end - name.s) - i : name.len - i;
		part = (struct span){ name.s + i, n };
		if (i && part_param(x, params, part))
			continue;
		if (i)
			*out++ = '/';
		memcpy(out, part.s, n);
		out += n;
	}
	return test;
}

static bool numbers_ok(struct reader *x, const struct span *f, size_t n,
		       double *values)
{
	uint64_t count;
	size_t i;

	if (!number_parse_u64(f[1].s, f[1].len, INT64_MAX, &count) ||
	    n % 2 || n < 4 || n > FIELDS_MAX) {
		report_error(x->report, x->lines.no, "a benchmark line is a"
			     " name, a count, and pairs of value and unit");
		return false;
	}
	for (i = 2; i < n; i += 2)
		if (!span_sample(f[i], x->report, x->lines.no, &values[i]))
			return false;
	return true;
}

static void read_benchmark(struct reader *x, struct span line)
{
	struct report *r = x->report;
	struct span f[FIELDS_MAX];
	size_t n = line_fields(line, f, FIELDS_MAX), i, run;
	double values[FIELDS_MAX];
	struct tags params = { 0 };
	const char *test, *unit;

	if (n == 1)
		return; /* -v names it before it runs */
	if (!numbers_ok(x, f, n, values))
		return;
	f[0].s += 9;
	f[0].len -= 9;
	test = read_name(x, f[0], &params);
	run = report_run_with(r, &x->config);
	for (i = 2; i < n && !r->over_limit; i += 2) {
		unit = span_copy(f[i + 1], r->arena);
		report_sample(r, run, test, &params, unit, unit,
			      better_of(x, unit), ROLE_SAMPLE, values[i]);
	}
}

/* --- FAIL: BenchmarkFail/sub-2 */
static void read_failure(struct reader *x, struct span line)
{
	struct tags params = { 0 };
	struct span name = line, word;
	const char *test;

	span_after(line, ": Benchmark", &name);
	line_field(&name, &word);
	test = read_name(x, word, &params);
	report_failure(x->report, report_run_with(x->report, &x->config), test,
		       &params, NULL, span_begins(line, "--- SKIP") ?
		       "skipped" : "failed", x->lines.no);
}

static void read_line(struct reader *x, struct span line)
{
	struct span key, value;

	if (benchmark_line(line))
		read_benchmark(x, line);
	else if (span_begins(line, "--- FAIL: Benchmark") ||
		 span_begins(line, "--- SKIP: Benchmark"))
		read_failure(x, line);
	else if (span_begins(line, "Unit "))
		read_unit(x, line);
	else if (span_begins(line, "FAIL\t") || span_begins(line, "panic: "))
		report_warn(x->report, x->lines.no, "%.*s",
			    span_shown(line, 200), line.s);
	else if (config_line(line, &key, &value))
		read_config(x, key, value);
	else if (!next_line(line))
		line_skip(&x->lines, line);
}

static int parse(const char *data, size_t len, struct report *r,
		 struct err *err)
{
	struct reader x = { .report = r };
	struct span line;

	(void)err;
	lines_init(&x.lines, data, len);
	while (lines_read(&x.lines, r, &line))
		read_line(&x, line);
	lines_end(&x.lines, r);
	return 0;
}

static const struct known_metric gives[] = {
	{ "ns/op", "ns/op", "lower" },
	{ "B/op", "B/op", "lower" },
	{ "allocs/op", "allocs/op", "lower" },
	{ "MB/s", "MB/s", "higher" },
	{ "*", "*", "*" },
	{ 0 }
};

const struct importer importer_go = {
	.name = "go",
	.summary = "go test -bench, and the Go benchmark format",
	.needs = "",
	.metrics = gives,
	.claim = claim,
	.starts = "-BUPabcdefghijklmnopqrstuvwxyz",
	.parse = parse,
};
