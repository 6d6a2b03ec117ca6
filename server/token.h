/*
 * token.h - tokens as text: the word a user has, the lines of the file.
 *
 * A token is one word that is shown once:
 *
 *	maxistat_ID_SECRET_SUM
 *
 * ID is public (12 digits of hex), SECRET 32 random bytes in hex, SUM the
 * first 4 bytes of the SHA-256 of all before it, so that a mistyped token is
 * told before anything is looked up. The file has a line a token and knows
 * the SHA-256 of the secret only, which is as good as a slow hash for a secret
 * of 256 random bits. Nothing here touches a file.
 */
#ifndef TOKEN_H
#define TOKEN_H

#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"
#include "scope.h"

#define TOKEN_ID     12 /* digits */
#define TOKEN_SECRET 32 /* bytes */
#define TOKEN_DIGEST 32 /* bytes */
#define TOKEN_NAME   64 /* bytes at the most */
#define TOKEN_SIZE   96 /* of the word, with its NUL */

/* What the file knows of a token. */
struct token {
	char id[TOKEN_ID + 1];
	unsigned char digest[TOKEN_DIGEST];
	enum scope scope;
	char name[TOKEN_NAME + 1];
	int64_t created_ns;
	int64_t expires_ns; /* 0: never; at this time it is over */
	int64_t revoked_ns; /* 0: it is not */
};

/* What a user showed. Wipe it with sodium_memzero(). */
struct token_shown {
	char id[TOKEN_ID + 1];
	unsigned char secret[TOKEN_SECRET];
};

/* Draws id and secret; fills both fields of t and the word. */
void token_make(struct token *t, char word[TOKEN_SIZE]);

/* errors ERR_AUTH: no token, or mistyped; says which, and not what it was */
int token_read(const char *s, size_t len, struct token_shown *out,
	       struct err *err);

/*
 * The value of an Authorization header: Bearer TOKEN, or Basic with the token
 * as the password and any user.
 * errors    ERR_AUTH
 * source    RFC 6750 sec. 2.1, RFC 7617 sec. 2
 */
int token_of_header(const char *value, struct token_shown *out,
		    struct err *err);

/* Does a URL hold what looks like a token, %XX decoded or not? */
bool token_in_url(const char *url);

/* Where the first good token of a text stands; len if there is none. */
size_t token_in_text(const char *s, size_t len);

/* [A-Za-z0-9][A-Za-z0-9._@+-]*, at most TOKEN_NAME bytes. */
bool token_name_ok(const char *s, size_t len);

struct tokens {
	struct token *items; /* tokens_release() frees */
	size_t n;
};

void tokens_release(struct tokens *tokens);

/*
 * Reads the lines of a file. '#' begins a comment; every other line is
 *
 *	id scope sha256 created expires revoked name
 *
 * with '-' for never. None at all is fine.
 * errors    ERR_ARCHIVE with the line: damaged. *out is empty then
 */
int tokens_parse(const char *text, size_t len, struct tokens *out,
		 struct err *err);
void tokens_print(const struct tokens *tokens, struct buf *out);

/* Adds a copy. */
void tokens_add(struct tokens *tokens, const struct token *t);

/*
 * The token that was shown, borrowed from tokens.
 * errors    ERR_AUTH: unknown (an id and a secret that are not of one token
 *           look the same, and take as long), revoked, expired
 */
int tokens_check(const struct tokens *tokens, const struct token_shown *shown,
		 int64_t now_ns, const struct token **out, struct err *err);

#endif
