/* import_listing.c - the table of `maxistat import --dry`. */
#include "import_listing.h"

#include "limits.h"
#include "timestamp.h"

static const struct column columns[] = {
	{ "path", false }, { "terms", false }, { "format", false },
	{ "tests", true }, { "samples", true }, { "at", false },
};

#define N_COLUMNS (sizeof(columns) / sizeof(columns[0]))

void import_list_init(struct import_listing *l, struct arena *arena,
		      bool with_time)
{
	table_init(&l->table, arena, columns, N_COLUMNS - !with_time);
	l->table.whole = true;
}

void import_list(struct import_listing *l, const char *path,
		 const struct upload *upload)
{
	struct table *t = &l->table;
	struct upload_counts n;
	char at[TIME_SIZE];

	upload_count(upload, &n);
	table_text(t, path);
	table_text(t, arena_strdup(t->arena, upload->store.terms));
	table_text(t, arena_strdup(t->arena, upload->store.format));
	table_int(t, (int64_t)n.tests);
	table_int(t, (int64_t)n.samples);
	if (t->n_columns < N_COLUMNS)
		return;
	time_print(upload->report.runs[0].at_ns, at);
	table_text(t, arena_strdup(t->arena, at));
}

int import_list_print(const struct import_listing *l, FILE *out,
		      struct err *err)
{
	struct buf text;
	int failed = 0;

	buf_init(&text, LIMIT_PAGE);
	if (l->table.n_cells)
		table_print(&l->table, &text);
	if (text.over)
		failed = err_set(err, ERR_TOO_BIG, "the table has more than %zu"
				 " bytes", text.max);
	else if (text.len)
		fwrite(text.data, 1, text.len, out);
	buf_release(&text);
	return failed;
}
