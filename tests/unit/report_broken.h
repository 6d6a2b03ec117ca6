/*
 * report_broken.h - what must hold of a report whatever the bytes were; for the
 * fuzzer and for the test of damaged fixtures.
 */
#ifndef REPORT_BROKEN_H
#define REPORT_BROKEN_H

#include <math.h>
#include <string.h>

#include "err.h"
#include "report.h"

#define BROKEN_IF(is_so) do { if (is_so) return #is_so; } while (0)

static inline const char *metric_broken(const struct metric *m)
{
	size_t i;

	BROKEN_IF(!m->name || !utf8_ok(m->name, strlen(m->name)));
	BROKEN_IF(m->unit && !utf8_ok(m->unit, strlen(m->unit)));
	BROKEN_IF(!m->n);
	for (i = 0; m->samples && i < m->n; i++)
		BROKEN_IF(!isfinite(m->samples[i]));
	BROKEN_IF(!m->samples && m->summary.n != m->n);
	return NULL;
}

static inline const char *tags_broken(const struct tags *t)
{
	const struct tag *tag = t->items;
	size_t i;

	for (i = 0; i < t->n; i++, tag++) {
		BROKEN_IF(!tag_key_ok(tag->key, strlen(tag->key)));
		BROKEN_IF(tag_key_reserved(tag->key));
		BROKEN_IF(!utf8_ok(tag->value, strlen(tag->value)));
		BROKEN_IF(i && strcmp(tag[-1].key, tag->key) >= 0);
	}
	return NULL;
}

static inline const char *run_broken(const struct run *u)
{
	const char *what = tags_broken(&u->tags);
	size_t i, k;

	for (i = 0; !what && i < u->n_results; i++) {
		what = tags_broken(&u->results[i].params);
		for (k = 0; !what && k < u->results[i].n_metrics; k++)
			what = metric_broken(&u->results[i].metrics[k]);
	}
	for (i = 0; !what && i < u->n_failures; i++)
		BROKEN_IF(!u->failures[i].reason || !u->failures[i].reason[0]);
	return what;
}

/*
 * What is wrong with the outcome of import_parse(), or NULL.
 *
 * rc, err   of import_parse()
 */
static inline const char *report_broken(int rc, const struct report *r,
					const struct err *err)
{
	const char *what = NULL;
	size_t i;

	BROKEN_IF(rc < 0 && err->code == ERR_NONE);
	BROKEN_IF(rc < 0 && !err->msg[0]);
	BROKEN_IF(rc >= 0 && !r->n_results && !r->n_errors);
	for (i = 0; !what && i < r->n_runs; i++)
		what = run_broken(&r->runs[i]);
	for (i = 0; i < r->n_errors && i < REPORT_MESSAGES_MAX; i++)
		BROKEN_IF(!r->errors[i].text[0]);
	return what;
}

#endif
