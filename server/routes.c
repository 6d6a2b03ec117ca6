/* routes.c - the table of pages. */
#include "pages.h"
#include "route.h"

#define TEXT FORMATS_OF(FORMAT_TEXT)
#define JSON FORMATS_OF(FORMAT_JSON)
#define CSV  FORMATS_OF(FORMAT_CSV)
#define HTML FORMATS_OF(FORMAT_HTML)

/* clang-format off */
const struct route routes[] = {
	{ "GET", "/", index_get, TEXT | JSON | HTML, SCOPE_READ,
	  TAKES_NOTHING, "what there is, the latest runs, how to begin" },
	{ "PUT POST", "/runs", runs_put, TEXT | JSON, SCOPE_UPLOAD,
	  TAKES_UPLOAD, "store one upload of any known format" },
	{ "PUT POST", "/runs/TERMS", runs_put, TEXT | JSON, SCOPE_UPLOAD,
	  TAKES_UPLOAD, "the same, with tags" },
	{ "PUT POST", "/runs/TERMS/FILE", runs_put, TEXT | JSON, SCOPE_UPLOAD,
	  TAKES_UPLOAD, "the same, as curl -T FILE .../runs/TERMS/ sends it" },
	{ "GET", "/runs", runs_get, TEXT | JSON | CSV, SCOPE_READ,
	  TAKES_LIST, "all runs, newest first" },
	{ "GET", "/runs/TERMS", runs_get, TEXT | JSON | CSV, SCOPE_READ,
	  TAKES_LIST, "the runs that the terms mean, newest first" },
	{ "GET", "/run/ID", run_get, TEXT | JSON, SCOPE_READ,
	  TAKES_NOTHING, "one run with every series" },
	{ "GET", "/run/ID/raw", run_raw_get, TEXT, SCOPE_READ,
	  TAKES_NOTHING, "its document, byte for byte" },
	{ "DELETE", "/run/ID", run_delete, TEXT, SCOPE_EDIT,
	  TAKES_NOTHING, "into the trash; the reason in the body" },
	{ "POST", "/run/ID/restore", run_restore_post, TEXT, SCOPE_EDIT,
	  TAKES_NOTHING, "out of the trash" },
	{ "GET", "/upload/ID/raw", upload_raw_get, TEXT, SCOPE_READ,
	  TAKES_NOTHING, "the bytes of an upload as they were sent" },
	{ "GET", "/compare", compare_form_get, TEXT | HTML, SCOPE_READ,
	  TAKES_NOTHING, "?common=&a=&b= of a form: leads to the path" },
	{ "GET", "/compare/SIDES", compare_get, TEXT | JSON | CSV | HTML,
	  SCOPE_READ, TAKES_REPORT, "/compare/[COMMON/]A/B: the report" },
	{ "GET", "/check/SIDES", check_get, TEXT | JSON, SCOPE_READ,
	  TAKES_REPORT | TAKES_CHECK,
	  "the gate: 200, or 412 where a row is worse or missing in B" },
	{ "GET", "/ministat/SIDES", ministat_get, TEXT, SCOPE_READ,
	  TAKES_PLOT, "the same as ministat prints it, a block a row" },
	{ "GET", "/samples/TERMS", samples_get, TEXT | JSON | CSV, SCOPE_READ,
	  TAKES_NOTHING, "every sample: CSV, or JSON Lines" },
	{ "GET", "/samples/SIDES", samples_get, TEXT | JSON | CSV, SCOPE_READ,
	  TAKES_NOTHING, "every sample of a comparison, with its side" },
	{ "GET", "/export/TERMS", export_get, TEXT | JSON, SCOPE_READ,
	  TAKES_NOTHING, "runs as native JSON Lines, to be imported again" },
	{ "GET", "/tags", tags_get_page, TEXT | JSON | CSV, SCOPE_READ,
	  TAKES_NOTHING, "all keys" },
	{ "GET", "/tags/NAME", tags_get_page, TEXT | JSON | CSV, SCOPE_READ,
	  TAKES_NOTHING, "the values of a key, with their runs" },
	{ "GET", "/tests", tests_get, TEXT | JSON | CSV, SCOPE_READ,
	  TAKES_NOTHING, "all tests" },
	{ "GET", "/hosts", hosts_get, TEXT | JSON | CSV, SCOPE_READ,
	  TAKES_NOTHING, "all hosts" },
	{ "GET", "/health", health_get, TEXT | JSON, SCOPE_READ,
	  TAKES_NOTHING, "is it there, and may it be written to" },
	{ "GET", "/backup", backup_get, TEXT, SCOPE_ADMIN,
	  TAKES_NOTHING, "a copy of the archive, of one moment" },
	{ "GET", "/help", help_get, TEXT, SCOPE_READ,
	  TAKES_NOTHING, "this help" },
	{ "GET", "/help/NAME", help_get, TEXT, SCOPE_READ,
	  TAKES_NOTHING, "routes, terms, formats, limits or stats" },
	{ NULL, NULL, NULL, 0, SCOPE_READ, TAKES_NOTHING, NULL },
};
/* clang-format on */
