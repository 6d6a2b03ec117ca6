/* formats.c - the formats that are known, as text. */
#include "formats.h"

#include <string.h>

#include "text.h"

#define WIDTH  80
#define INDENT 4
#define GAP    2

/* How many columns the units of a format take; its names stand behind. */
static size_t units_width(const struct importer *imp)
{
	const struct known_metric *m;
	size_t w = 0;

	for (m = imp->metrics; m->names; m++)
		w = text_width(m->units) > w ? text_width(m->units) : w;
	return w;
}

static void print_block(struct buf *out, const struct importer *imp)
{
	size_t units = units_width(imp), better = strlen("higher");
	const struct known_metric *m;
	size_t indent = INDENT + better + GAP + units + GAP;

	buf_printf(out, "%s\n  %s\n", imp->name, imp->summary);
	if (*imp->needs)
		buf_printf(out, "  add %s\n", imp->needs);
	for (m = imp->metrics; m->names; m++) {
		buf_pad(out, ' ', INDENT);
		text_cell(out, m->better, better, false);
		buf_pad(out, ' ', GAP);
		text_cell(out, m->units, units, false);
		buf_pad(out, ' ', GAP);
		text_wrap(out, m->names, WRAP_AT_COMMA, WIDTH, indent, indent);
	}
}

void formats_print(struct buf *out, const struct importer *only)
{
	const struct importer *const *i;

	for (i = importers_all(); *i; i++) {
		if (only && *i != only)
			continue;
		if (!only && i != importers_all())
			buf_char(out, '\n');
		print_block(out, *i);
	}
}
