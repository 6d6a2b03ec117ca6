/* morning_noise.c - the lines of the lab that became noisier inside. */
#include <string.h>

#include "history.h"
#include "line_facts.h"
#include "morning.h"
#include "text.h"

#define INDENT 9 /* of a line of text that goes on */

void morning_noise(struct morning *m, struct arena *arena)
{
	size_t i;

	m->noisier = arena_alloc(arena, m->n_cells * sizeof(*m->noisier));
	for (i = 0; i < m->n_cells; i++) {
		struct lab_noise *noise = &m->noisier[m->n_noisier];

		noise->cell = &m->cells[i];
		line_spread(m->cells[i].c->line, arena, &noise->spread);
		m->n_noisier += noise->spread.noisier;
	}
}

/* "noisier  c2758: pf (0.61 -> 3.5 %), udp (1.2 -> 4 %)", a line a host. */
void morning_noise_text(const struct morning *m, struct arena *arena,
			struct buf *out)
{
	size_t i;

	for (i = 0; i < m->n_noisier;) {
		const char *host = m->noisier[i].cell->host;
		struct buf line;
		size_t n = 0;

		buf_init(&line, 1 << 20);
		for (; i < m->n_noisier &&
		       !strcmp(m->noisier[i].cell->host, host); i++) {
			const struct lab_noise *x = &m->noisier[i];

			buf_printf(&line, "%s%s%s (%s -> %s %%)",
				   n ? "" : host, n ? ", " : ": ",
				   x->cell->test,
				   percent_text(x->spread.before, arena),
				   percent_text(x->spread.newest, arena));
			n++;
		}
		buf_str(out, "noisier  ");
		text_wrap(out, line.data, WRAP_AT_COMMA, 100, INDENT, INDENT);
		buf_release(&line);
	}
}

void morning_noise_json(const struct morning *m, struct arena *arena,
			struct json *j)
{
	size_t i;

	json_array(j, "noisier");
	for (i = 0; i < m->n_noisier; i++) {
		const struct lab_noise *x = &m->noisier[i];

		json_object(j, NULL);
		json_string(j, "host", x->cell->host);
		json_string(j, "test", x->cell->test);
		json_string(j, "terms", line_terms(x->cell->c->line, arena));
		json_number(j, "before", x->spread.before);
		json_number(j, "newest", x->spread.newest);
		json_object_end(j);
	}
	json_array_end(j);
}
