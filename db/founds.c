/* founds.c - what selections found, as a connection keeps it. */
#include <string.h>

#include "db_private.h"

static size_t bytes_of(const struct founds *founds)
{
	size_t bytes = 0, i;

	for (i = 0; i < founds->n; i++)
		bytes += founds->items[i]->arena.total;
	return bytes;
}

int founds_find(struct db *db, const char *selection, struct kept_found **out,
		struct err *err)
{
	struct founds *founds = &db->founds;
	bool newer = false;
	size_t i;
	int holds;

	*out = NULL;
	if (!founds->n)
		return 0;
	holds = mark_holds(db, &founds->mark, &newer, err);
	if (holds < 0)
		return -1;
	if (!holds || newer)
		founds_forget(db);
	for (i = 0; i < founds->n; i++)
		if (!strcmp(founds->items[i]->selection, selection)) {
			*out = founds->items[i];
			(*out)->used = ++founds->clock;
		}
	return 0;
}

int founds_add(struct db *db, const char *selection, struct kept_found **out,
	       struct err *err)
{
	struct founds *founds = &db->founds;
	struct kept_found *k;

	if (!founds->n && mark_set(db, &founds->mark, err) < 0)
		return -1;
	k = x_calloc(1, sizeof(*k));
	k->selection = x_strdup(selection);
	k->used = ++founds->clock;
	founds->items = x_realloc(founds->items,
				  (founds->n + 1) * sizeof(*founds->items));
	founds->items[founds->n++] = k;
	*out = k;
	return 0;
}

void founds_drop(struct db *db, struct kept_found *found)
{
	struct founds *founds = &db->founds;
	size_t i = 0;

	while (founds->items[i] != found)
		i++;
	founds->items[i] = founds->items[--founds->n];
	arena_release(&found->arena);
	x_free(found->selection);
	x_free(found);
}

/* The one used longest ago, or one that has grown to twice what it was. */
static struct kept_found *next_to_go(const struct founds *founds)
{
	struct kept_found *out = NULL;
	size_t i;

	for (i = 0; i < founds->n; i++) {
		struct kept_found *k = founds->items[i];

		if (k->arena.total > 2 * k->bytes)
			return k;
		if (!out || k->used < out->used)
			out = k;
	}
	return bytes_of(founds) > FOUNDS_BYTES ? out : NULL;
}

void founds_trim(struct db *db)
{
	struct kept_found *k;

	while ((k = next_to_go(&db->founds)) != NULL)
		founds_drop(db, k);
}

void founds_forget(struct db *db)
{
	while (db->founds.n)
		founds_drop(db, db->founds.items[0]);
	x_free(db->founds.items);
	db->founds.items = NULL;
}
