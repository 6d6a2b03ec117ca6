/*
 * scope.h - what somebody may do; each includes the ones before it.
 */
#ifndef SCOPE_H
#define SCOPE_H

#include <stdbool.h>

enum scope { SCOPE_READ, SCOPE_UPLOAD, SCOPE_EDIT, SCOPE_ADMIN };

/* "read", "upload", "edit", "admin". */
const char *scope_name(enum scope scope);

/* A scope that a token can have: all but read. */
bool scope_parse(const char *s, enum scope *out);

/*
 * What a request may do that shows no token. The listening socket decides and
 * not the peer: a loopback one is open as long as the archive has no tokens.
 */
enum scope scope_without_token(bool loopback, bool has_tokens, bool open,
			       bool trusted);

#endif
