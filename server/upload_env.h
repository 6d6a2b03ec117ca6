/*
 * upload_env.h - what env:NAME in the TERMS of an upload means.
 */
#ifndef UPLOAD_ENV_H
#define UPLOAD_ENV_H

#include "edit.h"

/*
 * name      NULL: there is none, and *out is NULL
 * errors    ERR_INPUT, with near names: nobody has said what it means
 */
int upload_env(struct db *db, const char *name, struct arena *arena,
	       const struct db_named **out, struct err *err);

#endif
