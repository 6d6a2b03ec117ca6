/*
 * token_file_private.h - what token_file.c and token_store.c share.
 */
#ifndef TOKEN_FILE_PRIVATE_H
#define TOKEN_FILE_PRIVATE_H

#include <sys/stat.h>

#include "token_file.h"

/* Opens, checks and reads; st is of what was read, as it was before. */
int token_file_open(const char *archive, const char *path, struct stat *st,
		    struct tokens *out, struct err *err);

#endif
