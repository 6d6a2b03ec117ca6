/* postings.c - the environments of conditions, as a connection keeps them. */
#include "postings.h"

#include <string.h>

#include "db_private.h"

/* 64 conditions on 250,000 environments are 2 MB. */
#define KEPT       64
#define KEPT_BYTES (2u << 20)

struct posting *postings_find(struct db *db, const char *condition)
{
	struct postings *kept = &db->postings;
	size_t i;

	for (i = 0; i < kept->n; i++)
		if (!strcmp(kept->items[i]->condition, condition)) {
			kept->items[i]->used = ++kept->clock;
			return kept->items[i];
		}
	return NULL;
}

struct posting *postings_add(struct db *db, const char *condition)
{
	struct postings *kept = &db->postings;
	struct posting *p = x_calloc(1, sizeof(*p));

	p->condition = x_strdup(condition);
	p->used = ++kept->clock;
	kept->items = x_realloc(kept->items,
				(kept->n + 1) * sizeof(*kept->items));
	kept->items[kept->n++] = p;
	return p;
}

void postings_drop(struct db *db, struct posting *posting)
{
	struct postings *kept = &db->postings;
	size_t i = 0;

	while (kept->items[i] != posting)
		i++;
	kept->items[i] = kept->items[--kept->n];
	bitmap_release(&posting->envs);
	x_free(posting->condition);
	x_free(posting);
}

static struct posting *oldest(const struct postings *kept)
{
	struct posting *p = kept->items[0];
	size_t i;

	for (i = 1; i < kept->n; i++)
		if (kept->items[i]->used < p->used)
			p = kept->items[i];
	return p;
}

void postings_trim(struct db *db)
{
	struct postings *kept = &db->postings;
	size_t bytes = 0, i;

	for (i = 0; i < kept->n; i++)
		bytes += kept->items[i]->envs.n * sizeof(uint64_t);
	while (kept->n > KEPT || (kept->n && bytes > KEPT_BYTES)) {
		struct posting *p = oldest(kept);

		bytes -= p->envs.n * sizeof(uint64_t);
		postings_drop(db, p);
	}
}

void postings_forget(struct db *db)
{
	while (db->postings.n)
		postings_drop(db, db->postings.items[0]);
	x_free(db->postings.items);
	db->postings.items = NULL;
}
