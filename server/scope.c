/* scope.c - what somebody may do. */
#include "scope.h"

#include <stddef.h>
#include <string.h>

static const char *const names[] = { "read", "upload", "edit", "admin" };

const char *scope_name(enum scope scope)
{
	return names[scope];
}

bool scope_parse(const char *s, enum scope *out)
{
	size_t i;

	for (i = SCOPE_UPLOAD; i <= SCOPE_ADMIN; i++)
		if (!strcmp(s, names[i])) {
			*out = (enum scope)i;
			return true;
		}
	return false;
}

enum scope scope_without_token(bool loopback, bool has_tokens, bool open,
			       bool trusted)
{
	if (loopback && !has_tokens)
		return SCOPE_ADMIN;
	return open || trusted ? SCOPE_EDIT : SCOPE_READ;
}
