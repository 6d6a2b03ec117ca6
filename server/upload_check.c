/* upload_check.c - may these names be kept? */
#include "upload_check.h"

#include <string.h>

#include "limits.h"

static int check_value(const char *what, const char *value, struct err *err)
{
	const char *why;

	if (!value || tag_value_ok(value, strlen(value), &why))
		return 0;
	return err_set(err, ERR_INPUT, "the %s '%.60s' %s", what, value, why);
}

static int check_tags(const struct tags *tags, const char *what,
		      struct err *err)
{
	const char *why;
	size_t i;

	for (i = 0; i < tags->n; i++) {
		const struct tag *t = &tags->items[i];

		if (!tag_key_ok(t->key, strlen(t->key))) {
			err_set(err, ERR_INPUT, "'%.60s' can be no key of a "
				"%s", t->key, what);
			return err_hint(err, "a key is [A-Za-z][A-Za-z0-9_.-]*"
					", at most %u bytes", LIMIT_TAG_KEY);
		}
		if (tag_key_reserved(t->key))
			return err_set(err, ERR_INPUT, "'%s' is reserved and "
				       "can be no %s", t->key, what);
		if (!tag_value_ok(t->value, strlen(t->value), &why))
			return err_set(err, ERR_INPUT, "the value of the %s "
				       "'%s' %s", what, t->key, why);
	}
	return 0;
}

static int check_result(const struct result *r, struct err *err)
{
	size_t i;

	if (check_value("test", r->test, err) < 0 ||
	    check_tags(&r->params, "parameter", err) < 0)
		return -1;
	for (i = 0; i < r->n_metrics; i++)
		if (check_value("metric", r->metrics[i].name, err) < 0 ||
		    check_value("unit", r->metrics[i].unit, err) < 0)
			return -1;
	return 0;
}

static int check_run(const struct run *run, struct err *err)
{
	size_t i;

	if (run->tags.n > LIMIT_RUN_TAGS)
		return err_set(err, ERR_TOO_BIG, "more than %u tags in a run",
			       LIMIT_RUN_TAGS);
	if (check_tags(&run->tags, "tag", err) < 0 ||
	    check_value("sender", run->told_by, err) < 0 ||
	    check_value("file", run->told_file, err) < 0 ||
	    check_value("format", run->told_format, err) < 0)
		return -1;
	for (i = 0; i < run->n_results; i++)
		if (check_result(&run->results[i], err) < 0)
			return -1;
	for (i = 0; i < run->n_failures; i++) {
		const struct failure *f = &run->failures[i];

		if (check_value("test", f->test, err) < 0 ||
		    check_value("metric", f->metric, err) < 0 ||
		    check_tags(&f->params, "parameter", err) < 0)
			return -1;
	}
	return 0;
}

/* Where the run's document begins; 0: not known. */
static size_t line_of(const struct report *report, const struct run *run)
{
	const char *s = report->text;
	size_t line = 1;

	if (!run->doc || run->doc < s ||
	    run->doc >= s + report->text_len)
		return 0;
	for (; s < run->doc; s++)
		line += *s == '\n';
	return line;
}

int upload_check(const struct report *report, struct err *err)
{
	size_t i;

	for (i = 0; i < report->n_runs; i++) {
		if (!check_run(&report->runs[i], err))
			continue;
		err->line = line_of(report, &report->runs[i]);
		return err->line ? err_wrap(err, "line %zu", err->line) : -1;
	}
	return 0;
}
