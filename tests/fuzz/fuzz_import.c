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
#include <stdint.h>
#include <string.h>

#include "import.h"
#include "report_broken.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena;
	struct report r;
	struct err err = { 0 };
	const char *formats;
	int rc;

	arena_init(&arena);
	report_init(&r, &arena);
	rc = import_parse((const char *)data, size, format, &r, &formats,
			  &err);
	assert(!report_broken(rc, &r, &err));
	arena_release(&arena);
	return 0;
}
