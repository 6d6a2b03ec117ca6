/* import_terms.c - what is recorded with a file, and how it is read. */
#include "import_terms.h"

#include <string.h>

void import_terms_init(struct import_terms *t)
{
	memset(t, 0, sizeof(*t));
	options_init(&t->options);
}

void import_terms_copy(struct import_terms *to, const struct import_terms *from,
		       struct arena *arena)
{
	const struct tags *tags = &from->terms.tags;
	const struct options *options = &from->options;
	size_t i;

	*to = *from;
	/* Links, which alone need what was given, are not made. */
	to->options.given = NULL;
	to->options.n_given = 0;
	memset(&to->terms.tags, 0, sizeof(to->terms.tags));
	for (i = 0; i < tags->n; i++)
		tags_put(&to->terms.tags, arena, tags->items[i].key,
			 tags->items[i].value);
	to->options.picks = NULL;
	for (i = 0; i < options->n_picks; i++) {
		to->options.picks = arena_grow(arena, to->options.picks, i,
					       sizeof(*options->picks));
		to->options.picks[i] = options->picks[i];
	}
}

int import_terms_add(struct import_terms *t, struct written all, size_t offset,
		     size_t len, struct arena *arena, struct err *err)
{
	struct segment segment;
	size_t i;

	if (terms_split(all, offset, len, arena, &segment, err) < 0)
		return -1;
	for (i = 0; i < segment.n; i++) {
		const struct term *o = &segment.terms[i];
		const char *name, *value;

		if (o->kind != TERM_OPTION)
			continue;
		name = arena_strndup(arena, o->key, o->key_len);
		if (terms_decode(all, o->value, o->value_len, arena, &value,
				 err) < 0 ||
		    options_set(TAKES_UPLOAD, name, value, arena, &t->options,
				err) < 0)
			return -1;
	}
	return terms_upload(all, &segment, arena, &t->terms, err);
}
