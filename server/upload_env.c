/* upload_env.c - what env:NAME in the TERMS of an upload means. */
#include "upload_env.h"

int upload_env(struct db *db, const char *name, struct arena *arena,
	       const struct db_named **out, struct err *err)
{
	struct db_named *env;

	*out = NULL;
	if (!name)
		return 0;
	env = arena_alloc(arena, sizeof(*env));
	*out = env;
	if (!db_named_get(db, name, arena, env, err))
		return 0;
	if (err->code != ERR_NOT_FOUND)
		return -1;
	err->code = ERR_INPUT; /* what is wrong is the upload */
	return err_hint(err, "PUT /env/%.80s says what it means", name);
}
