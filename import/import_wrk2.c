/* import_wrk2.c - wrk2: what import_wrk.c reads, with an HdrHistogram. */
#include "import.h"
#include "wrk.h"

static size_t claim(const char *data, size_t len)
{
	return wrk_claim(data, len, true);
}

const struct importer importer_wrk2 = {
	.name = "wrk2",
	.summary = "wrk2: wrk with an HdrHistogram",
	.needs = "",
	.metrics = wrk_gives,
	.claim = claim,
	.starts = "Ru",
	.parse = wrk_parse,
};
