/*
 * fuzz_import.c - any bytes into the importers (libFuzzer).
 *
 *	make fuzz && mkdir -p corpus
 *	build/fuzz/fuzz_import_csv corpus tests/import/csv
 *
 * `make fuzz` makes one program under the name of every format: what stands
 * behind fuzz_import_ in it is the format that every input is taken as; as
 * fuzz_import alone the format is detected. Seeds are the fixtures of
 * tests/import/<format>/; what crashes it becomes an .in there.
 */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "import.h"
#include "limits.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *format; /* NULL: detect it */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char prefix[] = "fuzz_import_";
	const char *name = strrchr(**argv, '/');

	(void)argc;
	name = name ? name + 1 : **argv;
	if (!strncmp(name, prefix, sizeof(prefix) - 1)) {
		format = name + sizeof(prefix) - 1;
		assert(importer_find(format));
	}
	return 0;
}

static void check_metric(const struct metric *m)
{
	size_t i;

	assert(m->name && utf8_ok(m->name, strlen(m->name)));
	assert(!m->unit || utf8_ok(m->unit, strlen(m->unit)));
	assert(m->n > 0);
	for (i = 0; m->samples && i < m->n; i++)
		assert(isfinite(m->samples[i]));
	assert(m->samples || m->summary.n == m->n);
}

static void check_tags(const struct tags *t)
{
	size_t i;

	for (i = 0; i < t->n; i++) {
		assert(tag_key_ok(t->items[i].key, strlen(t->items[i].key)));
		assert(!tag_key_reserved(t->items[i].key));
		assert(utf8_ok(t->items[i].value, strlen(t->items[i].value)));
		assert(!i || strcmp(t->items[i - 1].key, t->items[i].key) < 0);
	}
}

static void check_run(const struct run *u)
{
	size_t i, k;

	check_tags(&u->tags);
	for (i = 0; i < u->n_results; i++) {
		check_tags(&u->results[i].params);
		for (k = 0; k < u->results[i].n_metrics; k++)
			check_metric(&u->results[i].metrics[k]);
	}
	for (i = 0; i < u->n_failures; i++)
		assert(u->failures[i].reason && u->failures[i].reason[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena;
	struct report r;
	struct err err = { 0 };
	const char *formats;
	size_t i;
	int rc;

	arena_init(&arena);
	report_init(&r, &arena);
	rc = import_parse((const char *)data, size, format, &r, &formats,
			  &err);
	assert(rc < 0 ? err.code != ERR_NONE : r.n_results || r.n_errors);
	for (i = 0; i < r.n_runs; i++)
		check_run(&r.runs[i]);
	for (i = 0; i < r.n_errors && i < REPORT_MESSAGES_MAX; i++)
		assert(r.errors[i].text[0]);
	arena_release(&arena);
	return 0;
}
