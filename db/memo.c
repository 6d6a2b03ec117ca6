/* memo.c - what the writer interned last. */
#include <string.h>

#include "db_private.h"

#define TAGS_MAX 64 /* of a larger set a copy costs more than it saves */

static void copy_tags(struct tags *to, const struct tags *from,
		      struct arena *arena)
{
	size_t i;

	*to = (struct tags){ 0 };
	for (i = 0; i < from->n; i++)
		tags_set(to, arena, from->items[i].key, from->items[i].value);
}

int64_t memo_environment(const struct db *db, const struct tags *tags,
			 bool options_complete)
{
	const struct db_memo *m = &db->memo;

	return m->environment && m->options_complete == options_complete &&
		       tags_equal(&m->tags, tags) ? m->environment : 0;
}

/* Both are kept together or not at all: the arena is of the two. */
void memo_keep_environment(struct db *db, const struct tags *tags,
			   bool options_complete, int64_t id)
{
	struct db_memo *m = &db->memo;

	memo_forget(db);
	if (tags->n > TAGS_MAX)
		return;
	copy_tags(&m->tags, tags, &m->arena);
	m->options_complete = options_complete;
	m->environment = id;
}

int64_t memo_list(const struct db *db, const struct series_name *names,
		  size_t n)
{
	const struct db_memo *m = &db->memo;

	return m->list && n == 1 && m->role == (int)names->role &&
		       !strcmp(m->test, names->test) &&
		       !strcmp(m->metric, names->metric) &&
		       tags_equal(&m->params, names->params) ? m->list : 0;
}

void memo_keep_list(struct db *db, const struct series_name *names, size_t n,
		    int64_t id)
{
	struct db_memo *m = &db->memo;

	/* One for each environment: else the arena would only grow. */
	if (n != 1 || names->params->n > TAGS_MAX || m->list)
		return;
	m->test = arena_strdup(&m->arena, names->test);
	m->metric = arena_strdup(&m->arena, names->metric);
	copy_tags(&m->params, names->params, &m->arena);
	m->role = (int)names->role;
	m->list = id;
}

void memo_forget(struct db *db)
{
	arena_release(&db->memo.arena);
	db->memo = (struct db_memo){ 0 };
}
