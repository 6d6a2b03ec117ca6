/*
 * token_file.h - the file of an archive's tokens, NAME.tokens beside it.
 *
 * It belongs to whoever serves the archive, with mode 0600; it is only ever
 * replaced whole, by rename. One that others can read or write, that is a
 * symbolic link or that has a damaged line is an error, and never the same as
 * none.
 */
#ifndef TOKEN_FILE_H
#define TOKEN_FILE_H

#include "token.h"

/*
 * Reads it all. *exists is false, and *out empty, where there is none.
 * errors    ERR_ARCHIVE
 */
int token_file_read(const char *archive, bool *exists, struct tokens *out,
		    struct err *err);

/*
 * Reads it, has it changed, and replaces it; one process at a time. A new one
 * belongs to whom the archive belongs to. *out is what it holds then.
 * change    returns -1 with err set to leave the file as it is
 * errors    ERR_ARCHIVE
 */
int token_file_change(const char *archive,
		      int (*change)(struct tokens *tokens, void *arg,
				    struct err *err),
		      void *arg, struct err *err);

/*
 * The file as a server sees it: looked at whenever it is asked, read again when
 * it has changed. Any number of threads.
 */
struct token_store;

enum token_state {
	TOKENS_NONE,   /* there is no file */
	TOKENS_THERE,
	TOKENS_BROKEN, /* there is one that cannot be used */
};

/* errors ERR_ARCHIVE: a file that cannot be used is no way to begin */
int token_store_open(const char *archive, struct token_store **out,
		     struct err *err);
void token_store_close(struct token_store *store); /* NULL is fine */

/* A change from or to a usable file is told on stderr. */
enum token_state token_store_look(struct token_store *store);

/* As tokens_check(), by what the last look saw; *out is a copy. */
int token_store_check(struct token_store *store,
		      const struct token_shown *shown, int64_t now_ns,
		      struct token *out, struct err *err);

#endif
